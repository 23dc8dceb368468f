"""What changed between two versions of a list. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from cardpool.legality.violations import Verdict
from decks.findings import unread_lines


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


def verdict_turned_on(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    *,
    decided: Callable[[Mapping[str, Any]], bool] | None = None,
) -> list[dict[str, Any]] | None:
    """The cards on which two verdicts on one text differ, each once as `{"number", "name"}`; None if they say the same.

    Takes reports as `decks.findings` shapes them. Citing a rule from another list, the name of a list, and notices do
    not make verdicts differ; other cards in a violation, another limit or another number of copies do. `decided` tells
    which cards somebody decided about in between: where a finding that differs names one, only those are given, for the
    cards named beside them, or left in a finding without them, are no cause.
    """
    old, new = _findings(before), _findings(after)
    if old.keys() == new.keys() and verdict_of(before) is verdict_of(after):
        return None
    other = [cards for key, cards in [*new.items(), *old.items()] if key not in old or key not in new]
    named = [card for cards in other for card in cards]
    causes = [card for card in named if decided is not None and decided(card)]
    names: dict[str, str] = {}
    for card in causes or named:
        names[card["number"]] = names.get(card["number"]) or card["name"]
    return [{"number": number, "name": name} for number, name in names.items()]


def verdict_of(report: Mapping[str, Any]) -> Verdict:
    """The verdict of a saved report; reports older than open questions say only whether the list is legal."""
    stated = report.get("verdict")
    return Verdict(stated) if stated else Verdict.LEGAL if report["legal"] else Verdict.NOT_LEGAL


def _findings(report: Mapping[str, Any]) -> dict[tuple[Any, ...], list[Mapping[str, Any]]]:
    """Violations and reading errors with the cards they name, by the key that identifies each in two reports."""
    found: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for one in report.get("violations", []):
        cards = tuple((card["number"], card["count"]) for card in one["cards"])
        found[one["code"], one["section"], cards, one["limit"], one["actual"]] = one["cards"]
    for one in report.get("questions", []):
        cards = tuple((card["number"], card["count"]) for card in one["cards"])
        found["question", one["code"], one["section"], cards, one["limit"]] = one["cards"]
    for error in unread_lines(report):
        found[error["code"], error["line"]] = []
    return found


def _counted(cards: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    counted: dict[tuple[str, str], dict[str, Any]] = {}
    for card in cards:
        place = (card["section"], card["key"])
        known = counted.setdefault(place, {"number": card["number"], "name": card["name"], "count": 0})
        known["count"] += card["count"]
    return counted


def _copies(counted: Mapping[tuple[str, str], Mapping[str, Any]], place: tuple[str, str]) -> int:
    return int(counted[place]["count"]) if place in counted else 0
