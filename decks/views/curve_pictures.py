"""Curves as pages show them: drawn as SVG, with every number in words and in a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.languages import language_key
from cardpool.packs import Attribute, AttributeType, GamePack
from decks.curves import Bar, BarKind, Copies, Curve, draw_curves

WIDTH, TOP, BASE, HEIGHT = 320.0, 16.0, 106.0, 126.0
MAX_SLOT_WIDTH = 52.0
FIGURE = 7.0
"""The approximate width of one digit of a label, in the drawing's units."""
LANES_DRAWN = 4


@dataclass(frozen=True)
class Rectangle:
    """A part of a bar, in the drawing's units; `lane` says how it is filled."""

    x: float
    y: float
    width: float
    height: float
    lane: int


@dataclass(frozen=True)
class DrawnBar:
    """A bar with its words. `label` is the text under it (empty if the next one would touch it)."""

    words: str
    label: str
    middle: float
    count_at: float
    total: int
    counts: tuple[int, ...]
    parts: tuple[Rectangle, ...]
    is_unknown: bool

    @property
    def change(self) -> int:
        """How many more the second lane has than the first."""
        return self.counts[-1] - self.counts[0]

    @property
    def fewer(self) -> int:
        """How many fewer the second lane has."""
        return -self.change


@dataclass(frozen=True)
class DrawnCurve:
    """One chart: columns for numbers, rows for words."""

    title: str
    is_numeric: bool
    bars: tuple[DrawnBar, ...]
    notes: tuple[str, ...]
    words: str
    height: float = HEIGHT
    width: float = WIDTH
    base: float = BASE


@dataclass(frozen=True)
class DrawnCurves:
    """Every chart of a list, or of two that are compared; `lanes` are the sections or lists by their names."""

    curves: tuple[DrawnCurve, ...]
    lanes: tuple[str, ...]
    is_comparison: bool
    unknown: str

    @property
    def has_legend(self) -> bool:
        return len(self.lanes) > 1


def picture_curves(
    lanes: Sequence[tuple[str, Iterable[Copies]]], pack: GamePack, *, is_comparison: bool = False
) -> DrawnCurves | None:
    """Draw every chart of the pack for named lanes, stacked or side by side; None if there are no cards."""
    names = tuple(name for name, _cards in lanes)
    curves = draw_curves([cards for _name, cards in lanes], pack)
    if not curves:
        return None
    between = pgettext("between the items of a list", ", ")
    unknown = [_attribute(curve.attribute) for curve in curves if not curve.is_known]
    return DrawnCurves(
        curves=tuple(_drawn(curve, side_by_side=is_comparison) for curve in curves if curve.is_known),
        lanes=names,
        is_comparison=is_comparison,
        unknown=between.join(unknown),
    )


def _drawn(curve: Curve, *, side_by_side: bool) -> DrawnCurve:
    bars = tuple(_columns(curve, side_by_side) if curve.is_numeric else _rows(curve, side_by_side))
    between = pgettext("between the items of a list", ", ")
    said = between.join(
        _("%(what)s: %(number)s") % {"what": bar.words, "number": _numbers_in_words(bar.counts, side_by_side)}
        for bar in bars
        if bar.total
    )
    return DrawnCurve(
        title=_attribute(curve.attribute),
        is_numeric=curve.is_numeric,
        bars=bars,
        notes=tuple(_notes(curve)),
        words=said,
    )


def _numbers_in_words(counts: tuple[int, ...], side_by_side: bool) -> str:
    return " → ".join(str(count) for count in counts) if side_by_side else str(sum(counts))


