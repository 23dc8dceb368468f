"""Unknown names: which words beside a number are the name, and which say something about the copy."""

import pytest

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.formatting import format_line
from decks.text.listing import ListEntry, ListForm
from tests.decks.text.list_pools import NUMBERS, PASSCODES, PRINTINGS, THREE_PARTS, asked
from tests.decks.text.unknown_lines import DRAGONS, HEROES, NOTHING, POTIONS, named, read


@pytest.mark.parametrize(
    ("line", "number", "name"),
    [
        ("4 Super Potion ABC 2", "ABC-2", "Super Potion"),
        ("4 Hyper Potion ABC 3", "ABC-3", "Hyper Potion"),
        ("4 Ultra Ball SVI 196", "SVI-196", "Ultra Ball"),
        ("4 Super Fire Energy ABC 9", "ABC-9", "Super Fire Energy"),
        ("4 Mega Ball (ABC 9)", "ABC-9", "Mega Ball"),
        ("4 ABC 9 Mega Ball", "ABC-9", "Mega Ball"),
        ("4 Mr. Mime ABC 9", "ABC-9", "Mr. Mime"),
        ("4 Parallel City BKT 145", "BKT-145", "Parallel City"),
        ("4 Full Heal ABC 9", "ABC-9", "Full Heal"),
        ("4 Reverse Valley BKP 110", "BKP-110", "Reverse Valley"),
        ("4 Team Rocket's Mewtwo ABC 9", "ABC-9", "Team Rocket's Mewtwo"),
        ("4 Comfey Trainer Rare ABC 9", "ABC-9", "Comfey Trainer"),
        ("4 Nobody ABC 9 Gold", "ABC-9", "Nobody"),
        ("4 Nobody (Gold) ABC 9", "ABC-9", "Nobody"),
        ("4 [SR] Nobody ABC 9", "ABC-9", "Nobody"),
        ("4 SR Nobody ABC 9", "ABC-9", "Nobody"),
        ("4 Nobody SR ABC 9", "ABC-9", "Nobody"),
        ("4 Nobody | Gold | ABC 9", "ABC-9", "Nobody"),
        ("4 Nobody Reverse Holo ABC 9", "ABC-9", "Nobody"),
        ("4 Charizard ex Full Art ABC 9", "ABC-9", "Charizard ex"),
        ("4 Charizard ex Gold ABC 9", "ABC-9", "Charizard ex"),
        ("4 Full Art Charizard ex ABC 9", "ABC-9", "Charizard ex"),
        ("4 Professor's Research (Professor Turo) PAF 88", "PAF-88", "Professor's Research (Professor Turo)"),
        ("4 Bill's PC (Sada) ABC 15", "ABC-15", "Bill's PC (Sada)"),
        ("4 Bill's PC (Sada) (ABC 15)", "ABC-15", "Bill's PC (Sada)"),
        ("4 Bill's PC (Sada), ABC 15", "ABC-15", "Bill's PC (Sada)"),
        ("4 (Old) Computer ABC 15", "ABC-15", "(Old) Computer"),
        ("4 Nidoran ♂ ABC 15", "ABC-15", "Nidoran ♂"),
        ("4 Nidoran♀ ABC 15", "ABC-15", "Nidoran♀"),
        ('4 ABC 9 "Nobody Gold"', "ABC-9", "Nobody Gold"),
        ("4 “Nobody Gold” ABC 9", "ABC-9", "Nobody Gold"),
        ('4 ABC 9 "3 Musketeers x2"', "ABC-9", "3 Musketeers x2"),
    ],
)
def test_an_unknown_printing_has_the_words_in_front_for_its_name(line: str, number: str, name: str) -> None:
    assert named(read(line)) == [(number, name, 4)]


@pytest.mark.parametrize(
    ("line", "number", "name", "count"),
    [
        ("3 HBU09-A99 闪光赛罗", "HBU09-A99", "闪光赛罗", 3),
        ("普通赛罗奥特曼 HBU09-A99 x3", "HBU09-A99", "普通赛罗奥特曼", 3),
        ("3 HBU09-A99 新奥特曼 闪卡", "HBU09-A99", "新奥特曼", 3),
        ("3 HBU09-A99 新奥特曼（闪）", "HBU09-A99", "新奥特曼", 3),
        ("3 HBU09-A99 赛罗奥特曼（闪）", "HBU09-A99", "赛罗奥特曼", 3),
        ("3 HBU09-A99 新奥特曼 SR", "HBU09-A99", "新奥特曼", 3),
        ("3 HBU09-A99 新奥特曼 R", "HBU09-A99", "新奥特曼", 3),
        ("【现货】HBU09-A99 新奥特曼 3张", "HBU09-A99", "新奥特曼", 3),
        ("3 HBU09-A99 【现货】新奥特曼", "HBU09-A99", "新奥特曼", 3),
        ("现货 新奥特曼 HBU09-A99 3张", "HBU09-A99", "新奥特曼", 3),
        ("金卡骑士 HBU09-A99 3张", "HBU09-A99", "金卡骑士", 3),
        ("3 HBU09-A99 《新奥特曼 闪》", "HBU09-A99", "新奥特曼 闪", 3),
        ("3 HBU09-A99 新奥特曼（银河）", "HBU09-A99", "新奥特曼(银河)", 3),
    ],
)
def test_an_unknown_number_keeps_the_whole_name(line: str, number: str, name: str, count: int) -> None:
    assert named(read(line, NUMBERS, HEROES)) == [(number, name, count)]


