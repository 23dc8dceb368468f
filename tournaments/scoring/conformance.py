"""A computed table against a published one, value by value, and the arithmetic of a value in figures."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.scoring.explanations import Adjustment, Calculation, Explanation, Term
from tournaments.scoring.standings import Standing

_EXACT = re.compile(r"-?[0-9]{1,60}(/[1-9][0-9]{0,59})?")
_DECIMAL = re.compile(r"(-?[0-9]{1,18})\.([0-9]{1,18})")
RANK, POINTS, RECORD = "rank", "points", "record"


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """What a published table says of one entrant; None where it says nothing. ``values`` are printed texts by code."""

    entrant: int
    rank: int | None
    points: int | None
    record: tuple[int, ...] | None
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ComparedValue:
    """One value of one entrant: a code or ``rank``, ``points``, ``record``; as published, as computed."""

    what: str
    published: str
    computed: str
    agrees: bool


def agrees(exact: Fraction, printed: str) -> bool:
    """Whether a printed value is this one.

    A whole number or fraction must be equal. A decimal, with ``%`` behind it or not, must be the exact value rounded
    half up to as many places. ``ValueError`` for a text that is neither.
    """
    text = printed.strip().replace(" ", "")
    scale = 100 if text.endswith("%") else 1
    text = text.removesuffix("%")
    if _EXACT.fullmatch(text):
        return exact * scale == Fraction(text)
    found = _DECIMAL.fullmatch(text)
    if found is None:
        raise ValueError(f"no number: {printed!r}")
    places: int = 10 ** len(found[2])
    shifted = exact * scale * places
    rounded = (2 * shifted.numerator + shifted.denominator) // (2 * shifted.denominator)
    return bool(rounded == Fraction(text) * places)


def compare_row(standing: Standing | None, published: PublishedRow) -> list[ComparedValue]:
    """Every value the published row has. An entrant without a row differs in all of them."""
    compared = []
    rank, points, record = published.rank, published.points, published.record
    if rank is not None:
        compared.append(_whole(RANK, str(rank), None if standing is None else str(standing.rank)))
    if points is not None:
        compared.append(_whole(POINTS, str(points), None if standing is None else str(standing.points)))
    if record is not None:
        compared.append(_whole(RECORD, _dashes(record), None if standing is None else _dashes(standing.record)))
    for code, printed in published.values.items():
        exact = None if standing is None else standing.tiebreakers.get(code)
        same = exact is not None and agrees(exact, printed)
        compared.append(ComparedValue(code, printed, "–" if exact is None else str(exact), same))
    return compared


def _whole(what: str, published: str, computed: str | None) -> ComparedValue:
    return ComparedValue(what, published, computed or "–", published == computed)


def _dashes(record: Sequence[int]) -> str:
    return "-".join(map(str, record))


def spell(explanation: Explanation) -> str:
    """The arithmetic of a value in figures, such as ``(33/100 + 7/9 + 2/3) ÷ 3 = 1597/2700``."""
    terms = [term for term in explanation.terms if term.counted]
    if explanation.calculation is Calculation.RATE:
        left = f"{explanation.total}/{explanation.divisor}" if explanation.divisor else ""
    elif explanation.calculation is Calculation.MEAN:
        left = f"({' + '.join(map(_term, terms))}) ÷ {explanation.divisor}" if terms else ""
    else:
        left = " + ".join(map(_term, terms))
    sign = "→" if explanation.adjustment in (Adjustment.FLOOR, Adjustment.CAP) else "="
    return f"{left} {sign} {explanation.value}".strip()


def _term(term: Term) -> str:
    return f"{term.factor}·{term.value}" if term.factor is not None else str(term.value)
