"""A deck lying on the table, counted and compared with the registered list.

At the start of a match every section holds exactly what was registered (V1.9 1.0.2c). Between games, where the pack
allows it, the sections it names may have exchanged cards one for one (1.0.2b): together they hold what they held, each
as many as before. A section that was not laid out proves nothing by itself; the others must be reachable from it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations

from cardpool.legality.ruleset import Exchange

Laid = Mapping[str, Mapping[str, int]]
"""Copies by section and by what makes two cards the same card: `{"main": {"HBU01-A07": 3}}`."""


class CheckMode(StrEnum):
    """What a deck is compared as."""

    START = "start"
    BETWEEN = "between"


@dataclass(frozen=True)
class Copies:
    """Copies of a card, in the section they belong to or were found in."""

    section: str
    key: str
    count: int


@dataclass(frozen=True)
class Moved:
    """Copies registered in one section that lie in another."""

    key: str
    count: int
    registered_in: str
    lies_in: str


@dataclass(frozen=True)
class Wrong:
    """Copies of a card that is not registered, lying where registered copies of another are missing."""

    section: str
    expected: str
    found: str
    count: int


@dataclass(frozen=True)
class SizeOff:
    """A section whose number of cards an exchange has changed."""

    section: str
    registered: int
    counted: int


@dataclass(frozen=True)
class Comparison:
    """Everything in which the counted deck differs from the registered one, in the pack's order of sections, by key.

    `mode` is what it was compared as and `clause` the rule that says so. A copy is named once: as `wrong` where an
    unregistered card lies in its stead, else as `misplaced`, `missing` or `extra`. `exchanged` are the copies that
    changed sections as the rules allow. Where a section was not laid out and the sums do not work out, `unsettled` are
    the copies that left the counted ones: some of them are missing. `left_out` are the sections that were not counted.
    """

    mode: CheckMode
    clause: str
    missing: tuple[Copies, ...] = ()
    extra: tuple[Copies, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    misplaced: tuple[Moved, ...] = ()
    sizes: tuple[SizeOff, ...] = ()
    exchanged: tuple[Moved, ...] = ()
    unsettled: tuple[Copies, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether no difference was found in what was counted."""
        return not (self.missing or self.extra or self.wrong or self.misplaced or self.sizes)

    @property
    def sizes_fit(self) -> bool:
        """Whether every section has as many cards as registered."""
        off: Counter[str] = Counter()
        for copies in self.extra:
            off[copies.section] += copies.count
        for copies in self.missing:
            off[copies.section] -= copies.count
        for moved in self.misplaced:
            off[moved.lies_in] += moved.count
            off[moved.registered_in] -= moved.count
        return not self.sizes and not any(off.values())


def compare_deck(
    registered: Laid,
    counted: Laid,
    *,
    mode: CheckMode,
    sections: Sequence[str],
    exchange: Exchange | None,
    left_out: Iterable[str] = (),
) -> Comparison:
    """Compare a counted deck with its registered list.

    `sections` are the pack's, in its order; a section nobody registered anything in holds nothing. Between games of a
    pack that allows no exchange the deck is compared as at the start of a match, under the clause that forbids it.
    """
    if mode is CheckMode.BETWEEN and exchange is not None and exchange.allowed:
        clause, movable = exchange.clause, tuple(part for part in sections if part in exchange.sections)
    else:
        forbidding = mode is CheckMode.BETWEEN and exchange is not None
        clause = (exchange.clause if forbidding else exchange.restore_clause) if exchange is not None else ""
        mode, movable = CheckMode.START, ()
    missing_out = set(left_out)
    table = _Table(registered, counted, [part for part in sections if part not in missing_out], movable)
    away = tuple(part for part in sections if part in missing_out)
    misplaced, exchanged = table.moves()
    unseen = [part for part in away if part in movable]
    borrowed, unsettled = table.moves_to(unseen)
    wrong = table.wrong()
    return Comparison(
        mode=mode,
        clause=clause,
        missing=table.copies(table.short),
        extra=table.copies(table.over),
        wrong=wrong,
        misplaced=misplaced,
        sizes=table.sizes(),
        exchanged=(*exchanged, *borrowed),
        unsettled=unsettled,
        left_out=away,
    )


