"""Card numbers as they are typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardpool.games import shipped_cards, shipped_pack
from cardpool.packs.numbers import MAX_NUMBER_LENGTH, NumberForm, NumberPatternError

FORM = shipped_pack("ultraman-hero-duel").number_form


@pytest.mark.parametrize("number", ["HBU01-A07", "HBU01-CR", "HBU-JCA-01", "HBU-TDG-01", "HBU02-A28", "DEMO01-A01"])
def test_the_shapes_the_rule_text_names(number: str) -> None:
    assert FORM.normalise(number) == number


def test_every_shipped_number_is_its_own_canonical_form() -> None:
    assert [
        card.number for card in shipped_cards("ultraman-hero-duel") if FORM.normalise(card.number) != card.number
    ] == []


@pytest.mark.parametrize(
    "typed",
    ["hbu01-a07", " HBU01-A07 ", "ＨＢＵ０１－Ａ０７", "HBU01A07", "HBU01 A07", "HBU01--A07", "HBU-01-A07", "HBU01_A07"]
    + [f"HBU01{dash}A07" for dash in "‐‑‒–—―−－﹣~～ー一.·/"],
)
def test_the_many_ways_of_typing_one(typed: str) -> None:
    assert FORM.normalise(typed) == "HBU01-A07"


@pytest.mark.parametrize(
    "typed", ["", "-", "赛罗奥特曼", "HBU01", "HBU01-A7", "HBU01-A0777", "3 HBU01-A07", "H" * 41, "HBUO1-A07"]
)
def test_what_is_no_number(typed: str) -> None:
    assert FORM.normalise(typed) is None


def test_numbers_inside_a_text() -> None:
    found = FORM.find("3 hbu01-a07 赛罗(HBU 02 A02)x")
    assert [(place.number, place.is_plain) for place in found] == [("HBU01-A07", True), ("HBU02-A02", False)]
    assert (found[0].start, found[0].end) == (2, 11)
    assert FORM.find("XXHBU01-A07") == ()
    assert FORM.find("HBU01-A07x3") == ()
    assert FORM.find("") == ()


def test_other_kinds_of_numbers() -> None:
    code = NumberForm(("9{1,9}",), "")
    assert code.normalise("００120130") == "00120130"
    lower = NumberForm(("'sv'9{1,2}-X{1,4}",), " ", "lower")
    assert lower.normalise("SV1 TG03") == "sv1 tg03"
    assert lower.normalise("sw1 TG03") is None


@pytest.mark.parametrize("pattern", ["", "-", "A-", "-A", "A--A", "B", "A{0,99}", "A{3,2}", "A+", "(A)", "A{2", "'é'"])
def test_a_bad_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(NumberPatternError):
        NumberForm((pattern,))


@given(st.text(max_size=MAX_NUMBER_LENGTH + 10))
def test_a_canonical_number_stays_what_it_is(typed: str) -> None:
    number = FORM.normalise(typed)
    assert number is None or FORM.normalise(number) == number
    assert all(FORM.normalise(place.number) == place.number for place in FORM.find(typed))