def _columns(curve: Curve, side_by_side: bool) -> Iterable[DrawnBar]:
    slot = min(WIDTH / len(curve.bars), MAX_SLOT_WIDTH)
    wide = slot * (0.84 if side_by_side else 0.7)
    unit = (BASE - TOP) / _highest(curve.bars, side_by_side)
    longest = max(len(_short_label(bar)) for bar in curve.bars)
    every = -(-int(longest * FIGURE + 3) // int(slot)) if slot >= 1 else 1
    for position, bar in enumerate(curve.bars):
        x = position * slot + (slot - wide) / 2
        parts = tuple(_parts(bar, x, wide, unit, side_by_side))
        is_labelled = position % every == 0 or bar.kind is not BarKind.NUMBER
        yield DrawnBar(
            words=_words(bar, curve.attribute),
            label=_short_label(bar) if is_labelled else "",
            middle=round(x + wide / 2, 2),
            count_at=round(min((part.y for part in parts), default=BASE) - 4, 2),
            total=bar.total,
            counts=bar.counts,
            parts=parts,
            is_unknown=bar.kind is BarKind.UNKNOWN,
        )


def _parts(bar: Bar, x: float, wide: float, unit: float, side_by_side: bool) -> Iterable[Rectangle]:
    """The bar's parts by lane, upwards from the base line or next to each other."""
    foot = BASE
    each = wide / len(bar.counts) if side_by_side else wide
    for lane, count in enumerate(bar.counts):
        tall = count * unit
        at = x + lane * each if side_by_side else x
        if count:
            yield Rectangle(round(at, 2), round(foot - tall, 2), round(each, 2), round(tall, 2), lane % LANES_DRAWN)
        foot = foot if side_by_side else foot - tall


def _rows(curve: Curve, side_by_side: bool) -> Iterable[DrawnBar]:
    """Each value on its own line: parts run from left to right, in hundredths of the longest."""
    unit = 100 / _highest(curve.bars, side_by_side)
    for bar in curve.bars:
        parts: list[Rectangle] = []
        start, tall = 0.0, 10 / (len(bar.counts) if side_by_side else 1)
        for lane, count in enumerate(bar.counts):
            y = lane * tall if side_by_side else 0.0
            if count:
                parts.append(Rectangle(round(start, 2), y, round(count * unit, 2), tall, lane % LANES_DRAWN))
            start = start if side_by_side else start + count * unit
        yield DrawnBar(
            words=_words(bar, curve.attribute),
            label="",
            middle=0,
            count_at=0,
            total=bar.total,
            counts=bar.counts,
            parts=tuple(parts),
            is_unknown=bar.kind is BarKind.UNKNOWN,
        )


def _highest(bars: Iterable[Bar], side_by_side: bool) -> int:
    return max(1, *((max(bar.counts) if side_by_side else bar.total) for bar in bars))


def _short_label(bar: Bar) -> str:
    return str(bar.low) if bar.kind is BarKind.NUMBER else "?"


def _words(bar: Bar, attribute: Attribute) -> str:
    """What a bar counts."""
    if bar.kind is BarKind.NUMBER:
        return str(bar.low) if bar.low == bar.high else f"{bar.low}–{bar.high}"
    if bar.kind is BarKind.REST:
        return pgettext("values of a card", "others")
    if bar.kind is BarKind.NOTHING:
        return pgettext("values of a card", "none")
    if bar.kind is BarKind.UNKNOWN:
        return pgettext("values of a card", "not known")
    return say_value(bar.key, attribute)


def say_value(key: str, attribute: Attribute) -> str:
    """The name of a value of a text, list or flag attribute; a flag's own name, or that it is absent."""
    name = _attribute(attribute)
    if attribute.type is AttributeType.FLAG:
        return name if key == "1" else pgettext("a card that is not of this kind", "not %(kind)s") % {"kind": name}
    return attribute.say(key, language_key())


def _notes(curve: Curve) -> Iterable[str]:
    """How wide a bar is, how many cards the chart is not about, how many values have no bar."""
    width = next((bar.high - bar.low + 1 for bar in curve.bars if bar.high > bar.low), 0)
    if width:
        yield _("Each bar: %(step)s.") % {"step": width}
    beside = sum(curve.beside)
    if beside:
        yield ngettext(
            "%(number)s other card does not have this attribute.",
            "%(number)s other cards do not have this attribute.",
            beside,
        ) % {"number": beside}
    if curve.left_out:
        yield ngettext(
            "%(number)s rarer value is not drawn.", "%(number)s rarer values are not drawn.", curve.left_out
        ) % {"number": curve.left_out}


def _attribute(attribute: Attribute) -> str:
    return attribute.names.in_language(language_key())
