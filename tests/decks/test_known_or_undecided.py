"""Lists of which it cannot be known whether they are legal, and those where the rules alone are enough."""

from __future__ import annotations

from datetime import date
from functools import cache

import pytest

from cardpool.games import shipped_cards, shipped_pack
from cardpool.packs import PackCard
from decks.judging import JudgedList, JudgingBook, judge_list, make_book

DAY = date(2026, 5, 1)
POKEMON, RUSH, ULTRAMAN = "pokemon-tcg", "rush-duel", "ultraman-hero-duel"
MONSTERS = "4 DEM-001\n4 DEM-002\n4 DEM-003\n"
REST = "40 DEM-042\n"


@cache
def book_of(pack: str) -> JudgingBook:
    return make_book(shipped_pack(pack), shipped_cards(pack))


def judged(text: str, pack: str = POKEMON, pool: str = "open", book: JudgingBook | None = None) -> JudgedList:
    book = book or book_of(pack)
    found = judge_list(text, book=book, best_of=book.pack.tournament.best_of, pool=pool, as_of=DAY)
    assert found.readable, found.report["errors"]
    return found


def codes(found: JudgedList) -> set[str]:
    return {question["code"] for question in found.report["questions"]}


def test_sixty_copies_of_an_unknown_card_are_not_legal_by_its_name() -> None:
    found = judged("60 Comfey XYZ 1")
    assert found.verdict == "not_legal"
    assert found.report["legal"] is False
    assert ("too_many_copies", 4, 60) in [
        (one["code"], one["limit"], one["actual"]) for one in found.report["violations"]
    ]


def test_many_copies_of_a_number_without_a_name_may_be_basic_energy() -> None:
    found = judged(MONSTERS + "48 XYZ 1")
    assert found.verdict == "undecided"
    assert "too_many_copies" in codes(found)
    assert found.report["questions"][0]["remedies"][:2] == ["name_card", "import_set"]


def test_two_numbers_without_names_may_be_one_card() -> None:
    found = judged(MONSTERS + REST + "4 LOR 79\n4 PR SWSH242")
    assert found.verdict == "undecided"
    assert {"LOR-79", "PR-SW-SWSH242"} <= {
        card["number"] for one in found.report["questions"] for card in one["cards"] if one["code"] == "too_many_copies"
    } or "too_many_copies" in codes(found)


def test_two_unknown_cards_of_one_name_are_one_card() -> None:
    found = judged(MONSTERS + REST + "4 Comfey LOR 79\n4 Comfey XYZ 242")
    assert ("too_many_copies", 8) in [(one["code"], one["actual"]) for one in found.report["violations"]]


@pytest.mark.parametrize(
    "typed", ["皮卡丘", "Pikachu/皮卡丘", "PIKACHU", "Flabebe", "Boss`s Orders", "Ho–Oh", "花療環環"]
)
def test_a_known_name_in_another_spelling_is_the_known_card(typed: str) -> None:
    names = {"Pikachu": "皮卡丘", "Flabébé": "", "Boss's Orders": "", "Ho-Oh": "", "Comfey": "花疗环环"}
    facts = {"supertype": "pokemon", "subtypes": ("Basic",)}
    cards = [
        PackCard(f"MEW-{at}", one, (other,) if other else (), facts) for at, (one, other) in enumerate(names.items(), 1)
    ]
    book = make_book(shipped_pack(POKEMON), (*shipped_cards(POKEMON), *cards))
    known = "\n".join(f"4 {card.number}" for card in cards)
    found = judged(f"{known}\n39 DEM-042\n1 {typed} XYZ 9", book=book)
    assert ("too_many_copies", 5) in [(one["code"], one["actual"]) for one in found.report["violations"]]


def test_an_unknown_card_beside_a_radiant_one_may_be_radiant_itself() -> None:
    rule = {
        "kind": "group",
        "sections": ["main"],
        "where": {"attribute": "subtypes", "has": "Radiant"},
        "at_most": 1,
    }
    facts = {"supertype": "pokemon", "subtypes": ("Basic", "Radiant")}
    radiant = PackCard("ASR-46", "Radiant Greninja", (), facts, deck_rules=(rule,))
    book = make_book(shipped_pack(POKEMON), (*shipped_cards(POKEMON), radiant))
    deck = MONSTERS + "46 DEM-042\n1 ASR-46\n"
    assert judged(deck + "1 DEM-021", book=book).verdict == "legal"
    found = judged(deck + "1 Radiant Charizard XYZ 11", book=book)
    assert found.verdict == "undecided"
    assert "too_many_in_group" in codes(found)


@pytest.mark.parametrize(
    "energy",
    ["Basic Fire Energy", "Basic {R} Energy", "基本火能量", "Fire Energy", "火能量", "Basic Fire Energy SVE 2"],
)
def test_basic_energy_is_known_without_any_import(energy: str) -> None:
    found = judged(f"4 DEM-001\n3 DEM-002\n53 {energy}", pool="closed")
    assert found.verdict == "legal", found.report


