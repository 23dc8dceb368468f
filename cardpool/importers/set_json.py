"""Reading JSON from anywhere, strictly: one list of objects, every name once, no constants that are not JSON.

The limits keep a hostile file from filling memory: bytes per file, files per run, and Python's own on nesting and on
the digits of numbers.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, NoReturn

from cardpool.intake.files import read_utf8
from cardpool.intake.unreadable import Place, UnreadableFile

MAX_BYTES = 64 * 1024 * 1024
MAX_FILES = 3_000
MAX_VALUES = 6_000_000
"""Values of one file, counted by the marks that part them, before the first is built: each may take a hundred bytes."""


class _NotStrict(Exception):
    """Something JSON readers take but nobody means."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


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
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except _NotStrict as mistake:
        raise UnreadableFile(place, mistake.code, **mistake.facts) from mistake
    except json.JSONDecodeError as mistake:
        where = Place(path.name, mistake.lineno)
        raise UnreadableFile(where, "json_invalid", line=mistake.lineno, column=mistake.colno) from mistake
    except RecursionError as mistake:
        raise UnreadableFile(place, "json_too_deep") from mistake
    except ValueError as mistake:
        raise UnreadableFile(place, "json_number_too_long") from mistake
    if isinstance(value, dict) and isinstance(value.get("data"), list):
        value = value["data"]
    if not isinstance(value, list):
        raise UnreadableFile(place, "json_not_a_list")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise _NotStrict("json_key_twice", key=twice[:60])
    return found


def _constant(word: str) -> NoReturn:
    raise _NotStrict("json_constant", word=word)
