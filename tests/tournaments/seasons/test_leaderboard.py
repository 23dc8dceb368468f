"""The leaderboard against a brute-force oracle that shares no code with it, and by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.seasons.leaderboard import (
    EqualTotals,
    LeftOut,
    Result,
    Rules,
    SharedPlace,
    leaderboard,
    within,
)
from tournaments.seasons.points import Band, PointsTable, UnreadablePoints, format_points, read_points

TABLE = PointsTable((Band(0, (5, 3, 1)), Band(4, (10, 7, 5, 3))))


def worth(place: int, field: int, sharing: int, rules: Rules) -> Fraction:
    """The points of a place, looked up again."""
    row: tuple[int, ...] = ()
    for band in rules.points.bands:
        if field >= band.players:
            row = band.points
    padded = [*row, *([0] * 100)]
    if rules.shared_place == "each":
        return Fraction(padded[place - 1]) + rules.participation
    return Fraction(sum(padded[place - 1 : place - 1 + sharing]), sharing) + rules.participation


def oracle(results: list[Result], rules: Rules) -> dict[int, tuple[int, Fraction]]:
    """Rank and total of everybody: every choice of results is tried, and ranks are counted one against one."""
    totals: dict[int, tuple[Fraction, list[int]]] = {}
    for person in {result.person for result in results if result.place}:
        options: dict[int, list[tuple[Fraction, int]]] = {}
        for result in results:
            if result.person == person and result.place:
                field = [other for other in results if other.event == result.event and other.place]
                sharing = sum(other.place == result.place for other in field)
                points = worth(result.place, len(field), sharing, rules)
                options.setdefault(result.event, []).append((points, -result.place))
        best_of_event = [max(found) for found in options.values()]
        size = min(rules.best or len(best_of_event), len(best_of_event))
        chosen = max(
            (
                (sum((points for points, _ in few), Fraction()), sorted((-place for _, place in few), reverse=True))
                for few in combinations(best_of_event, size)
            ),
            key=lambda choice: (choice[0], [-place for place in sorted(choice[1])]),
        )
        totals[person] = chosen[0], sorted(chosen[1])

    def ahead(one: int, other: int) -> bool:
        if totals[one][0] != totals[other][0] or rules.equal_totals == "shared":
            return totals[one][0] > totals[other][0]
        for place in range(1, 30):
            mine, theirs = totals[one][1].count(place), totals[other][1].count(place)
            if mine != theirs:
                return mine > theirs
        return False

    return {one: (1 + sum(ahead(other, one) for other in totals), totals[one][0]) for one in totals}


@st.composite
def seasons(draw: st.DrawFn) -> tuple[list[Result], Rules]:
    results, entry = [], 0
    for event in range(draw(st.integers(1, 4))):
        for place in sorted(draw(st.lists(st.integers(1, 6), max_size=6))):
            entry += 1
            results.append((event, entry, draw(st.integers(1, 4)), place))
    # Competition ranking: a shared place takes up the places behind it.
    placed = [
        Result(event, key, person, 1 + sum(one[0] == event and one[3] < place for one in results))
        for event, key, person, place in results
    ]
    rules = Rules(
        points=TABLE,
        participation=draw(st.integers(0, 2)),
        best=draw(st.none() | st.integers(1, 3)),
        shared_place=draw(st.sampled_from(SharedPlace)),
        equal_totals=draw(st.sampled_from(EqualTotals)),
    )
    return placed, rules


@settings(max_examples=150, deadline=None)
@given(seasons())
def test_ranks_and_totals_are_those_of_the_oracle(made: tuple[list[Result], Rules]) -> None:
    results, rules = made
    lines = leaderboard(results, [0, 1, 2, 3], rules)
    assert {line.person: (line.rank, line.total) for line in lines} == oracle(results, rules)
    for line in lines:
        assert line.total == sum((one.points for one in line.counted), Fraction())
        assert len(line.counted) <= (rules.best or 4)
        assert [one.result.event for one in line.scored] == sorted(one.result.event for one in line.scored)


def test_a_shared_place_is_worth_its_points_each_or_its_share_of_the_places_filled() -> None:
    results = [Result(1, 1, 1, 1), Result(1, 2, 2, 2), Result(1, 3, 3, 2), Result(1, 4, 4, 4)]
    each = leaderboard(results, [1], Rules(TABLE))
    assert [(line.rank, line.total) for line in each] == [(1, 10), (2, 7), (2, 7), (4, 3)]
    divided = leaderboard(results, [1], Rules(TABLE, shared_place=SharedPlace.DIVIDED))
    assert [(line.rank, line.total) for line in divided] == [(1, 10), (2, 6), (2, 6), (4, 3)]


def test_the_disqualified_get_nothing_and_make_no_field_larger() -> None:
    results = [Result(1, 1, 1, 1), Result(1, 2, 2, 2), Result(1, 3, 3, 3), Result(1, 4, 4, None)]
    lines = leaderboard(results, [1], Rules(TABLE, participation=1))
    assert [(line.person, line.total) for line in lines] == [(1, 6), (2, 4), (3, 2)]


def test_a_second_entry_of_one_event_is_left_out_and_takes_no_place_among_the_best() -> None:
    results = [Result(1, 1, 1, 1), Result(1, 2, 1, 2), Result(2, 3, 1, 1), Result(3, 4, 1, 1)]
    (line,) = leaderboard(results, [1, 2, 3], Rules(TABLE, best=2))
    assert [one.left_out for one in line.scored] == [None, LeftOut.SECOND_ENTRY, None, LeftOut.BEYOND_BEST]
    assert line.total == 10


def test_a_division_is_placed_by_itself() -> None:
    results = [
        Result(1, 1, 1, 1, "general"),
        Result(1, 2, 2, 2, "youth"),
        Result(1, 3, 3, 3, "youth"),
        Result(1, 4, 4, 3, "youth"),
        Result(1, 5, 5, None, "youth"),
    ]
    assert [(one.person, one.place) for one in within(results, "youth")] == [(2, 1), (3, 2), (4, 2), (5, None)]
    assert within(results, "") == []


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("10 7 5", "10 7 5"),
        ("１０，７、5 3×4", "10 7 5 3x4"),
        ("16+: 15 12\n8 7", "8 7\n16+: 15 12"),
        ("16+ 15 12", "16+: 15 12"),
        ("0+: 3", "3"),
    ],
)
def test_points_are_read_and_written(typed: str, written: str) -> None:
    assert format_points(read_points(typed)) == written
    assert read_points(written) == read_points(typed)


@pytest.mark.parametrize(
    ("typed", "code", "line"),
    [
        ("", "points_empty", 1),
        ("\n 3 4", "points_rising", 2),
        ("ten", "points_unreadable", 1),
        ("8+:", "points_unreadable", 1),
        ("3x0", "points_unreadable", 1),
        ("10 7\n17+: 3x0", "points_unreadable", 2),
        ("10 7x00 5", "points_unreadable", 1),
        ("5\n0+: 4", "points_twice", 2),
        ("1x900", "points_too_many", 1),
        ("999999", "points_too_many", 1),
        ("\n".join(f"{number}+: 1" for number in range(1, 20)), "points_too_many", 13),
    ],
)
def test_what_is_no_table_of_points_is_refused_with_its_line(typed: str, code: str, line: int) -> None:
    with pytest.raises(UnreadablePoints) as refused:
        read_points(typed)
    assert (refused.value.code, refused.value.line) == (code, line)


TYPED = st.lists(
    st.tuples(
        st.sampled_from(["", "0+: ", "8+", "17+:", "017+: "]),
        st.lists(st.sampled_from(["0", "3", "007", "10", "3x0", "3x4", "3x04", "0x2", "9x512", "100000"]), max_size=4),
        st.sampled_from([" ", ",", "; ", "、"]),
    ),
    max_size=4,
)


@settings(max_examples=200, deadline=None)
@given(TYPED)
def test_every_table_that_is_accepted_reads_back_from_what_is_written(
    rows: list[tuple[str, list[str], str]],
) -> None:
    lines = (head + between.join(sorted(row, key=lambda run: -int(run.split("x")[0]))) for head, row, between in rows)
    try:
        table = read_points("\n".join(lines))
    except UnreadablePoints:
        return
    assert read_points(format_points(table)) == table


def test_a_field_below_every_row_gets_no_points_for_places() -> None:
    table = read_points("8+: 5 3")
    assert [table.points(1, players) for players in (7, 8)] == [0, 5]
    assert table.points(3, 8) == 0


def test_first_places_of_divisions_that_were_cut_apart_are_not_shared() -> None:
    rules = Rules(TABLE, shared_place=SharedPlace.DIVIDED)
    fields = [(1, 1, "junior"), (2, 2, "junior"), (3, 1, "masters"), (4, 2, "masters")]
    results = [Result(1, key, key, place, field, None, field) for key, place, field in fields]
    totals = {line.person: line.total for line in leaderboard(results, [1], rules)}
    assert totals == {1: 5, 2: 3, 3: 5, 4: 3}
