"""What a pack may not exceed, so that every pack that is read can also be stored, judged by and played.

Hostile files are caught here too: tables nested without end, control characters in texts, numbers without end.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from cardpool.intake.problems import ProblemCode, TableFault

MAX_DEPTH = 32
MAX_NUMBER = 1_000_000_000
_MAX_BITS = (1 << 63) - 1
MAX_PACK_LENGTH = 200_000
MAX_LINE_LENGTH = 2_000
MAX_TEXT_LENGTH = 1_000
MAX_ITEMS_BY_DEFAULT = 1_000
MAX_ITEMS = {
    "cards.number.patterns": 12,
    "cards.number.examples": 20,
    "cards.attributes": 60,
    "sections": 30,
    "rules": 200,
    "play.first_game.methods": 20,
    "play.endings": 40,
    "infractions": 60,
    "infractions[].repeat": 10,
}
"""Items a list may have."""
LENGTHS = {
    "key": 60,
    "names.zh": 80,
    "names.en": 80,
    "ruleset.version": 40,
    "sections[].key": 40,
    "play.first_game.methods[].key": 20,
    "play.endings[].key": 40,
    "infractions[].key": 40,
    "infractions[].names.zh": 80,
    "infractions[].names.en": 80,
    "infractions[].clause": 60,
    "tournament.rounds.source": 300,
    "tournament.divisions.list[].key": 20,
    "tournament.divisions.list[].names.zh": 20,
    "tournament.divisions.list[].names.en": 20,
}
"""Characters a text may have; `[]` stands for every item of a list."""
MAX_VALUES = {
    "position": 1_000,
    "tournament.points.win": 100,
    "tournament.points.draw": 100,
    "tournament.points.loss": 100,
    "tournament.round_minutes[].minutes": 600,
    "tournament.rounds.at_least": 30,
    "tournament.rounds.table[].rounds": 30,
    **dict.fromkeys(
        (
            "import.cdb.skip[].any_bits",
            "import.cdb.skip[].without_bits",
            "import.cdb.facts[].any_bits",
            "import.cdb.facts[].only",
            "import.cdb.facts[].words[].bits",
        ),
        _MAX_BITS,
    ),
}
CHOICES: Mapping[str, tuple[int, ...]] = {
    "play.best_of[]": (1, 3, 5),
    "tournament.top_cut[].size": (2, 4, 8, 16, 32),
}
"""What an event can be set to."""

Found = tuple[str, ProblemCode, Mapping[str, str]]
"""Path, code and facts of a problem."""


def overlong(text: str) -> tuple[int | None, str] | None:
    """What is too long about a file before anybody reads it, with its line: reading has its price. None: nothing."""
    if len(text) > MAX_PACK_LENGTH:
        return None, f"more than {MAX_PACK_LENGTH} characters"
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > MAX_LINE_LENGTH:
            return number, f"a line of more than {MAX_LINE_LENGTH} characters"
    return None


def is_too_deep(mapping: Mapping[str, Any]) -> bool:
    """Whether tables and lists are nested deeper than `MAX_DEPTH`; itself without recursion."""
    level: list[Any] = [mapping]
    for _ in range(MAX_DEPTH):
        level = [below for item in level for below in _below(item) if isinstance(below, Mapping | list)]
        if not level:
            return False
    return True


def beyond_limits(mapping: Mapping[str, Any]) -> Iterator[Found]:
    """Every value of a pack that is out of bounds, in file order; the mapping is not nested too deeply."""
    yield from _walk(mapping, "", "")
    yield from _points(mapping)


def _walk(value: Any, path: str, form: str) -> Iterator[Found]:
    """`form` is the path with `[]` for every place in a list."""
    if isinstance(value, Mapping):
        for key, below in value.items():
            yield from _walk(below, f"{path}.{key}" if path else key, f"{form}.{key}" if form else key)
    elif isinstance(value, list):
        most = MAX_ITEMS.get(form, MAX_ITEMS_BY_DEFAULT)
        if len(value) > most:
            yield _beyond(path, f"at most {most} items", str(len(value)))
        for position, below in enumerate(value[:most]):
            yield from _walk(below, f"{path}[{position}]", f"{form}[]")
    elif isinstance(value, str):
        yield from _text(value, path, form)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from _number(value, path, form)


def _text(value: str, path: str, form: str) -> Iterator[Found]:
    longest = LENGTHS.get(form, MAX_TEXT_LENGTH)
    if len(value) > longest:
        yield _beyond(path, f"at most {longest} characters", str(len(value)))
    control = next((character for character in value if unicodedata.category(character) in ("Cc", "Cs")), None)
    if control is not None:
        yield _beyond(path, "text without control characters", f"U+{ord(control):04X}")


def _number(value: int, path: str, form: str) -> Iterator[Found]:
    if form in CHOICES and value not in CHOICES[form]:
        known = ", ".join(str(choice) for choice in CHOICES[form])
        yield path, TableFault.BAD_VALUE, {"known": known, "found": _shown(value)}
    elif value > MAX_VALUES.get(form, MAX_NUMBER):
        yield _beyond(path, f"at most {MAX_VALUES.get(form, MAX_NUMBER)}", _shown(value))


def _points(mapping: Mapping[str, Any]) -> Iterator[Found]:
    """A win must be worth more than a draw, and a draw no less than a loss: an event would not take them."""
    tournament = mapping.get("tournament")
    points = tournament.get("points") if isinstance(tournament, Mapping) else None
    values = [points.get(key) if isinstance(points, Mapping) else None for key in ("win", "draw", "loss")]
    win, draw, loss = (value if isinstance(value, int) else None for value in values)
    if win is not None and draw is not None and win <= draw:
        yield _beyond("tournament.points.draw", f"less than {_shown(win)}", _shown(draw))
    if draw is not None and loss is not None and draw < loss:
        yield _beyond("tournament.points.loss", f"at most {_shown(draw)}", _shown(loss))


def _beyond(path: str, wanted: str, found: str) -> Found:
    return path, TableFault.OUT_OF_RANGE, {"wanted": wanted, "found": found}


def _shown(value: int) -> str:
    """A number in a message; one without end is not written out."""
    return str(value) if abs(value) <= MAX_NUMBER else f"more than {MAX_NUMBER}"


def _below(item: Any) -> Iterator[Any]:
    yield from item.values() if isinstance(item, Mapping) else item
