"""`.ydk` files and `ydke://` links in the variants programs write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.text.listing import MAX_CARDS, LineKind, ListFormat
from decks.text.reading import read_list
from decks.text.ydk import DamagedLink, Passcodes, read_ydke, write_ydke
from tests.decks.text.list_pools import (
    THREE_PARTS,
    UNITS,
    held,
    read_codes,
    read_heroes,
    troubles,
)

PLAIN = "#created by Player\n#main\n120105001\n120105001\n120105002\n#extra\n01234567\n!side\n"
READ = [("main", "120105001", 2), ("main", "120105002", 1), ("extra", "01234567", 1)]


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        PLAIN.replace("\n", "\r\n"),
        PLAIN.rstrip("\n"),
        PLAIN.rstrip("\n").removesuffix("!side"),
        PLAIN.replace("#created by Player\n#main\n", ""),
        PLAIN.replace("#created by Player", "# some remark"),
        PLAIN.replace("01234567", "1234567"),
        PLAIN.replace("01234567", "0001234567"),
        PLAIN.replace("120105001\n120105001", "120105001\n120105901"),
        PLAIN.replace("120105001\n120105001", "\n  120105001\t\n\n120105001"),
        PLAIN.replace("#main", "#Main ").replace("!side", "!Side Deck"),
        "\ufeff" + PLAIN,
    ],
)
def test_a_file(text: str) -> None:
    read = read_codes(text)
    assert (troubles(read), held(read), read.format) == ([], READ, ListFormat.YDK)


def test_cards_of_a_part_the_game_has_not_are_listed_apart_with_one_notice() -> None:
    read = read_codes(f"{PLAIN}120105001\n#note\n120105002\n120105002")
    assert (troubles(read), held(read), read.is_settled) == ([], READ, True)
    assert [(entry.number, entry.count, entry.lines) for entry in read.apart] == [
        ("120105001", 1, (9,)),
        ("120105002", 2, (11, 12)),
    ]
    assert [(one.code.value, one.line, one.text, one.actual) for one in read.notices] == [
        ("not_in_deck", 8, "!side", 3)
    ]


def test_the_pack_says_which_section_is_which_part() -> None:
    read = read_list("#main\n10000001\n#extra\n10000002\n!side\n10000003", form=THREE_PARTS, catalogue=UNITS)
    assert held(read) == [("main", "10000001", 1), ("special", "10000002", 1), ("commander", "10000003", 1)]


def test_unknown_passcodes_fit_the_game_or_are_errors() -> None:
    read = read_codes("#main\n120100000\n77\n99999999999\nnobody")
    assert held(read) == [("main", "120100000", 1), ("main", "00000077", 1)]
    assert troubles(read) == [("unreadable", 4)]
    assert [one.text for one in read.unconfirmed] == ["nobody"]


def test_a_passcode_with_a_count_is_read_too() -> None:
    assert held(read_codes("#main\n2 120105001\n1 120105002 Mage\n#extra\n!side")) == READ[:2]


def test_a_card_with_a_printed_number_is_found_by_its_code() -> None:
    assert held(read_codes("#main\n120199999")) == [("main", "RD-KP01-JP001", 1)]


def test_a_game_without_passcodes_says_so_once() -> None:
    assert troubles(read_heroes(PLAIN)) == [("no_such_format", 0)]
    assert troubles(read_heroes(write_ydke(Passcodes((1,))))) == [("no_such_format", 0)]
    assert held(read_heroes("# main\n3 HBU01-A07")) == [("main", "HBU01-A07", 3)]


LINK = write_ydke(Passcodes((120105001, 120105001, 120105002), (1234567,)))


@pytest.mark.parametrize(
    "text",
    [
        LINK,
        f"\n  {LINK}\n",
        LINK.removesuffix("!"),
        LINK.removesuffix("!!"),
        LINK + "!!",
        LINK.replace("=", ""),
        LINK[:20] + "\n" + LINK[20:],
        LINK[:20] + " " + LINK[20:],
        LINK.replace("ydke", "YDKE"),
        f"<{LINK}>",
        f"`{LINK}`\n",
        f"“{LINK}”",
    ],
)
def test_a_link(text: str) -> None:
    read = read_codes(text)
    assert (troubles(read), held(read), read.format) == ([], READ, ListFormat.YDKE)
    assert {line.kind for line in read.lines} <= {LineKind.LINK, LineKind.BLANK}


def test_a_link_holds_a_limited_number_of_cards() -> None:
    def link(cards: int) -> str:
        return write_ydke(Passcodes(tuple(range(120_000_000, 120_000_000 + cards)), (), ()))

    assert len(read_codes(link(MAX_CARDS)).entries) == MAX_CARDS
    assert troubles(read_codes(link(MAX_CARDS + 1))) == [("too_many_cards", 0)]


def test_a_link_with_cards_the_game_cannot_have() -> None:
    read = read_codes(write_ydke(Passcodes((120105001,), (), (120105002, 120105002))))
    assert (troubles(read), [(entry.number, entry.count) for entry in read.apart]) == ([], [("120105002", 2)])
    assert [(one.code.value, one.text, one.actual) for one in read.notices] == [("not_in_deck", "!side", 2)]
    huge = read_codes(write_ydke(Passcodes((2**32 - 1,))))
    assert [(error.code.value, error.text, error.found) for error in huge.errors] == [
        ("unknown_code", "4294967295", "1")
    ]


@pytest.mark.parametrize(
    "text",
    ["ydke://a!!!", "ydke://AAA=!!!", "ydke://????!!!", "ydke://!!!AAAA!", "ydke://Kago!!", "ydke://Ka=goBw==!!!"],
)
def test_a_damaged_link(text: str) -> None:
    with pytest.raises(DamagedLink):
        read_ydke(text)
    assert troubles(read_codes(text)) == [("damaged", 0)]


def test_an_empty_link_names_no_card() -> None:
    assert troubles(read_codes("ydke://!!!")) == [("empty", 0)]


def test_the_examples_that_the_format_is_published_with() -> None:
    codes = Passcodes((89631139, 36996508), (44508094,), (5318639,))
    assert read_ydke("ydke://o6lXBZyFNAI=!viOnAg==!7ydRAA==!") == codes
    assert write_ydke(codes) == "ydke://o6lXBZyFNAI=!viOnAg==!7ydRAA==!"
    assert write_ydke(Passcodes((46986414, 44095762), (1861629,))) == "ydke://rvTMAhLZoAI=!/WccAA==!!"


CODES = st.lists(st.integers(0, 2**32 - 1), max_size=30).map(tuple)


@given(CODES, CODES, CODES)
def test_round_trip(main: tuple[int, ...], extra: tuple[int, ...], side: tuple[int, ...]) -> None:
    codes = Passcodes(main, extra, side)
    assert read_ydke(write_ydke(codes)) == codes
