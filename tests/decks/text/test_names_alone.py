"""Names that no known card has, without numbers, in a game that counts cards by name."""

import pytest

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.editing import ListEditor
from decks.text.formatting import format_list
from decks.text.listing import ReadList
from decks.text.reading import read_list
from tests.decks.text.list_pools import PRINTINGS, held, read_heroes

KNOWN = Catalogue.of(
    [
        ListedCard("SVI-85", "Pikachu", ("皮卡丘",)),
        ListedCard("PAL-185", "Iono", ("奇树",)),
        ListedCard("SVE-2", "Basic Fire Energy", ("基本火能量",)),
    ]
)


def read(text: str) -> ReadList:
    return read_list(text, form=PRINTINGS, catalogue=KNOWN)


@pytest.mark.parametrize(
    ("line", "name", "count"),
    [
        ("4 Comfey", "Comfey", 4),
        ("Comfey x4", "Comfey", 4),
        ("4x Comfey", "Comfey", 4),
        ("2 Mr. Mime", "Mr. Mime", 2),
        ("1 Farfetch'd", "Farfetch'd", 1),
        ("3 Boss's Orders", "Boss's Orders", 3),
        ("3 Double Turbo Energy", "Double Turbo Energy", 3),
        ("4 花疗环环", "花疗环环", 4),
        ("花疗环环*4", "花疗环环", 4),
        ("4张 友好宝芬", "友好宝芬", 4),
        ("2 Charizard ex", "Charizard ex", 2),
        ("4 «comfey»", "comfey", 4),
    ],
)
def test_a_name_nobody_knows_is_a_card_among_cards(line: str, name: str, count: int) -> None:
    for text in (f"4 Pikachu\n{line}", f"{line}\n4 Pikachu", f"Pokémon: 4\n{line}"):
        found = read(text)
        assert found.is_settled, found
        assert ("main", name, count) in held(found)
        assert [one.name for one in found.entries if one.number == name] == [name]


def test_a_list_of_nothing_but_names() -> None:
    found = read("4 Comfey\n3 Sableye\n2 Cramorant\n10 Basic Fire Energy")
    assert held(found) == [
        ("main", "Comfey", 4),
        ("main", "Sableye", 3),
        ("main", "Cramorant", 2),
        ("main", "SVE-2", 10),
    ]
    assert found.is_settled


def test_counts_behind_the_names_are_read_where_several_lines_have_them() -> None:
    found = read("花疗环环 4\n勾魂眼 3\n古月鸟3")
    assert held(found) == [("main", "花疗环环", 4), ("main", "勾魂眼", 3), ("main", "古月鸟", 3)]
    assert not read("4 Pikachu\nTechs 2").entries[1:]


def test_totals_of_headings_count_names_as_well() -> None:
    assert [(one.stated, one.actual) for one in read("Pokémon: 9\n4 Comfey\n4 Sableye").notices] == [(9, 8)]
    assert read("Pokémon: 8\n4 Comfey\n4 Sableye").notices == ()


@pytest.mark.parametrize(
    "line",
    [
        *("4 comfey", "10 Techs", "4 Comfey LOR", "2 Swap!", "3 friends came by", "3 张明天还你", "2 Sideboard ideas"),
        *("4 Pikachuu", "4 Pikcahu", "2 Reserve Techs:", "3 Supporters"),
    ],
)
def test_what_may_be_talk_a_heading_or_a_known_card_is_no_card(line: str) -> None:
    found = read(f"4 Pikachu\n3 Sableye\n{line}\n4 Iono")
    assert not found.is_settled
    assert [entry.name for entry in found.entries] == ["Pikachu", "Sableye", "Iono"]


@pytest.mark.parametrize("line", ["4 comfey", "10 Techs", "4 Pikachuu", "4 Comfey LOR"])
def test_one_tap_makes_a_card_of_it(line: str) -> None:
    text = f"4 Iono\n{line}"
    (question,) = read(text).questions
    own = next(one for one in question.readings if not one.number and one.name == line.partition(" ")[2])
    changed = ListEditor(PRINTINGS, KNOWN).set_card(text, 2, "", own.count, own.name)
    found = read(changed)
    assert found.is_settled
    assert held(found) == [("main", "PAL-185", 4), ("main", own.name, own.count)]


def test_a_single_line_is_no_list() -> None:
    assert read("4 Comfey").entries == ()
    assert read("4 «Comfey»").entries
    assert read("明天见\n4 Comfey\n好的\n谢谢啦老哥").entries == ()


def test_names_alone_are_no_cards_where_numbers_count() -> None:
    assert held(read_heroes("3 HBU01-A07\n4 Comfey")) == [("main", "HBU01-A07", 3)]


def test_names_alone_are_written_so_that_they_read_back() -> None:
    found = read("4 Comfey\n1 Sableye\n2 «Pikachuu»\n1 «comfy»")
    written = format_list(found.entries, form=PRINTINGS, catalogue=KNOWN)
    assert written.splitlines()[1:] == ["4 Comfey", "1 Sableye", "2 «Pikachuu»", "1 «comfy»"]
    assert held(read(written)) == held(found)


def test_taps_change_a_card_listed_by_its_name() -> None:
    editor = ListEditor(PRINTINGS, KNOWN)
    text = editor.add("4 Pikachu\n3 Comfey", "main", "Comfey")
    assert text == "4 Pikachu\n4 Comfey"
    assert editor.take("4 Pikachu\n1 Comfey", "main", "Comfey") == "4 Pikachu"


def test_the_name_column_of_a_table_may_hold_it() -> None:
    assert held(read("name,count\nComfey,4\nPikachu,2")) == [("main", "Comfey", 4), ("main", "SVI-85", 2)]
    assert not read("name,count\nPikachuu,4\nPikachu,2").is_settled
