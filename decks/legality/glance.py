"""Decks that are legal at a glance: most of them, at hardly more than the cost of counting their cards.

What the rules say of one card in one section never changes while rules, pool and day stay the same, so it is worked out
once per card: whether it may stand there at all, what its copies count by, how many there may be, and which sizes and
groups it adds to. A deck whose cards are all plain and whose sums all fit breaks no rule and deserves no notice; its
report is the same for all such decks. Whatever is not plain (an unknown card, a fact that is not known, a card that may
be forbidden) says nothing here and is judged in full: a glance never finds a deck illegal. Cards that bring rules with
them make a glance of their own, by the rules that hold with just these cards in the deck.
"""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from decks.legality.card_filter import CardFilter
from decks.legality.card_pool import CardPool
from decks.legality.deck import Card, Deck, Identity
from decks.legality.pool_rules import Pool, Restrictions
from decks.legality.printed_rules import PrintedRules
from decks.legality.restriction import RestrictionKind
from decks.legality.rules import Copies, Exclusive, Group, Rule, SectionCards, SectionSize

_BITS = 24
"""Each sum has so many bits of one number; the count of all cards stands in the highest, where nothing runs over."""

_MOST_CARDS = 1 << (_BITS - 1)
_MOST_SUMS = 4_096
_FREE = 1 << 62
"""No limit at all."""

_PLAIN_KINDS = (SectionSize, Group, Exclusive, SectionCards, Copies, Pool, Restrictions, PrintedRules)


Bringing = frozenset[tuple[str, str]]
"""Cards that bring deck rules, by number and section."""


class PlainCard(NamedTuple):
    """What a plain card in one section does to a deck: its identity for copies (empty: free of limits), how many there
    may be at most, and what one copy adds to the sums."""

    key: str
    limit: int
    weight: int


class _Sum(NamedTuple):
    """Cards that are counted together: all of some sections, or those of them that a filter means."""

    sections: tuple[str, ...]
    where: CardFilter | None
    at_least: int
    at_most: int | None


def _sums(rule: Rule) -> list[_Sum]:
    """What a rule counts; of groups that exclude each other each by itself."""
    if isinstance(rule, Exclusive):
        return [_Sum(rule.sections, group, 0, None) for group in rule.groups]
    if isinstance(rule, SectionSize | Group):
        where = rule.where if isinstance(rule, Group) else None
        return [_Sum(rule.about, where, rule.at_least, rule.at_most)]
    return []


class _Facts(dict[str, PlainCard | None]):
    """The plain cards of one section by number, worked out as they are asked for; None for a card that is not plain."""

    def __init__(self, glance: "Glance", section: str) -> None:
        super().__init__()
        self._glance = glance
        self._section = section

    def __missing__(self, number: str) -> PlainCard | None:
        card = self._glance.pool.cards.get(number)
        if card is None:
            return None
        fact = self[number] = self._glance.plain_card(card, number, self._section)
        return fact


