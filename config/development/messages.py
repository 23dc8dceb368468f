"""`make messages` writes the source's strings into the translation file; `make check` asks for the Chinese of each."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from config.embedded.paths import PROJECT
from config.embedded.wording import say

LOCALE = "zh_Hans"
PROGRAMS = ("xgettext", "msgmerge", "msguniq", "msgattrib")
IGNORED = (".venv", "var", "tests", "node_modules", "bench", "static/vendor")
KINDS = {"django": ["html", "txt", "py"], "djangojs": ["js"]}


def extract(project: Path) -> bool:
    """Merge the strings of `project` into its translation files with Django's makemessages."""
    ignore = [word for name in IGNORED for word in ("--ignore", name)]
    common = ["makemessages", "--locale", LOCALE, "--no-obsolete", "--no-wrap", "--add-location", "file", *ignore]
    command = [sys.executable, str(project / "manage.py"), *common]
    done = [
        subprocess.run(
            [*command, "--domain", domain, *[word for kind in kinds for word in ("--extension", kind)]],
            cwd=project,
            check=False,
            stdout=subprocess.DEVNULL,
        )
        for domain, kinds in KINDS.items()
    ]
    return all(process.returncode == 0 for process in done)


def gaps(catalog: Catalog) -> list[str]:
    """One line for every string without a whole translation, or with one that is only guessed."""
    return [
        f"{'fuzzy' if message.fuzzy else 'untranslated'}: {text(message)}  ({place(message)})"
        for message in catalog
        if message.id and (message.fuzzy or not translated(message))
    ]


def text(message: Message) -> str:
    """The source string, its singular where there are two."""
    return message.id if isinstance(message.id, str) else message.id[0]


def place(message: Message) -> str:
    """The first file that uses the string."""
    return message.locations[0][0] if message.locations else "?"


def translated(message: Message) -> bool:
    """Whether every form has its translation."""
    forms = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
    return all(forms)


def complete() -> bool:
    """Whether the sources as they are now have no string without its Chinese."""
    absent = [program for program in PROGRAMS if shutil.which(program) is None]
    if absent:
        say(f"gettext is missing ({', '.join(absent)}): install it to check the translations.")
        return False
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        skipped = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache", "*.mo", "vendor", "tests")
        shutil.copytree(PROJECT, copy, ignore=skipped)
        if not extract(copy):
            return False
        found = []
        for file in sorted((copy / "locale" / LOCALE / "LC_MESSAGES").glob("*.po")):
            with file.open("rb") as handle:
                found += gaps(read_po(handle, locale=LOCALE))
    for line in found:
        say(line)
    return not found


if __name__ == "__main__":
    sys.exit(0 if extract(PROJECT) else 1)
