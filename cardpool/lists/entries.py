"""What a list of restricted cards says, and what can be wrong with one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

MAX_ENTRIES = 20_000
"""Also for a whitelist, which names every card of its game."""
EVERY_OTHER = "*"
"""What an UNLISTED entry names in place of a card."""
MAX_CARDS_OF_A_GROUP = 60
MAX_LIMIT = 99
MAX_CARD_LENGTH = 120
MAX_NOTE_LENGTH = 200


class RestrictionKind(StrEnum):
    """How a card can be restricted; the values are those of the stored entries."""

    BANNED = "banned"
    LIMITED = "limited"
    CHOOSE_ONE = "choose_one"
    UNRELEASED = "unreleased"
    UNLISTED = "unlisted"


@dataclass(frozen=True)
class Entry:
    """A card, or a group of which one may be chosen, and its restriction.

    `cards` are as the list names them: numbers, codes or names. `limit` is the most copies of each for LIMITED, the
    most different cards of the group for CHOOSE_ONE, and 0 for the others. UNLISTED names no card but `EVERY_OTHER`:
    the list is a whitelist, and whatever none of its entries names may not be played. `starts` and `ends` narrow the
    time in which the list holds for it, both included; an unreleased card's `ends` is the last day before its release.
    `line` is where it stands in a file (1 the first line), 0 elsewhere; it makes no difference between two entries.
    """

    kind: RestrictionKind
    cards: tuple[str, ...]
    limit: int = 0
    starts: date | None = None
    ends: date | None = None
    note: str = ""
    line: int = field(default=0, compare=False)


class Fault(StrEnum):
    """Why a line of a list cannot be taken."""

    EMPTY = "empty"
    FILE_TOO_LARGE = "file_too_large"
    NOT_TEXT = "not_text"
    TOO_MANY = "too_many_entries"
    NO_CARD_COLUMN = "no_card_column"
    COLUMN_TWICE = "column_twice"
    BROKEN_QUOTES = "broken_quotes"
    ROW_TOO_LONG = "row_too_long"
    NO_CARD = "no_card"
    CARD_TOO_LONG = "card_too_long"
    UNKNOWN_KIND = "unknown_kind"
    NO_LIMIT = "no_limit"
    BAD_LIMIT = "bad_limit"
    LIMIT_NOT_MEANT = "limit_not_meant"
    BAD_DATE = "bad_date"
    ENDS_BEFORE_START = "ends_before_start"
    GROUP_TOO_SMALL = "group_too_small"
    GROUP_TOO_LARGE = "group_too_large"
    GROUP_DIFFERS = "group_differs"
    NOTE_TOO_LONG = "note_too_long"
    CARD_TWICE = "card_twice"
    UNKNOWN_CARD = "unknown_card"
    AMBIGUOUS_CARD = "ambiguous_card"
    NO_LIST_NAME = "no_list_name"
    NO_COUNT = "no_count"
    UNKNOWN_DIRECTIVE = "unknown_directive"
    LIST_TWICE = "list_twice"


@dataclass(frozen=True)
class Problem:
    """One line that cannot be taken: `line` 1 the first, 0 the whole; `text` what stood there; `other` a second value:
    the line a card stood on before, the numbers of the cards a name may mean, or the most there may be."""

    code: Fault
    line: int = 0
    text: str = ""
    other: str = ""


class UnreadableList(Exception):
    """A file that cannot be taken as a list; `problems` names every line at fault, and nothing was read."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{one.line}: {one.code} {one.text}".strip() for one in self.problems))


def entry_problems(entries: Iterable[Entry]) -> list[Problem]:
    """Everything wrong with entries wherever they came from, in their order; cards are taken as they are named."""
    listed = list(entries)
    problems = [] if len(listed) <= MAX_ENTRIES else [Problem(Fault.TOO_MANY, 0, "", str(MAX_ENTRIES))]
    problems += [problem for entry in listed for problem in _own_problems(entry)]
    return problems + _repeats(listed)


def _own_problems(entry: Entry) -> list[Problem]:
    first = entry.cards[0] if entry.cards else ""
    found: list[tuple[Fault, str, str]] = []
    if not entry.cards or not all(card.strip() for card in entry.cards):
        found.append((Fault.NO_CARD, "", ""))
    found += [
        (Fault.CARD_TOO_LONG, card[:40], str(MAX_CARD_LENGTH)) for card in entry.cards if len(card) > MAX_CARD_LENGTH
    ]
    if len(entry.note) > MAX_NOTE_LENGTH:
        found.append((Fault.NOTE_TOO_LONG, first, str(MAX_NOTE_LENGTH)))
    if entry.kind in (RestrictionKind.LIMITED, RestrictionKind.CHOOSE_ONE):
        if not 1 <= entry.limit <= MAX_LIMIT:
            found.append((Fault.BAD_LIMIT, str(entry.limit), str(MAX_LIMIT)))
    elif entry.limit:
        found.append((Fault.LIMIT_NOT_MEANT, str(entry.limit), ""))
    if entry.starts is not None and entry.ends is not None and entry.ends < entry.starts:
        found.append((Fault.ENDS_BEFORE_START, str(entry.ends), str(entry.starts)))
    if entry.kind is RestrictionKind.CHOOSE_ONE and len(set(entry.cards)) <= max(entry.limit, 1):
        found.append((Fault.GROUP_TOO_SMALL, first, str(max(entry.limit, 1))))
    most = MAX_CARDS_OF_A_GROUP if entry.kind is RestrictionKind.CHOOSE_ONE else 1
    if len(entry.cards) > most:
        found.append((Fault.GROUP_TOO_LARGE, first, str(most)))
    return [Problem(code, entry.line, text, other) for code, text, other in found]


def without_repeats(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries with each said once: a card twice in a group, or a line that says what one before it says."""
    once: dict[tuple[object, ...], Entry] = {}
    for entry in entries:
        tidy = replace(entry, cards=tuple(dict.fromkeys(entry.cards)))
        once.setdefault((tidy.kind, frozenset(tidy.cards), tidy.limit, tidy.starts, tidy.ends), tidy)
    return tuple(once.values())


def _repeats(entries: list[Entry]) -> list[Problem]:
    """A card banned or limited on two lines in different ways on one day, or with two days of release."""
    seen: dict[tuple[str, bool], list[Entry]] = {}
    problems = []
    for entry in without_repeats(entries):
        for card in entry.cards if entry.kind is not RestrictionKind.CHOOSE_ONE else ():
            before = seen.setdefault((card, entry.kind is RestrictionKind.UNRELEASED), [])
            if clash := next((one for one in before if _touch(one, entry)), None):
                problems.append(Problem(Fault.CARD_TWICE, entry.line, card, str(clash.line or "")))
            before.append(entry)
    return problems


def _touch(one: Entry, other: Entry) -> bool:
    """Whether there is a day on which both hold."""
    first, last = date.min, date.max
    return (one.starts or first) <= (other.ends or last) and (other.starts or first) <= (one.ends or last)
