"""The rule kind `copies`: how many copies of a card a deck may have, by limits that cards may state themselves."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from cardpool.legality.card_filter import CardFilter
from cardpool.legality.deck import DeckEntry
from cardpool.legality.deck_view import DeckView, Loose, total
from cardpool.legality.parameters import Parameters
from cardpool.legality.rule import Rule
from cardpool.legality.violations import Finding, OpenQuestion, Violation, ViolationCode

FREE = 1 << 62
"""No limit at all."""


@dataclass(frozen=True)
class Limits:
    """How many copies of a card there may be.

    `stated` is what its known printings and the rule say, the strictest counts and any two contradict each other;
    `is_alone` tells that only the rule says anything, so that a card's own limit would take its place. `possible` are
    the limits that an unknown printing may state, None for any.
    """

    stated: frozenset[int]
    is_alone: bool
    possible: frozenset[int] | None

    def unless_stated(self, own: int | None) -> int:
        """The limit, where an unknown printing states this one or none."""
        if own is None:
            return min(self.stated)
        return own if self.is_alone else min(own, *self.stated)

    @property
    def at_best(self) -> int:
        """The most generous limit there can be."""
        if self.possible is None:
            return FREE if self.is_alone else min(self.stated)
        return max(map(self.unless_stated, (None, *self.possible)))

    @property
    def at_worst(self) -> int:
        """The strictest limit there can be."""
        return 0 if self.possible is None else min(map(self.unless_stated, (None, *self.possible)))

    @property
    def most(self) -> int:
        """The most generous limit that anything may state."""
        return max(self.at_best, *self.stated)


@dataclass(frozen=True)
class Copies(Rule):
    """Copies of the same card, by the game's identity, in several sections together.

    `{ kind = "copies", sections = ["main", "side"], at_most = 3, own_limit = true, unless = { … } }`
    Legal: 2 in main and 1 in side. Illegal: 3 in main and 1 in side (too_many_copies, limit 3, actual 4).
    With `own_limit` a limit printed on the card replaces `at_most`. Where two limits contradict each other
    (of cards that count as the same, or of a card and a rule printed on another) and it matters which holds, the
    finding is conflicting_limits, and nothing is guessed. Cards that `unless` means do not count. `unknown_limits` are
    the limits that a card the pool does not have may state; None: any.
    """

    kind: ClassVar[str] = "copies"
    sections: tuple[str, ...]
    at_most: int
    own_limit: bool
    unless: CardFilter | None
    unknown_limits: tuple[int, ...] | None

    @classmethod
    def read(cls, clause: str, best_of: tuple[int, ...], parameters: Parameters) -> "Copies":
        return cls(
            clause,
            best_of,
            parameters.sections(),
            parameters.integer("at_most"),
            parameters.flag("own_limit"),
            parameters.optional_where("unless"),
            parameters.integers("unknown_limits", default=None, repeats=True, at_least=0),
        )

    @property
    def target(self) -> Hashable:
        return self.kind, self.sections

    def judge(self, view: DeckView) -> Iterator[Finding]:
        section = "+".join(self.sections)
        stating = view.pool.limited | view.unknown_numbers if self.own_limit else frozenset()
        for entries in view.copies(self.sections).values():
            if total(entries) <= self.at_most and stating.isdisjoint([entry.number for entry in entries]):
                continue
            bound, unclear = self._bound(view, entries)
            limits = self.limits(view, entries)
            actual = total(bound)
            if actual > limits.at_best and (kin := self._kin(view, self.rescuing(view, entries))):
                yield self._question(view, kin, self.at_most)
            elif actual > limits.at_best:
                cards = view.counted(bound)
                if actual > limits.most:
                    yield Violation(ViolationCode.TOO_MANY_COPIES, self.clause, section, cards, limits.most, actual)
                else:
                    yield Violation(ViolationCode.CONFLICTING_LIMITS, self.clause, section, cards)
            elif actual + total(unclear) > limits.at_worst:
                open_by = [entry for entry in entries if entry in unclear or entry.number in view.unknown_numbers]
                yield self._question(view, open_by, self.at_most)
        if (loose := view.loose(self.sections)) and (open_by := self._perhaps_one_card(view, loose)):
            yield self._question(view, open_by, self.at_most)

    def _question(self, view: DeckView, open_by: list[DeckEntry], limit: int) -> OpenQuestion:
        section, remedies = "+".join(self.sections), view.remedies(open_by)
        return OpenQuestion(ViolationCode.TOO_MANY_COPIES, self.clause, section, view.counted(open_by), remedies, limit)

    def limits(self, view: DeckView, entries: list[DeckEntry]) -> Limits:
        """The limits of cards that count as the same."""
        cards = [view.card(entry) for entry in entries] if self.own_limit else []
        stated = {card.copy_limit for card in cards if card is not None and card.copy_limit is not None}
        both = stated | {self.at_most} if self.by or not stated else stated
        return Limits(frozenset(both), not stated and not self.by, self.may_state(view, entries))

    def may_state(self, view: DeckView, entries: list[DeckEntry]) -> frozenset[int] | None:
        """The limits that cards the pool does not have may state; None for any at all, empty for none."""
        unknown = [entry for entry in entries if entry.number in view.unknown_numbers] if self.own_limit else []
        if unknown and self.unknown_limits is None:
            return None
        found = [view.pool.limits_of(entry, view.identity) for entry in unknown]
        return frozenset(self.unknown_limits or ()).union(*found) if unknown else frozenset()

    def is_over(self, view: DeckView, entries: list[DeckEntry]) -> bool:
        """Whether cards that count as the same are too many by all that is known of them."""
        return total(self._bound(view, entries)[0]) > self.limits(view, entries).at_best

    def rescuing(self, view: DeckView, entries: list[DeckEntry]) -> list[str]:
        """The identities of cards that could be printings of a known card and state a limit that its copies keep."""
        loose = view.loose(self.sections) if self.own_limit else {}
        identity = view.pool.identity_of(entries[0], view.identity)
        if any(identity in named for named in loose.values()):
            return []
        scripts = view.pool.scripts_of(identity)
        return [
            other
            for script, named in loose.items()
            if script not in scripts
            for other, kin in named.items()
            if self._may_rescue(view, identity, entries, kin)
        ]

    def _may_rescue(self, view: DeckView, identity: str, entries: list[DeckEntry], kin: list[DeckEntry]) -> bool:
        """Whether the copies of a known card and of these keep a limit that these state, being printings of it."""
        joined = [*entries, *kin]
        possible = None if self.unknown_limits is None else frozenset(self.unknown_limits)
        if possible is not None:
            possible |= view.pool.stated_limits.get(identity, frozenset())
        if view.unknown_numbers.isdisjoint(entry.number for entry in kin):
            possible = frozenset()
        limits = replace(self.limits(view, joined), possible=possible)
        return total(self._bound(view, joined)[0]) <= limits.at_best

    def _kin(self, view: DeckView, identities: list[str]) -> list[DeckEntry]:
        classes = view.copies(self.sections)
        return [entry for identity in identities for entry in classes[identity]]

    def _perhaps_one_card(self, view: DeckView, loose: Loose) -> list[DeckEntry]:
        """The entries of unknown identity that would be too many if they were the same card as others, or each other.

        One card has one name in each script: at worst all without a name, and of every script in which a card's name
        is not known the most copies under one name.
        """
        count = self._may_count(view)
        classes = view.copies(self.sections)
        unnamed = [entry for entries in loose.get("", {}).values() for entry in entries]
        most = {script: max(named.values(), key=count) for script, named in loose.items() if script}
        stated = view.pool.stated_limits if self.own_limit else {}
        cores = dict.fromkeys(("", *stated, *classes)).keys() - {one for named in loose.values() for one in named}
        found: dict[DeckEntry, None] = {}
        for identity in cores:
            core, scripts = classes.get(identity, []), view.pool.scripts_of(identity)
            named = (entries for script, entries in most.items() if script not in scripts)
            kin = [*unnamed, *(entry for entries in named for entry in entries)]
            if kin and (core or len({view.pool.identity_of(entry, view.identity) for entry in kin}) > 1):
                limits = self.limits(view, [*core, *kin])
                possible = None if self.unknown_limits is None else frozenset(self.unknown_limits)
                if possible is not None:
                    possible |= stated.get(identity, frozenset())
                if count([*core, *kin]) > (replace(limits, possible=possible) if self.own_limit else limits).at_worst:
                    found.update(dict.fromkeys(kin))
        return list(found)

    def _may_count(self, view: DeckView) -> Callable[[list[DeckEntry]], int]:
        """How many copies of entries the limit may hold for."""
        return lambda entries: sum(map(total, self._bound(view, entries)))

    def _bound(self, view: DeckView, entries: list[DeckEntry]) -> tuple[list[DeckEntry], list[DeckEntry]]:
        """The entries the limit surely holds for, and those that may be free of it."""
        if self.unless is None:
            return entries, []
        answers = [(entry, view.answer(entry, self.unless)) for entry in entries]
        return (
            [entry for entry, answer in answers if answer is False],
            [entry for entry, answer in answers if answer is None],
        )
