"""The curves of a deck: how its cards are distributed over the values of an attribute. Pure.

`draw_curves` is where to start. A lane is a list of cards counted separately: a section of one deck, or one of two
decks being compared. A curve counts every card of a lane, in a bar or beside the bars (`Curve.beside`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import gcd

from cardpool.packs import Attribute, AttributeType, ChartSpec, GamePack

Value = int | str | bool | tuple[str, ...]
MAX_BARS = 12
MAX_WANTED_BARS = 24
"""The maximum number of bars of an integer attribute, even if the pack asks for narrower steps."""
MAX_USUAL_CHARTS = 4
"""Charts drawn where the pack names none."""
FREE_STEP = 10


class BarKind(StrEnum):
    """What a bar counts: an integer from `low` to `high`, a value, all other values, no value, or an unknown fact."""

    NUMBER = "number"
    WORD = "word"
    REST = "rest"
    NOTHING = "nothing"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Copies:
    """Copies of one card in a list. `facts` is None for a card that is not in the pool."""

    count: int
    facts: Mapping[str, Value] | None = None


@dataclass(frozen=True)
class Bar:
    """How many cards of each lane share a value; `key` is the value of a WORD (`1` and `0` for a flag)."""

    kind: BarKind
    counts: tuple[int, ...]
    key: str = ""
    low: int = 0
    high: int = 0

    @property
    def total(self) -> int:
        """Cards of all lanes."""
        return sum(self.counts)


@dataclass(frozen=True)
class Curve:
    """The bars of one attribute. `beside` are the cards it is not about, by lane; `left_out` the values without a bar.

    With one value per card the bars and `beside` add up to the lanes. A card with several values of a list is counted
    in each of their bars, and in REST only if none of its values has a bar.
    """

    attribute: Attribute
    chart: ChartSpec
    bars: tuple[Bar, ...]
    beside: tuple[int, ...]
    left_out: int = 0

    @property
    def is_known(self) -> bool:
        """Whether the fact is known of any card."""
        return any(bar.kind is not BarKind.UNKNOWN for bar in self.bars)

    @property
    def is_numeric(self) -> bool:
        return self.attribute.type is AttributeType.INTEGER


def chosen_charts(pack: GamePack) -> tuple[ChartSpec, ...]:
    """The charts the pack asks for; by default those of its first four integer and list attributes."""
    if pack.deck_page.charts is not None:
        return pack.deck_page.charts
    fitting = (AttributeType.INTEGER, AttributeType.LIST)
    keys = [one.key for one in pack.attributes if one.type in fitting and not one.of_printing]
    return tuple(ChartSpec(key) for key in keys[:MAX_USUAL_CHARTS])


def draw_curves(lanes: Sequence[Iterable[Copies]], pack: GamePack) -> tuple[Curve, ...]:
    """Every chart of the pack for these lanes; none if the lists have no cards."""
    listed = [tuple(lane) for lane in lanes]
    if not any(card.count for lane in listed for card in lane):
        return ()
    attributes = {attribute.key: attribute for attribute in pack.attributes}
    return tuple(draw_curve(listed, attributes[chart.attribute], chart) for chart in chosen_charts(pack))


def draw_curve(lanes: Sequence[Sequence[Copies]], attribute: Attribute, chart: ChartSpec) -> Curve:
    """One chart of one attribute."""
    tally = _Tally(len(lanes))
    for lane, cards in enumerate(lanes):
        for card in cards:
            tally.take(lane, card, attribute, chart)
    draw = _numbers if attribute.type is AttributeType.INTEGER else _words
    bars, left_out = draw(tally, attribute, chart)
    rest = [Bar(kind, counts) for kind, counts in tally.apart.items() if any(counts)]
    return Curve(attribute, chart, (*bars, *rest), tuple(tally.beside), left_out)


class _Tally:
    """Copies by lane: with known values, without any, unknown, and not concerned."""

    def __init__(self, lanes: int) -> None:
        self._lanes = lanes
        self.known: list[tuple[int, int, tuple[int | str, ...]]] = []
        self.beside = [0] * lanes
        self.apart: dict[BarKind, tuple[int, ...]] = {
            BarKind.REST: (0,) * lanes,
            BarKind.NOTHING: (0,) * lanes,
            BarKind.UNKNOWN: (0,) * lanes,
        }

    def take(self, lane: int, card: Copies, attribute: Attribute, chart: ChartSpec) -> None:
        """Count the copies under the right heading."""
        concerned = _is_concerned(card, chart)
        values = _values(card, attribute) if concerned else None
        if concerned is False:
            self.beside[lane] += card.count
        elif values is None:
            self.add(BarKind.UNKNOWN, lane, card.count)
        elif not values:
            self.add(BarKind.NOTHING, lane, card.count)
        else:
            self.known.append((lane, card.count, values))

    def add(self, kind: BarKind, lane: int, count: int) -> None:
        self.apart[kind] = tuple(
            known + (count if position == lane else 0) for position, known in enumerate(self.apart[kind])
        )

    def spread(self) -> dict[int | str, list[int]]:
        """Copies by value and lane."""
        spread: dict[int | str, list[int]] = {}
        for lane, count, values in self.known:
            for value in values:
                spread.setdefault(value, [0] * self._lanes)[lane] += count
        return spread


def _is_concerned(card: Copies, chart: ChartSpec) -> bool | None:
    """Whether the chart is about the card; None if the fact that decides this is not known."""
    if not chart.of:
        return True
    value = (card.facts or {}).get(chart.of)
    return None if value is None else value in chart.among


def _values(card: Copies, attribute: Attribute) -> tuple[int | str, ...] | None:
    """The card's values of the attribute; None if they are not known."""
    value = (card.facts or {}).get(attribute.key)
    if value is None:
        return None
    if isinstance(value, tuple):
        return tuple(dict.fromkeys(value))
    return (("1" if value else "0") if isinstance(value, bool) else value,)


