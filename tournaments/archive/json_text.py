"""From a JSON text to plain values, refusing what JSON allows and no archive may hold. Start: `parse_archive`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cardpool.intake.problems import Problem, TableFault
from cardpool.intake.strict_json import BadJson, Pairs, read_json
from tournaments.archive.problems import ArchiveError, ArchiveFault

MAX_TEXT = 10_000
"""Characters of one text or key, of any program."""

MAX_KEY_IN_PLACE = 40
"""Characters of a key that a place quotes."""


_LONG_TEXT = re.compile(rf'"(?:[^"\\]|\\.){{{MAX_TEXT + 1}}}', re.DOTALL)


def _first_twice(pairs: Pairs) -> str | None:
    """The first key that occurs a second time, of which JSON itself would keep the last; None where each is there
    once."""
    if len(dict(pairs)) == len(pairs):
        return None
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            return key
        seen.add(key)
    return None


class _Object(dict[str, Any]):
    """A JSON object that remembers a key that occurs twice, of which JSON itself would keep the last."""

    twice: str | None = None

    @classmethod
    def of(cls, pairs: Pairs) -> _Object:
        value = cls(pairs)
        value.twice = _first_twice(pairs)
        return value


def parse_archive(text: str) -> Any:
    """The values of a JSON text. Raises ArchiveError with the places of duplicate keys, control characters, texts that
    are too long or hold half a character (a lone surrogate), or with the line where the text is not JSON."""
    try:
        value = read_json(text, make_object=_Object.of)
        problems = list(_unfit(value, ""))
    except (BadJson, RecursionError) as error:
        line = getattr(error, "line", 0) or 1
        raise ArchiveError([Problem(f"line {line}", ArchiveFault.NOT_JSON)]) from None
    if problems:
        raise ArchiveError(problems)
    return value


def long_text_in(text: str) -> Problem | None:
    """Where a JSON text that is itself too long to be parsed holds the first text that is too long."""
    found = _LONG_TEXT.search(text)
    if found is None:
        return None
    start = found.start()
    line, character = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
    return _beyond(f"line {line}, character {character}", f"at most {MAX_TEXT} characters", f"more than {MAX_TEXT}")


def _unfit(value: Any, place: str) -> Iterator[Problem]:
    if isinstance(value, str):
        yield from _unfit_text(value, place)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            if isinstance(item, str | list | dict):
                yield from _unfit(item, f"{place}[{number}]")
    elif isinstance(value, dict):
        if isinstance(value, _Object) and value.twice is not None:
            yield Problem(place, TableFault.DUPLICATE, {"found": f'"{value.twice[:MAX_KEY_IN_PLACE]}"'})
        for key, item in value.items():
            wrong = list(_unfit_text(key, place))
            yield from wrong
            if not wrong and isinstance(item, str | list | dict):
                shown = key[:MAX_KEY_IN_PLACE]
                yield from _unfit(item, f"{place}.{shown}" if place else shown)


def _unfit_text(text: str, place: str) -> Iterator[Problem]:
    """What is wrong with a text; a tab or a line break may stand in one."""
    if len(text) > MAX_TEXT:
        yield _beyond(place, f"at most {MAX_TEXT} characters", str(len(text)))
        return
    if text.isascii() and text.isprintable():
        return
    try:
        text.encode()
    except UnicodeEncodeError:
        yield Problem(place, TableFault.WRONG_TYPE, {"wanted": "UTF-8", "found": "half a character"})
        return
    if found := next((character for character in text if is_control(character) and character not in "\t\n\r"), None):
        yield _beyond(place, "text without control characters", f"U+{ord(found):04X}")


def _beyond(place: str, wanted: str, found: str) -> Problem:
    return Problem(place, TableFault.OUT_OF_RANGE, {"wanted": wanted, "found": found})


def is_control(character: str) -> bool:
    """Whether a character belongs to the control characters C0, DEL or C1."""
    return character < " " or "\x7f" <= character <= "\x9f"
