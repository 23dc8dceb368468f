"""What a stated card changes of the card there is. A file adds to what is known and takes nothing away."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from cardpool.importers.columns import ATTRIBUTE
from cardpool.importers.merging import MergedCard
from cardpool.importers.records import ReadPrinting
from cardpool.models import Card


@dataclass(frozen=True)
class Change:
    """One fact of a card before and after: a field as `cardpool.importers.columns` names it, JSON values."""

    field: str
    before: Any
    after: Any

    @property
    def facts(self) -> dict[str, Any]:
        """The change as plain JSON values."""
        return {"field": self.field, "before": self.before, "after": self.after}


def merge_into(
    card: Card, merged: MergedCard, printings: Collection[ReadPrinting], *, loose: Collection[str]
) -> list[Change]:
    """Bring a card to what the file says on top of what is known, and tell what changed; new printings are not written.

    A stated attribute, copy limit and deck rule replace the known one. Names, codes and printings are added:
    a new printed name makes the old one a further name, a name that is known already changes nothing. An attribute
    that only distinguishes printings (`loose`) stays as it is while the file or a known printing has its value.
    """
    changes: list[Change] = []
    _names(card, merged, changes)
    _attributes(card, merged, {printing.rarity for printing in printings}, loose, changes)
    stated = merged.card
    if stated.copy_limit is not None and stated.copy_limit != card.copy_limit:
        changes.append(Change("copy_limit", card.copy_limit, stated.copy_limit))
        card.copy_limit = stated.copy_limit
    rules = [dict(rule) for rule in stated.deck_rules]
    if rules and rules != card.deck_rules:
        changes.append(Change("deck_rules", card.deck_rules, rules))
        card.deck_rules = rules
    codes = [code for code in stated.codes if code not in card.codes and code != card.number]
    if codes:
        changes.append(Change("codes", list(card.codes), [*card.codes, *codes]))
        card.codes = [*card.codes, *codes]
    new = new_printings(merged, printings)
    if new:
        before = [say_printing(one) for one in printings]
        changes.append(Change("printings", before, [*before, *(say_printing(one) for one in new)]))
    return changes


def new_printings(merged: MergedCard, known: Collection[ReadPrinting]) -> list[ReadPrinting]:
    """The stated printings that are not known yet."""
    return [printing for printing in merged.card.printings if printing not in known]


def say_printing(printing: ReadPrinting) -> str:
    """A printing in one line: code, rarity, picture."""
    return " ".join(part for part in (printing.code, printing.rarity, printing.art) if part)


def _names(card: Card, merged: MergedCard, changes: list[Change]) -> None:
    stated = merged.card
    before, known = card.name, [card.name, *card.other_names]
    if stated.name and stated.name not in known:
        changes.append(Change("name", before, stated.name))
        card.name = stated.name
    further = [*card.other_names]
    for name in (before, *stated.other_names):
        if name and name != card.name and name not in further:
            further.append(name)
    if further != card.other_names:
        changes.append(Change("other_names", list(card.other_names), further))
        card.other_names = further


def _attributes(
    card: Card, merged: MergedCard, rarities: Collection[str], loose: Collection[str], changes: list[Change]
) -> None:
    attributes: dict[str, Any] = dict(card.attributes)
    for key, value in merged.card.attributes.items():
        wanted = list(value) if isinstance(value, tuple) else value
        known = attributes.get(key)
        if key in attributes and _equal(known, wanted):
            continue
        if key in loose and known is not None and (known in merged.alternatives.get(key, ()) or known in rarities):
            continue
        changes.append(Change(ATTRIBUTE + key, known, wanted))
        attributes[key] = wanted
    card.attributes = attributes


def _equal(known: Any, wanted: Any) -> bool:
    """Whether two values of an attribute say the same; the order of a list says nothing."""
    if isinstance(known, list) and isinstance(wanted, list):
        return sorted(map(str, known)) == sorted(wanted)
    return type(known) is type(wanted) and known == wanted


def as_new(merged: MergedCard) -> Mapping[str, Any]:
    """The fields of a card that is not there yet."""
    stated = merged.card
    attributes = {key: list(value) if isinstance(value, tuple) else value for key, value in stated.attributes.items()}
    return {
        "number": stated.number,
        "name": stated.name,
        "other_names": [name for name in stated.other_names if name != stated.name],
        "attributes": attributes,
        "codes": [code for code in dict.fromkeys(stated.codes) if code != stated.number],
        "copy_limit": stated.copy_limit,
        "deck_rules": [dict(rule) for rule in stated.deck_rules],
    }
