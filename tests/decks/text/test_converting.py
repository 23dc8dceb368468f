"""Editing lists that came in other formats, card by card."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decks.text.converting import as_own_text
from decks.text.editing import ListEditor
from decks.text.listing import ListFormat
from decks.text.reading import read_list
from decks.text.share import SharedCard, SharedList, write_payload
from decks.text.ydk import Passcodes, write_ydke
from tests.decks.text.list_pools import (
    CODED,
    HEROES,
    NUMBERS,
    PASSCODES,
    PRINTED,
    PRINTINGS,
    held,
    read_codes,
    read_heroes,
    read_ptcg,
    troubles,
)

TABLE = """区域,张数,编号,名称
主牌,3,HBU01-A07,赛罗奥特曼
,1,,=1+1
备牌,2,HBU01-CR,
备牌,x,HBU01-CR,
盒子,1,HBU01-CR,
合计,6,,
"""
LINK = write_ydke(Passcodes((120105001, 120105001, 77), (1234567,), (5,)))
SHARED = "/decks/shared/" + write_payload(
    SharedList("ultraman-hero-duel", (SharedCard("main", 3, "HBU01-A07"), SharedCard("side", 1, "HBU09-A01", "新卡")))
)


def test_a_table_keeps_its_lines() -> None:
    text = as_own_text(TABLE, form=NUMBERS, catalogue=HEROES)
    assert len(text.split("\n")) == len(TABLE.split("\n"))
    before, after = read_heroes(TABLE), read_heroes(text)
    assert after.format is ListFormat.TEXT
    assert held(after) == held(before)
    assert [line for _, line in troubles(after)] == [line for _, line in troubles(before)] == [5, 6]
    assert [notice.line for notice in after.notices] == [notice.line for notice in before.notices]


def test_a_link_gives_every_card_a_line_known_or_not() -> None:
    text = as_own_text(LINK, form=PASSCODES, catalogue=CODED)
    read = read_codes(text)
    assert held(read) == held(read_codes(LINK))
    assert len(read.errors) == 1
    assert "5" in read.errors[0].text
    assert held(read_heroes(as_own_text(SHARED, form=NUMBERS, catalogue=HEROES))) == held(read_heroes(SHARED))


@pytest.mark.parametrize("text", ["3 HBU01-A07", "ydke://?", "/decks/shared/1.AAAA"])
def test_other_texts_stay(text: str) -> None:
    assert as_own_text(text, form=NUMBERS, catalogue=HEROES) == text


def test_one_more_card_of_a_list_in_any_format() -> None:
    heroes, codes, printed = ListEditor(NUMBERS, HEROES), ListEditor(PASSCODES, CODED), ListEditor(PRINTINGS, PRINTED)
    assert ("side", "HBU01-CR", 3) in held(read_heroes(heroes.add(TABLE, "side", "HBU01-CR")))
    assert ("main", "HBU01-A07", 4) in held(read_heroes(heroes.add(SHARED, "main", "HBU01-A07")))
    assert ("main", "120105001", 3) in held(read_codes(codes.add(LINK, "main", "120105001")))
    file = "#created by X\n#main\n120105001\n#extra\n1234567\n!side\n"
    added = codes.add(codes.add(file, "main", "120105001"), "main", "120105002")
    assert held(read_codes(added)) == [("main", "120105001", 2), ("main", "120105002", 1), ("extra", "01234567", 1)]
    assert read_codes(added).format is ListFormat.YDK
    assert held(read_codes(codes.take(file, "extra", "01234567"))) == [("main", "120105001", 1)]
    live = "Pokémon: 4\n4 Dreepy TWM 128\n\nTotal Cards: 4\n"
    assert printed.take(live, "main", "TWM-128") == "Pokémon: 3\n3 Dreepy TWM 128\n\nTotal Cards: 3\n"
    assert held(read_ptcg(printed.add(live, "main", "SIT-TG03"))) == [("main", "TWM-128", 4), ("main", "SIT-TG03", 1)]


def test_a_bad_row_of_a_table_is_corrected_where_it_stands() -> None:
    text = ListEditor(NUMBERS, HEROES).set_card(TABLE, 5, "HBU01-CR", 1)
    assert troubles(read_heroes(text)) == [("words_left", 6)]
    assert text.split("\n")[4] == "1 HBU01-CR 令迦奥特曼"


def test_a_tap_that_changes_nothing_leaves_the_table() -> None:
    assert ListEditor(NUMBERS, HEROES).take(TABLE, "main", "HBU01-CR") == TABLE


PIECES = st.sampled_from(
    [
        *("#main", "#extra", "!side", "120105001", "1234567", "#created by", "ydke://", "Kago!", "!"),
        *("区域,张数,编号", "主牌,3,HBU01-A07", "合计,3", "00000000", "\t", ";", ",", '"', "'", "="),
        *("Pokémon: 3", "4 Dreepy TWM 128", "Total Cards: 60", "****** x ******", "1.", "decks/shared/"),
    ]
)
HOSTILE = st.one_of(
    st.text(max_size=200),
    st.lists(PIECES, max_size=20).map("\n".join),
    st.lists(PIECES, max_size=12).map("".join),
    st.binary(max_size=120).map(lambda data: data.decode("latin-1")),
)


@settings(max_examples=400, deadline=None)
@given(HOSTILE)
def test_no_text_is_dropped_or_does_harm(text: str) -> None:
    for form, catalogue in ((NUMBERS, HEROES), (PASSCODES, CODED), (PRINTINGS, PRINTED)):
        read = read_list(text, form=form, catalogue=catalogue)
        assert read.entries or read.apart or read.errors or read.questions
        assert all(entry.count > 0 and entry.number for entry in read.entries)
        lines = {line.line for line in read.lines}
        assert all(one.line in lines or one.line == 0 for one in (*read.errors, *read.questions, *read.ignored))
        again = read_list(as_own_text(text, form=form, catalogue=catalogue), form=form, catalogue=catalogue)
        assert held(again) == held(read)
        assert again.is_settled == read.is_settled
