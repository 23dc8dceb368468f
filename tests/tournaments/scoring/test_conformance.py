"""Comparing a printed value with an exact one, and writing out arithmetic."""

from fractions import Fraction

import pytest

from tournaments.scoring.conformance import PublishedRow, agrees, compare_row, spell
from tournaments.scoring.explanations import explain
from tournaments.scoring.history import Entrant, History, MatchResult, ResultKind
from tournaments.scoring.presets import find_preset
from tournaments.scoring.standings import compute_standings


@pytest.mark.parametrize(
    ("exact", "printed", "same"),
    [
        ("7/12", "7/12", True),
        ("7/12", "14/24", True),
        ("7/12", "0.5833", True),
        ("7/12", "0.583333333333", True),
        ("7/12", "0.5834", False),
        ("7/12", "58.33%", True),
        ("7/12", " 58.3 %", True),
        ("7/12", "58%", False),
        ("1/8", "0.13", True),
        ("1/8", "0.12", False),
        ("1/8", "12.5%", True),
        ("14", "14", True),
        ("14", "14.00", True),
        ("29/2", "14", False),
    ],
)
def test_a_printed_value(exact: str, printed: str, same: bool) -> None:
    assert agrees(Fraction(exact), printed) is same


@pytest.mark.parametrize("printed", ["", "many", "1/0", "1e9", "nan", "0.5.5", "%", "9" * 100])
def test_what_is_no_number(printed: str) -> None:
    with pytest.raises(ValueError, match="no number"):
        agrees(Fraction(1), printed)


HISTORY = History(
    (Entrant(1), Entrant(2), Entrant(3)),
    (
        MatchResult(1, 1, 2, 2, 0),
        MatchResult(1, 3, kind=ResultKind.BYE),
        MatchResult(2, 1, 3, 2, 1),
        MatchResult(2, 2, kind=ResultKind.BYE),
    ),
)


def test_a_row_is_compared_value_by_value() -> None:
    first = compute_standings(HISTORY, find_preset("mtr"))[0]
    found = compare_row(first, PublishedRow(1, 1, 5, (2, 0, 0), {"OMW": "50.00%", "BH": "3"}))
    assert [(value.what, value.agrees) for value in found] == [
        ("rank", True), ("points", False), ("record", True), ("OMW", True), ("BH", False),
    ]  # fmt: skip
    assert all(not value.agrees for value in compare_row(None, PublishedRow(9, 1, 0, None, {"OMW": "0"})))


def test_arithmetic_in_figures() -> None:
    mtr, chess = find_preset("mtr"), find_preset("chess")
    assert spell(explain(HISTORY, mtr, 1, "OMW")) == "(1/2 + 1/2) ÷ 2 = 1/2"
    assert spell(explain(HISTORY, mtr, 1, "GW")) == "12/15 = 4/5"
    assert spell(explain(HISTORY, chess, 1, "SB")) == "3·3 + 3·3 = 18"
    nobody = History((Entrant(1),), ())
    assert spell(explain(nobody, mtr, 1, "OMW")) == "→ 33/100"
