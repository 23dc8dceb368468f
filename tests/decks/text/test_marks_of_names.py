"""Names of printings that the letter case of a word, or a character behind them, makes another card's; basic Energies
as programs and chats abbreviate them."""

import pytest

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.reading import read_list
from tests.decks.text.list_pools import PRINTINGS
from tests.decks.text.test_sent_lines import POOLS

ENERGIES = tuple(card for card in POOLS["pokemon-tcg"] if "Energy" in card.name)
FEW = Catalogue.of([ListedCard("TEU-1", "Jirachi"), ListedCard("OBF-125", "Charizard ex"), *ENERGIES])
BOTH = Catalogue.of([*FEW.cards, ListedCard("CES-97", "Jirachi ◇"), ListedCard("FLF-11", "Charizard-EX")])


@pytest.mark.parametrize("line", ["4 Charizard EX", "4 Charizard-EX", "4 CHARIZARD EX", "1 Jirachi {*}", "1 Jirachi ◇"])
def test_a_name_that_may_be_another_cards_asks(line: str) -> None:
    read = read_list(line, form=PRINTINGS, catalogue=FEW)
    assert [question.code.value for question in read.questions] == ["words_left"]


@pytest.mark.parametrize(
    ("line", "number", "name"),
    [
        ("4 Charizard-EX", "FLF-11", "Charizard-EX"),
        ("4 Charizard ex", "OBF-125", "Charizard ex"),
        ("4 Charizard EX OBF 125", "OBF-125", "Charizard ex"),
        ("4 Charizard-EX XYZ 9", "XYZ-9", "Charizard-EX"),
        ("4 Charizard ex XYZ 9", "XYZ-9", "Charizard ex"),
        ("4 Jirachi {*}", "CES-97", "Jirachi ◇"),
        ("4 Jirachi {*} CES 97", "CES-97", "Jirachi ◇"),
        ("4 Jirachi {*} XYZ 9", "XYZ-9", "Jirachi ◇"),
        ("4 Jirachi", "TEU-1", "Jirachi"),
    ],
)
def test_each_of_two_cards_has_its_own_name(line: str, number: str, name: str) -> None:
    (entry,) = read_list(line, form=PRINTINGS, catalogue=BOTH).entries
    assert (entry.count, entry.number, entry.name) == (4, number, name)


@pytest.mark.parametrize("line", ["4 Charizard EX", "4 CHARIZARD EX", "4 charizard-ex"])
def test_a_mark_written_as_no_card_prints_it_asks_which(line: str) -> None:
    (question,) = read_list(line, form=PRINTINGS, catalogue=BOTH).questions
    assert {(one.number, one.count) for one in question.readings} == {("FLF-11", 4), ("OBF-125", 4)}


@pytest.mark.parametrize("line", ["4 Charizard EX XYZ 9", "4 charizard-ex XYZ 9"])
def test_ex_in_capitals_beside_an_unknown_number_asks(line: str) -> None:
    (question,) = read_list(line, form=PRINTINGS, catalogue=FEW).questions
    assert [one.name.casefold() for one in question.readings] == ["charizard ex", "charizard-ex"]


STARS = Catalogue.of([ListedCard("CEL-1", "Mew V"), ListedCard("BRS-2", "Mew VSTAR")])


@pytest.mark.parametrize("line", ["4 Mew V*", "4 Mew V**", "Mew V* x4", "4 Mew V** XYZ 9", "4 XYZ 9 Mew V***"])
def test_stars_behind_a_v_are_not_dropped(line: str) -> None:
    (question,) = read_list(line, form=PRINTINGS, catalogue=STARS).questions
    assert [(one.name, one.count) for one in question.readings] == [("Mew VSTAR", 4), ("Mew V", 4)]


@pytest.mark.parametrize("line", ["4 Mew V* CEL 1", "Mew V** CEL 1 x4", "4 CEL 1 Mew V*"])
def test_a_star_beside_a_known_number_is_not_dropped(line: str) -> None:
    (question,) = read_list(line, form=PRINTINGS, catalogue=STARS).questions
    assert (question.found, [(one.number, one.count) for one in question.readings]) == ("*", [("CEL-1", 4)])


@pytest.mark.parametrize("line", ["4 *Mew V* CEL 1", "**4 Mew V**", "4 **Mew V** XYZ 9", "4 Mew V *"])
def test_stars_around_a_name_are_emphasis(line: str) -> None:
    (entry,) = read_list(line, form=PRINTINGS, catalogue=STARS).entries
    assert (entry.name, entry.count) == ("Mew V", 4)


@pytest.mark.parametrize("line", ["4 Jirachi {*} XYZ 9", "4 Charizard-EX XYZ 9"])
def test_an_unknown_printing_is_not_the_card_that_is_known(line: str) -> None:
    (entry,) = read_list(line, form=PRINTINGS, catalogue=FEW).entries
    assert (entry.number, entry.name in ("Jirachi", "Charizard ex")) == ("XYZ-9", False)


@pytest.mark.parametrize(
    ("line", "count", "name"),
    [
        ("10 {R}", 10, "Basic Fire Energy"),
        ("10x {W}", 10, "Basic Water Energy"),
        ("8 Water Energy SMEnergy 3", 8, "Basic Water Energy"),
        ("7 Psychic Energy SWSHEnergy 5", 7, "Basic Psychic Energy"),
        ("18 Psychic Energy XYEnergy 8", 18, "Basic Psychic Energy"),
        ("4 水基本能量", 4, "Basic Water Energy"),
        ("4 水属性基本能量", 4, "Basic Water Energy"),
    ],
)
def test_basic_energies_are_read_however_they_are_abbreviated(line: str, count: int, name: str) -> None:
    (entry,) = read_list(line, form=PRINTINGS, catalogue=FEW).entries
    assert (entry.count, entry.name) == (count, name)


@pytest.mark.parametrize("line", ["4 SMEnergy 4", "4x Energy 4", "4 XYEnergy 8"])
def test_a_basic_energy_by_a_number_of_its_set_alone_asks_which(line: str) -> None:
    (question,) = read_list(line, form=PRINTINGS, catalogue=FEW).questions
    assert question.code.value == "ambiguous_number"
    assert {one.count for one in question.readings} == {4}
    assert {one.name for one in question.readings} >= {"Basic Lightning Energy", "Basic Water Energy"}
