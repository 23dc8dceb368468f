"""Names of a single letter, which are rarities elsewhere."""

from decks.text.catalogue import Catalogue
from decks.text.reading import read_list
from tests.decks.text.list_pools import NUMBERS, PRINTINGS


def test_a_letter_in_front_of_a_number_may_be_the_name_where_no_card_is_called_so() -> None:
    read = read_list("4 N XYZ 9", form=PRINTINGS, catalogue=Catalogue.of([]))
    assert [(one.number, one.name, one.count) for one in read.questions[0].readings] == [
        ("XYZ-9", "N", 4),
        ("XYZ-9", "", 4),
    ]


def test_a_chosen_letter_is_kept() -> None:
    (entry,) = read_list('4 XYZ 9 "N"', form=PRINTINGS, catalogue=Catalogue.of([])).entries
    assert (entry.number, entry.name, entry.count) == ("XYZ-9", "N", 4)


def test_where_numbers_count_a_letter_is_a_rarity() -> None:
    read = read_list("3 R HBU09-A99", form=NUMBERS, catalogue=Catalogue.of([]))
    assert (read.questions, [(one.number, one.count) for one in read.entries]) == ((), [("HBU09-A99", 3)])
