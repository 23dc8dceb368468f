"""The two rule kinds that depend on the day: which cards exist for a deck, and which are restricted."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from decks.legality.card_filter import CardFilter
from decks.legality.card_pool import PoolPolicy
from decks.legality.deck import DeckEntry
from decks.legality.deck_view import DeckView, total
from decks.legality.parameters import Parameters
from decks.legality.restriction import Restriction, RestrictionKind
from decks.legality.rules import Rule
from decks.legality.violations import Finding, Notice, NoticeCode, Violation, ViolationCode

_RESTRICTED = {
    RestrictionKind.BANNED: ViolationCode.CARD_BANNED,
    RestrictionKind.LIMITED: ViolationCode.CARD_LIMITED,
    RestrictionKind.UNRELEASED: ViolationCode.CARD_UNRELEASED,
}


@dataclass(frozen=True)
class Pool(Rule):
    """Every card is in the pool and, with `where`, belongs to the format.

    `{ kind = "pool", where = { attribute = "format", is = "rush" } }`
    Legal: a card of the pool; in an open pool also an unknown number of the game's pattern, with a notice. Illegal: an
    unknown card in a closed pool (unknown_card), a number no card of the game can have (not_a_card_number), a known
    card that the filter does not mean (not_in_format).
    """

    kind: ClassVar[str] = "pool"
    where: CardFilter | None

    @classmethod
    def read(cls, clause: str, best_of: tuple[int, ...], parameters: Parameters) -> "Pool":
        return cls(clause, best_of, parameters.optional_where("where"))

    @property
    def target(self) -> Hashable:
        return self.kind

    def judge(self, view: DeckView) -> Iterator[Finding]:
        unknown: dict[str, list[DeckEntry]] = {}
        for entry in view.all_entries:
            if entry.number not in view.pool.cards:
                unknown.setdefault(entry.number, []).append(entry)
        for number, entries in unknown.items():
            yield self._unknown(view, number, entries)
        if self.where is not None:
            yield from self._format(view, self.where)

    def _unknown(self, view: DeckView, number: str, entries: list[DeckEntry]) -> Finding:
        cards, section = view.counted(entries), "+".join(dict.fromkeys(entry.section for entry in entries))
        if not view.pool.is_number(number):
            return Violation(ViolationCode.NOT_A_CARD_NUMBER, self.clause, section, cards, actual=total(entries))
        if view.pool.policy is PoolPolicy.CLOSED:
            return Violation(ViolationCode.UNKNOWN_CARD, self.clause, section, cards, actual=total(entries))
        return Notice(NoticeCode.UNKNOWN_CARD_ACCEPTED, self.clause, section, cards)

    def _format(self, view: DeckView, where: CardFilter) -> Iterator[Finding]:
        sections = tuple(dict.fromkeys(entry.section for entry in view.all_entries))
        known = [entry for entry in view.all_entries if view.card(entry) is not None]
        answers = view.pool.answers(where)
        other = [entry for entry in known if answers[entry.number] is False]
        unclear = [entry for entry in known if answers[entry.number] is None]
        for section in sections if other or unclear else ():
            if here := [entry for entry in other if entry.section == section]:
                cards = view.counted(here)
                yield Violation(ViolationCode.NOT_IN_FORMAT, self.clause, section, cards, actual=total(here))
            if here := [entry for entry in unclear if entry.section == section]:
                yield Notice(NoticeCode.UNDECIDED, self.clause, section, view.counted(here))


@dataclass(frozen=True)
class Restrictions(Rule):
    """No card beyond what is restricted on the day of the check; the pool brings the dated restrictions.

    `{ kind = "restrictions", sections = ["main", "side"] }`
    Legal: one copy of a card limited to 1. Illegal: a banned card (card_banned, limit 0), two copies of a card limited
    to one (card_limited), a card before its release (card_unreleased), two cards where one may be chosen (choose_one).
    A violation cites the restriction's source, and the rule's clause where it has none.
    """

    kind: ClassVar[str] = "restrictions"
    sections: tuple[str, ...]

    @classmethod
    def read(cls, clause: str, best_of: tuple[int, ...], parameters: Parameters) -> "Restrictions":
        return cls(clause, best_of, parameters.sections())

    @property
    def target(self) -> Hashable:
        return self.kind, self.sections

    def judge(self, view: DeckView) -> Iterator[Finding]:
        copies = view.copies(self.sections)
        for restriction in view.pool.in_force(view.as_of):
            keys = [one for key in restriction.cards for one in (view.pool.named_by(key, view.identity), key)]
            played = [copies[key] for key in dict.fromkeys(keys) if key in copies]
            if restriction.kind is RestrictionKind.UNRELEASED:
                played = _without_released_printings(view, restriction, played)
            if restriction.kind is RestrictionKind.CHOOSE_ONE:
                yield from self._choice(view, restriction, played)
                continue
            limit = restriction.limit if restriction.kind is RestrictionKind.LIMITED else 0
            for entries in played:
                if (actual := total(entries)) > limit:
                    yield self._violation(view, restriction, _RESTRICTED[restriction.kind], entries, limit, actual)

    def _choice(self, view: DeckView, restriction: Restriction, played: list[list[DeckEntry]]) -> Iterator[Finding]:
        limit = max(restriction.limit, 1)
        if len(played) > limit:
            entries = [entry for group in played for entry in group]
            yield self._violation(view, restriction, ViolationCode.CHOOSE_ONE, entries, limit, len(played))

    def _violation(
        self,
        view: DeckView,
        restriction: Restriction,
        code: ViolationCode,
        entries: list[DeckEntry],
        limit: int,
        actual: int,
    ) -> Violation:
        section = "+".join(self.sections)
        return Violation(code, restriction.source or self.clause, section, view.counted(entries), limit, actual)


def _without_released_printings(
    view: DeckView, restriction: Restriction, played: list[list[DeckEntry]]
) -> list[list[DeckEntry]]:
    """Only the printings not released yet: a number means that printing, a name every printing."""
    stated = set(restriction.cards)
    names = {view.pool.named_by(key, view.identity) for key in stated.difference(view.pool.cards)}
    kept = (
        [entry for entry in entries if entry.number in stated or view.pool.identity_of(entry, view.identity) in names]
        for entries in played
    )
    return [entries for entries in kept if entries]
