"""What `make check`, `make messages` and `make test` run besides the tools themselves."""
