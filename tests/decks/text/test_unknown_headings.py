"""Words with a colon, or words of a part, between cards: they head a part, or somebody has to say that they do not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decks.text.listing import ReadList
from tests.decks.text.list_pools import held, read_heroes, read_ptcg

ABOVE = "3 HBU01-A07"
BELOW = "2 HBU01-CR"
MAIN = [("main", "HBU01-A07", 3), ("main", "HBU01-CR", 2)]


def around(word: str) -> ReadList:
    return read_heroes(f"{ABOVE}\n{word}\n{BELOW}")


@pytest.mark.parametrize(
    "word",
    [
        *(
            "备:",
            "副:",
            "边：",
            "副卡：",
            "换备：",
            "后备：",
            "备用：",
            "替换：",
            "备用卡组:",
            "【备】",
            "后备",
            "边 2",
        ),
        *("Reserve:", "Sideboard cards:", "SIDE BOARD"),
    ],
)
def test_abbreviations_head_the_side(word: str) -> None:
    read = around(word)
    assert held(read) == [MAIN[0], ("side", "HBU01-CR", 2)]
    assert read.is_settled


@pytest.mark.parametrize(
    "line",
    [
        *("备牌如下", "备牌列表如下", "备牌谢谢", "备牌 10:30", "备牌 2026-05-01", "备牌 https://example.com/a"),
        *("以下是备牌：", "Here is my sideboard, thanks", "Sideboard list below:", "以上主牌，备牌"),
        *("10张备牌", "备牌十张", "备牌 X10", "备牌（十张）", "以上3张主牌，以下10张备牌"),
    ],
)
def test_a_part_is_headed_whatever_polite_words_stand_beside_it(line: str) -> None:
    read = around(line)
    assert held(read) == [MAIN[0], ("side", "HBU01-CR", 2)]
    assert read.is_settled
    assert {notice.stated for notice in read.notices} <= {10}
    assert held(read_heroes(f"{ABOVE}\n备牌如下：{BELOW}")) == held(read)


@pytest.mark.parametrize("line", ["以上主牌", "以上是备牌", "备牌 小明 10:30", "2026-05-01 副卡组 小明"])
def test_what_speaks_of_a_part_and_more_waits(line: str) -> None:
    assert [one.line for one in around(line).unconfirmed] == [2]


@pytest.mark.parametrize(
    "word", ["不要：", "删掉:", "还没买：", "Cut:", "Out:", "Not played:", "Maybeboard", "Considering:"]
)
def test_what_is_not_played_is_listed_apart(word: str) -> None:
    read = around(word)
    assert (held(read), [(one.number, one.count) for one in read.apart]) == (MAIN[:1], [("HBU01-CR", 2)])
    assert [notice.code.value for notice in read.notices] == ["not_in_deck"]
    assert read.is_settled


@pytest.mark.parametrize(
    "word", ["小明：", "后补:", "Swap:", "Sideboard ideas:", "**Swap:**", "谢谢，这是我的副卡组哈"]
)
def test_words_that_may_head_a_part_wait(word: str) -> None:
    assert [one.line for one in around(word).unconfirmed] == [2]


@pytest.mark.parametrize(
    "text",
    [
        f"小明：\n{ABOVE}\n{BELOW}",
        f"小明：\n主牌：\n{ABOVE}\n{BELOW}",
        f"小明：\n{ABOVE}\n小明：\n{BELOW}",
        f"{ABOVE}\n小明 2024/5/1 20:31\n{BELOW}",
        f"{ABOVE}\n{BELOW}\n谢谢大家：",
        f"{ABOVE}\n{BELOW}\n小明：\n备牌：无",
    ],
)
def test_words_that_cannot_matter_do_not_wait(text: str) -> None:
    read = read_heroes(text)
    assert (held(read), read.is_settled) == (MAIN, True)


def test_words_above_cards_wait_where_the_first_part_is_headed_below() -> None:
    assert [one.line for one in read_heroes(f"后补组：\n{ABOVE}\n主牌：\n{BELOW}").unconfirmed] == [1]


def test_a_game_without_a_side_lists_it_apart() -> None:
    read = read_ptcg("2 Dreepy TWM 128\nReserve:\n1 Twin HIF 60")
    assert (held(read), [one.number for one in read.apart]) == ([("main", "TWM-128", 2)], ["HIF-60"])


@settings(max_examples=200, deadline=None)
@given(word=st.text("abeisSw 备副换补组要不卡【】*~-", min_size=1, max_size=12), colon=st.sampled_from(":："))
def test_no_words_with_a_colon_are_passed_over(word: str, colon: str) -> None:
    read = around(f"{word}{colon}")
    if read.is_settled and any(map(str.isalnum, word)):
        assert held(read) != MAIN or read.lines[1].kind.value == "header"


@pytest.mark.parametrize(
    "line",
    [
        *(
            "还差一张",
            "我只带三张就够了",
            "要3张",
            "奥特曼英雄对决 2026 夏季赛",
            "第3轮 桌号 12 张三",
            "SR 3张",
            "怪兽卡 20张",
        ),
        *("Summer 2026", "Round 3 table 12"),
    ],
)
def test_talk_and_titles_with_a_number_wait(line: str) -> None:
    read = around(line)
    assert ([one.line for one in read.unconfirmed], read.errors) == ([2], ())


@pytest.mark.parametrize("line", ["3 ？？？", "sailuo 3", "x3", "新卡 2"])
def test_what_may_be_a_card_with_its_count_is_an_error(line: str) -> None:
    assert [error.line for error in around(line).errors] == [2]


@pytest.mark.parametrize("line", ["怪兽：", "【英雄卡】", "怪兽卡（3）", "魔法", "Spells:"])
def test_a_kind_of_cards_heads_no_section(line: str) -> None:
    read = read_heroes(f"备牌\n{ABOVE}\n{line}\n{BELOW}")
    assert held(read) == [("side", number, count) for _, number, count in MAIN]
    assert read.is_settled


@pytest.mark.parametrize("word", ["统帅", "統帥", "统帅：", "【队长】", "Commander", "leader:"])
def test_a_word_for_the_card_that_leads_a_deck_waits_above_the_list_too(word: str) -> None:
    for text in (f"{word}\n1 HBU01-A07\n{BELOW}", f"{ABOVE}\n{word}\n{BELOW}"):
        assert [one.text for one in read_heroes(text).unconfirmed] == [word]


def test_a_title_with_such_a_word_in_it_is_a_title() -> None:
    assert read_heroes(f"统帅贝利亚\n{ABOVE}").is_settled
