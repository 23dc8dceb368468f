"""What is between the socket and Django: see docs/architecture/serving.md."""
