"""Names beside an unknown number that may be short for a known card's, or a slip away from it."""

import pytest

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.reading import read_list
from tests.decks.text.list_pools import PRINTINGS

NAMES = (
    ("Pikachu", "皮卡丘"),
    ("Nest Ball", "巢穴球"),
    ("Rare Candy", "神奇糖果"),
    ("Boss's Orders", "老大的指令"),
    ("Iono", "奇树"),
    ("Ultra Ball", "高级球"),
    *(("Net Ball",), ("Mew",), ("Mewtwo",), ("Potion",), ("Super Potion",), ("Charizard ex", "喷火龙ex")),
    *(("Team Rocket's Meowth",), ("Ethan's Adventure",), ("Rayquaza VMAX",), ("Pikachu & Zekrom-GX",)),
    *(("Radiant Greninja",), ("( )",), ("Technical Machine TS-1",), ("Professor's Research",), ("Counter Catcher",)),
    *(("Porygon2",), ("M Lucario-EX",), ("Charizard-EX",), ("Mew VSTAR",), ("Mewtwo ex",), ("Mewtwo & Mew-GX",)),
)
KNOWN = Catalogue.of(ListedCard(f"AAA-{at}", name, tuple(others)) for at, (name, *others) in enumerate(NAMES, 1))


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("Pikcahu", "Pikachu"),
        ("Pikachoo", "Pikachu"),
        ("Nest B.", "Nest Ball"),
        ("Nest", "Nest Ball"),
        ("Ball Nest", "Nest Ball"),
        ("Candy", "Rare Candy"),
        ("Boss", "Boss's Orders"),
        ("Utlra Ball", "Ultra Ball"),
        ("巢球", "巢穴球"),
        ("老大指令", "老大的指令"),
        ("神奇糖", "神奇糖果"),
        ("奇树小姐", "奇树"),
        ("Prof. Research", "Professor's Research"),
        ("Profs Research", "Professor's Research"),
        ("Research", "Professor's Research"),
        ("Adventure", "Ethan's Adventure"),
        ("Counter Catch", "Counter Catcher"),
        ("Rare Candies", "Rare Candy"),
        ("Porygon II", "Porygon2"),
        ("Rayquaza Alt Art VMAX", "Rayquaza VMAX"),
        ("Mega Lucario-EX", "M Lucario-EX"),
    ],
)
def test_a_short_form_or_a_slip_asks(typed: str, known: str) -> None:
    (question,) = read_list(f"1 {typed} XYZ 9", form=PRINTINGS, catalogue=KNOWN).questions
    assert question.code == "name_unclear"
    found = [reading.name for reading in question.readings]
    assert known in found
    assert typed.rstrip(".") in found


@pytest.mark.parametrize(
    "name",
    [
        *(names[0] for names in NAMES if names[0].isascii() and names[0] != "( )"),
        *("Charizard", "Meowth", "Rayquaza", "Zekrom", "Greninja", "Mew ex", "Max Potion", "Hyper Potion"),
        *("Great Ball", "Raichu", "Pichu", "Charmander", "Poke Ball", "Timer Ball", "喷火龙", "Mewtwo-GX"),
        *("Mega Lucario ex", "M Rayquaza-EX"),
        "Technical Machine TS-2",
    ],
)
def test_a_name_of_its_own_does_not_ask(name: str) -> None:
    read = read_list(f"1 {name} XYZ 9", form=PRINTINGS, catalogue=KNOWN)
    assert (read.questions, [entry.name for entry in read.entries]) == ((), [name])


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("Charizard EX", ["Charizard ex", "Charizard-EX"]),
        ("charizard-ex", ["Charizard ex", "Charizard-EX"]),
        ("Mew V*", ["Mew VSTAR", "Mew V"]),
        ("Mega Lucario EX", ["M Lucario-EX", "Mega Lucario-EX"]),
    ],
)
def test_what_is_written_as_neither_of_two_cards_asks_which(typed: str, known: list[str]) -> None:
    (question,) = read_list(f"1 {typed} XYZ 9", form=PRINTINGS, catalogue=KNOWN).questions
    assert [reading.name for reading in question.readings] == known


@pytest.mark.parametrize("typed", ["Pikachu & Zekrom TAG TEAM-GX", "Pikachu &amp; Zekrom TAG TEAM GX"])
def test_a_kind_in_the_middle_of_a_name_is_not_another_card(typed: str) -> None:
    assert read_list(f"1 {typed} XYZ 9", form=PRINTINGS, catalogue=KNOWN).questions


MANY = Catalogue.of(
    [*KNOWN.cards, *(ListedCard(f"BBB-{at}", f"Card {chr(97 + at // 26)}{chr(97 + at % 26)}") for at in range(1, 501))]
)


@pytest.mark.parametrize("typed", ["Ordres du Boss", "Befehl vom Boss", "Dracaufeu ex", "Nidball", "Pecharunt"])
def test_a_word_that_a_large_pool_has_in_no_name_may_be_of_another_language(typed: str) -> None:
    (question,) = read_list(f"1 {typed} XYZ 9", form=PRINTINGS, catalogue=MANY).questions
    assert [reading.name for reading in question.readings] == [typed]
    confirmed = read_list(f"1 «{typed}» XYZ 9", form=PRINTINGS, catalogue=MANY)
    assert (confirmed.questions, [entry.name for entry in confirmed.entries]) == ((), [typed])
    assert not read_list("1 Pikachu ex XYZ 9", form=PRINTINGS, catalogue=MANY).questions
