"""Lines and lists with several numbers: none of them is lost, and one a slip away from another asks."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardpool.games import shipped_pack
from decks.text.catalogue import Catalogue
from decks.text.editing import ListEditor
from decks.text.formatting import format_list
from decks.text.listing import ReadList
from decks.text.reading import read_list
from tests.decks.text.list_pools import form_of
from tests.decks.text.test_sent_lines import POOLS

FORM = form_of(shipped_pack("ultraman-hero-duel"))
CARDS = Catalogue.of(POOLS["ultraman-hero-duel"])
EDITOR = ListEditor(FORM, CARDS)
ENDS = [f"A{at:02d}" for at in range(1, 46)]


def read(text: str) -> ReadList:
    return read_list(text, form=FORM, catalogue=CARDS)


def held(result: ReadList) -> dict[str, int]:
    return {entry.number: entry.count for entry in result.entries}


@pytest.mark.parametrize("line", [f"HBU09: {'、'.join(ENDS)} 各1", f"各1张：HBU09-{'、'.join(ENDS)}"])
def test_one_count_is_shared_by_however_many_cards_a_line_holds(line: str) -> None:
    assert held(read(line)) == {f"HBU09-{end}": 1 for end in ENDS}


@pytest.mark.parametrize("slip", ["HBU09-A001", "HBU09-AO1", "HHBU09-A01", "BHU09-A01 新甲"])
def test_an_unknown_number_a_slip_away_from_another_asks(slip: str) -> None:
    result = read(f"3 HBU09-A01\n1 {slip}")
    (question,) = result.questions
    assert (question.line, [one.number for one in question.readings][:1]) == (2, ["HBU09-A01"])
    assert not result.is_settled


@pytest.mark.parametrize("other", ["HBU09-A02", "HBU09-A11", "HBU10-A01", "HBU09-A01"])
def test_another_unknown_number_is_another_card(other: str) -> None:
    assert read(f"3 HBU09-A01\n1 {other}").is_settled


def test_an_answered_slip_asks_no_more_and_is_written_so() -> None:
    text = EDITOR.set_card("3 HBU09-A01\n1 HBU09-A001", 2, "HBU09-A001", 1)
    assert text == "3 HBU09-A01\n1 HBU09-A001 (sic)"
    result = read(text)
    assert result.is_settled
    written = format_list(result.entries, form=FORM, catalogue=CARDS)
    assert held(read(written)) == {"HBU09-A01": 3, "HBU09-A001": 1}
    assert EDITOR.set_card("3 HBU09-A01\n1 HBU09-A001", 2, "HBU09-A01", 1) == "3 HBU09-A01\n1 HBU09-A01"


def test_a_comment_that_holds_a_count_goes_to_its_own_line_with_the_answer() -> None:
    text = EDITOR.set_card("HBU09-A99 ; 3", 1, "HBU09-A99", 1)
    assert text == "1 HBU09-A99\n# ; 3"
    assert held(read(text)) == {"HBU09-A99": 1}
    assert EDITOR.set_card("HBU09-A99 ; 3", 1, "HBU09-A99", 3) == "3 HBU09-A99 ; 3"


def test_the_parts_of_a_line_are_written_below_one_another() -> None:
    assert EDITOR.part("HBU09-A01、A02", 1) == "1 HBU09-A01\n1 HBU09-A02"


CHARACTERS = [
    "、",
    "/",
    "，",
    " ",
    "+",
    " 和 ",
    " ; ",
    "; ",
    " // ",
    " # ",
    "<br>",
    "、 ",
    " & ",
    "|",
    " - ",
    "=",
    "~",
    "。",
]
numbers = st.sampled_from([*(f"HBU09-A{at:02d}" for at in range(11, 20)), "HBU01-A07", "HBU01-CR", "HBU02-A28"])


@settings(max_examples=400, deadline=None)
@example(cards=["HBU09-A11", "HBU09-A12"], counts=[0, 0], sign="、", behind=False, shortened=True)
@example(cards=["HBU09-A11", "HBU09-A13"], counts=[0, 0], sign=" - ", behind=False, shortened=False)
@given(
    cards=st.lists(numbers, min_size=2, max_size=4, unique=True),
    counts=st.lists(st.integers(0, 3), min_size=4, max_size=4),
    sign=st.sampled_from(CHARACTERS),
    behind=st.booleans(),
    shortened=st.booleans(),
)
def test_no_number_of_a_line_is_lost(
    cards: list[str], counts: list[int], sign: str, behind: bool, shortened: bool
) -> None:
    """A line of several numbers, with or without counts, is read as all of them or asks; what it offers are all.
    Those between the ends of a range are offered too."""
    pieces = []
    for at, (number, count) in enumerate(zip(cards, counts, strict=False)):
        series, _, end = number.rpartition("-")
        # An end is known by the letters of the number before it, and CR has no place in a row.
        is_short = shortened and at and cards[at - 1].startswith(f"{series}-") and "CR" not in (end, cards[at - 1][-2:])
        said = end if is_short else number
        pieces.append(said if not count else f"{said} x{count}" if behind else f"{count} {said}")
    result = read(sign.join(pieces))
    stated = {number: count or 1 for number, count in zip(cards, counts, strict=False)}
    if result.is_settled:
        assert held(result) == stated
    for question in result.questions:
        assert not question.readings
        for way in question.splits:
            offered = set(held(read("\n".join(way))))
            assert offered >= set(cards) if sign in ("~", " - ") else offered == set(cards)


@settings(max_examples=100, deadline=None)
@given(
    parts=st.tuples(st.integers(1, 3), st.integers(1, 3)),
    words=st.sampled_from(
        [("主", "备"), ("带", "不带"), ("有", "缺"), ("主牌", "备牌"), ("main", "side"), ("主", "副")]
    ),
    brackets=st.sampled_from(["（）", "()", "[]"]),
    between=st.sampled_from(["", " ", "+", "/", "、"]),
    number=numbers,
)
def test_copies_in_brackets_that_belong_elsewhere_ask(
    parts: tuple[int, int], words: tuple[str, str], brackets: str, between: str, number: str
) -> None:
    said = between.join(f"{count}{word}" for count, word in zip(parts, words, strict=True))
    assert not read(f"{sum(parts)} {number}{brackets[0]}{said}{brackets[1]}").is_settled


@pytest.mark.parametrize("line", ["以下各3张：", "3张的：", "满编：", "each 3:", "每种三张"])
def test_a_line_that_says_how_many_there_are_of_what_follows_is_never_passed_over(line: str) -> None:
    assert not read(f"{line}\nHBU01-A07\nHBU01-A10").is_settled
    assert not read(f"3 HBU01-CR\n{line}\nHBU01-A07\nHBU01-A10").is_settled
