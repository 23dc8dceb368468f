"""Choices that a line offers keep all of its copies and name cards that there may be."""

import pytest

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.editing import ListEditor
from decks.text.listing import Question
from decks.text.reading import read_list
from tests.decks.text.list_pools import HEROES, NUMBERS, PRINTINGS, asked, held, read_heroes

POOL = Catalogue.of(
    [
        *(ListedCard("OBF-125", "Charizard ex"), ListedCard("MEW-25", "Pikachu"), ListedCard("MEW-137", "Porygon")),
        *(ListedCard("UNM-156", "Porygon2"), ListedCard("TEU-33", "Pikachu & Zekrom-GX")),
    ]
)
A, CR = "HBU01-A07", "HBU01-CR"


def question_of(line: str) -> Question:
    (question,) = read_list(line, form=PRINTINGS, catalogue=POOL).questions
    return question


@pytest.mark.parametrize(
    "line",
    [f"3 {A}（2主1备）", f"{A} 2主1备", f"3 {A} 赛罗奥特曼 2张主牌+1张备牌", f"{A} (2 main 1 side)", f"3 {A} 1备2主"],
)
def test_copies_shared_out_between_two_parts_go_to_them_or_stay_together(line: str) -> None:
    text = f"主牌\n{line}\n1 {CR}"
    (question,) = read_heroes(text).questions
    assert question.readings == ()
    apart, together = (ListEditor(NUMBERS, HEROES).part(text, 2, way) for way in range(2))
    assert sorted(held(read_heroes(apart))) == [("main", A, 2), ("main", CR, 1), ("side", A, 1)]
    assert sorted(held(read_heroes(together))) == [("main", A, 3), ("main", CR, 1)]


def test_below_the_side_deck_what_follows_stays_in_it() -> None:
    text = f"1 {CR}\n备牌\n3 {A}（2主1备）\n1 {CR}"
    parted = ListEditor(NUMBERS, HEROES).part(text, 3)
    assert sorted(held(read_heroes(parted))) == [("main", A, 2), ("main", CR, 1), ("side", A, 1), ("side", CR, 1)]


@pytest.mark.parametrize("line", [f"主牌：3 {A}（2主1备）", f"主牌 (4)\n2 {CR}\n3 {A}（2主1备）"])
@pytest.mark.parametrize("way", [0, 1])
def test_headings_and_stated_sizes_still_hold_beside_copies_that_are_shared_out(line: str, way: int) -> None:
    text = line.replace("(4)", f"({4 + way})")
    read = read_heroes(ListEditor(NUMBERS, HEROES).part(text, text.count("\n") + 1, way))
    assert (read.is_settled, read.notices) == (True, ())
    assert [(section, count) for section, number, count in held(read) if number == A and section == "side"] == [
        ("side", 1)
    ] * (1 - way)


@pytest.mark.parametrize(("line", "copies"), [(f"{CR} A07", 1), (f"2 {CR} A07", 2), (f"{CR} A07 x2", 2)])
def test_the_end_of_a_known_number_behind_another_is_a_card(line: str, copies: int) -> None:
    (question,) = read_heroes(line).questions
    assert (question.readings, question.splits) == ((), ((f"{copies} {CR}", f"{copies} {A}"),))


def test_a_line_of_several_printings_offers_none_of_them_alone() -> None:
    assert question_of("1 Orthworm XYZ 2 and 3 Klawf XYZ 3").readings == ()


@pytest.mark.parametrize("copies", [1, 4])
def test_a_numeral_may_end_a_name_in_front_of_an_unknown_number(copies: int) -> None:
    found = [(one.number, one.name, one.count) for one in question_of(f"{copies} Porygon 2 XYZ 9").readings]
    assert found == [("XYZ-9", "Porygon 2", copies), ("XYZ-9", "Porygon", copies), ("XYZ-9", "Porygon", 2)]


@pytest.mark.parametrize(("printing", "number"), [("TEU 33", "TEU-33"), ("XYZ 9", "XYZ-9")])
def test_a_card_of_two_names_is_not_parted(printing: str, number: str) -> None:
    question = question_of(f"1 Pikachu & Zekrom TAG TEAM-GX {printing}")
    first = question.readings[0]
    assert (first.number, first.name, question.splits) == (number, "Pikachu & Zekrom-GX", ())


@pytest.mark.parametrize("line", ["4x Charizard ex (Obsidian Flames 125/197)", "4 Charizard ex Obsidian Flames 125"])
def test_the_name_of_a_set_is_not_parted_into_a_number(line: str) -> None:
    read = read_list(line, form=PRINTINGS, catalogue=POOL)
    assert asked(read)[0] == ("OBF-125", 4)
    assert {number for number, _ in asked(read)} <= {"", *(card.number for card in POOL.cards)}


@pytest.mark.parametrize(
    "line",
    ["1. XYZ 19:Orthworm 2 哈哈", "#1 XYZ 19 Orthworm 4 哈哈", "1. TEU 33|3\tMEW 25 Pikachu", "1) MEW 25; 3 TEU 33"],
)
def test_a_running_number_is_not_the_count_of_the_card_behind_it(line: str) -> None:
    assert not read_list(line, form=PRINTINGS, catalogue=POOL).is_settled


def test_two_names_in_quotation_marks_are_two() -> None:
    assert not read_list("1. “Klawf” ABC 44 qty 4, 4×“Orthworm” XYZ 19", form=PRINTINGS, catalogue=POOL).is_settled
