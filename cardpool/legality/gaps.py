"""What is not known of a card, and every way it could turn out.

A card may lack facts: all of them where the pool does not have it, single ones where the pool does not state them. A
way to fill that in gives each of them a value of the attribute's form. Rules only see a card through filters, so what
matters is the combinations of answers that filters can give about it: `possible_answers`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, combinations, product
from math import prod

from cardpool.legality.card_filter import OWN_FACTS, AttributeForm, AttributeTest, CardFilter, fact_of
from cardpool.legality.deck import AttributeValue, Card

MAX_WAYS = 4_096
"""Ways to fill in one card that are looked at. Beyond, filters are taken to answer independently of each other, which
may leave a verdict undecided that could have been given, and never the other way round."""

MAX_LISTED = 10
"""Values of one list attribute that filters ask for, beyond which a card has too many ways."""

Answers = tuple[bool, ...]
"""What filters answer about a card, in their order."""

Answered = tuple[tuple[CardFilter, bool], ...]
"""Filters whose answer about a card is known although its facts are not."""


def possible_answers(card: Card, filters: tuple[CardFilter, ...], answered: Answered = ()) -> frozenset[Answers]:
    """Every combination of answers that filters can give about a card, by what is known of it and is `answered`."""
    known = tuple(one.matches(card) for one in filters)
    settled = tuple(answer for answer in known if answer is not None)
    if len(settled) == len(known):
        return frozenset([settled])
    ways = _ways(card, (*filters, *(one for one, _ in answered)))
    if ways is None:
        known_answers = dict(answered)
        free = (known_answers.get(one, answer) for one, answer in zip(filters, known, strict=True))
        return frozenset(product(*((True, False) if answer is None else (answer,) for answer in free)))
    fitting = [way for way in ways if all(one.matches(way) is answer for one, answer in answered)]
    return frozenset(tuple(bool(one.matches(way)) for one in filters) for way in fitting or ways)


def _ways(card: Card, filters: Iterable[CardFilter]) -> list[Card] | None:
    """The card with its unknown facts filled in, once for every way that makes a difference; None for too many."""
    asked: dict[str, list[AttributeTest]] = {}
    for test in chain.from_iterable(one.tests for one in filters):
        if fact_of(card, test.attribute) is None:
            asked.setdefault(test.attribute, []).append(test)
    if any(
        len({test.value for test in tests}) > MAX_LISTED for tests in asked.values() if tests[0].form.type == "list"
    ):
        return None
    values = {attribute: list(_values(tests)) for attribute, tests in asked.items()}
    if prod(map(len, values.values())) > MAX_WAYS:
        return None
    return [_filled(card, dict(zip(values, chosen, strict=True))) for chosen in product(*values.values())]


def _filled(card: Card, facts: dict[str, AttributeValue]) -> Card:
    rest = {key: value for key, value in facts.items() if key not in OWN_FACTS}
    number, name = str(facts.get("number", card.number)), str(facts.get("name", card.name))
    return replace(card, number=number, name=name, attributes={**card.attributes, **rest})


def _values(tests: list[AttributeTest]) -> Iterator[AttributeValue]:
    """Values of one attribute, at least one for every combination of answers that its tests can give together."""
    form: AttributeForm = tests[0].form
    stated = chain.from_iterable(test.value if test.test == "in" else (test.value,) for test in tests)
    named = list(dict.fromkeys(stated))
    if form.type == "flag":
        yield from (True, False)
    elif form.type == "integer":
        yield from sorted({number + step for number in named for step in (-1, 0, 1)})
    elif form.type == "list":
        yield from chain.from_iterable(combinations(named, size) for size in range(len(named) + 1))
    else:
        yield from form.values or (*named, "".join(("\0", *named)))
