"""Headings, comments, totals and limits of lists as people type them; nothing of them is dropped in silence."""

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardpool.games import shipped_pack
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.guesses import MAX_COMPARED
from decks.text.listing import (
    MAX_CARDS,
    MAX_CHARACTERS,
    MAX_LINE_LENGTH,
    MAX_LINES,
    LineKind,
)
from decks.text.reading import read_list
from tests.decks.text.list_pools import form_of
from tests.decks.text.shipped_heroes import (
    CARDS,
    FORM,
    LIGHT,
    TIGA,
    ZERO,
    only_error,
    read,
)


@pytest.mark.parametrize(
    ("text", "section"),
    [
        ("主牌", "main"),
        ("套牌：", "main"),
        ("【主卡组】", "main"),
        ("主牌 (40)", "main"),
        ("Main", "main"),
        ("MAIN DECK (40):", "main"),
        ("Deck", "main"),
        ("== deck ==", "main"),
        ("main 40", "main"),
        ("备牌", "side"),
        ("备牌：10", "side"),
        ("备牌（10 张）", "side"),
        ("备牌共10张", "side"),
        ("备 牌", "side"),
        ("--- 备牌 ---", "side"),
        ("Side", "side"),
        ("SIDEBOARD:", "side"),
        ("ＳＩＤＥ　ＤＥＣＫ", "side"),
        ("Sideboard - 10 cards", "side"),
        ("!side", "side"),
        ("# 备牌", "side"),
        ("// Sideboard", "side"),
        ("备用卡牌 10/10", "side"),
    ],
)
def test_a_header(text: str, section: str) -> None:
    result = read(f"{text}\n3 HBU01-A07")
    assert (result.lines[0].kind, result.lines[0].section) == (LineKind.HEADER, section)
    assert [(entry.section, entry.number) for entry in result.entries] == [(section, ZERO)]


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("备牌：9 HBU01-A07，1 HBU01-A10\n1 HBU01-CR", ["side", "side", "side"]),
        ("备牌\n9 HBU01-A07\n主牌：40 HBU01-A10\n1 HBU01-CR", ["side", "main", "main"]),
    ],
)
def test_a_full_section_of_several_cards_goes_on(text: str, sections: list[str]) -> None:
    main, side = FORM.sections
    form = replace(FORM, sections=(replace(main, at_most=40), replace(side, at_most=10)))
    assert [card.section for card in read_list(text, form=form, catalogue=CARDS).entries] == sections


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("指挥官\nAda\n主卡组：40 Bob\n5 Cyd", ["commander", "main", "main"]),
        ("指挥官：Ada\n5 Cyd", ["commander", "main"]),
        ("指挥官\nAda\n指挥官：Bob\n5 Cyd", ["commander", "commander", "main"]),
        ("备选\n1 Bob\n指挥官：Ada\n3 Cyd", ["commander", "main"]),
        ("特殊\n1 Bob\n指挥官：Ada\n3 Cyd", ["special", "commander", "special"]),
    ],
)
def test_a_leader_takes_no_card_of_another_line_along(text: str, sections: list[str]) -> None:
    form = form_of(shipped_pack("galaxy-card-game"))
    cards = Catalogue.of([ListedCard(f"1000000{at}", name) for at, name in enumerate(("Ada", "Bob", "Cyd"))])
    assert [card.section for card in read_list(text, form=form, catalogue=cards).entries] == sections


@pytest.mark.parametrize(
    ("game", "line", "name"),
    [
        ("ultraman-hero-duel", "HBU09-A02 奥特曼归来3张", "奥特曼归来"),
        ("ultraman-hero-duel", "HBU09-A02未来3张", "未来"),
        ("pokemon-tcg", "未来3张 TWM 999", "未来"),
        ("pokemon-tcg", "Hi Potion x3 TWM 998", "Hi Potion"),
        ("pokemon-tcg", "hi, 3 Foo TWM 998", "Foo"),
        ("pokemon-tcg", "老板 来3张 TWM 999", ""),
        ("pokemon-tcg", "你好，来3张 TWM 999", ""),
        ("pokemon-tcg", "麻烦给我拿3张 TWM 999", ""),
        ("ultraman-hero-duel", "我要来3张HBU09-A01", ""),
        ("ultraman-hero-duel", "HBU09-A01奥特曼给我来3张", "奥特曼"),
    ],
)
def test_no_word_of_politeness_is_cut_out_of_an_unknown_name(game: str, line: str, name: str) -> None:
    (card,) = read_list(line, form=form_of(shipped_pack(game)), catalogue=Catalogue.of([])).entries
    assert (card.count, card.name) == (3, name)


