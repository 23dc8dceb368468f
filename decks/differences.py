"""What changed between two versions of a list. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def card_difference(before: Iterable[Mapping[str, Any]], after: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Cards whose number of copies differs, by section in the order the lists name them, then by card.

    Takes read lines (`DecklistVersion.cards`); the same card on two lines adds up. Each entry says
    `{"section", "number", "name", "before", "after"}` in copies.
    """
    old, new = _counted(before), _counted(after)
    facts = {**new, **old}
    sections = list(dict.fromkeys(section for section, _ in [*new, *old]))
    changed = [place for place in facts if _copies(old, place) != _copies(new, place)]
    changed.sort(key=lambda place: (sections.index(place[0]), place[1]))
    return [
        {
            "section": section,
            "number": facts[section, key]["number"],
            "name": facts[section, key]["name"],
            "before": _copies(old, (section, key)),
            "after": _copies(new, (section, key)),
        }
        for section, key in changed
    ]


def _counted(cards: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    counted: dict[tuple[str, str], dict[str, Any]] = {}
    for card in cards:
        place = (card["section"], card["key"])
        known = counted.setdefault(place, {"number": card["number"], "name": card["name"], "count": 0})
        known["count"] += card["count"]
    return counted


def _copies(counted: Mapping[tuple[str, str], Mapping[str, Any]], place: tuple[str, str]) -> int:
    return int(counted[place]["count"]) if place in counted else 0
