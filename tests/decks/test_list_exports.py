"""Every format a list is written in reads back as the same cards, or says why it cannot be written."""

from collections.abc import Callable
from datetime import date
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.refusals import Refusal
from cardpool.games import shipped_cards, shipped_pack
from cardpool.packs import PackCard
from decks.exports.lists import (
    ExportFormat,
    ListTerms,
    WrittenList,
    export_judged,
    export_list,
    formats_of,
    share_payload,
)
from decks.judging import JudgedList, JudgingBook, judge_list, make_book
from decks.list_files import file_list
from decks.text.listing import MAX_CARDS
from tests.decks.deck_tables import EVERY_DECK, FOLDER, NAMES

NOT_IN_FORMAT = ("list_needs_codes", "list_part_not_in_format")
DAY = date(2026, 5, 1)
CODED = {
    "rush-duel": [
        ("120105001", "海之霸龙", ()),
        ("120105002", "魔术师", ("120105902",)),
        ("RD-KP01-JP001", "印刷骑士", ("120199999",)),
    ],
    "galaxy-card-game": [("10000001", "侦察机", ()), ("10000002", "母舰", ()), ("10000003", "司令", ("10000903",))],
}


@cache
def book_of(pack: str) -> JudgingBook:
    """A shipped game; where cards have passcodes, with a few that are not demonstration cards."""
    cards = [PackCard(number, name, codes=codes) for number, name, codes in CODED.get(pack, [])]
    return make_book(shipped_pack(pack), (*shipped_cards(pack), *cards))


def written_or_why(write: Callable[[], WrittenList]) -> WrittenList | str:
    """What was written, or the code of the refusal."""
    try:
        return write()
    except Refusal as refusal:
        return refusal.code


def judged(text: str, pack: str) -> JudgedList:
    return judge_list(text, book=book_of(pack), best_of=1, pool="open", as_of=DAY)


def counts(one: JudgedList) -> dict[tuple[str, str], int]:
    return {(entry.section, entry.number): entry.count for entry in one.read.entries}


def listed(deck: dict[tuple[str, str], int], names: dict[str, str] | None = None) -> list[dict[str, Any]]:
    return [
        {"section": section, "number": number, "name": (names or {}).get(number, ""), "count": count}
        for (section, number), count in deck.items()
    ]


@pytest.mark.parametrize(("pack", "deck"), EVERY_DECK, ids=NAMES)
def test_every_deck_of_the_tables_in_every_format(pack: str, deck: dict[str, Any]) -> None:
    text = file_list((FOLDER / pack / deck["file"]).read_bytes())
    before = judge_list(text, book=book_of(pack), best_of=deck["best_of"], pool=deck["pool"], as_of=DAY)
    for to in formats_of(before.book):
        written = written_or_why(lambda to=to: export_judged(before, to=to, language="zh-hans"))
        if isinstance(written, str):
            unread = ("list_unreadable", "list_empty")
            assert written in (unread if deck["errors"] else (*NOT_IN_FORMAT, "list_empty"))
            continue
        again = judge_list(
            file_list(written.data, written.file_name),
            book=before.book,
            best_of=deck["best_of"],
            pool=deck["pool"],
            as_of=DAY,
        )
        assert counts(again) == counts(before)
        assert again.readable
        assert again.report["violations"] == before.report["violations"]


NUMBERS = {
    "ultraman-hero-duel": [
        "HBU01-A07",
        "HBU01-CR",
        "DEMO01-A01",
        "DEMO01-A07",
        "DEMO02-A25",
        "HBU09-A99",
        "HBU-JCA-01",
    ],
    "pokemon-tcg": ["DEM-001", "DEM-021", "DEM-031", "TWM-128", "SIT-TG03", "PR-SW-SWSH154", "N1-10"],
    "galaxy-card-game": ["10000001", "10000002", "10000003", "DEMO-01", "99999", "00000007"],
    "rush-duel": ["120105001", "120105002", "RD-KP01-JP001", "RD-DEMO-JP001", "00000012", "999999999"],
    "heroes-placement": ["DEMO-01", "HP01-001", "HP01-002"],
}
DECKS = st.sampled_from(sorted(NUMBERS)).flatmap(
    lambda pack: st.tuples(
        st.just(pack),
        st.dictionaries(
            st.tuples(
                st.sampled_from([section.key for section in shipped_pack(pack).sections]),
                st.sampled_from(NUMBERS[pack]),
            ),
            st.integers(1, 240),
            min_size=1,
        ),
    )
)


@settings(max_examples=120, deadline=None)
@given(
    DECKS, st.sampled_from(ExportFormat), st.sampled_from(["zh-hans", "en"]), st.text("新卡 ab,'=#-3x张", max_size=8)
)
def test_round_trip(
    given_deck: tuple[str, dict[tuple[str, str], int]], to: ExportFormat, language: str, name: str
) -> None:
    pack, deck = given_deck
    book = book_of(pack)
    names = {number: book.cards[number].name if number in book.cards else name for _, number in deck}
    written = written_or_why(lambda: export_list(listed(deck, names), book=book, to=to, language=language))
    if isinstance(written, str):
        assert written in ("list_format_not_for_game", "list_not_exact", *NOT_IN_FORMAT)
        return
    assert counts(judged(file_list(written.data, written.file_name), pack)) == deck


@settings(max_examples=60, deadline=None)
@given(DECKS)
def test_a_shared_link_holds_the_whole_list(given_deck: tuple[str, dict[tuple[str, str], int]]) -> None:
    pack, deck = given_deck
    payload = share_payload(listed(deck), book=book_of(pack), terms=ListTerms(1, "open"))
    assert counts(judged(f"https://duel.example/decks/shared/{payload}/", pack)) == deck