@pytest.mark.parametrize(
    ("line", "form", "catalogue", "readings"),
    [
        ("4 Nobody Gold ABC 9", PRINTINGS, POTIONS, [("Nobody Gold", 4), ("Nobody", 4)]),
        ("4 Unown R ABC 9", PRINTINGS, POTIONS, [("Unown R", 4), ("Unown", 4)]),
        ("4 Full Art Nobody ABC 9", PRINTINGS, POTIONS, [("Full Art Nobody", 4), ("Nobody", 4)]),
        ("Porygon 2 ABC 9", PRINTINGS, POTIONS, [("Porygon", 2), ("Porygon 2", 1)]),
        ("Three Musketeers ABC 9", PRINTINGS, POTIONS, [("Musketeers", 3), ("Three Musketeers", 1)]),
        ("3 没见过的龙闪 160001002", PASSCODES, DRAGONS, [("没见过的龙闪", 3), ("没见过的龙", 3)]),
        ("3 普通 白龙 160001002", PASSCODES, DRAGONS, [("普通 白龙", 3), ("白龙", 3)]),
        ("3 新兵普通 10000009", THREE_PARTS, NOTHING, [("新兵普通", 3), ("新兵", 3)]),
    ],
)
def test_a_word_that_may_end_the_name_asks(
    line: str, form: ListForm, catalogue: Catalogue, readings: list[tuple[str, int]]
) -> None:
    found = read(line, form, catalogue)
    assert found.entries == ()
    (question,) = found.questions
    assert [(one.name, one.count) for one in question.readings] == readings
    assert question.code.value == ("name_unclear" if question.found else "count_unclear")
    assert len({one.number for one in question.readings}) == 1
    for one in question.readings:
        written = format_line(
            ListEntry(form.sections[0].key, one.number, one.name, one.count, ()), form=form, catalogue=catalogue
        )
        assert named(read(written, form, catalogue)) == [(one.number, one.name, one.count)]


@pytest.mark.parametrize(
    ("line", "form", "catalogue", "number"),
    [
        ("4 Super Potion", PRINTINGS, POTIONS, "SVI-188"),
        ("4 Super Potion SVI 188", PRINTINGS, POTIONS, "SVI-188"),
        ("53 Super Fire Energy", PRINTINGS, POTIONS, "SVE-2"),
        ("53 New Basic Fire Energy", PRINTINGS, POTIONS, "SVE-2"),
        ("53 Super Basic Fire Energy SVE 2", PRINTINGS, POTIONS, "SVE-2"),
        ("53 Fire Energy Special", PRINTINGS, POTIONS, "SVE-2"),
        ("53 Basic Fire Energy Super x1", PRINTINGS, POTIONS, "SVE-2"),
        ("4 Rare Candy", PRINTINGS, POTIONS, "XXX-1"),
        ("4 Ultra-Ball", PRINTINGS, POTIONS, "XXX-2"),
        ("3 普通赛罗奥特曼", NUMBERS, HEROES, "HBU01-A07"),
        ("3 普通 赛罗奥特曼", NUMBERS, HEROES, "HBU01-A07"),
        ("3 闪光赛罗", NUMBERS, HEROES, "HBU01-A08"),
        ("3 HBU01-A07 闪赛罗奥特曼", NUMBERS, HEROES, "HBU01-A07"),
        ("3 稀有青眼白龙", PASSCODES, DRAGONS, "120105001"),
    ],
)
def test_a_word_in_front_of_a_known_name_asks(line: str, form: ListForm, catalogue: Catalogue, number: str) -> None:
    found = read(line, form, catalogue)
    assert found.entries == ()
    assert number in [one for one, _ in asked(found)]


@pytest.mark.parametrize(
    "line",
    [
        "4 Charizard ex Full Art",
        "4 Full Art Charizard ex",
        "4 Reverse Holo Charizard ex OBF 125",
        "4 Charizard ex (Gold)",
        "4 (Gold) Charizard ex",
        "4 [SR] Charizard ex OBF 125",
        "SR Charizard ex OBF 125 4",
        "4 Charizard ex OBF 125 Secret Rare",
        "4 Charizard ex OBF 125 Gold",
        "Rare | Charizard ex | 4",
        "Gold - Charizard ex - 4",
    ],
)
def test_a_remark_that_is_set_apart_is_decoration(line: str) -> None:
    assert named(read(line)) == [("OBF-125", "Charizard ex", 4)]


