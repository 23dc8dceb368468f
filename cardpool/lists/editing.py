"""A list as text in a box: the taps that change it, entry by entry.

The text is the document (`cardpool.lists.table`). A tap rewrites it; a text that cannot be read stays as it is, but
for a card that is added at its end.
"""

from __future__ import annotations

from cardpool.lists.entries import MAX_LIMIT, Entry, RestrictionKind, UnreadableList
from cardpool.lists.table import format_table, read_table

WAYS = (
    ("banned", RestrictionKind.BANNED, 0),
    ("limited1", RestrictionKind.LIMITED, 1),
    ("limited2", RestrictionKind.LIMITED, 2),
)
"""What a tap makes of a card: its word, the kind and the number of copies."""
_BY_WORD = {word: (kind, limit) for word, kind, limit in WAYS}


def edit_list(text: str, tap: str) -> str:
    """The text after a tap; one that makes no sense changes nothing.

    Taps: `add:WAY:CARD` (or the card's entry in that way where it has one), `set:WAY:PLACE` and `drop:PLACE` (places
    count from 0 in the order of the entries), with the words of `WAYS`.
    """
    verb, _, rest = tap.partition(":")
    try:
        entries = list(read_table(text)) if text.strip() else []
    except UnreadableList:
        way, _, card = rest.partition(":")
        return _appended(text, way, card) if verb == "add" and way in _BY_WORD and card else text
    if verb == "drop":
        changed = _without(entries, rest)
    elif verb in ("add", "set"):
        way, _, what = rest.partition(":")
        changed = _put(entries, verb, way, what)
    else:
        changed = None
    return text if changed is None else format_table(changed) if changed else ""


def _put(entries: list[Entry], verb: str, way: str, what: str) -> list[Entry] | None:
    if way not in _BY_WORD or not what:
        return None
    kind, limit = _BY_WORD[way]
    if verb == "set":
        place = _place(entries, what)
        if place is None or len(entries[place].cards) != 1:
            return None
    else:
        place = next((at for at, one in enumerate(entries) if one.cards == (what,) and _counts(one)), None)
    if place is None:
        return [*entries, Entry(kind, (what,), limit)]
    old = entries[place]
    entries[place] = Entry(kind, old.cards, limit, old.starts, old.ends, old.note)
    return entries


def _without(entries: list[Entry], place: str) -> list[Entry] | None:
    at = _place(entries, place)
    return None if at is None else [*entries[:at], *entries[at + 1 :]]


def _place(entries: list[Entry], typed: str) -> int | None:
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 9 and int(typed) < len(entries) else None


def _counts(entry: Entry) -> bool:
    return entry.kind in (RestrictionKind.BANNED, RestrictionKind.LIMITED) and 0 <= entry.limit <= MAX_LIMIT


def _appended(text: str, way: str, card: str) -> str:
    kind, limit = _BY_WORD[way]
    row = format_table([Entry(kind, (card,), limit)]).splitlines()[1]
    return f"{text.rstrip()}\n{row}\n"