class _Table:
    """The counted sections with what each has short of its registered copies and over them, less what is reported."""

    def __init__(self, registered: Laid, counted: Laid, sections: Sequence[str], movable: Sequence[str]) -> None:
        self.registered, self.counted, self.sections = registered, counted, sections
        self.movable = [section for section in sections if section in movable]
        self.short = {part: _counter(registered, part) - _counter(counted, part) for part in sections}
        self.over = {part: _counter(counted, part) - _counter(registered, part) for part in sections}

    def moves(self) -> tuple[tuple[Moved, ...], tuple[Moved, ...]]:
        """Copies that lie in another counted section than theirs: those that may not, and those that may."""
        allowed = [self._move(home, place) for home, place in permutations(self.movable, 2)]
        others = [pair for pair in permutations(self.sections, 2) if not set(pair) <= set(self.movable)]
        forbidden = [self._move(home, place) for home, place in others]
        return (
            tuple(moved for group in forbidden for moved in group),
            tuple(moved for group in allowed for moved in group),
        )

    def _move(self, home: str, place: str) -> list[Moved]:
        both = self.short[home] & self.over[place]
        self.short[home] -= both
        self.over[place] -= both
        return [Moved(key, count, home, place) for key, count in sorted(both.items())]

    def moves_to(self, away: Sequence[str]) -> tuple[tuple[Moved, ...], tuple[Copies, ...]]:
        """Copies exchanged with sections that were not laid out; what may as well be missing is unsettled."""
        into: list[Moved] = []
        for home in away:
            left = _counter(self.registered, home)
            for place in self.movable:
                came = left & self.over[place]
                left -= came
                self.over[place] -= came
                into += [Moved(key, count, home, place) for key, count in sorted(came.items())]
        if not away:
            return (), ()
        gone = [Copies(part, key, count) for part in self.movable for key, count in sorted(self.short[part].items())]
        for part in self.movable:
            self.short[part] = Counter()
        if sum(copies.count for copies in gone) != sum(moved.count for moved in into):
            return tuple(into), tuple(gone)
        return (*into, *(Moved(copies.key, copies.count, copies.section, away[0]) for copies in gone)), ()

    def wrong(self) -> tuple[Wrong, ...]:
        """Pair what is over with what is short, in the same section first, then among those that may exchange."""
        pairs = [(part, part) for part in self.sections] + list(permutations(self.movable, 2))
        found: list[Wrong] = []
        for home, place in pairs:
            for expected in sorted(self.short[home]):
                for key in sorted(self.over[place]):
                    count = min(self.short[home][expected], self.over[place][key])
                    if count:
                        self.short[home][expected] -= count
                        self.over[place][key] -= count
                        found.append(Wrong(place, expected, key, count))
        return tuple(found)

    def sizes(self) -> tuple[SizeOff, ...]:
        """Sections that may exchange cards and hold another number of them than before."""
        sizes = ((part, _size(self.registered, part), _size(self.counted, part)) for part in self.movable)
        return tuple(SizeOff(part, before, after) for part, before, after in sizes if before != after)

    def copies(self, counts: Mapping[str, Counter[str]]) -> tuple[Copies, ...]:
        return tuple(
            Copies(part, key, count) for part in self.sections for key, count in sorted(counts[part].items()) if count
        )


def _counter(laid: Laid, section: str) -> Counter[str]:
    return Counter({key: count for key, count in laid.get(section, {}).items() if count > 0})


def _size(laid: Laid, section: str) -> int:
    return _counter(laid, section).total()
