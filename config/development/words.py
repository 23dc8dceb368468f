"""Words that docs/style.md rules out, as far as a machine can find them."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

SUFFIXES = (".py", ".html", ".md", ".js", ".txt", ".toml")
IGNORED = (
    "static/vendor/",
    "tests/data/",
    "cardpool/games/pokemon-tcg.toml",
    "docs/style.md",
    "config/development/words.py",
    "tests/config/test_words.py",
    "CHANGELOG.md",
)
"""What comes from elsewhere, is published and never changes, quotes the past, or names the words themselves."""

RULED_OUT = {
    re.compile(r"\b_?(?:MOST|LONGEST|LARGEST|FEWEST|DEEPEST|WIDEST|NARROWEST|HIGHEST|SMALLEST)(?:_[A-Z]+)*\b"): (
        "MAX_… or MIN_…"
    ),
    re.compile(r"(?<![A-Za-z])[Ww]hoever(?![A-Za-z])"): "the person who, anyone who, the code that",
    re.compile(r"(?<![A-Za-z])[Aa]new(?![A-Za-z])"): "again",
    re.compile(r"(?<![A-Za-z])[Aa]fresh(?![A-Za-z])"): "again",
    re.compile(r"(?<![A-Za-z])[Ss]o[ _]many(?![A-Za-z])"): "this many, or the name of the number",
    re.compile(r"\b(?:hangs?|hung|hanging) on\b(?! to)"): "depends on",
    re.compile(r"(?<![A-Za-z])noughts?(?![A-Za-z])"): "zero",
    re.compile(
        r"(?<!here )\b(?:is|are|was|were) no (?:cards?|numbers?|lists?|text|date|result|JSON|file|whole|"
        r"part|title|name|opponents?|comment)\b"
    ): "is not a …",
    re.compile(r"\bdef print_\w+"): "format_…, render_… or write_…",
    re.compile(r"\bit is hoped\b"): "nothing",
    re.compile(r"(?<![A-Za-z])(?:[Tt]old|TOLD)(?![A-Za-z])"): "notified, reported, asked to, distinguished, given",
    re.compile(r"(?<![A-Za-z])[Mm]end(?:s|ed|ing)?(?![A-Za-z])"): "repair, correct",
    re.compile(r"\b(?:[A-Z_]+_)?SIGNS?\b|\bcount signs?\b"): "CHARACTER(S), character",
}


def ruled_out(project: Path) -> Iterator[str]:
    """One line for each place in the tracked files of `project` that uses a word ruled out, with the word to use."""
    listed = subprocess.run(["git", "ls-files"], cwd=project, capture_output=True, text=True, check=True).stdout
    for name in listed.splitlines():
        path = project / name
        if not name.endswith(SUFFIXES) or name.startswith(IGNORED) or not path.is_file():
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for words, instead in RULED_OUT.items():
                if found := words.search(line):
                    yield f"{name}:{number}: “{found[0]}”: {instead}"
