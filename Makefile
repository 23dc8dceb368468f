# DuelDesk. `make run` starts the site, `make test` runs every test; both install what they need first.
PYTHON ?= $(shell command -v python3.11 || command -v python3 || echo python3)
VENV := .venv/bin/python
INSTALL := $(PYTHON) -B config/embedded/install.py

.PHONY: run owner-link test check fmt messages install install-dev
.DEFAULT_GOAL := run
MAKEFLAGS += --no-print-directory

run: install
	@$(VENV) -m config.embedded

owner-link: install
	@$(VENV) -m config.embedded owner-link

install:
	@$(INSTALL) requirements.txt

install-dev:
	@$(INSTALL) requirements.txt requirements-dev.txt
	@$(PYTHON) -B config/development/packages.py

# Two processes, each with a database of its own; `make test TESTS=tests/decks` runs a part.
TESTS ?= tests
test: install-dev
	@$(VENV) -m pytest -n 2 --dist loadfile $(TESTS)

check: install-dev
	@$(VENV) -m config.development.checks

fmt: install-dev
	@$(VENV) -m ruff check --fix --quiet .
	@$(VENV) -m ruff format .

messages: install-dev
	@$(VENV) -m config.development.messages
