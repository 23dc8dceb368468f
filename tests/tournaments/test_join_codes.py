"""Join codes as people type them."""

import pytest

from tournaments.join_codes import ALPHABET, LENGTH, format_join_code, new_join_code, read_join_code


@pytest.mark.parametrize(
    "typed",
    [
        "K7M2Q0",
        "k7m2q0",
        " K7M 2Q0 ",
        "K7M-2Q0",
        "Ｋ７Ｍ２Ｑ０",
        "Ｋ７Ｍ　２Ｑ０",
        "k7m2qo",
        "K7M2QO",
        "k7m·2q0",
        "K7M—2Q0",
        "K7M\n2Q0",
        "\u200bK7M 2Q0\ufeff",
    ],
)
def test_one_code_however_it_is_typed(typed: str) -> None:
    assert read_join_code(typed) == "K7M2Q0"


@pytest.mark.parametrize(("typed", "code"), [("1IL0O0", "111000"), ("ilILoO", "111100")])
def test_what_looks_alike_is_one_character(typed: str, code: str) -> None:
    assert read_join_code(typed) == code


@pytest.mark.parametrize(
    "typed", ["", "K7M2Q", "K7M2Q00", "K7M2QU", "奥特曼英雄对", "K7M2Q!", "a" * 5000, "\x00K7M2Q0"]
)
def test_what_cannot_be_a_code(typed: str) -> None:
    assert read_join_code(typed) is None


@pytest.mark.parametrize(
    "typed",
    [
        "报名码：K7M 2Q0",
        "报名码K7M2Q0",
        "报名码 k7m2q0。",
        "报名码：\nK7M\n2Q0",
        "Code: K7M-2Q0",
        "code=k7m2q0",
        "Join code K7M 2Q0",
        "The code is K7M2QO!",
        "【城市赛】（K7M 2Q0）",
        "周六 14:00 报名，报名码 K7M 2Q0，第 12 桌",
        "K7M2Q0 (k7m 2q0)",
        "Event 40: K7M 2Q0",
    ],
)
def test_a_code_copied_with_its_label(typed: str) -> None:
    assert read_join_code(typed) == "K7M2Q0"


@pytest.mark.parametrize(
    "typed",
    [
        "K7M2Q0 / ABC123",
        "K7M 2Q0 ABC 123",
        "报名码：K7M2Q0，另一场 ABC123",
        "K7M 2Q0 abc",
        "Please: K7M 2Q0",
        "K7M，2Q0",
        "Code: K7M2Q",
        "Code: K7M2Q00",
        "Code: K7M2QU",
        "Code: K7M2Qé",
        "报名码",
        "13800138000",
    ],
)
def test_none_is_guessed_where_two_could_be_meant_or_none_is_there(typed: str) -> None:
    assert read_join_code(typed) is None


def test_new_codes_are_read_as_written() -> None:
    for _time in range(50):
        code = new_join_code()
        assert len(code) == LENGTH
        assert set(code) <= set(ALPHABET)
        assert read_join_code(format_join_code(code)) == code
