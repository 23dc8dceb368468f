"""Drawing a table for a deck check: who can be drawn, who comes first, and how often."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tournaments.play.table_draw import ROOM_SECONDS, DrawnTable, NoTable, RoundTable, draw_table, tables_to_draw

counts = st.one_of(st.none(), st.integers(0, 3))
tables = st.lists(
    st.builds(
        RoundTable,
        match=st.integers(1, 99),
        checks=st.tuples(counts, counts),
        done=st.booleans(),
        checked=st.booleans(),
        extended=st.booleans(),
        called=st.booleans(),
        drawn=st.booleans(),
    ),
    max_size=12,
    unique_by=lambda table: table.match,
)
clock = st.one_of(st.none(), st.integers(-600, 3600))


def fresh(number: int, checks: tuple[int | None, int | None] = (0, 0)) -> RoundTable:
    return RoundTable(number, checks)


@given(tables, clock, st.integers(0, 10_000))
def test_a_drawn_table_is_none_the_round_waits_for(field: list[RoundTable], left: int | None, seed: int) -> None:
    drawn = draw_table(field, Random(seed), seconds_left=left)
    if isinstance(drawn, NoTable):
        return
    table = next(table for table in field if table.match == drawn.match)
    playing = [one for one in field if not one.done]
    assert not (table.done)
    assert not (table.checked)
    assert not (table.extended)
    assert not (table.called)
    assert left is None or left >= ROOM_SECONDS
    assert len(playing) > 1
    assert len(playing) * 4 > len(field)


@given(tables, clock, st.integers(0, 10_000))
def test_nobody_is_due_while_a_drawable_player_was_checked_less(
    field: list[RoundTable], left: int | None, seed: int
) -> None:
    drawn = draw_table(field, Random(seed), seconds_left=left)
    open_ = tables_to_draw(field, seconds_left=left)
    assert isinstance(drawn, NoTable) == isinstance(open_, NoTable)
    if isinstance(drawn, NoTable) or isinstance(open_, NoTable):
        return
    fewest = min(count for table in open_ for count in table.checks if count is not None)
    table = next(table for table in open_ if table.match == drawn.match)
    assert drawn.seats
    assert all(table.checks[seat - 1] == fewest for seat in drawn.seats)
    assert {seat for seat in (1, 2) if table.checks[seat - 1] == fewest} == set(drawn.seats)


@given(tables, st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_the_same_seed_draws_the_same_table_in_any_order(field: list[RoundTable], seed: int, other: Random) -> None:
    shuffled = field[:]
    other.shuffle(shuffled)
    assert draw_table(field, Random(seed)) == draw_table(shuffled, Random(seed))


@given(st.integers(2, 10), st.integers(0, 10_000))
def test_everybody_is_checked_once_before_anybody_twice(size: int, seed: int) -> None:
    """Round after round at fixed tables: the counts never lie further apart than one."""
    rng = Random(seed)
    had = Counter({(table, seat): 0 for table in range(size) for seat in (1, 2)})
    for _ in range(3 * size):
        field = [fresh(table, (had[table, 1], had[table, 2])) for table in range(size)]
        drawn = draw_table(field, rng)
        assert isinstance(drawn, DrawnTable)
        for seat in drawn.seats:
            had[drawn.match, seat] += 1
        assert max(had.values()) - min(had.values()) <= 1


def test_every_unchecked_player_is_as_likely_as_the_other() -> None:
    """Two players due at one table weigh twice as much as one: 600 draws, each table within four deviations."""
    field = [fresh(1), fresh(2, (0, 1)), fresh(3, (1, 0)), fresh(4, (2, 1))]
    rng = Random(20)
    drawn = Counter(draw_table(field, rng) for _ in range(600))
    assert set(drawn) == {DrawnTable(1, (1, 2)), DrawnTable(2, (1,)), DrawnTable(3, (2,))}
    assert 250 < drawn[DrawnTable(1, (1, 2))] < 350
    assert 107 < drawn[DrawnTable(2, (1,))] < 193


def test_each_reason_not_to_draw() -> None:
    field = [fresh(number) for number in range(1, 5)]
    rng = Random(1)
    assert draw_table([], rng) is NoTable.NOTHING_OPEN
    assert draw_table([replace(table, done=True) for table in field], rng) is NoTable.NOTHING_OPEN
    assert draw_table(field, rng, seconds_left=ROOM_SECONDS - 1) is NoTable.LITTLE_TIME
    assert draw_table(field, rng, seconds_left=-5) is NoTable.LITTLE_TIME
    assert isinstance(draw_table(field, rng, seconds_left=ROOM_SECONDS), DrawnTable)
    last = [*(replace(table, done=True) for table in field[1:]), field[0]]
    assert draw_table(last, rng) is NoTable.LAST_TABLES
    two_of_eight = [*last, *(replace(fresh(number), done=True) for number in (5, 6, 7)), fresh(8)]
    assert draw_table(two_of_eight, rng) is NoTable.LAST_TABLES
    assert draw_table([fresh(1)], rng) is NoTable.LAST_TABLES
    assert draw_table([replace(fresh(1), checked=True), replace(fresh(2), extended=True)], rng) is NoTable.ALL_CHECKED
    assert draw_table([fresh(1, (None, None)), fresh(2, (None, None))], rng) is NoTable.NO_LISTS


def test_a_table_that_was_drawn_waits_for_the_others_but_not_for_players_checked_more() -> None:
    field = [replace(fresh(1), drawn=True), fresh(2), fresh(3, (1, 1))]
    assert {draw_table(field, Random(seed)) for seed in range(20)} == {DrawnTable(2, (1, 2))}
    field[1] = replace(field[1], drawn=True)
    assert {drawn.match for seed in range(20) if isinstance(drawn := draw_table(field, Random(seed)), DrawnTable)} == {
        1,
        2,
    }