def _numbers(tally: _Tally, attribute: Attribute, chart: ChartSpec) -> tuple[list[Bar], int]:
    """Bars of equal width from the lowest to the highest value, empty ones between them included."""
    spread = {int(value): counts for value, counts in tally.spread().items()}
    if not spread:
        return [], 0
    step = _step(spread, chart.step)
    is_exact = all(value % step == 0 for value in spread)
    bars = []
    for number in range(min(spread) // step, max(spread) // step + 1):
        low, high = number * step, number * step + step - 1
        inside = [counts for value, counts in spread.items() if low <= value <= high]
        counts = tuple(sum(lane) for lane in zip(*inside, strict=True)) if inside else (0,) * len(tally.beside)
        bars.append(Bar(BarKind.NUMBER, counts, low=low, high=low if is_exact else high))
    return bars, 0


def _step(values: Iterable[int], wanted: int) -> int:
    """The width of the bars: as wanted or as the values suggest, and wider if there would be too many bars."""
    known = sorted(values)
    shared = gcd(*known)
    # Steps below ten would only separate values that differ by one.
    first = wanted or max((one for one in _round_numbers(shared) if one >= FREE_STEP and shared % one == 0), default=1)
    most = MAX_WANTED_BARS if wanted else MAX_BARS
    for step in (first, *_round_numbers(known[-1] - known[0] + 1)):
        if step >= first and known[-1] // step - known[0] // step < most:
            return step
    return known[-1] - known[0] + 1


def _round_numbers(up_to: int) -> Iterable[int]:
    """1, 2, 5, 10, 20, 50 … up to a number."""
    ten = 1
    while ten <= up_to:
        yield from (one for one in (ten, 2 * ten, 5 * ten) if one <= up_to)
        ten *= 10


def _words(tally: _Tally, attribute: Attribute, chart: ChartSpec) -> tuple[list[Bar], int]:
    """The most frequent values: in the order the pack declares them, those of a list by frequency."""
    spread = {str(value): counts for value, counts in tally.spread().items()}
    frequency = Counter({value: sum(counts) for value, counts in spread.items()})
    by_frequency = sorted(spread, key=lambda value: (-frequency[value], value))
    drawn = by_frequency[: chart.most or MAX_BARS]
    declared = [word.key for word in attribute.values]
    if attribute.type is not AttributeType.LIST:
        drawn.sort(key=lambda value: declared.index(value) if value in declared else len(declared))
    for lane, count, values in tally.known:
        if not any(str(value) in drawn for value in values):
            tally.add(BarKind.REST, lane, count)
    bars = [Bar(BarKind.WORD, tuple(spread[value]), key=value) for value in drawn]
    return bars, len(spread) - len(drawn)
