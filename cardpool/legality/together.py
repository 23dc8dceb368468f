"""Whether a deck can be legal at all: one way to fill in what is not known that keeps every rule at once.

Each rule by itself says where it is broken at best and at worst. Rules may also contradict each other about one card:
it would have to be basic Energy for the limit of copies and a Pokémon for the group that must not be empty. So unknown
cards are gone through identity by identity, and for every answer that filters can give about a card the sums that rules
count are carried on. What is carried is bounded by the rules' own limits, not by the number of ways.

At best no two cards of unknown identity are the same card, and none is restricted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from cardpool.legality.card_filter import CardFilter
from cardpool.legality.copies import FREE, Copies, Limits
from cardpool.legality.deck import DeckEntry
from cardpool.legality.deck_view import DeckView
from cardpool.legality.pairing_off import most_pairs
from cardpool.legality.pool_rules import Pool
from cardpool.legality.rule import Rule
from cardpool.legality.rules import Exclusive, Group, SectionCards

MAX_STATES = 2_000
"""Different sums that are carried from card to card. Beyond, the deck is taken to have a way to be legal, which may
leave a verdict undecided that could have been given."""


class _State(NamedTuple):
    """What the cards so far add up to: cards of each group as far as it matters, and the exclusive groups seen."""

    groups: tuple[int, ...]
    seen: tuple[int, ...]


class _Effect(NamedTuple):
    """What a card adds under one combination of answers; `bound` are its copies that each limit of copies holds for."""

    groups: tuple[int, ...]
    seen: tuple[int, ...]
    bound: tuple[int, ...]


def can_be_legal(view: DeckView, rules: Iterable[Rule]) -> bool:
    """Whether some way of filling in what is not known keeps all of these rules."""
    return _Search(view, tuple(rules)).succeeds()


class _TooMany(Exception):
    """More states than are carried."""


class _Search:
    """The rules about unknown facts, laid out by the filters they ask."""

    def __init__(self, view: DeckView, rules: tuple[Rule, ...]) -> None:
        self._view = view
        self._groups = [rule for rule in rules if isinstance(rule, Group)]
        self._exclusions = [rule for rule in rules if isinstance(rule, Exclusive)]
        self._copies = [rule for rule in rules if isinstance(rule, Copies)]
        cards = [rule for rule in rules if isinstance(rule, SectionCards)]
        formats = [rule.where for rule in rules if isinstance(rule, Pool) and rule.where is not None]
        asked = [
            *(rule.where for rule in self._groups),
            *(where for rule in self._exclusions for where in rule.groups),
            *(rule.unless for rule in self._copies if rule.unless is not None),
            *(rule.where for rule in cards),
            *formats,
        ]
        self._filters = tuple(dict.fromkeys(asked))
        places = {where: place for place, where in enumerate(self._filters)}
        self._places = places
        self._known_effects: dict[str, list[_Effect]] = {}
        sections = {entry.section for entry in view.all_entries}
        self._needs = {
            section: [places[rule.where] for rule in cards if rule.section == section]
            + [places[one] for one in formats]
            for section in sections
        }

    def succeeds(self) -> bool:
        states = {_State((0,) * len(self._groups), (0,) * len(self._exclusions))}
        try:
            for cards in self._by_identity():
                states = set(self._with_identity(states, cards))
        except _TooMany:
            return True
        reached = any(all(map(_reaches, self._groups, state.groups)) for state in states)
        return reached and all(map(self._are_rescued, self._copies))

    def _are_rescued(self, rule: Copies) -> bool:
        """Whether each card that is over its limit can have another printing that states a limit which it keeps."""
        classes = self._view.copies(rule.sections)
        over = {one: entries for one, entries in classes.items() if rule.is_over(self._view, entries)}
        choices = {one: rule.rescuing(self._view, entries) for one, entries in over.items()}
        return most_pairs(choices) == len(choices)

    def _by_identity(self) -> Iterator[list[list[DeckEntry]]]:
        """The cards of the deck, each with its entries, by what counts as the same; those that need no choice first."""
        view = self._view
        found: dict[str, dict[str, list[DeckEntry]]] = {}
        for entry in view.all_entries:
            cards = found.setdefault(view.pool.identity_of(entry, view.identity), {})
            cards.setdefault(entry.number, []).append(entry)
        by_identity = [list(cards.values()) for cards in found.values()]
        yield from sorted(by_identity, key=lambda cards: sum(len(self._effects(entries)) for entries in cards))

    def _with_identity(self, states: set[_State], cards: list[list[DeckEntry]]) -> Iterator[_State]:
        """The states after all cards that count as the same."""
        carried = {(state, (0,) * len(self._copies)) for state in states}
        for entries in cards:
            effects = self._effects(entries)
            carried = {
                (after, tuple(map(sum, zip(bound, effect.bound, strict=True))))
                for state, bound in carried
                for effect in effects
                if (after := self._after(state, effect)) is not None
            }
            if len(carried) > MAX_STATES:
                raise _TooMany
        limits = self._limits([entry for entries in cards for entry in entries])
        for state, bound in carried:
            if any(all(map(int.__le__, bound, limit)) for limit in limits):
                yield state

    def _after(self, state: _State, effect: _Effect) -> _State | None:
        """The state with one more card; None where that breaks a rule for good."""
        groups = []
        for rule, before, more in zip(self._groups, state.groups, effect.groups, strict=True):
            count = before + more
            if rule.at_most is not None and count > rule.at_most:
                return None
            groups.append(count if rule.at_most is not None else min(count, rule.at_least))
        seen = tuple(before | more for before, more in zip(state.seen, effect.seen, strict=True))
        return None if any(one & (one - 1) for one in seen) else _State(tuple(groups), seen)

    def _limits(self, entries: list[DeckEntry]) -> list[tuple[int, ...]]:
        """The limits that the rules about copies may set for these cards, each combination that one statement gives."""
        view = self._view
        parts = [_within(rule, entries) for rule in self._copies]
        limits = [self._limits_of(rule, part) for rule, part in zip(self._copies, parts, strict=True)]
        options = [rule.may_state(view, part) for rule, part in zip(self._copies, parts, strict=True)]
        if None in options:
            return [tuple(one.at_best for one in limits)]
        silent = tuple(one.unless_stated(None) for one in limits)
        stated = (
            tuple(
                one.unless_stated(option if option in (possible or ()) else None)
                for one, possible in zip(limits, options, strict=True)
            )
            for option in sorted(frozenset[int]().union(*(one or () for one in options)))
        )
        return list(dict.fromkeys([silent, *stated]))

    def _limits_of(self, rule: Copies, part: list[DeckEntry]) -> Limits:
        """The limits of cards that count as the same; of those over their limit any, which `_are_rescued` weighs."""
        limits = rule.limits(self._view, part)
        if part and rule.is_over(self._view, part):
            return replace(limits, stated=frozenset([FREE]))
        return limits

    def _effects(self, entries: list[DeckEntry]) -> list[_Effect]:
        """What one card adds, for every combination of answers that its sections allow; the pointless ones left out."""
        number = entries[0].number
        if number not in self._known_effects:
            self._known_effects[number] = self._work_out(entries)
        return self._known_effects[number]

    def _work_out(self, entries: list[DeckEntry]) -> list[_Effect]:
        needed = {place for entry in entries for place in self._needs[entry.section]}
        allowed = [
            answers
            for answers in self._view.possible(entries[0], self._filters)
            if all(answers[place] for place in needed)
        ]
        effects = list(dict.fromkeys(self._effect(entries, answers) for answers in allowed))
        return [one for one in effects if not any(other != one and self._serves(other, one) for other in effects)]

    def _effect(self, entries: list[DeckEntry], answers: tuple[bool, ...]) -> _Effect:
        return _Effect(
            tuple(_count(rule, entries) if answers[self._places[rule.where]] else 0 for rule in self._groups),
            tuple(
                sum(1 << bit for bit, where in enumerate(rule.groups) if answers[self._places[where]])
                if _count(rule, entries)
                else 0
                for rule in self._exclusions
            ),
            tuple(0 if self._is_free(rule.unless, answers) else _count(rule, entries) for rule in self._copies),
        )

    def _is_free(self, unless: CardFilter | None, answers: tuple[bool, ...]) -> bool:
        return unless is not None and answers[self._places[unless]]

    def _serves(self, one: _Effect, other: _Effect) -> bool:
        """Whether one effect does for every rule at least as well as another."""
        for rule, count, instead in zip(self._groups, one.groups, other.groups, strict=True):
            if rule.at_least and rule.at_most is not None and count != instead:
                return False
            if (count < instead) if rule.at_most is None else (count > instead):
                return False
        fewer = all(not mask & ~instead for mask, instead in zip(one.seen, other.seen, strict=True))
        return fewer and all(map(int.__le__, one.bound, other.bound))


def _count(rule: Rule, entries: list[DeckEntry]) -> int:
    return sum(entry.count for entry in entries if entry.section in rule.about)


def _within(rule: Rule, entries: list[DeckEntry]) -> list[DeckEntry]:
    return [entry for entry in entries if entry.section in rule.about]


def _reaches(rule: Group, count: int) -> bool:
    return count >= rule.at_least