@pytest.mark.parametrize(
    ("pack", "formats"),
    [
        ("ultraman-hero-duel", "text csv xlsx"),
        ("heroes-placement", "text csv xlsx"),
        ("pokemon-tcg", "text ptcg csv xlsx"),
        ("rush-duel", "text ydk ydke csv xlsx"),
        ("galaxy-card-game", "text ydk ydke csv xlsx"),
    ],
)
def test_formats_are_offered_where_they_make_sense(pack: str, formats: str) -> None:
    assert " ".join(formats_of(book_of(pack))) == formats


def test_a_ydk_file() -> None:
    deck = {("main", "120105001"): 2, ("main", "RD-KP01-JP001"): 1, ("extra", "120105002"): 1}
    written = export_list(listed(deck), book=book_of("rush-duel"), to=ExportFormat.YDK, language="en")
    assert written.text == "#created by DuelDesk\n#main\n120105001\n120105001\n120199999\n#extra\n120105002\n!side\n"
    assert (written.file_name, written.media_type) == ("rush-duel.ydk", "text/plain")


def test_a_ptcg_list_says_which_cards_it_cannot_sort() -> None:
    deck = {("main", "DEM-001"): 4, ("main", "DEM-021"): 2, ("main", "TWM-128"): 3}
    written = export_list(
        listed(deck, {"TWM-128": "Dreepy"}), book=book_of("pokemon-tcg"), to=ExportFormat.PTCG, language="en"
    )
    assert written.text == (
        "3 Dreepy TWM 128\n\nPokémon: 4\n4 Demo Monster 01 · Grass DEM 001\n\n"
        "Trainer: 2\n2 Demo Trainer 01 · Item DEM 021\n\nTotal Cards: 9\n"
    )
    assert [(notice["code"], notice["cards"]) for notice in written.notices] == [
        ("kind_unknown", [{"number": "TWM-128", "name": "Dreepy"}])
    ]


def test_a_table_in_both_languages() -> None:
    deck = {("main", "HBU01-A07"): 3, ("side", "HBU09-A99"): 100}
    book = book_of("ultraman-hero-duel")
    names = {"HBU01-A07": "赛罗奥特曼", "HBU09-A99": "=1+1"}
    chinese = export_list(listed(deck, names), book=book, to=ExportFormat.CSV, language="zh-hans")
    assert (
        chinese.text
        == "区域,张数,编号,名称\n主牌,3,HBU01-A07,赛罗奥特曼\n备牌,99,HBU09-A99,'=1+1\n备牌,1,HBU09-A99,'=1+1\n"
    )
    assert chinese.data.startswith(b"\xef\xbb\xbf")
    english = export_list(listed(deck, names), book=book, to=ExportFormat.CSV, language="en")
    assert english.text.startswith("Section,Count,Number,Name\nMain deck,3,")


@pytest.mark.parametrize(
    ("pack", "deck", "to", "code"),
    [
        ("rush-duel", {("main", "RD-DEMO-JP001"): 1}, "ydk", "list_needs_codes"),
        ("galaxy-card-game", {("main", "9999999999"): 1}, "ydke", "list_needs_codes"),
        ("ultraman-hero-duel", {("main", "HBU01-A07"): 1}, "ydk", "list_format_not_for_game"),
        ("ultraman-hero-duel", {}, "text", "list_empty"),
    ],
)
def test_what_a_format_cannot_say_is_refused(pack: str, deck: dict[tuple[str, str], int], to: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        export_list(listed(deck), book=book_of(pack), to=ExportFormat(to), language="en")
    assert caught.value.code == code


def test_a_list_with_a_line_nobody_could_read_is_not_written_without_it() -> None:
    with pytest.raises(Refusal) as caught:
        export_judged(judged("3 HBU01-A07\n3 ???", "ultraman-hero-duel"), to=ExportFormat.TEXT, language="en")
    assert (caught.value.code, caught.value.facts["count"]) == ("list_unreadable", 1)


@pytest.mark.parametrize(
    ("text", "code"), [("3 ???", "list_unreadable"), ("3 HBU01-A07\n" * 501, "list_unreadable"), ("#", "list_empty")]
)
def test_a_list_without_any_card_read_is_empty_only_where_none_was_meant(text: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        export_judged(judged(text, "ultraman-hero-duel"), to=ExportFormat.TEXT, language="en")
    assert caught.value.code == code


@pytest.mark.parametrize("to", [ExportFormat.TEXT, ExportFormat.CSV, ExportFormat.XLSX])
def test_the_longest_list_that_is_read_is_written(to: ExportFormat) -> None:
    """With a row for each card and one for the columns a workbook was longer than what reads it takes."""
    deck = {("main", f"HBU{n // 100 + 50:02d}-A{n % 100:02d}"): 1 for n in range(MAX_CARDS)}
    file = export_list(listed(deck), book=book_of("ultraman-hero-duel"), to=to, language="en")
    assert len(judged(file_list(file.data), "ultraman-hero-duel").read.entries) == MAX_CARDS


def test_a_list_too_long_for_a_link_says_so() -> None:
    deck = {("main", f"ABC{n // 100:02d}-A{n % 100:02d}"): 1 + n % 3 for n in range(3000)}
    with pytest.raises(Refusal) as caught:
        share_payload(listed(deck), book=book_of("ultraman-hero-duel"), terms=ListTerms(3, "open"))
    assert caught.value.code == "list_too_long_for_link"