def test_the_letter_x_at_the_end_of_a_name_is_not_left_out() -> None:
    for line in ("4 Mega Charizard X ABC 9", "4 Mega Charizard X Gold ABC 9"):
        (question,) = read(line).questions
        assert "Mega Charizard X" in question.readings[0].name
    (question,) = read("4 Candy X ABC 9").questions
    assert question.readings[0].name == "Candy X"


def test_a_known_card_of_the_whole_name_wins() -> None:
    pool = Catalogue.of([*POTIONS.cards, ListedCard("SVI-189", "Super Potion"), ListedCard("SVI-190", "Potion Gold")])
    assert named(read("4 Super Potion", catalogue=pool)) == [("SVI-189", "Super Potion", 4)]
    assert named(read("4 Potion Gold", catalogue=pool)) == [("SVI-190", "Potion Gold", 4)]
    assert named(read("4 Potion Gold ABC 9", catalogue=pool)) == [("ABC-9", "Potion Gold", 4)]
    assert read("4 Super Potion SVI 188", catalogue=pool).questions


def test_two_numbers_around_a_name_ask() -> None:
    assert asked(read("1 ABC-9 N's TS-1 Gold")) == [("ABC-9", 1), ("TS-1", 1)]


def test_cells_keep_names_and_leave_out_what_is_set_apart() -> None:
    table = "count,number,name\n4,ABC-1,Super Potion\n4,ABC-2,Nobody (Reverse Holo)\n4,ABC-3,Porygon 2\n4,ABC-4,A (B)"
    assert [name for _, name, _ in named(read(table))] == ["Super Potion", "Nobody", "Porygon 2", "A (B)"]
    assert asked(read("count,name\n4,Super Potion")) == [("SVI-188", 4)]


@pytest.mark.parametrize(
    ("line", "readings"),
    [
        ("4 TG03", [("BRS-TG03", "", 4), ("ASR-TG03", "", 4), ("LOR-TG03", "", 4), ("SIT-TG03", "", 4)]),
        ("4 TG03 Gardevoir", [(f"{one}-TG03", "Gardevoir", 4) for one in ("BRS", "ASR", "LOR", "SIT")]),
        ("Crown Zenith GG59", [("CRZ-GG59", "Crown Zenith", 1)]),
        ("SVI181 reverse holo", [("SVI-181", "", 1)]),
        ("4 Charizbrd vmx1", [("VMX-1", "Charizbrd", 4), ("", "Charizbrd vmx1", 4)]),
        ("4 Comfey4", [("", "Comfey", 4), ("", "Comfey4", 4)]),
        ("Comfey4", [("", "Comfey", 4), ("", "Comfey4", 1)]),
    ],
)
def test_what_is_not_written_as_a_number_offers_what_it_may_be(line: str, readings: list[tuple[str, str, int]]) -> None:
    (question,) = read(line, catalogue=NOTHING).questions
    assert [(one.number, one.name, one.count) for one in question.readings] == readings


def test_a_number_of_a_set_within_a_set_stays_as_it_is() -> None:
    assert named(read("4 Gardevoir LOR TG03", catalogue=NOTHING)) == [("LOR-TG03", "Gardevoir", 4)]
    written = format_line(ListEntry("main", "LOR-TG03", "Gardevoir", 4, ()), form=PRINTINGS, catalogue=NOTHING)
    assert written == "4 LOR-TG03 Gardevoir"


def test_a_card_of_which_only_the_name_is_known_is_written_by_its_name() -> None:
    for name in ("Comfey", "Charizbrd vmx1", "Comfey4"):
        written = format_line(ListEntry("main", "", name, 4, ()), form=PRINTINGS, catalogue=NOTHING)
        assert written == ("4 Comfey" if name == "Comfey" else f"4 «{name}»")
        assert named(read(f"Deck\n{written}", catalogue=NOTHING)) == [(name, name, 4)]


def test_a_name_written_like_a_number_asks_with_a_remark_behind_it() -> None:
    pool = Catalogue.of([ListedCard("SVI-9", "SVI 18")])
    for line in ("3 SVI 18", "3 SVI 18 Reverse Holo", "3 SVI 18 (foil)", "SVI 18 x3 SR"):
        assert asked(read(line, catalogue=pool)) == [("SVI-9", 3), ("SVI-18", 3)], line


@pytest.mark.parametrize("line", ["3 =1+1", "=1+1 x3", "3张 =1+1", "3 HBU01-A10 =1+1", "=1+1 HBU01-A10 x3"])
def test_a_name_of_nothing_but_punctuation_and_digits_is_read(line: str) -> None:
    pool = Catalogue.of([ListedCard("HBU01-A10", "=1+1")])
    assert named(read(line, NUMBERS, pool)) == [("HBU01-A10", "=1+1", 3)]
