"""What a judge decided about a card that is not known, or not fully known: what it counts as."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from cardpool.legality.deck import AttributeValue, Card


@dataclass(frozen=True)
class SettledCard:
    """A card, by its number, that counts as another card of the pool (`counts_as`, by number) or as one of its own.

    `name` is what lists call it: of a card of its own the name that copies are counted by, of one that counts as
    another a further name of that one. `facts`, `copy_limit` and `deck_rules` (each a rule's table in JSON) belong to a
    card of its own; what is None or not among them stays as the pool has it. `ruling`, `day` and `reason` are for
    the code that reports it: which ruling it was, of when, and why.
    """

    number: str
    name: str = ""
    counts_as: str = ""
    facts: tuple[tuple[str, AttributeValue], ...] = ()
    copy_limit: int | None = None
    deck_rules: tuple[str, ...] | None = None
    ruling: int = 0
    day: date | None = None
    reason: str = ""


def with_settled(
    cards: Mapping[str, Card], settled: Iterable[SettledCard], names: Iterable[str]
) -> tuple[dict[str, Card], dict[str, str]]:
    """The cards with what was decided, and the numbers that count as another.

    `names` are those of the settled cards' names that may become further names of what they count as: no other card
    has them. A card that is to count as one that `cards` does not have is left as it was.
    """
    decided, free = tuple(settled), frozenset(names)
    models = dict(cards) | {one.number: _of_its_own(cards.get(one.number), one) for one in decided if not one.counts_as}
    as_others: dict[str, Card] = {}
    for one in decided:
        model = models.get(one.counts_as) if one.counts_as else None
        if model is not None:
            further = (one.name,) if one.name and one.name in free else ()
            as_others[one.number] = replace(model, number=one.number, other_names=(*model.other_names, *further))
    same = {one.number: one.counts_as for one in decided if one.number in as_others}
    return models | as_others, same


def _of_its_own(known: Card | None, one: SettledCard) -> Card:
    card = known or Card(one.number, one.name)
    return replace(
        card,
        attributes={**card.attributes, **dict(one.facts)},
        copy_limit=card.copy_limit if one.copy_limit is None else one.copy_limit,
        deck_rules=card.deck_rules if one.deck_rules is None else tuple(map(json.loads, one.deck_rules)),
    )
