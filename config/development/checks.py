"""`make check`: every check that is not a test; the summary names those that failed."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from config.development import messages, words
from config.embedded.paths import PROJECT
from config.embedded.wording import say

MAX_TEMPLATE_LINE = 160
"""djLint breaks what it can at 120 characters; one tag or attribute may be longer."""
SCHEMA = PROJECT / "docs" / "openapi.yaml"
LINT_IMPORTS = [
    sys.executable,
    "-c",
    "import sys, importlinter.cli as c; sys.exit(c.lint_imports(no_cache=True, no_logo=True))",
]
LAYOUT_TESTS = ["tests/test_architecture.py", "tests/test_import_contracts.py", "tests/test_used_by_one_app.py"]
PURE = [
    "cardpool/intake/text.py",
    "cardpool/intake/unreadable.py",
    "cardpool/intake/problems.py",
    "cardpool/intake/strict_table.py",
    "cardpool/intake/strict_json.py",
    "cardpool/intake/csv_text.py",
    "cardpool/intake/formulas.py",
    "cardpool/packs",
    "cardpool/lists",
    "cardpool/legality",
    "cardpool/engine_cards.py",
    "cardpool/pack_check.py",
    "cardpool/pack_changes.py",
    "decks/text",
    "decks/curves.py",
    "decks/grouping.py",
    "decks/example_deck.py",
    "decks/further_cards.py",
    "tournaments/paper_layout.py",
    "tournaments/sheet_layout.py",
    "tournaments/swiss",
    "tournaments/scoring",
    "tournaments/play",
    "tournaments/pods",
    "tournaments/seasons",
    "tournaments/archive",
    "tournaments/receipts",
]


def python(*words: str, **environment: str) -> bool:
    """Run a Python module or script of the project; whether it ended well."""
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=PROJECT, env={**os.environ, **environment}, check=False).returncode == 0


def manage(*words: str) -> bool:
    """Run a management command with the settings and a database URL that nothing connects to."""
    return python("manage.py", *words)


def ruff() -> bool:
    return all([python("-m", "ruff", "check", "."), python("-m", "ruff", "format", "--check", "--quiet", ".")])


def source(place: str) -> Path:
    """The file that a pure core, a package or one module, begins with."""
    return PROJECT / place if place.endswith(".py") else PROJECT / place / "__init__.py"


def templates() -> bool:
    """Whether djLint finds nothing in the templates, and no line is too long to be read."""
    lint = python("-m", "djlint", "--lint", "--quiet", "templates")
    formatted = python("-m", "djlint", "--check", "--quiet", "templates")
    long = [
        f"{file.relative_to(PROJECT)}:{number}: {len(line)} characters"
        for file in sorted((PROJECT / "templates").rglob("*.html"))
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > MAX_TEMPLATE_LINE
    ]
    for line in long:
        say(line)
    return lint and formatted and not long


def types() -> bool:
    """mypy: strict and without Django for the pure cores, with Django's plugin for everything."""
    missing = [place for place in PURE if not source(place).exists()]
    if missing:
        say(f"These pure cores are not there: {', '.join(missing)}")
        return False
    strict = ["-m", "mypy", "--config-file=", "--strict", "--follow-imports=silent", "--cache-dir=.mypy_cache/pure"]
    return all([python(*strict, *PURE), python("-m", "mypy")])


def architecture() -> bool:
    """import-linter's contracts (`pyproject.toml`), and what they cannot say."""
    contracts = subprocess.run(LINT_IMPORTS, cwd=PROJECT, check=False).returncode == 0
    return all([contracts, python("-m", "pytest", "-q", *LAYOUT_TESTS)])


def migrations() -> bool:
    # Without a database Django warns that it cannot compare the history; the files alone are in question here.
    return python("manage.py", "makemigrations", "--check", "--dry-run", PYTHONWARNINGS="ignore::RuntimeWarning")


def deployment() -> bool:
    """Django's own checks of the embedded settings and of those for a server on the Internet."""
    production = {
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "SECRET_KEY": "".join(chr(33 + index % 90) for index in range(80)),
        "ALLOWED_HOSTS": "duel.example.org",
        "DATABASE_URL": "postgresql://nobody@localhost/none",
        "REDIS_URL": "redis://localhost/0",
    }
    strict = ["manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    return all([python(*strict), python(*strict, **production)])


def schema() -> bool:
    """Whether the committed OpenAPI file is there and is what the code describes."""
    if not SCHEMA.exists():
        say("docs/openapi.yaml is missing: .venv/bin/python manage.py spectacular --lang en --file docs/openapi.yaml")
        return False
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "openapi.yaml"
        if not manage("spectacular", "--validate", "--fail-on-warn", "--lang", "en", "--file", str(fresh)):
            return False
        if fresh.read_text() == SCHEMA.read_text():
            return True
        subprocess.run(["diff", "-u", SCHEMA, fresh], check=False)
    say("docs/openapi.yaml is out of date: .venv/bin/python manage.py spectacular --lang en --file docs/openapi.yaml")
    return False


def plain_words() -> bool:
    """Whether no text uses a word that docs/style.md rules out."""
    found = list(words.ruled_out(PROJECT))
    for line in found:
        say(line)
    return not found


CHECKS: dict[str, Callable[[], bool]] = {
    "ruff": ruff,
    "templates": templates,
    "mypy": types,
    "architecture": architecture,
    "migrations": migrations,
    "deployment": deployment,
    "translations": messages.complete,
    "words": plain_words,
    "openapi": schema,
}


def passes(name: str) -> bool:
    """Run one check in this process; whether it found nothing."""
    say(f"== {name}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAR_DIR"] = folder
        return CHECKS[name]()


def run_apart(name: str) -> subprocess.CompletedProcess[str]:
    """Run one check in a process of its own; what it printed, both streams in order."""
    command = [sys.executable, "-m", "config.development.checks", name]
    return subprocess.run(
        command, cwd=PROJECT, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def main() -> int:
    """Run the checks named on the command line, or all, as many at a time as there are cores; 1 when any failed."""
    names = sys.argv[1:] or list(CHECKS)
    if len(names) == 1:
        return 0 if passes(names[0]) else 1
    failed = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, done in zip(names, pool.map(run_apart, names), strict=True):
            say(done.stdout.rstrip("\n"))
            if done.returncode != 0:
                failed.append(name)
    say(f"Failed: {', '.join(failed)}" if failed else "All checks passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
