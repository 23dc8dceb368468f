# DuelDesk. `make run` starts the site, `make test` runs every test; both install what they need first.
PYTHON ?= $(shell command -v python3.11 || command -v python3 || echo python3)
VENV := .venv/bin/python
INSTALL := $(PYTHON) -B config/embedded/install.py

.PHONY: run owner-link test check fmt messages install install-dev bench load proof mutants chaos
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

# Three processes, each with a database of its own; `make test TESTS=tests/decks` runs a part.
TESTS ?= tests
test: install-dev
	@$(VENV) -m pytest -n 3 --dist loadfile --no-loadscope-reorder $(TESTS)

check: install-dev
	@$(VENV) -m config.development.checks

# Scripts and styles are formatted where there is npm. djLint ends with 1 where it changed something: then it has to agree.
fmt: install-dev
	@$(VENV) -m ruff check --fix --quiet .
	@$(VENV) -m ruff format .
	@$(VENV) -m djlint --reformat --quiet templates > /dev/null || $(VENV) -m djlint --check --quiet templates
	@$(VENV) -m djlint --lint --quiet templates
	@! command -v npx >/dev/null || \
		npx --yes prettier@3.6.2 --print-width 120 --log-level warn --write "static/js/*.js" "static/css/*.css"

messages: install-dev
	@$(VENV) -m config.development.messages

# `BENCH=quick make bench` for a look; `make bench PARTS=standings` for one part (pairing, rounds, standings, workbook, …).
# The other programs live in environments of their own, var/bench-venv and (where there is npm) var/bench-node.
PARTS ?=
bench: install-dev
	@test -x var/bench-venv/bin/python || $(PYTHON) -m venv var/bench-venv
	@var/bench-venv/bin/python -m pip install --quiet --disable-pip-version-check -r bench/requirements.txt
	@! command -v npm >/dev/null || test -d var/bench-node/node_modules/ydeck || \
		npm install --silent --no-audit --no-fund --prefix var/bench-node ydeck@0.2.10 || true
	@$(VENV) -m bench $(PARTS)

# Kills every part of a site of its own while people are at work: five minutes, or RUNS=200 faults; SEED=7 repeats a plan.
chaos: install-dev
	@$(VENV) -m tests.chaos

# A hall of phones on loopback, in a site of its own; the table goes to docs/measurements.md. `LOAD=quick make load` for a
# look; SCENES="polls memory" for a part (open, doors, find, links, publish, follow, results, steady, reports, polls, memory); HALLS="250 1000" for these sizes,
# RATES="20 30" for these rates of results.
# Polls are counted by wrk, a package of Debian and others.
SCENES ?=
load: install-dev
	@$(VENV) -m bench.load $(SCENES)

# Brute force on 50,000 fields, 10,000 whole events: hours on a small machine; PROOF="--brute 2000 --events 200" for less.
# Then the sample of planted faults.
PROOF ?=
proof: install-dev
	@$(VENV) -m tests.tournaments.swiss.proof $(PROOF)
	@$(MAKE) mutants

# Small faults planted in the pure cores, and which of them no test notices; `MUTANTS=400 SEED=7 make mutants` for others.
mutants: install-dev
	@$(VENV) -m pip install --quiet --disable-pip-version-check -r tests/mutants/requirements.txt -c constraints.txt
	@$(VENV) -m tests.mutants
