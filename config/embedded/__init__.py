"""The site on one machine: its services, their supervisor, and `make run`."""
