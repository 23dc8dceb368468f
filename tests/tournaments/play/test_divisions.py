"""Divisions as they are typed, and whom they take."""

from __future__ import annotations

import pytest

from tournaments.play.divisions import (
    Division,
    UnreadableDivision,
    division_of_year,
    overlapping,
    plain_divisions,
    read_divisions,
    read_lines,
    write_lines,
)

AGES = (
    Division("junior", "少年组", "Junior", 2015),
    Division("senior", "青年组", "Senior", 2011, 2014),
    Division("masters", "大师组", "Masters", None, 2010),
)


def test_lines_are_read_as_they_are_written() -> None:
    assert write_lines(AGES).splitlines() == [
        "少年组 / Junior, 2015-",
        "青年组 / Senior, 2011-2014",
        "大师组 / Masters, -2010",
    ]
    assert read_lines(write_lines(AGES)) == AGES
    assert read_divisions(plain_divisions(AGES)) == AGES


@pytest.mark.parametrize(
    ("line", "division"),
    [
        ("少年组", Division("d1", "少年组", "少年组")),
        ("U12", Division("u12", "U12", "U12")),
        ("少年组／Youth，２０１４年", Division("youth", "少年组", "Youth", 2014, 2014)),
        ("少年组 2014 至 2016", Division("d1", "少年组", "少年组", 2014, 2016)),
        ("少年组 / Youth 2014–", Division("youth", "少年组", "Youth", 2014)),
        ("少年组, 2013年至2016年", Division("d1", "少年组", "少年组", 2013, 2016)),
        ("少年组 2013年-2016年", Division("d1", "少年组", "少年组", 2013, 2016)),
        ("U12, 2013 - 2016 年", Division("u12", "U12", "U12", 2013, 2016)),
        ("少年组，2013年以后", Division("d1", "少年组", "少年组", 2013)),
        ("少年组（2013年及以后出生）", Division("d1", "少年组", "少年组", 2013)),
        ("成人组 2012年以前", Division("d1", "成人组", "成人组", None, 2012)),
        ("少年组(2013-2016)", Division("d1", "少年组", "少年组", 2013, 2016)),
        ("少年组 (A)", Division("a", "少年组 (A)", "少年组 (A)")),
    ],
)
def test_one_line(line: str, division: Division) -> None:
    assert read_lines(line) == (division,)


@pytest.mark.parametrize(
    "line",
    [
        *("2014-", "(2014-)", "/ Youth", "a / b / c", "a" * 101),
        *("少年组 2013-2016 出生的", "少年组 2013年1月1日以后", "少年组, 2013-16", "Youth, before 2013"),
    ],
)
def test_a_line_without_a_name_or_with_a_year_that_is_not_understood_is_none(line: str) -> None:
    with pytest.raises(UnreadableDivision):
        read_lines(line)


def test_white_space_and_any_number_of_equal_lines_are_read() -> None:
    assert read_lines("a" + 500 * " " + "b c") == (Division("a-b-c", "a b c", "a b c"),)
    assert [one.code for one in read_lines("\n".join("甲" * 150))][-1] == "d150"


def test_a_division_that_is_renamed_keeps_its_code() -> None:
    known = read_lines("少年组 / Youth\n通用组 / Open")
    assert [one.code for one in read_lines("儿童组 / Kids\n通用组 / Open", known)] == ["youth", "open"]
    assert [one.code for one in read_lines("通用组 / Open\n少年组 / Youth", known)] == ["open", "youth"]
    assert [one.code for one in read_lines("甲\n少年组 / Youth\n通用组 / Open", known)] == ["d1", "youth", "open"]


def test_who_is_taken_by_year_of_birth() -> None:
    years = (2020, 2015, 2014, 2011, 2010, 1980, None)
    assert [division_of_year(AGES, year) for year in years] == [
        *("junior", "junior", "senior", "senior", "masters", "masters", ""),
    ]
    assert division_of_year((Division("a", "甲", "A"), Division("b", "乙", "B")), 2010) == ""


def test_two_divisions_of_one_year_are_found() -> None:
    assert overlapping(AGES) is None
    assert overlapping((*AGES[:2], Division("old", "老", "Old", None, 2011))) is not None
