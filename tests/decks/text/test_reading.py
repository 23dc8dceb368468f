"""What people really type, line by line."""

import pytest

from decks.text.listing import (
    LineKind,
)
from tests.decks.text.shipped_heroes import (
    ALPHA,
    LIGHT,
    TIGA,
    ZERO,
    only_error,
    only_line,
    only_question,
    read,
)


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
        "HBU01-A07 -3",
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


def test_a_count_character_beside_a_new_number_asks_for_the_count() -> None:
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
