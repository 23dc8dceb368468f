"""What filters answer about the cards of a pool, and about cards it does not have, as far as their names tell."""

from collections.abc import Callable, Hashable, Mapping

from cardpool.legality.card_filter import CardFilter, fact_of
from cardpool.legality.deck import AttributeValue, Card
from cardpool.legality.gaps import Answered, possible_answers
from cardpool.legality.gaps import Answers as Combination

MAX_REMEMBERED = 4_096
"""Answers about unknown cards and filled-in known ones that one pool remembers."""


class Answers(dict[str, bool | None]):
    """A filter's answers about known cards by number, filled as they are asked for; None where it could be either."""

    def __init__(self, where: CardFilter, cards: Mapping[str, Card]) -> None:
        super().__init__()
        self._where = where
        self._cards = cards
        self._asked = tuple(dict.fromkeys(test.attribute for test in where.tests))
        self._by_facts: dict[tuple[AttributeValue | None, ...], bool | None] = {}

    def __missing__(self, number: str) -> bool | None:
        card = self._cards[number]
        facts = tuple(fact_of(card, attribute) for attribute in self._asked)
        if facts not in self._by_facts:  # A filter sees nothing else of a card.
            possible = possible_answers(card, (self._where,))
            self._by_facts[facts] = next(iter(possible))[0] if len(possible) == 1 else None
        answer = self[number] = self._by_facts[facts]
        return answer


class FilterAnswers:
    """Answers about the cards of one pool, which never change: each is worked out once.

    `fold` gives the form in which two names are equal for the rules, `names_of` the names of a card in that form.
    """

    def __init__(
        self, cards: Mapping[str, Card], fold: Callable[[str], str], names_of: Callable[[Card], list[str]]
    ) -> None:
        self._cards, self._fold, self._names_of_card = cards, fold, names_of
        self._known: dict[CardFilter, Answers] = {}
        self._held: dict[CardFilter, bool] = {}
        self._possible: dict[Hashable, frozenset[Combination]] = {}
        self._kinds: dict[CardFilter, tuple[frozenset[str], frozenset[str]]] = {}

    def about_known(self, where: CardFilter) -> Answers:
        """A filter's answers about the cards of the pool."""
        found = self._known.get(where)
        if found is None:
            found = self._known[where] = Answers(where, self._cards)
        return found

    def holds(self, where: CardFilter) -> bool:
        """Whether a card of the pool is surely meant by a filter; demonstration cards are not."""
        found = self._held.get(where)
        if found is None:
            answers = self.about_known(where)
            is_held = any(answers[number] for number, card in self._cards.items() if not card.is_demo)
            found = self._held[where] = is_held
        return found

    def possible(
        self, number: str, name: str, filters: tuple[CardFilter, ...], named: tuple[CardFilter, ...]
    ) -> frozenset[Combination]:
        """Every combination of answers that filters can give about a card; of one not in the pool by the name typed.

        `named` are the kinds of cards that the rules name one by one: a name tells whether a card is one of them,
        and what all of that name share holds for it too.
        """
        card = self._cards.get(number)
        if card is not None:
            key: Hashable = (filters, number)
            answered: Answered = ()
        else:
            asked = {test.attribute for one in (*filters, *named) for test in one.tests}
            answered = self._answered(name, named)
            facts = self._facts_of(self._fold(name)) if any(is_one for _, is_one in answered) else {}
            card = Card(number, name, facts)
            key = (
                filters,
                answered,
                self._fold(name) if facts else "",
                number if "number" in asked else "",
                name if "name" in asked else "",
            )
        found: frozenset[Combination] | None = self._possible.get(key)
        if found is None:
            if len(self._possible) >= MAX_REMEMBERED:
                self._possible.clear()
            found = self._possible[key] = possible_answers(card, filters, answered)
        return found

    def _answered(self, name: str, named: tuple[CardFilter, ...]) -> Answered:
        """What a typed name tells of a card that is not in the pool: of the kinds whose every name the pool has."""
        plain = self._fold(name)
        if not plain:
            return ()
        answered = []
        for where in named:
            meant, others = self._names_of(where)
            if meant and (plain not in meant or plain not in others):
                answered.append((where, plain in meant))
        return tuple(answered)

    def _facts_of(self, name: str) -> dict[str, AttributeValue]:
        """The facts that all cards of a name share."""
        named = [card for card in self._cards.values() if name in self._names_of_card(card)]
        first, others = named[0].attributes, named[1:]
        return {key: fact for key, fact in first.items() if all(one.attributes.get(key) == fact for one in others)}

    def _names_of(self, where: CardFilter) -> tuple[frozenset[str], frozenset[str]]:
        """The names of the cards that a filter surely means, and those of all others."""
        found: tuple[frozenset[str], frozenset[str]] | None = self._kinds.get(where)
        if found is None:
            answers = self.about_known(where)
            names: dict[bool, set[str]] = {True: set(), False: set()}
            for number, card in self._cards.items():
                names[answers[number] is True].update(self._names_of_card(card))
            found = self._kinds[where] = frozenset(names[True]), frozenset(names[False])
        return found
