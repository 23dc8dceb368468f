"""The questions of lines that may be read in several ways: what they quote, and how many copies each reading has."""

import pytest

from decks.text.like_names import _may_slip
from decks.text.listing import ListForm, ReadList
from decks.text.reading import read_list
from tests.decks.text.shipped_heroes import CARDS, FORM
from tests.decks.text.unknown_lines import POTIONS, named, read


def asked(found: ReadList) -> tuple[str, list[tuple[str, str, int]]]:
    (question,) = found.questions
    return question.found, [(one.number, one.name, one.count) for one in question.readings]


def read_hero(line: str, form: ListForm = FORM) -> ReadList:
    return read_list(line, form=form, catalogue=CARDS)


def test_a_number_that_may_end_with_its_count_is_quoted() -> None:
    quoted, readings = asked(read_hero("HBU01-CRX3"))
    assert quoted == "HBU01-CRX3"
    assert [(number, count) for number, _, count in readings] == [("HBU01-CR", 3), ("HBU01-CRX3", 1)]


def test_beside_a_count_it_is_asked_about_only_where_the_shorter_number_is_known() -> None:
    assert named(read_hero("3 HBU09-CRX3")) == [("HBU09-CRX3", "", 3)]
    assert asked(read_hero("3 HBU01-CRX3"))[0] == "HBU01-CRX3"


def test_what_is_not_written_as_a_number_is_quoted() -> None:
    assert asked(read("comfey4")) == ("comfey4", [("", "comfey", 4), ("", "comfey4", 1)])


def test_a_remark_that_may_end_a_name_leaves_one_copy() -> None:
    quoted, readings = asked(read("Charizard Gold SVI-250"))
    assert quoted == "Gold"
    assert readings == [("SVI-250", "Charizard Gold", 1), ("SVI-250", "Charizard", 1)]


@pytest.mark.parametrize(("word", "slips"), [("gold", True), ("xiv", False), ("viii", False), ("mix", True)])
def test_roman_numerals_are_no_slips_of_one_another(word: str, slips: bool) -> None:
    assert _may_slip(word) is slips


def test_no_card_ends_with_a_short_code_that_none_has() -> None:
    assert POTIONS.by_short_code("TG99") == ()
