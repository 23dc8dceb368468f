"""Lists of restricted cards as EDOPro and YGOPro keep them (`lflist.conf`).

`!name` begins a list, then a line `code count` for each card: 0 is banned, 1 and more the most copies; a later line of
a code replaces an earlier one. `#` begins a comment, `--` a remark behind the count; a comment alone on its
line is the heading of the cards below it, and the note of those that have no remark. `$whitelist` says that whatever
the list does not name is not in the format; it becomes an entry of its own (`RestrictionKind.UNLISTED`). A file may
contain several lists.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cardpool.lists.entries import (
    EVERY_OTHER,
    MAX_LIMIT,
    MAX_NOTE_LENGTH,
    Entry,
    Fault,
    Problem,
    RestrictionKind,
    UnreadableList,
    entry_problems,
)

_ENTRY = re.compile(r"(\S+)\s+(-?\d{1,9})(?:\s*(?:--|#)?\s*(.*))?")


@dataclass(frozen=True)
class NamedList:
    """One list of a file; `problems` say why it cannot be taken, whatever the others are."""

    name: str
    line: int
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...] = ()


@dataclass
class _Reading:
    name: str
    line: int
    entries: dict[str, Entry] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    heading: str = ""

    def done(self) -> NamedList:
        entries = tuple(self.entries.values())
        return NamedList(self.name, self.line, entries, tuple(self.problems or entry_problems(entries)))


def looks_like_lflist(text: str) -> bool:
    """Whether the first line that is not a comment begins a list."""
    lines = (line.strip() for line in text.removeprefix("\ufeff").splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "").startswith("!")


def read_lflist(text: str) -> tuple[NamedList, ...]:
    """Every list of a file in its order.

    Raises `UnreadableList` where there is none, or where a line stands before the first. A list with problems is given
    with them, so that the others can still be chosen.
    """
    lists: list[_Reading] = []
    outside: list[Problem] = []
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        line = raw.strip()
        if line.startswith("#") and lists:
            lists[-1].heading = line.strip("#!-= ")[:MAX_NOTE_LENGTH]
        if not line or line.startswith("#"):
            continue
        if line.startswith("!"):
            lists.append(_begun(line[1:].strip(), number, lists))
        elif not lists:
            outside.append(Problem(Fault.NO_LIST_NAME, number, line[:80]))
        else:
            _take(lists[-1], line, number)
    if outside or not lists:
        raise UnreadableList(outside or [Problem(Fault.EMPTY)])
    return tuple(one.done() for one in lists)


def _begun(name: str, line: int, before: list[_Reading]) -> _Reading:
    begun = _Reading(name, line)
    if not name:
        begun.problems.append(Problem(Fault.NO_LIST_NAME, line, "!"))
    if any(one.name == name for one in before):
        begun.problems.append(Problem(Fault.LIST_TWICE, line, name[:80]))
    return begun


def _take(reading: _Reading, line: str, number: int) -> None:
    if line.startswith("$"):
        if line[1:].split("#")[0].strip().casefold() == "whitelist":
            reading.entries[EVERY_OTHER] = Entry(RestrictionKind.UNLISTED, (EVERY_OTHER,), line=number)
        else:
            reading.problems.append(Problem(Fault.UNKNOWN_DIRECTIVE, number, line[:80]))
        return
    found = _ENTRY.fullmatch(line)
    if found is None:
        reading.problems.append(Problem(Fault.NO_COUNT, number, line[:80]))
        return
    card, count, note = found[1], int(found[2]), (found[3] or "").strip()[:MAX_NOTE_LENGTH]
    if not 0 <= count <= MAX_LIMIT:
        reading.problems.append(Problem(Fault.BAD_LIMIT, number, str(count), str(MAX_LIMIT)))
        return
    kind = RestrictionKind.LIMITED if count else RestrictionKind.BANNED
    reading.entries.pop(card, None)
    reading.entries[card] = Entry(kind, (card,), count, note=note or reading.heading, line=number)
