"""Lists on paper: no row is lost or split, and cut stacks are sorted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.paper_layout import filled, in_groups, lines_needed, stacked
from tournaments.pictures import BoxedName, boxed_name


@pytest.mark.parametrize(
    ("text", "lines"),
    [("", 1), ("王小明", 1), ("赛" * 10, 1), ("赛" * 11, 2), ("赛" * 80, 4), ("Jo", 1), ("WWWWWWWWWWWWWW", 2)],
)
def test_a_name_gets_the_lines_it_needs(text, lines):
    assert lines_needed(text, 10.2) == lines


@pytest.mark.parametrize(
    ("name", "text", "is_small"),
    [
        ("王小明", "王小明", False),
        ("Alexander Kowalski", "Alexander Kowalski", True),
        ("赛" * 13, "赛" * 13, True),
        ("赛" * 14, f"{'赛' * 12}…", True),
    ],
)
def test_a_name_in_the_bracket_is_written_small_then_cut_with_an_ellipsis(name, text, is_small):
    assert boxed_name(name) == BoxedName(name, text, is_small)


@given(st.lists(st.integers(1, 4)), st.integers(4, 20))
def test_columns_hold_every_row_once_and_none_is_too_long(rows, capacity):
    columns = filled(rows, lines=lambda row: row, capacity=capacity)
    assert [row for column in columns for row in column] == rows
    assert all(sum(column) <= capacity for column in columns)
    assert all(columns)


def test_a_row_that_fits_nowhere_has_a_column_to_itself():
    assert filled([1, 9, 1], lines=lambda row: row, capacity=4) == [[1], [9], [1]]


@given(st.integers(0, 200), st.integers(1, 6))
def test_piles_of_cut_pages_put_together_are_sorted(count, per_page):
    pages = stacked(range(count), per_page)
    piles = [[page[place] for page in pages if place < len(page)] for place in range(per_page)]
    assert [one for pile in piles for one in pile] == list(range(count))
    assert all(len(page) <= per_page for page in pages)
    assert len(pages) == -(-count // per_page)


def test_groups_keep_the_order():
    assert in_groups([1, 2, 3, 4, 5], 2) == [[1, 2], [3, 4], [5]]
    assert in_groups([], 2) == []
