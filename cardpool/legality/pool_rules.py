"""The two rule kinds that depend on the day: which cards exist for a deck, and which are restricted."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from cardpool.legality.card_filter import CardFilter
from cardpool.legality.card_pool import PoolPolicy
from cardpool.legality.deck import DeckEntry, Identity
from cardpool.legality.deck_view import DeckView, Loose, total
from cardpool.legality.pairing_off import most_pairs
from cardpool.legality.parameters import Parameters
from cardpool.legality.restricted import Whitelist
from cardpool.legality.restriction import Restriction
from cardpool.legality.rule import Rule
from cardpool.legality.violations import Finding, Notice, NoticeCode, OpenQuestion, Violation, ViolationCode
from cardpool.lists.entries import RestrictionKind

_RESTRICTED = {
    RestrictionKind.BANNED: ViolationCode.CARD_BANNED,
    RestrictionKind.LIMITED: ViolationCode.CARD_LIMITED,
    RestrictionKind.UNRELEASED: ViolationCode.CARD_UNRELEASED,
    RestrictionKind.CHOOSE_ONE: ViolationCode.CHOOSE_ONE,
}


@dataclass(frozen=True)
class Pool(Rule):
    """Every card is in the pool and, with `where`, belongs to the format.

    `{ kind = "pool", where = { attribute = "format", is = "rush" } }`
    Legal: a card of the pool; in an open pool also an unknown number of the game's pattern, with a notice. Illegal: an
    unknown card in a closed pool (unknown_card), a number no card of the game can have (not_a_card_number), a card that
    the filter does not mean (not_in_format). Where copies count by name, a card may stand there by its name alone, in
    place of a number as well. Demonstration cards are in the pool, and a notice says that they are none.
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
        for entry in view.unknown:
            unknown.setdefault(entry.number, []).append(entry)
        for number, entries in unknown.items():
            yield self._unknown(view, number, entries)
        demo = [entry for entry in view.all_entries if (card := view.card(entry)) is not None and card.is_demo]
        if demo:
            section = "+".join(dict.fromkeys(entry.section for entry in demo))
            yield Notice(NoticeCode.DEMO_CARDS, self.clause, section, view.counted(demo))
        if self.where is not None:
            for section in dict.fromkeys(entry.section for entry in view.all_entries):
                yield from self._format(view, section, self.where)

    def _unknown(self, view: DeckView, number: str, entries: list[DeckEntry]) -> Finding:
        cards, section = view.counted(entries), "+".join(dict.fromkeys(entry.section for entry in entries))
        goes_by_name = view.identity is Identity.NAME and all(entry.name == number for entry in entries)
        if not goes_by_name and not view.pool.is_number(number):
            return Violation(ViolationCode.NOT_A_CARD_NUMBER, self.clause, section, cards, actual=total(entries))
        if view.pool.policy is PoolPolicy.CLOSED:
            return Violation(ViolationCode.UNKNOWN_CARD, self.clause, section, cards, actual=total(entries))
        return Notice(NoticeCode.UNKNOWN_CARD_ACCEPTED, self.clause, section, cards)

    def _format(self, view: DeckView, section: str, where: CardFilter) -> Iterator[Finding]:
        _, other, unclear = view.split((section,), where)
        if other:
            cards = view.counted(other)
            yield Violation(ViolationCode.NOT_IN_FORMAT, self.clause, section, cards, actual=total(other))
        if unclear:
            cards, remedies = view.counted(unclear), view.remedies(unclear)
            yield OpenQuestion(ViolationCode.NOT_IN_FORMAT, self.clause, section, cards, remedies)


