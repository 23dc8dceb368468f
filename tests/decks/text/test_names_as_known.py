"""Which known card the name beside an unknown number is, and where that is open."""

import pytest

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.formatting import format_line
from decks.text.listing import ListEntry
from tests.decks.text.list_pools import PRINTINGS
from tests.decks.text.unknown_lines import named, read

TYPED_LOOSELY = Catalogue.of(
    [
        ListedCard("LOR-79", "Comfey", ("花疗环环",)),
        ListedCard("SVI-196", "Ultra Ball", ("高级球",)),
        ListedCard("BCR-98", "Flabébé"),
        ListedCard("TEF-144", "Buddy-Buddy Poffin"),
        ListedCard("PAL-172", "Boss's Orders"),
        ListedCard("UNB-176", "Judge Whistle // Twin"),
        ListedCard("MEW-25", "Pikachu", ("皮卡丘",)),
        ListedCard("SVE-2", "Basic Fire Energy", alike="fire"),
        ListedCard("ONE-1", "A-B C"),
        ListedCard("ONE-2", "AB C"),
    ]
)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("花療環環", "花疗环环"),
        ("高級球", "高级球"),
        ("Flabebe", "Flabébé"),
        ("buddy buddy poffin", "Buddy-Buddy Poffin"),
        ("Boss`s Orders", "Boss's Orders"),
        ("Boss&#39;s Orders", "Boss's Orders"),
        ("Judge Whistle/Twin", "Judge Whistle // Twin"),
        ("comfey", "comfey"),
        ("Pikachu/皮卡丘", "Pikachu"),
        ("皮卡丘 Pikachu", "皮卡丘"),
        ("皮卡丘(Pikachu)", "皮卡丘"),
        ("Basic {R} Energy", "Basic Fire Energy"),
        ("Basic {R} Energy -", "Basic Fire Energy"),
        ("AB C", "AB C"),
        ("Boss’s Orders (Ghetsis)", "Boss's Orders"),
    ],
)
def test_the_name_beside_an_unknown_number_is_spelled_as_the_rules_count_it(typed: str, name: str) -> None:
    assert named(read(f"1 {typed} XYZ 9", catalogue=TYPED_LOOSELY)) == [("XYZ-9", name, 1)]
    assert named(read(f"count,number,name\n1,XYZ-9,{typed}", catalogue=TYPED_LOOSELY)) == [("XYZ-9", name, 1)]
    written = format_line(ListEntry("main", "XYZ-9", typed, 1, ()), form=PRINTINGS, catalogue=TYPED_LOOSELY)
    assert read(written, catalogue=TYPED_LOOSELY).entries[0].number == "XYZ-9"


def test_a_name_between_two_that_differ_in_punctuation_asks() -> None:
    (question,) = read("1 A/B C XYZ 9", catalogue=TYPED_LOOSELY).questions
    assert [(one.number, one.name) for one in question.readings] == [("XYZ-9", "A-B C"), ("XYZ-9", "AB C")]
    assert question.found == ""


@pytest.mark.parametrize(
    ("typed", "name", "beyond"),
    [
        *((f"Pikachu {one}", "Pikachu", one) for one in ("SIR", "IR", "1st Edition", "Stamped", "Staff", "(League)")),
        *((f"Pikachu {one}", "Pikachu", one) for one in ("Trick or Trade", "[Cosmos Holo]", "(Cosmos Holo)", "B2")),
        *((f"{one}皮卡丘", "皮卡丘", one) for one in ("求购", "借小明的", "日版", "简中")),
        ("皮卡丘（借）", "皮卡丘", "(借)"),
        ("皮卡丘 送人", "皮卡丘", "送人"),
        ("Stamped Pikachu", "Pikachu", "Stamped"),
        *((f"{one} Pikachu", "Pikachu", one) for one in ("Gold", "Rainbow", "Shiny", "Promo", "Signed", "Mint")),
        *((f"{one} Rare Pikachu", "Pikachu", f"{one} Rare") for one in ("Secret", "Ultra", "Hyper")),
        ("Boss's Orders Staff", "Boss's Orders", "Staff"),
        ("Pikachuu", "Pikachu", ""),
        ("Pikchu", "Pikachu", ""),
        ("Pikachi", "Pikachu", ""),
        ("Ulta Ball", "Ultra Ball", ""),
        ("皮卡邱", "皮卡丘", ""),
    ],
)
def test_a_known_name_with_words_beside_it_or_a_slip_away_asks(typed: str, name: str, beyond: str) -> None:
    (question,) = read(f"1 {typed} XYZ 9", catalogue=TYPED_LOOSELY).questions
    assert (question.code.value, question.found) == ("name_unclear", beyond)
    assert {one.number for one in question.readings} == {"XYZ-9"}
    assert [one.name for one in question.readings][bool(beyond)] == name
    for one in question.readings:
        entry = ListEntry("main", one.number, one.name, one.count, ())
        written = format_line(entry, form=PRINTINGS, catalogue=TYPED_LOOSELY)
        assert named(read(written, catalogue=TYPED_LOOSELY)) == [(one.number, one.name, 1)]


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Pikachu ex",
            "Pikachu-EX",
            "Pikachu V",
            "Pikachu VMAX",
            "Pikachu δ",
            "Pikachu ★",
            "Pikachu ◇",
        ),
        *(
            "Dark Pikachu",
            "Radiant Pikachu",
            "Team Rocket's Pikachu",
            "Alolan Comfey",
            "Pikachu & Zekrom-GX",
        ),
        *(
            "皮卡丘ex",
            "皮卡丘 VMAX",
            "火箭队的皮卡丘",
            "光辉皮卡丘",
            "Super Ultra Ball",
            "Pika",
            "Pikachus Friends Club",
        ),
    ],
)
def test_words_that_make_a_name_do_not_ask(name: str) -> None:
    assert named(read(f"1 {name} XYZ 9", catalogue=TYPED_LOOSELY)) == [("XYZ-9", name, 1)]


@pytest.mark.parametrize(
    ("line", "number", "name"),
    [
        ("4 Pikachu SVP EN 027", "SVP-27", "Pikachu"),
        ("4 Pikachu SVP-CN-027", "SVP-27", "Pikachu"),
        ("4 Pikachu MEW JP 025", "MEW-25", "Pikachu"),
        ("4 Pikachu GX JP 25", "JP-25", "Pikachu GX"),
        ("4 'Iono' XYZ 9", "XYZ-9", "Iono"),
        ("4 Nobody [Cosmos Holo] XYZ 9", "XYZ-9", "Nobody [Cosmos Holo]"),
        ("4 Nobody ★ XYZ 9", "XYZ-9", "Nobody ★"),
        ("4 Nobody★★★ XYZ 9", "XYZ-9", "Nobody"),
    ],
)
def test_what_cards_print_around_a_name(line: str, number: str, name: str) -> None:
    assert named(read(line, catalogue=TYPED_LOOSELY)) == [(number, name, 4)]


def test_a_name_of_one_letter_is_one() -> None:
    pool = Catalogue.of([ListedCard("FCO-105", "N")])
    assert named(read("4 N XYZ 9", catalogue=pool)) == [("XYZ-9", "N", 4)]
    assert named(read("4 Nobody XYZ 9", catalogue=pool)) == [("XYZ-9", "Nobody", 4)]
