"""What people really type, line by line."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardpool.games import shipped_cards, shipped_pack
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.line_reader import MAX_COMPARED
from decks.text.listing import (
    MAX_CARDS,
    MAX_CHARACTERS,
    MAX_LINE_LENGTH,
    MAX_LINES,
    LineKind,
    ListForm,
    ListSection,
    Question,
    ReadingError,
    ReadLine,
    ReadList,
)
from decks.text.reading import read_list

PACK = shipped_pack("ultraman-hero-duel")
FORM = ListForm(
    tuple(ListSection(section.key, section.names.zh, section.words) for section in PACK.sections),
    PACK.normalise_number,
    PACK.number_form.find,
)
CARDS = Catalogue.of(ListedCard(card.number, card.name, card.other_names) for card in shipped_cards(PACK.key))
ZERO, LIGHT, ALPHA, TIGA = "HBU01-A07", "HBU01-CR", "HBU-JCA-01", "HBU-TDG-01"


def read(text: str) -> ReadList:
    return read_list(text, form=FORM, catalogue=CARDS)


def only_line(text: str) -> ReadLine:
    result = read(text)
    assert result.errors == ()
    (line,) = result.lines
    return line


def only_error(text: str) -> ReadingError:
    result = read(text)
    assert result.entries == ()
    (error,) = result.errors
    return error


def only_question(text: str) -> Question:
    result = read(text)
    assert (result.entries, result.errors) == ((), ())
    (question,) = result.questions
    assert result.lines[question.line - 1].kind is LineKind.QUESTION
    return question


@pytest.mark.parametrize(
    ("text", "number", "count"),
    [
        ("3 HBU01-A07", ZERO, 3),
        ("3HBU01-A07", ZERO, 3),
        ("3x HBU01-A07", ZERO, 3),
        ("3xHBU01-A07", ZERO, 3),
        ("3X HBU01-A07", ZERO, 3),
        ("3×HBU01-A07", ZERO, 3),
        ("3* HBU01-A07", ZERO, 3),
        ("x3 HBU01-A07", ZERO, 3),
        ("*3 HBU01-A07", ZERO, 3),
        ("3张 HBU01-A07", ZERO, 3),
        ("3 张HBU01-A07", ZERO, 3),
        ("3, HBU01-A07", ZERO, 3),
        ("3\tHBU01-A07", ZERO, 3),
        ("HBU01-A07", ZERO, 1),
        ("HBU01-A07 3", ZERO, 3),
        ("HBU01-A07 x3", ZERO, 3),
        ("HBU01-A07 x 3", ZERO, 3),
        ("HBU01-A07x3", ZERO, 3),
        ("HBU01-A07 X3", ZERO, 3),
        ("HBU01-A07×3", ZERO, 3),
        ("HBU01-A07 ✕3", ZERO, 3),
        ("HBU01-A07*3", ZERO, 3),
        ("HBU01-A07＊３", ZERO, 3),
        ("HBU01-A07 3x", ZERO, 3),
        ("HBU01-A07 3张", ZERO, 3),
        ("HBU01-A07（3）", ZERO, 3),
        ("HBU01-A07 (x3)", ZERO, 3),
        ("HBU01-A07 [3张]", ZERO, 3),
        ("HBU01-A07: 3", ZERO, 3),
        ("HBU01-A07=3", ZERO, 3),
        ("HBU01-A07,3", ZERO, 3),
        ("HBU01-A07\t3", ZERO, 3),
        ("hbu01-a07 x3", ZERO, 3),
        ("ＨＢＵ０１－Ａ０７　×３", ZERO, 3),
        ("3 HBU01–A07", ZERO, 3),
        ("3 HBU01—A07", ZERO, 3),
        ("3 HBU01－A07", ZERO, 3),
        ("3 HBU01‐A07", ZERO, 3),
        ("3 HBU01−A07", ZERO, 3),
        ("3 HBU01ー A07", ZERO, 3),
        ("3 HBU01_A07", ZERO, 3),
        ("3 HBU01 A07", ZERO, 3),
        ("3 HBU01A07", ZERO, 3),
        ("3 HBU-01-A07", ZERO, 3),
        ("3 HBU01 - A07", ZERO, 3),
        ("HBU JCA 01", ALPHA, 1),
        ("HBU JCA 01 3", ALPHA, 3),
        ("3 hbujca01", ALPHA, 3),
        ("HBU01-CR 3", LIGHT, 3),
        ("3 HBU01-A07 赛罗奥特曼", ZERO, 3),
        ("3 赛罗奥特曼 HBU01-A07", ZERO, 3),
        ("HBU01-A07 赛罗奥特曼 x3", ZERO, 3),
        ("赛罗奥特曼（HBU01-A07）×3", ZERO, 3),
        ("3 【HBU01-A07】赛罗奥特曼", ZERO, 3),
        ("HBU01-A07赛罗奥特曼 3张", ZERO, 3),
        ("HBU01-A07,赛罗奥特曼,3", ZERO, 3),
        ("3;HBU01-A07;赛罗奥特曼;", ZERO, 3),
        ("赛罗奥特曼 x3", ZERO, 3),
        ("3 赛罗奥特曼", ZERO, 3),
        ("3张赛罗奥特曼", ZERO, 3),
        ("《赛罗奥特曼》3", ZERO, 3),
        ("赛罗 奥特曼*3", ZERO, 3),
        ("3 HBU01-A07 赛罗", ZERO, 3),
        ("3 HBU01-A07 赛罗奥特曼 SR", ZERO, 3),
        ("- 3 HBU01-A07", ZERO, 3),
        ("* HBU01-A07 x3", ZERO, 3),
        ("• 3 HBU01-A07", ZERO, 3),
        ("1. HBU01-A07 x3", ZERO, 3),
        ("2、赛罗奥特曼 ×3", ZERO, 3),
        ("3 HBU01-A07 # 主力", ZERO, 3),
        ("3 HBU01-A07 // 主力", ZERO, 3),
        ("3 赛罗奥特曼 ; 主力", ZERO, 3),
        ("3 HBU01-A07。", ZERO, 3),
        ("  3\u00a0HBU01-A07\u200b  ", ZERO, 3),
        ("三张 HBU01-A07", ZERO, 3),
        ("三张HBU01-A07", ZERO, 3),
        ("HBU01-A07 三张", ZERO, 3),
        ("HBU01-A07三张", ZERO, 3),
        ("HBU01-A07 两枚", ZERO, 2),
        ("HBU01-A07 x三", ZERO, 3),
        ("HBU01-A07×三", ZERO, 3),
        ("三x HBU01-A07", ZERO, 3),
        ("x二 HBU01-A07", ZERO, 2),
        ("HBU01-A07（三张）", ZERO, 3),
        ("【一】HBU01-A07", ZERO, 1),
        ("三 HBU01-A07", ZERO, 3),
        ("HBU01-A07 三", ZERO, 3),
        ("十张 HBU01-A07", ZERO, 10),
        ("HBU01-A07 十二张", ZERO, 12),
        ("二十一张 HBU01-A07", ZERO, 21),
        ("两张赛罗奥特曼", ZERO, 2),
        ("赛罗奥特曼 一张", ZERO, 1),
        ("HBU01-A07 赛罗奥特曼 三张 # 主力", ZERO, 3),
        ("三张 HBU09-A99", "HBU09-A99", 3),
        ("HBU09-A99 两张", "HBU09-A99", 2),
        ("3 Demo card 08 · Blue Sample Mech", "DEMO01-A08", 3),
        ("3 demo card 08 - blue sample mech", "DEMO01-A08", 3),
        ("演示卡08·蓝色示例机甲 2", "DEMO01-A08", 2),
        ("DEMO01-A08 演示卡 08 · 蓝色示例机甲", "DEMO01-A08", 1),
        ("3 DMO-PRO-01", "DMO-PRO-01", 3),
        ("2 HBU09-A99", "HBU09-A99", 2),
        ("HBU09 A99 x2", "HBU09-A99", 2),
        ("2 HBU09-CR", "HBU09-CR", 2),
        ("HBU09-CR 2", "HBU09-CR", 2),
    ],
)
def test_an_entry(text: str, number: str, count: int) -> None:
    line = only_line(text)
    assert (line.kind, line.section, line.number, line.count) == (LineKind.ENTRY, "main", number, count)


def test_a_new_number_keeps_the_name_beside_it() -> None:
    line = only_line("2 HBU09-A99 新奥特曼")
    assert (line.number, line.name) == ("HBU09-A99", "新奥特曼")


@pytest.mark.parametrize(
    ("text", "code", "suggested"),
    [
        ("3 赛罗奥特蔓", "no_such_card", ZERO),
        ("3 HBU01-A7", "no_such_card", ZERO),
        ("HBUO1-A07 x3", "no_such_card", ZERO),
        ("3 HBU01-A07X", "words_left", ZERO),
        ("3 演示卡 08", "no_such_card", "DEMO01-A08"),
        ("card 01 red", "number_unclear", "DEMO01-A01"),
        ("3 闪耀的迪迦", "no_such_card", TIGA),
        ("3 演示卡 07 · 红色示例怪兽", "ambiguous_name", "DEMO02-A25"),
        ("Demo card 07 · Red Sample Kaiju", "ambiguous_name", "DEMO01-A07"),
        ("3 HBU01-A07 令迦奥特曼", "name_and_number_differ", LIGHT),
        ("3 HBU01-A07 HBU01-CR", "several_cards", LIGHT),
        ("3 HBU01-A07 x3", "count_unclear", ZERO),
        ("3. HBU01-A07", "count_unclear", ZERO),
        ("(3) HBU01-A07", "count_unclear", ZERO),
        ("【3】HBU01-A07", "count_unclear", ZERO),
        ("3 HBU01-A07 三张", "count_unclear", ZERO),
        ("1/2 HBU01-A07", "count_unclear", ZERO),
        ("HBU01-A07 x", "count_missing", ZERO),
        ("HBU01-A07 ×", "count_missing", ZERO),
        ("HBU01-A07x", "count_missing", ZERO),
        ("HBU01-A07 张", "count_missing", ZERO),
        ("x HBU01-A07", "count_missing", ZERO),
        ("赛罗奥特曼 x", "count_missing", ZERO),
        ("HBU01-A07 赛罗奥特曼 *", "count_missing", ZERO),
        ("HBU01-A07 赛罗奥特曼 x", "count_missing", ZERO),
        ("HBU01-A07 闪耀登场", "words_left", ZERO),
    ],
)
def test_a_question_names_the_line_and_the_cards_it_may_mean(text: str, code: str, suggested: str) -> None:
    question = only_question(f"\n{text}")
    assert (question.code, question.line) == (code, 2)
    assert suggested in [reading.number for reading in question.readings]


@pytest.mark.parametrize(
    "text",
    [
        "0 HBU01-A07",
        "-3 HBU01-A07",
        "HBU01-A07 x-3",
        "HBU01-A07 x0",
        "100 HBU01-A07",
        "99999999999999999999999 HBU01-A07",
        "2.5 HBU01-A07",
    ],
)
def test_a_count_no_line_can_state_is_an_error(text: str) -> None:
    error = only_error(f"\n{text}")
    assert (error.code, error.line, [card.number for card in error.suggestions]) == ("count_out_of_range", 2, [ZERO])


def test_a_count_sign_beside_a_new_number_asks_for_the_count() -> None:
    assert only_question("HBU09-A99 x").code == "count_missing"


def test_a_running_number_of_one_and_a_count_of_one_are_the_same() -> None:
    assert only_line("1、赛罗奥特曼").count == 1


@pytest.mark.parametrize("text", ["3", "x3", "***3***", "🂡 x3"])
def test_a_count_with_nothing_like_a_card_is_an_error(text: str) -> None:
    error = only_error(text)
    assert (error.code, error.suggestions) == ("unreadable", ())


@pytest.mark.parametrize("text", ["qqqq", "？？？", "()"])
def test_what_is_no_card_waits_to_be_confirmed_unless_it_stands_above_the_list(text: str) -> None:
    below = read(f"3 HBU01-A07\n{text}")
    assert [(one.line, one.text) for one in below.unconfirmed] == [(2, text)]
    assert (below.errors, below.questions, below.is_settled) == ((), (), False)
    assert read(f"{text}\n3 HBU01-A07").is_settled


def test_an_ambiguous_name_lists_every_number() -> None:
    question = only_question("演示卡 07 · 红色示例怪兽 x3")
    assert [(one.number, one.count) for one in question.readings] == [("DEMO01-A07", 3), ("DEMO02-A25", 3)]
    assert only_line("DEMO02-A25 演示卡 07 · 红色示例怪兽 x3").number == "DEMO02-A25"


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


def test_a_list_names_so_many_cards_however_they_are_written() -> None:
    line = ", ".join(["HBU01-A07 x1", "HBU01-A08 x1", "HBU01-A09 x1", "HBU01-A10 x1"])
    rows = [line] * (MAX_CARDS // 4)
    assert sum(entry.count for entry in read("\n".join(rows)).entries) == MAX_CARDS
    many = only_error("\n".join([*rows, "HBU01-A11 x1"]))
    assert (many.code, many.line, many.limit) == ("too_many_cards", 0, MAX_CARDS)


def test_cards_like_unknown_lines_are_looked_for_in_so_many_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    """500 lines that no card is called by, and a pool of 20,000: each line compared cost 30 ms."""
    compared: list[str] = []
    monkeypatch.setattr(Catalogue, "closest", lambda self, texts: compared.extend(texts) or ())
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
