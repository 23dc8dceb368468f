"""Text tables cut into rows, however long their lines are."""

from __future__ import annotations

import pytest

from cardpool.intake.csv_text import MAX_ROW_CHARACTERS, csv_rows, delimiter_of
from cardpool.intake.unreadable import Place, UnreadableFile


def refused(text: str) -> tuple[str, int]:
    with pytest.raises(UnreadableFile) as raised:
        list(csv_rows(text, Place("cards.csv"), ","))
    return raised.value.code, raised.value.place.row


@pytest.mark.parametrize(
    "row",
    ["," * MAX_ROW_CHARACTERS, '"\n",' * (MAX_ROW_CHARACTERS // 4 + 1), "x" * (MAX_ROW_CHARACTERS + 1)],
    ids=["a million columns", "a row over many lines", "one giant line"],
)
def test_a_row_nobody_typed_is_refused_before_it_is_cut(row: str) -> None:
    assert refused(f"编号,名称\n{row}\n") == ("row_too_long", 2)


def test_many_rows_of_a_common_length_are_no_long_row() -> None:
    text = "HBU01-A07,赛罗\n" * 200_000
    assert len(text) > 2 * MAX_ROW_CHARACTERS
    assert sum(1 for _ in csv_rows(text, Place(""), ",")) == 200_000


def test_a_hint_of_the_delimiter_counts_as_a_row() -> None:
    text = 'sep=;\na;"b\nc"\nd;e\n'
    assert delimiter_of(text) == ";"
    assert list(csv_rows(text, Place(""), ";")) == [(2, ["a", "b\nc"]), (3, ["d", "e"])]


def test_quotes_that_do_not_close() -> None:
    assert refused('a,b\n"open\n') == ("broken_quotes", 2)


def test_rows_by_the_line_they_begin_on() -> None:
    text = 'a,"b\nc"\n\nd,e\n'
    assert list(csv_rows(text, Place(""), ",", by_line=True)) == [(1, ["a", "b\nc"]), (3, []), (4, ["d", "e"])]
    with pytest.raises(UnreadableFile) as raised:
        list(csv_rows('a,"b\nc"\nd,"open\n', Place(""), ",", by_line=True))
    assert raised.value.place.row == 3