def test_a_header_with_its_first_card_on_the_same_line() -> None:
    result = read("主牌：3 HBU01-A07\n备牌: HBU01-CR x2\n1 HBU-TDG-01")
    assert [(entry.section, entry.number, entry.count) for entry in result.entries] == [
        ("main", ZERO, 3),
        ("side", LIGHT, 2),
        ("side", TIGA, 1),
    ]


@pytest.mark.parametrize("text", ["# 我的套牌", "// 主力", "; x", "＃ 说明", "-----", "====", "***", ",,,", "#"])
def test_a_comment(text: str) -> None:
    result = read(f"{text}\n3 HBU01-A07")
    assert result.lines[0].kind is LineKind.COMMENT
    assert result.errors == ()


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "\u2028", "\u0085"])
def test_line_ends_blank_lines_and_a_byte_order_mark(ends: str) -> None:
    result = read(ends.join(["\ufeff3 HBU01-A07", "", " \t\u3000\u00a0", "2 HBU01-CR", ""]))
    assert [line.kind.value for line in result.lines] == ["entry", "blank", "blank", "entry", "blank"]
    assert [entry.lines for entry in result.entries] == [(1,), (4,)]


def test_the_same_card_on_two_lines_adds_up_in_its_section() -> None:
    result = read("2 HBU01-A07\n备牌\n1 HBU01-A07\n主牌\n赛罗奥特曼")
    assert [(entry.section, entry.count, entry.lines) for entry in result.entries] == [
        ("main", 3, (1, 5)),
        ("side", 1, (3,)),
    ]


def test_stated_totals_that_disagree_are_notices() -> None:
    result = read("主牌 (4)\n3 HBU01-A07\n备牌：2\n2 HBU01-CR\n备牌 2\n1 HBU-TDG-01\n合计 6\n共 7 张")
    assert [
        (notice.code.value, notice.line, notice.section, notice.stated, notice.actual) for notice in result.notices
    ] == [
        ("total_differs", 1, "main", 4, 3),
        ("total_differs", 5, "side", 2, 1),
        ("total_differs", 8, "", 7, 6),
    ]


def test_a_short_name_beside_its_number_is_a_notice() -> None:
    (notice,) = read("3 HBU01-A07 赛罗").notices
    assert (notice.code, notice.line, notice.text) == ("name_shortened", 1, "赛罗")
    assert notice.card is not None
    assert notice.card.number == ZERO


def test_a_new_number_beside_a_known_name_is_a_card_of_its_own() -> None:
    result = read("3 HBU09-A99 令迦奥特曼")
    assert [(entry.number, entry.name, entry.count) for entry in result.entries] == [("HBU09-A99", "令迦奥特曼", 3)]
    (notice,) = result.notices
    assert (notice.code, notice.number, notice.text) == ("name_under_other_numbers", "HBU09-A99", "令迦奥特曼")


def test_limits_have_clear_errors() -> None:
    long_line = only_error("3 " + "赛" * MAX_LINE_LENGTH)
    assert (long_line.code, long_line.line, long_line.limit) == ("line_too_long", 1, MAX_LINE_LENGTH)
    many = only_error("\n" * MAX_LINES)
    assert (many.code, many.line, many.found) == ("too_many_lines", 0, str(MAX_LINES + 1))
    huge = only_error("x" * (MAX_CHARACTERS + 1))
    assert (huge.code, huge.line, huge.limit) == ("text_too_long", 0, MAX_CHARACTERS)
    assert only_error("# nothing\n\n").code == "empty"


