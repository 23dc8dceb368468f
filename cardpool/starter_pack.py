"""The text a new game's pack starts from: a blank one with explanations, or another game's with a name of its own."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

from accounts.languages import language_key
from cardpool.packs import Names
from cardpool.packs.toml_lines import line_numbers

FOLDER = Path(__file__).parent / "starter_packs"
FIRST_VERSION = "1.0"


def blank_pack(*, key: str, names: Names, day: date, language: str) -> str:
    """A valid pack, explained in a language (`zh…`, else English), in force from a day."""
    name = language_key(language)
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    values = {"@KEY@": _quoted(key), "@ZH@": _quoted(names.zh), "@EN@": _quoted(names.en), "@TODAY@": day.isoformat()}
    return re.sub("@[A-Z]+@", lambda found: values[found[0]], text)


def copied_pack(text: str, *, key: str, names: Names, day: date) -> str:
    """Another game's pack under a key and names of its own, as a first version in force from a day.

    Only lines that state one of these facts and nothing else are changed; the position among the games is not copied.
    """
    stated = {
        "key": f"key = {_quoted(key)}",
        "names": f"names = {{ zh = {_quoted(names.zh)}, en = {_quoted(names.en)} }}",
        "ruleset.version": f"version = {_quoted(FIRST_VERSION)}",
        "ruleset.effective": f"effective = {day.isoformat()}",
        "position": "",
    }
    places = line_numbers(text)
    lines = text.split("\n")
    gone = []
    for path, wanted in stated.items():
        at = places.get(path, 0) - 1
        if at < 0 or not re.match(rf"\s*{path.rpartition('.')[2]}\s*=", lines[at]):
            continue
        lines[at] = wanted
        if not wanted:
            gone.append(at)
    return "\n".join(line for at, line in enumerate(lines) if at not in gone)


def _quoted(text: str) -> str:
    """A TOML string; JSON's escapes are valid in TOML."""
    return json.dumps(text, ensure_ascii=False)
