"""Cards named like something else: a count, another card's number, an unknown number."""

import pytest

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.formatting import format_line
from decks.text.listing import ListEntry, ListForm, ReadList
from decks.text.reading import read_list
from tests.decks.text.list_pools import NUMBERS, PRINTINGS, asked, troubles

HEROES = Catalogue.of(
    [
        ListedCard("HBU01-A01", "(2)"),
        ListedCard("HBU01-A02", "三"),
        ListedCard("HBU01-A03", "HBU01-A10"),
        ListedCard("HBU01-A10", "赛罗"),
        ListedCard("HBU02-A04", "2"),
        ListedCard("HBU02-A05", "HBU09-A04"),
    ]
)
PRINTED = Catalogue.of(
    [ListedCard("MEW-150", "Mewtwo"), ListedCard("MEW-152", "MEW 150"), ListedCard("SVI-9", "SVI 18")]
)


def read(text: str, form: ListForm = NUMBERS, catalogue: Catalogue = HEROES) -> ReadList:
    return read_list(text, form=form, catalogue=catalogue)


@pytest.mark.parametrize("number", [card.number for card in HEROES.cards])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_card_is_written_so_that_it_reads_back(number: str, count: int) -> None:
    line = format_line(ListEntry("main", number, "", count, ()), form=NUMBERS, catalogue=HEROES)
    again = read(line)
    assert [(entry.number, entry.count) for entry in again.entries] == [(number, count)]
    assert again.is_settled


@pytest.mark.parametrize(
    ("line", "number", "count"),
    [
        ("2 HBU01-A01", "HBU01-A01", 2),
        ("2 HBU01-A01 (2)", "HBU01-A01", 2),
        ("3 (2)", "HBU01-A01", 3),
        ("(2) x3", "HBU01-A01", 3),
        ("3 HBU01-A02 三", "HBU01-A02", 3),
        ("3张 HBU01-A02 三", "HBU01-A02", 3),
        ("3 HBU01-A10", "HBU01-A10", 3),
        ("3 HBU01-A03", "HBU01-A03", 3),
        ("3 HBU09-A04", "HBU09-A04", 3),
        ("2、1 HBU09-A04", "HBU09-A04", 1),
    ],
)
def test_a_count_is_no_name_and_a_number_comes_before_a_name(line: str, number: str, count: int) -> None:
    found = read(line)
    assert [(entry.number, entry.count) for entry in found.entries] == [(number, count)]
    assert found.is_settled


def test_what_may_be_the_name_or_the_count_asks() -> None:
    assert asked(read("HBU01-A01 (2)")) == [("HBU01-A01", 2), ("HBU01-A01", 1)]
    assert asked(read("HBU01-A02 三")) == [("HBU01-A02", 3), ("HBU01-A02", 1)]


def test_two_numbers_of_which_one_is_the_others_name_ask() -> None:
    for line in ("3 HBU01-A03 HBU01-A10", "HBU01-A10 HBU01-A03 x3", "3 HBU09-A04 x1 HBU02-A05"):
        assert read(line).entries == ()
        assert not read(line).is_settled


def test_a_name_that_is_written_like_a_number_asks() -> None:
    found = read("3 MEW 150", PRINTINGS, PRINTED)
    assert troubles(found) == [("ambiguous_number", 1)]
    assert asked(found) == [("MEW-152", 3), ("MEW-150", 3)]
    assert asked(read("3 SVI 18", PRINTINGS, PRINTED)) == [("SVI-9", 3), ("SVI-18", 3)]
    clear = read("3 Mewtwo MEW 150\n2 MEW 152\n1 SVI-18", PRINTINGS, PRINTED)
    assert [(entry.number, entry.count) for entry in clear.entries] == [("MEW-150", 3), ("MEW-152", 2), ("SVI-18", 1)]


def test_a_remark_in_brackets_behind_a_name_makes_no_count_of_it() -> None:
    known = Catalogue.of([ListedCard("HBU04-A03", "三"), ListedCard("HBU04-A04", "2")])
    found = read("2 三（闪）", catalogue=known)
    assert sorted(asked(found)) == [("HBU04-A03", 2), ("HBU04-A04", 3)]


@pytest.mark.parametrize("line", ["N's & Candy 4", "4 N's & Candy", "N's & Candy x4"])
@pytest.mark.parametrize("known", [("N's",), ("N's", "Candy"), ("N", "Candy"), ()])
def test_a_name_with_another_in_front_of_an_ampersand_is_not_that_one(line: str, known: tuple[str, ...]) -> None:
    pool = Catalogue.of(ListedCard(f"XYZ-{at}", name) for at, name in enumerate(known, 1))
    found = read_list(f"{line}\n4 Somebody ABC 7", form=PRINTINGS, catalogue=pool)
    assert {entry.name for entry in found.entries} <= {"N's & Candy", "Somebody"}


def test_a_count_behind_a_name_with_an_ampersand_is_offered() -> None:
    (question,) = read_list("N's & Candy 4", form=PRINTINGS, catalogue=Catalogue.of([])).questions
    assert ("", "N's & Candy", 4) in [(one.number, one.name, one.count) for one in question.readings]


@pytest.mark.parametrize("name", ["Unown [A]", "Unown [!]", "Unown [?]"])
def test_the_letter_of_unown_is_part_of_its_name(name: str) -> None:
    (entry,) = read_list(f"2 {name} UF 27", form=PRINTINGS, catalogue=Catalogue.of([])).entries
    assert entry.name == name