class Glance:
    """What plain decks must add up to under one set of rules, with one pool, on one day.

    `bringing` are the cards whose printed rules are among the rules already. `is_able` is False for rules that cannot
    be seen at a glance: rules that count the copies of one section with different others.
    """

    def __init__(
        self,
        rules: Iterable[Rule],
        *,
        sections: tuple[str, ...],
        identity: Identity,
        pool: CardPool,
        as_of: date,
        bringing: Bringing = frozenset(),
    ) -> None:
        self.pool = pool
        self._identity = identity
        self._bringing = bringing
        self._rules = tuple(rules)
        self._sums = [one for rule in self._rules for one in _sums(rule)]
        self._exclusive = [
            [self._sums.index(one) for one in _sums(rule)] for rule in self._rules if type(rule) is Exclusive
        ]
        self._facts = {section: _Facts(self, section) for section in sections}
        self._fitting: dict[int, bool] = {}
        copies = [rule for rule in self._rules if isinstance(rule, Copies)]
        self._copies = {section: [rule for rule in copies if section in rule.sections] for section in sections}
        together = all(len({rule.sections for rule in rules}) <= 1 for rules in self._copies.values())
        self.is_able = together and all(type(rule) in _PLAIN_KINDS for rule in self._rules)
        self._allowed = {section: self._filters(section) for section in sections}
        printing = (rule.sections for rule in self._rules if isinstance(rule, PrintedRules))
        self._printed = frozenset(section for named in printing for section in named)
        self._restrictions = [rule for rule in self._rules if isinstance(rule, Restrictions)]
        self._barred: set[str] = set()
        self._limited: dict[str, int] = {}
        for restriction in pool.in_force(as_of):
            for name in {name for key in restriction.cards for name in (key, pool.named_by(key, identity))}:
                if restriction.kind is RestrictionKind.LIMITED:
                    self._limited[name] = min(restriction.limit, self._limited.get(name, _FREE))
                else:
                    self._barred.add(name)
        self._own_limits = pool.own_limits(identity)

    def _filters(self, section: str) -> list[CardFilter]:
        """What a card must be to stand in a section."""
        here = [rule.where for rule in self._rules if isinstance(rule, SectionCards) and rule.section == section]
        return here + [rule.where for rule in self._rules if isinstance(rule, Pool) and rule.where is not None]

    def sees_legal(self, deck: Deck) -> bool:
        """Whether a deck is surely legal, and without any notice."""
        if not self.is_able:
            return False
        facts = self._facts
        copies: dict[str, int] = {}
        total = 0
        for entry in deck.entries:
            here = facts.get(entry.section)
            fact = here[entry.number] if here is not None else None
            if fact is None:
                return False
            key, limit, weight = fact
            count = entry.count
            total += weight * count
            if key:
                count += copies.get(key, 0)
                if count > limit:
                    return False
                copies[key] = count
        fits = self._fitting.get(total)
        return self._fit(total) if fits is None else fits

    def _fit(self, total: int) -> bool:
        """Whether every sum is within its bounds; remembered, since decks of one game add up to few different sums."""
        fits = total >> (_BITS * len(self._sums)) < _MOST_CARDS
        actual = [(total >> (_BITS * place)) % (1 << _BITS) for place in range(len(self._sums))]
        for one, cards in zip(self._sums, actual, strict=True):
            fits = fits and one.at_least <= cards and (one.at_most is None or cards <= one.at_most)
        for groups in self._exclusive:
            fits = fits and sum(1 for place in groups if actual[place]) <= 1
        if len(self._fitting) >= _MOST_SUMS:
            self._fitting.clear()
        self._fitting[total] = fits
        return fits

    def plain_card(self, card: Card, number: str, section: str) -> PlainCard | None:
        """What a known card does in a section; None where it is not plain there."""
        identity = self.pool.known_identity(number, self._identity)
        if identity is None:
            return None
        if card.deck_rules and section in self._printed and (number, section) not in self._bringing:
            return None
        if not all(self.pool.answers(where)[number] is True for where in self._allowed[section]):
            return None
        weight, left = self._weight(number, section), self._left(number, identity, section)
        limit = self._limit(number, identity, section)
        if weight is None or limit is None or left is None:
            return None
        limit = min(limit, left)
        key = f"{self._copies[section][0].sections[0]} {identity}" if limit < _FREE else ""
        return PlainCard(key, limit, weight)

    def _left(self, number: str, identity: str, section: str) -> int | None:
        """How many copies restrictions leave of a card; None where they may forbid it, or count it in other sections
        than the rules about copies do."""
        rules = [rule for rule in self._restrictions if section in rule.sections]
        if rules and not self._barred.isdisjoint((number, identity)):
            return None
        limit = self._limited.get(identity, _FREE) if rules else _FREE
        copies = self._copies[section]
        counted = {frozenset(rule.about) for rule in (*rules, *copies)}
        return limit if limit == _FREE or (copies and len(counted) == 1) else None

    def _weight(self, number: str, section: str) -> int | None:
        """What one copy adds to the sums; None where it is not known whether the card is of a group."""
        weight = 1 << (_BITS * len(self._sums))
        for place, one in enumerate(self._sums):
            if section in one.sections:
                share = True if one.where is None else self.pool.answers(one.where)[number]
                if share is None:
                    return None
                weight += share << (_BITS * place)
        return weight

    def _limit(self, number: str, identity: str, section: str) -> int | None:
        """The strictest number of copies that the rules about a section allow; None where one may or may not hold."""
        limit = _FREE
        for rule in self._copies[section]:
            free = rule.unless is not None and self.pool.answers(rule.unless)[number]
            if free is None:
                return None
            if not free:
                limit = min(limit, self._limit_of(rule, identity))
        return limit

    def _limit_of(self, rule: Copies, identity: str) -> int:
        """A rule's limit, or the strictest that anything says of the card or of one that counts as the same."""
        own = self._own_limits.get(identity) if rule.own_limit else None
        if own is None:
            return rule.at_most
        return own.strictest if own.is_of_all and not rule.by else min(rule.at_most, own.strictest)