@dataclass(frozen=True)
class Restrictions(Rule):
    """No card beyond what is restricted on the day of the check; the pool brings the dated restrictions.

    `{ kind = "restrictions", sections = ["main", "side"] }`
    Legal: one copy of a card limited to 1. Illegal: a banned card (card_banned, limit 0), two copies of a card limited
    to one (card_limited), a card before its release (card_unreleased), two cards where one may be chosen (choose_one),
    a card that a whitelist does not name (card_not_listed).
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
        loose = view.loose(self.sections)
        restricted = view.pool.restricted(view.as_of, view.identity)
        for whitelist in restricted.whitelists:
            yield from self._unlisted(view, whitelist, loose)
        named = restricted.naming((*view.copies(self.sections), *map(view.pool.one_number, view.unknown_numbers)))
        for restriction in named.values():
            yield from self._restricted(view, restriction, loose)
        for restriction in restricted.beside(named) if loose else ():
            yield from self._perhaps(view, restriction, [], loose)

    def _restricted(self, view: DeckView, restriction: Restriction, loose: Loose) -> Iterator[Finding]:
        """What a restriction finds that names cards of the deck."""
        played = [entries for key in restriction.cards for entries in self._played(view, key)]
        played = list({view.pool.identity_of(entries[0], view.identity): entries for entries in played}.values())
        if restriction.kind is RestrictionKind.UNRELEASED:
            played = _without_released_printings(view, restriction, played)
        found = list(self._broken(view, restriction, played))
        yield from found
        if loose and not found:
            yield from self._perhaps(view, restriction, played, loose)

    def _perhaps(
        self, view: DeckView, restriction: Restriction, played: list[list[DeckEntry]], loose: Loose
    ) -> Iterator[OpenQuestion]:
        """What a restriction leaves open that cards of unknown identity may break."""
        if open_by := _perhaps_restricted(view, restriction, played, loose):
            yield OpenQuestion(
                _RESTRICTED[restriction.kind],
                restriction.source or self.clause,
                "+".join(self.sections),
                view.counted(open_by),
                view.remedies(open_by),
                _limit(restriction),
            )

    def _played(self, view: DeckView, key: str) -> Iterator[list[DeckEntry]]:
        """The entries that a key of a restriction means: a number, or a name where the game goes by names."""
        copies, pool = view.copies(self.sections), view.pool
        number = pool.one_number(key)
        identities = {pool.named_by(key, view.identity), number}
        named = [entry for entry in view.unknown if pool.one_number(entry.number) == number]
        identities |= {pool.identity_of(entry, view.identity) for entry in named}
        for identity in sorted(identities & copies.keys()):
            yield copies[identity]

    def _unlisted(self, view: DeckView, whitelist: Whitelist, loosely: Loose) -> Iterator[Finding]:
        """The cards that a whitelist does not name. One known by its name alone may be a listed card of which no
        name in that script is known."""
        source, section = whitelist.restriction.source or self.clause, "+".join(self.sections)
        listed = whitelist.listed
        scripts = loosely.keys() - whitelist.scripts
        loose = {identity for script in scripts for identity in loosely[script]}
        banned: list[DeckEntry] = []
        perhaps: list[DeckEntry] = []
        for identity, entries in view.copies(self.sections).items():
            if identity not in listed and not any(view.pool.one_number(entry.number) in listed for entry in entries):
                (perhaps if identity in loose else banned).extend(entries)
        if banned:
            cards = view.counted(banned)
            yield Violation(ViolationCode.CARD_NOT_LISTED, source, section, cards, 0, total(banned))
        if perhaps:
            cards, remedies = view.counted(perhaps), view.remedies(perhaps)
            yield OpenQuestion(ViolationCode.CARD_NOT_LISTED, source, section, cards, remedies, 0)

    def _broken(self, view: DeckView, restriction: Restriction, played: list[list[DeckEntry]]) -> Iterator[Violation]:
        code, limit = _RESTRICTED[restriction.kind], _limit(restriction)
        if restriction.kind is RestrictionKind.CHOOSE_ONE:
            if len(played) > limit:
                entries = [entry for group in played for entry in group]
                yield self._violation(view, restriction, code, entries, limit, len(played))
            return
        for entries in played:
            if (actual := total(entries)) > limit:
                yield self._violation(view, restriction, code, entries, limit, actual)

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


def _limit(restriction: Restriction) -> int:
    """How many copies, or for a choice how many different cards, a restriction leaves."""
    if restriction.kind is RestrictionKind.CHOOSE_ONE:
        return max(restriction.limit, 1)
    return restriction.limit if restriction.kind is RestrictionKind.LIMITED else 0


def _perhaps_restricted(
    view: DeckView, restriction: Restriction, played: list[list[DeckEntry]], loose: Loose
) -> list[DeckEntry]:
    """The entries of unknown identity by which a restriction would be broken if they were cards that it names."""
    if restriction.kind is RestrictionKind.CHOOSE_ONE:
        return _perhaps_chosen(view, restriction, played, loose)
    limit = _limit(restriction)
    found: dict[DeckEntry, None] = {}
    for key in restriction.cards:
        if restriction.kind is RestrictionKind.UNRELEASED and view.pool.is_printing(key):
            continue  # A number means that printing alone, and no other number is it.
        scripts, identity = view.pool.scripts_named_by(key, view.identity), view.pool.named_by(key, view.identity)
        already = [entry for entries in played for entry in entries if _is_named(view, entry, key, identity)]
        named = (entries for script, entries in _most_copies(loose).items() if script not in scripts)
        kin = [entry for entries in named for entry in entries if entry not in already]
        if kin and total([*already, *kin]) > limit:
            found.update(dict.fromkeys(kin))
    return list(found)


def _perhaps_chosen(
    view: DeckView, restriction: Restriction, played: list[list[DeckEntry]], loose: Loose
) -> list[DeckEntry]:
    """As `_perhaps_restricted`, of different cards: at worst each loose card is another of the choice."""
    chosen = {view.pool.identity_of(entries[0], view.identity) for entries in played}
    if len(chosen) + sum(map(len, loose.values())) <= _limit(restriction):
        return []
    keys = [key for key in restriction.cards if view.pool.named_by(key, view.identity) not in chosen]
    keys = list({view.pool.named_by(key, view.identity): key for key in keys if key not in chosen}.values())
    scripts = [view.pool.scripts_named_by(key, view.identity) for key in keys]
    fitting = {
        identity: [place for place, known in enumerate(scripts) if script not in known]
        for script, named in loose.items()
        for identity in named
        if identity not in chosen
    }
    if len(chosen) + most_pairs(fitting) <= _limit(restriction):
        return []
    entries = {identity: entries for named in loose.values() for identity, entries in named.items()}
    return [entry for identity, places in fitting.items() if places for entry in entries[identity]]


def _is_named(view: DeckView, entry: DeckEntry, key: str, identity: str) -> bool:
    is_number = view.pool.one_number(key) == view.pool.one_number(entry.number)
    return is_number or view.pool.identity_of(entry, view.identity) == identity


def _most_copies(loose: Loose) -> dict[str, list[DeckEntry]]:
    """What may be one card: all without a name, and of each script the most copies of one name."""
    found = {script: max(named.values(), key=total) for script, named in loose.items() if script}
    return found | {"": [entry for entries in loose.get("", {}).values() for entry in entries]}


def _without_released_printings(
    view: DeckView, restriction: Restriction, played: list[list[DeckEntry]]
) -> list[list[DeckEntry]]:
    """Only the printings not released yet: a number means that printing, a name every printing."""
    pool = view.pool
    stated = set(map(pool.one_number, restriction.cards))
    names = {pool.named_by(key, view.identity) for key in set(restriction.cards).difference(pool.cards)}
    kept = (
        [
            entry
            for entry in entries
            if pool.one_number(entry.number) in stated or pool.identity_of(entry, view.identity) in names
        ]
        for entries in played
    )
    return [entries for entries in kept if entries]