def test_a_name_alone_leaves_open_what_the_rules_ask_of_it() -> None:
    found = judged("4 Comfey\n4 Sableye\n52 Basic Fire Energy")
    assert found.verdict == "undecided"
    assert "too_few_in_group" in codes(found)
    assert [one["code"] for one in found.report["notices"]] == ["unknown_card_accepted", "unknown_card_accepted"]
    closed = judged("4 Comfey\n4 Sableye\n52 Basic Fire Energy", pool="closed")
    assert {one["code"] for one in closed.report["violations"]} == {"unknown_card"}


def test_a_name_alone_is_one_card_with_any_printing_of_that_name() -> None:
    found = judged(MONSTERS + "43 DEM-042\n4 Comfey\n1 Comfey XYZ 9")
    assert ("too_many_copies", 5) in [(one["code"], one["actual"]) for one in found.report["violations"]]


@pytest.mark.parametrize("copies", [1, 2, 4])
def test_a_name_alone_is_judged_like_the_name_beside_an_unknown_number(copies: int) -> None:
    rest = f"{MONSTERS}{48 - copies} DEM-042\n{copies} Comfey"
    assert judged(rest).verdict == judged(f"{rest} XYZ 9").verdict


@pytest.mark.parametrize("line", ["Techs: 1", "1 techs", "Techs 1", "Techs (1)", "10 Techs"])
def test_a_heading_nobody_knows_never_makes_a_deck_legal(line: str) -> None:
    assert judged(f"{MONSTERS}44 DEM-042\n{line}\n3 DEM-021").verdict != "legal"


def test_an_unknown_printing_of_basic_energy_is_basic_energy() -> None:
    found = judged("4 DEM-001\n3 DEM-002\n53 Basic Fire Energy XYZ 9")
    assert found.verdict == "legal", found.report
    assert [notice["code"] for notice in found.report["notices"]] == ["unknown_card_accepted", "demo_cards"]


def test_a_special_energy_of_a_basic_ones_name_is_limited() -> None:
    assert judged("4 DEM-001\n3 DEM-002\n53 XY-138", pool="closed").verdict == "legal"
    assert judged("4 DEM-001\n3 DEM-002\n53 N1-104", pool="closed").verdict == "not_legal"


def test_an_unknown_number_stays_legal_where_numbers_count() -> None:
    numbers = [f"DEMO01-A{number:02d}" for number in range(1, 14)]
    text = "\n".join(
        [
            "主牌",
            *(f"3 {number}" for number in numbers),
            "1 HBU09-A99",
            "备牌",
            "3 HBU09-A98",
            "3 HBU09-A97",
            "3 HBU09-A96",
            "1 HBU09-A95",
        ]
    )
    found = judged(text, ULTRAMAN)
    assert found.verdict == "legal", found.report
    assert "unknown_card_accepted" in [notice["code"] for notice in found.report["notices"]]


def test_a_passcode_and_a_printed_number_may_be_one_card_in_rush_duel() -> None:
    found = judged("3 160001002\n3 RD/KP01-JP002", RUSH)
    assert "too_many_copies" in codes(found)


def test_demonstration_cards_are_said_to_be_none() -> None:
    found = judged(MONSTERS + "48 DEM-042", pool="closed")
    assert found.verdict == "legal"
    assert [notice["code"] for notice in found.report["notices"]] == ["demo_cards"]


def test_cards_with_unown_in_their_names_are_four_together() -> None:
    facts = {"supertype": "pokemon", "subtypes": ("Basic",)}
    (rules,) = [
        one.deck_rules
        for one in (shipped_pack(POKEMON).set_files or pytest.fail("no set files")).brings
        if "Unown" in one.says
    ]
    cards = [PackCard(f"N2-{at}", f"Unown [{one}]", (), facts, deck_rules=rules) for at, one in enumerate("AB", 1)]
    book = make_book(shipped_pack(POKEMON), (*shipped_cards(POKEMON), *cards))
    assert judged(MONSTERS + "46 DEM-042\n1 N2-1\n1 N2-2", book=book).verdict == "legal"
    assert judged(MONSTERS + "43 DEM-042\n1 N2-1\n4 N2-2", book=book).verdict == "not_legal"
    assert judged(MONSTERS + "43 DEM-042\n4 N2-2\n1 Unown [C] N2 3", book=book).verdict == "not_legal"


def test_a_card_may_be_in_the_deck_as_often_as_it_says() -> None:
    facts = {"supertype": "pokemon", "subtypes": ("Basic",)}
    arceus = PackCard("AR-1", "Arceus", (), facts, copy_limit=60)
    book = make_book(shipped_pack(POKEMON), (*shipped_cards(POKEMON), arceus))
    assert judged(MONSTERS + "40 DEM-042\n8 AR-1", book=book).verdict == "legal"
    assert judged(MONSTERS + "40 DEM-042\n8 Arceus XYZ 2", book=book).verdict == "undecided"


def test_the_cards_that_a_deck_may_have_any_number_of_are_known_without_an_import() -> None:
    assert judged(MONSTERS + "40 DEM-042\n8 Arceus AR AR1").verdict == "legal"
    assert judged(MONSTERS + "40 DEM-042\n8 Arceus AR 1").verdict == "legal"
    assert judged(MONSTERS + "40 DEM-042\n8 Arceus XYZ 1").verdict == "undecided"
    assert judged(MONSTERS + "40 DEM-042\n8 Arceo AR 1").verdict == "not_legal"