def test_a_list_names_a_number_of_cards_however_they_are_written() -> None:
    line = ", ".join(["HBU01-A07 x1", "HBU01-A08 x1", "HBU01-A09 x1", "HBU01-A10 x1"])
    rows = [line] * (MAX_CARDS // 4)
    assert sum(entry.count for entry in read("\n".join(rows)).entries) == MAX_CARDS
    many = only_error("\n".join([*rows, "HBU01-A11 x1"]))
    assert (many.code, many.line, many.limit) == ("too_many_cards", 0, MAX_CARDS)


def test_cards_like_unknown_lines_are_looked_for_in_a_limited_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """500 lines that no card is called by, and a pool of 20,000: each line compared cost 30 ms."""
    compared: list[str] = []
    monkeypatch.setattr(Catalogue, "closest", lambda self, texts, **more: compared.extend(texts) or ())
    read("\n".join(f"3 赛罗奥特蔓{number}" for number in range(MAX_LINES)))
    assert 0 < MAX_COMPARED - 50 <= sum(map(len, compared)) <= MAX_COMPARED


def test_a_count_inside_a_name_is_not_taken_for_copies() -> None:
    cards = Catalogue.of(
        [ListedCard("HBU01-A01", "Ace 2"), ListedCard("HBU01-A02", "Ace"), ListedCard("HBU01-A03", "X 3")]
    )
    result = read_list("Ace 2", form=FORM, catalogue=cards)
    assert [question.code.value for question in result.questions] == ["count_unclear"]
    counted = read_list("二张三张", form=FORM, catalogue=Catalogue.of([ListedCard("HBU01-A04", "三张")]))
    assert [(entry.number, entry.count) for entry in counted.entries] == [("HBU01-A04", 2)]
    clear = read_list("1 Ace 2\n2 X 3", form=FORM, catalogue=cards)
    assert [(entry.number, entry.count) for entry in clear.entries] == [("HBU01-A01", 1), ("HBU01-A03", 2)]


LINES = st.one_of(
    st.sampled_from(["主牌", "备牌 (10)", "# note", "", " ", "---", "合计 5", "side: 2 HBU01-CR", "Deck:"]),
    st.builds(
        "{}{}{}".format,
        st.sampled_from(["", "3 ", "x2 ", "1. ", "- ", "0 ", "(2) "]),
        st.sampled_from(["HBU01-A07", "赛罗奥特曼", "HBU09-A99", "nobody", "演示卡 07 · 红色示例怪兽", "hbu jca 01"]),
        st.sampled_from(["", " x2", "*3", " 3张", " // why", " (2)", " SR"]),
    ),
    st.text(max_size=40),
    st.text(alphabet="0123456789 xX×*()【】HBUA-:,;#/张主备牌", max_size=25),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(LINES, max_size=12))
def test_nothing_is_dropped_in_silence(lines: list[str]) -> None:
    text = "\n".join(lines)
    result = read(text)
    assert [line.line for line in result.lines] == list(range(1, len(result.lines) + 1))
    errors = {error.line for error in result.errors}
    questions = {question.line for question in result.questions}
    ignored = {one.line for one in result.ignored}
    for line in result.lines:
        visible = [sign for sign in line.text if sign.isalnum()]
        if line.kind is LineKind.BLANK:
            assert not visible
        elif line.kind is LineKind.COMMENT:
            seen = [sign for sign in unicodedata.normalize("NFKC", line.text) if sign.isprintable() and sign != " "]
            assert "".join(seen).startswith(("#", "//", ";")) or not visible
        elif line.kind is LineKind.ENTRY:
            assert line.count > 0
            assert line.number
        assert (line.line in errors) == (line.kind is LineKind.ERROR)
        assert (line.line in questions) == (line.kind is LineKind.QUESTION)
        assert (line.line in ignored) == (line.kind is LineKind.IGNORED)
    read_copies = sum(line.count for line in result.lines if line.kind is LineKind.ENTRY)
    assert sum(entry.count for entry in result.entries) == read_copies
    assert sorted(number for entry in result.entries for number in entry.lines) == [
        line.line for line in result.lines if line.kind is LineKind.ENTRY
    ]
    assert result.entries or result.apart or result.errors or result.questions
