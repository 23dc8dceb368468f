"""What a judge can state about a card that leaves lists undecided: facts that rules ask about, and their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.refusals import Refusal
from cardpool.legality.deck import AttributeValue, Card, Identity
from cardpool.legality.ruleset import printed_problems
from cardpool.lists.names import fold_name
from cardpool.packs import Attribute, AttributeType
from decks.judging import JudgingBook
from decks.text.reading import read_list

MAX_COPY_LIMIT = 99
MAX_NUMBER = 9_999
"""The largest number that may be stated about a card, positive or negative."""

MAX_TEXT = 80
"""Characters of a text that is stated about a card."""

MAX_LIKELY = 4
"""Cards that a judge is offered to choose from at once."""

Table = Mapping[str, Any]
AskedValues = Mapping[str, Mapping[str, None]]


@dataclass(frozen=True)
class AskedFact:
    """An attribute that rules ask about: the values that make a difference, and what the pool knows (None: nothing)."""

    attribute: Attribute
    values: tuple[str, ...]
    known: AttributeValue | None


@dataclass(frozen=True)
class AskedCard:
    """What can be stated about a separate card. `card` is what the pool has of it, `rules` are those that it may bring,
    `has_limit` says whether cards of the game may state a limit of copies."""

    number: str
    card: Card | None
    facts: tuple[AskedFact, ...]
    rules: tuple[Table, ...]
    has_limit: bool
    is_readable: bool
    is_named: bool

    @property
    def is_open(self) -> bool:
        """Whether a fact that rules ask about is not known."""
        known = self.card is not None and self.is_readable and self.is_named
        return not known or any(fact.known is None for fact in self.facts)


@dataclass(frozen=True)
class Statement:
    """What a judge states about a separate card, checked: facts by attribute, a limit of copies, the rules it brings.

    `rules` None keeps those that the pool has for it.
    """

    facts: dict[str, AttributeValue]
    copy_limit: int | None
    rules: tuple[Table, ...] | None


def asked_values(book: JudgingBook) -> AskedValues:
    """The attributes that rules of the game and of its cards ask about, with the texts that they compare them with."""
    bringing = (rule for one in book.cards.values() for rule in one.deck_rules)
    asked: dict[str, dict[str, None]] = {}
    for attribute, values in _tests([*book.pack.rules, *bringing]):
        asked.setdefault(attribute, {}).update(dict.fromkeys(values))
    return asked


def asked_card(number: str, book: JudgingBook, asked: AskedValues) -> AskedCard:
    """What the rules ask about the card with this number; `asked` is what they ask about any card."""
    card = book.cards.get(number)
    return AskedCard(
        number=number,
        card=card,
        facts=tuple(
            AskedFact(
                attribute,
                tuple(word.key for word in attribute.values) or tuple(asked[attribute.key]),
                card.attributes.get(attribute.key) if card else None,
            )
            for attribute in book.pack.attributes
            if attribute.key in asked
        ),
        rules=tuple(table for rule in book.pack.rules for table in rule.get("unknown_rules", ())),
        has_limit=any(rule.get("own_limit") for rule in book.pack.rules),
        is_readable=card is None or not printed_problems(card, book.ruleset, source=number, line=None),
        is_named=book.ruleset.identity is not Identity.NAME
        or bool(card and any(map(fold_name, (card.name, *card.other_names)))),
    )


@dataclass(frozen=True)
class MeantCard:
    """The card of the pool that a text means, by number; empty if that is not clear, with those it may mean."""

    number: str
    choices: tuple[str, ...] = ()


def card_meant(text: str, book: JudgingBook) -> MeantCard:
    """Which card of the pool a number or a name means, read like a line of a list."""
    read = read_list(f"1 {text}", form=book.form, catalogue=book.catalogue)
    numbers = [entry.number for entry in read.entries]
    if len(numbers) == 1 and numbers[0] in book.cards and read.is_settled:
        return MeantCard(numbers[0])
    numbers += [reading.number for question in read.questions for reading in question.readings]
    numbers += [card.number for error in read.errors for card in error.suggestions]
    return MeantCard("", tuple(number for number in dict.fromkeys(numbers) if number in book.cards))


def likely_cards(number: str, name: str, book: JudgingBook) -> tuple[str, ...]:
    """The pool's cards that a card most likely counts as: those with its name, then those with a similar number."""
    named = book.catalogue.by_name(name) if name else ()
    near = (*named, *book.catalogue.mistaken_for(number))
    found = dict.fromkeys(card.number for card in near if card.number != number)
    return tuple(found)[:MAX_LIKELY]


def check_statement(
    asked: AskedCard, *, facts: Mapping[str, Any], copy_limit: int | None, rules: Sequence[int] | None
) -> Statement:
    """What a judge states about a card, in the form the rules use; `rules` are indexes into those that it may bring.

    Raises Refusal `no_such_fact`, `fact_not_fitting`, `copy_limit_out_of_range` or `no_such_rule`.
    """
    by_key = {fact.attribute.key: fact for fact in asked.facts}
    for key in facts:
        if key not in by_key:
            raise Refusal("no_such_fact", field="facts", fact=key, known=list(by_key))
    if copy_limit is not None and not (asked.has_limit and 0 <= copy_limit <= MAX_COPY_LIMIT):
        raise Refusal("copy_limit_out_of_range", field="copy_limit", limit=MAX_COPY_LIMIT if asked.has_limit else None)
    if any(not 0 <= place < len(asked.rules) for place in rules or ()):
        raise Refusal("no_such_rule", field="rules", count=len(asked.rules))
    stated = {key: _fitting(by_key[key], value) for key, value in facts.items()}
    brought = None if rules is None else tuple(asked.rules[place] for place in sorted(set(rules)))
    return Statement(stated, copy_limit, brought)


def _fitting(asked: AskedFact, value: Any) -> AttributeValue:
    """A value of the attribute's form. Raises Refusal `fact_not_fitting`."""
    attribute, type_ = asked.attribute, asked.attribute.type
    declared = [word.key for word in attribute.values]
    if type_ is AttributeType.LIST and isinstance(value, list | tuple):
        if all(isinstance(part, str) and part in asked.values for part in value):
            return tuple(dict.fromkeys(value))
    elif type_ is AttributeType.TEXT and isinstance(value, str):
        if value in declared or (not declared and len(value) <= MAX_TEXT and value.isprintable()):
            return value
    elif type_ is AttributeType.INTEGER and type(value) is int:
        if abs(value) <= MAX_NUMBER:
            return value
    elif type_ is AttributeType.FLAG and isinstance(value, bool):
        return value
    raise Refusal("fact_not_fitting", field="facts", fact=attribute.key, kind=str(type_), values=list(asked.values))


def _tests(tables: Any) -> Iterator[tuple[str, list[str]]]:
    """Every attribute that filters in these tables test, with the texts they compare it with."""
    if isinstance(tables, Mapping):
        if isinstance(attribute := tables.get("attribute"), str):
            stated = [one for key, value in tables.items() if key != "attribute" for one in _listed(value)]
            yield attribute, [one for one in stated if isinstance(one, str)]
        for value in tables.values():
            yield from _tests(value)
    elif isinstance(tables, list | tuple):
        for table in tables:
            yield from _tests(table)


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else (value,)
