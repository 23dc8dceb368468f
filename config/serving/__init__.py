"""What stands between the socket and Django: see docs/architecture/serving.md."""
