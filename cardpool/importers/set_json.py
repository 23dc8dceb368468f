"""Reading files of cards in JSON, strictly: one list of objects.

The limits keep a hostile file from filling memory: bytes per file, files per run, and Python's own on nesting and on
the digits of numbers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardpool.intake.files import read_utf8
from cardpool.intake.strict_json import BadJson, read_json
from cardpool.intake.unreadable import Place, UnreadableFile

MAX_BYTES = 64 * 1024 * 1024
MAX_FILES = 3_000
MAX_VALUES = 6_000_000
"""Values of one file, counted by the marks that part them, before the first is built: each may take a hundred bytes."""


def json_files(paths: list[Path]) -> list[Path]:
    """The JSON files among paths and below folders, in the order given; deck lists beside the cards are left out.

    Raises `UnreadableFile` `too_many_files` or `no_card_files`.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            below = (file for file in sorted(path.rglob("*.json")) if "decks" not in file.relative_to(path).parts)
            found.extend(below)
        else:
            found.append(path)
    name = paths[0].name if paths else ""
    if len(found) > MAX_FILES:
        raise UnreadableFile(Place(name), "too_many_files", most=MAX_FILES)
    if not found:
        raise UnreadableFile(Place(name), "no_card_files")
    return found


def read_entries(path: Path) -> list[Any]:
    """The entries of one file: a list, or the list under `data` as the public API gives it. Raises `UnreadableFile`."""
    place = Place(path.name)
    text = read_utf8(path, MAX_BYTES)
    if sum(map(text.count, ",[{")) > MAX_VALUES:
        raise UnreadableFile(place, "json_too_many_values", most=MAX_VALUES)
    try:
        value = read_json(text)
    except BadJson as mistake:
        raise UnreadableFile(Place(path.name, mistake.line), mistake.code, **mistake.facts) from mistake
    if isinstance(value, dict) and isinstance(value.get("data"), list):
        value = value["data"]
    if not isinstance(value, list):
        raise UnreadableFile(place, "json_not_a_list")
    return value
