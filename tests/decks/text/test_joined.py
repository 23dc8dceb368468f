"""Lines that hold several cards: none of the choices they offer may lose a card."""

import pytest

from cardpool.games import shipped_pack
from decks.text.catalogue import Catalogue
from decks.text.editing import ListEditor
from decks.text.listing import Question
from decks.text.reading import read_list
from tests.decks.text.list_pools import form_of, read_ptcg
from tests.decks.text.test_sent_lines import POOLS


def question(game: str, line: str) -> Question:
    (found,) = read_list(line, form=form_of(shipped_pack(game)), catalogue=Catalogue.of(POOLS[game])).questions
    return found


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("rush-duel", "龙队狙击兵3青眼白龙2"),
        ("rush-duel", "龙队狙击兵 3 青眼白龙 2"),
        ("rush-duel", "龙队狙击兵3 白龙2"),
        ("ultraman-hero-duel", "HBU09-A99 x3 HBU09-A98 x2"),
        ("pokemon-tcg", "4 Dreepy, 4 Comfey, 3 Dragapult ex"),
        ("pokemon-tcg", "4 Drepy, 2 Foo"),
    ],
)
def test_a_line_of_several_cards_offers_no_choice_that_loses_one(game: str, line: str) -> None:
    asked = question(game, line)
    assert (asked.code.value, asked.readings) == ("several_cards", ())


def test_a_card_behind_another_is_named_and_not_lost() -> None:
    asked = question("pokemon-tcg", "4 Dreepy TWM 128, 3 Dragapult ex")
    assert (asked.code.value, asked.found, asked.readings) == ("words_left", "Dragapult ex", ())


@pytest.mark.parametrize("line", ["4 Comfey 2 PAL 999", "4\tComfey\t2\tPAL 999"])
def test_two_counts_of_what_may_be_one_card_ask_how_many(line: str) -> None:
    asked = question("pokemon-tcg", line)
    assert asked.code.value == "count_unclear"
    assert [(one.number, one.count) for one in asked.readings] == [("PAL-999", 4), ("PAL-999", 2)]


@pytest.mark.parametrize(
    ("line", "splits"),
    [
        (
            "3 HBU09-A01~A03",
            [("3 HBU09-A01", "3 HBU09-A02", "3 HBU09-A03"), ("1 HBU09-A01", "1 HBU09-A02", "1 HBU09-A03")],
        ),
        ("HBU09-A01-A02 x3", [("HBU09-A01 x3", "HBU09-A02 x3")]),
        (
            "HBU09-A01~A02",
            [("HBU09-A01", "HBU09-A02"), ("2 HBU09-A01", "2 HBU09-A02"), ("3 HBU09-A01", "3 HBU09-A02")],
        ),
        ("2 令迦奥特曼; HBU01-A10", [("2 令迦奥特曼", "HBU01-A10"), ("2 令迦奥特曼", "2 HBU01-A10")]),
        ("HBU01-A07、HBU01-A10 x2", [("HBU01-A07", "HBU01-A10 x2"), ("2 HBU01-A07", "HBU01-A10 x2")]),
        ("3 HBU01-A07/A10", [("3 HBU01-A07", "HBU01-A10"), ("3 HBU01-A07", "3 HBU01-A10")]),
        ("HBU01-A07, HBU01-A10", [("1 HBU01-A07", "1 HBU01-A10")]),
    ],
)
def test_each_way_to_write_a_line_of_several_cards_holds_all_of_them(line: str, splits: list[tuple[str, ...]]) -> None:
    asked = question("ultraman-hero-duel", line)
    assert (asked.code.value, asked.readings, list(asked.splits)) == ("several_cards", (), splits)
    form = form_of(shipped_pack("ultraman-hero-duel"))
    editor = ListEditor(form, Catalogue.of(POOLS["ultraman-hero-duel"]))
    for way, split in enumerate(splits):
        text = editor.part(f"主牌\n{line}\n备牌", 2, way)
        assert text == "\n".join(["主牌", *split, "备牌"])
        read = read_list(text, form=form, catalogue=Catalogue.of(POOLS["ultraman-hero-duel"]))
        assert read.is_settled
        assert len(read.entries) == len(split)


def test_a_number_and_another_cards_name_between_commas_may_be_one_card() -> None:
    asked = question("ultraman-hero-duel", "2 令迦奥特曼, HBU01-A10")
    assert (asked.code.value, len(asked.readings)) == ("name_and_number_differ", 2)


@pytest.mark.parametrize(
    "line", ["1 Orthworm XYZ 2 3 Klawf XYZ 3", "Orthworm XYZ 2 Klawf XYZ 3", "Klawf (ABC 44)，XYZ 19 1张"]
)
def test_two_unknown_printings_on_a_line_are_not_one_with_a_long_name(line: str) -> None:
    (question,) = read_ptcg(line).questions
    assert question.code == "several_cards"


def test_two_unknown_printings_with_a_comma_between_are_two_cards() -> None:
    entries = read_ptcg("1 Orthworm XYZ 2, 3 Klawf XYZ 3").entries
    assert [(one.number, one.name, one.count) for one in entries] == [("XYZ-2", "Orthworm", 1), ("XYZ-3", "Klawf", 3)]
