"""Lines that nobody can read leave a list open: it is not legal only where it is, whatever those lines mean."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardpool.games import shipped_cards
from decks.judging import JudgedList, judge_list, make_book
from tests.decks.test_judging import DAY, PACK

BOOK = make_book(PACK, shipped_cards(PACK.key))

FORTY = "\n".join(f"3 HBU01-A{number:02}" for number in range(1, 14)) + "\n1 HBU01-A14"
TEN = "\n".join(f"1 HBU02-A{number:02}" for number in range(1, 11))
FULL = f"主牌\n{FORTY}\n备牌\n{TEN}"
UNREAD = ("友好宝芬 4", "卡牌总数: 60", "Total: 8, rest undecided", "以下都是3张", "第二套", "3 待补", "40", "？？？ 3")


def judged(text: str) -> JudgedList:
    return judge_list(text, book=BOOK, best_of=3, pool="open", as_of=DAY)


def within(text: str, line: str, at: int) -> str:
    rows = text.split("\n")
    return "\n".join([*rows[:at], line, *rows[at:]])


@pytest.mark.parametrize("line", UNREAD)
@pytest.mark.parametrize("at", [0, 1, 6, 16, 20, 26])
def test_a_line_that_is_no_card_makes_no_full_deck_illegal(line: str, at: int) -> None:
    assert judged(FULL).verdict == "legal"
    assert judged(within(FULL, line, at)).verdict in ("undecided", "legal")


def test_a_rule_broken_above_the_line_stays_broken() -> None:
    assert judged(f"4 HBU01-A01\n{FORTY}\n友好宝芬 4").verdict == "not_legal"
    assert judged(f"4 HBU01-A20\n友好宝芬 4\n{FORTY}").verdict == "not_legal"


def test_a_rule_broken_below_the_line_may_be_another_parts() -> None:
    assert judged(f"友好宝芬 4\n4 HBU01-A20\n{FORTY}").verdict == "undecided"


def test_a_line_about_what_stands_above_leaves_nothing_certain() -> None:
    assert judged(f"4 HBU01-A01\n以上缺货 3\n{FORTY}").verdict == "undecided"


@pytest.mark.parametrize("text", ["你好 3", "x" * 20_001, "1\n" * 600, "", "ydke://!!!"])
def test_what_is_no_list_is_not_undecided_as_a_list(text: str) -> None:
    assert not judged(text).readable
    assert judged(text).verdict != "legal"


MEANINGS = ("# no card", "3 HBU09-A01", "备牌", "主牌", "待选", "3 HBU01-A01")
CARDS = st.lists(
    st.tuples(st.integers(1, 4), st.sampled_from(["HBU01-A01", "HBU01-A02", "HBU02-A01"])), min_size=1, max_size=4
)


@settings(max_examples=150, deadline=None)
@given(above=CARDS, below=CARDS, line=st.sampled_from(UNREAD))
def test_not_legal_holds_whatever_an_unread_line_means(
    above: list[tuple[int, str]], below: list[tuple[int, str]], line: str
) -> None:
    def written(between: str) -> str:
        rows = [f"{count} {number}" for count, number in (*above, *below)]
        return within("\n".join(rows), between, len(above))

    if judged(written(line)).verdict == "not_legal":
        assert {judged(written(meaning)).verdict for meaning in MEANINGS} == {"not_legal"}
