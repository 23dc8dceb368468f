"""Names of a list that no known card has, of which one may be a spelling of another."""

from dataclasses import replace
from itertools import product

import pytest

from decks.text import like_names
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.editing import ListEditor
from decks.text.formatting import format_list
from decks.text.listing import QuestionCode, ReadList
from decks.text.reading import read_list
from tests.decks.text.list_pools import PASSCODES, PRINTINGS

FOUR = replace(PRINTINGS, most_copies=4)
THREE = replace(PASSCODES, most_copies=3)
POOL = Catalogue.of([ListedCard("OBF-125", "Charizard ex")])


def read(text: str) -> ReadList:
    return read_list(text, form=FOUR, catalogue=POOL)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Dreepy", "Dreepyy"), ("Dreepy", "Drepey"), ("Dreepy", "Dreepy Staff"), ("Dreepy Staff", "Dreepy")),
        *(("Flabébé", "Flabebe"), ("Boss's Orders", "Bosss Orders"), ("Night Stretcher", "Night Stretchers")),
        *(("Dreepy ex", "Dreepy EX"), ("Buddy-Buddy Poffin", "Poffin Buddy-Buddy"), ("赛罗奥特曼", "赛罗奥特慢")),
    ],
)
def test_the_later_of_two_names_that_are_alike_asks(one: str, other: str) -> None:
    for text in (f"4 {one} XYZ 1\n1 {other} XYZ 2", f"count,number,name\n4,XYZ-1,{one}\n1,XYZ-2,{other}"):
        (question,) = read(text).questions
        assert (question.code, question.line) == (QuestionCode.NAME_UNCLEAR, text.count("\n") + 1)
        assert [(each.number, each.count) for each in question.readings] == [("XYZ-2", 1)] * 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Dreepy", "Drakloak"), ("Dreepy", "Dreepy ex"), ("Dreepy ex", "Dreepy-EX"), ("Dreepy V", "Dreepy VMAX")),
        *(("Nidoran♂", "Nidoran♀"), ("Unown A", "Unown B"), ("Porygon", "Porygon2"), ("Dreepy", "dreepy")),
        *(("Max Potion", "Hyper Potion"), ("小火龙", "火恐龙")),
    ],
)
def test_two_cards_are_two(one: str, other: str) -> None:
    found = read(f"4 {one} XYZ 1\n4 {other} XYZ 2")
    assert found.is_settled, found.questions
    assert len(found.entries) == 2


def test_names_are_compared_only_where_their_copies_matter() -> None:
    text = "3 Dreepy XYZ 1\n1 Dreepyy XYZ 2"
    assert read(text).is_settled
    assert read(f"{text}\n1 Dreepy XYZ 3").questions
    assert read_list("4 Dreepy XYZ 1\n1 Dreepyy XYZ 2", form=PRINTINGS, catalogue=POOL).is_settled


def test_copies_under_three_spellings_count_together() -> None:
    text = "2 Dreepy XYZ 1\n2 Dreepyy XYZ 2\n1 Drepey XYZ 3"
    assert [question.line for question in read(text).questions] == [2, 3]
    assert read(text.replace("2 Dreepyy", "1 Dreepyy")).is_settled
    assert read(text.replace("2 Dreepyy XYZ 2", "2 «Dreepyy» XYZ 2")).is_settled


def test_names_alone_are_compared_and_names_beside_passcodes() -> None:
    (question,) = read("4 Drepey\n4 Drakloak\n1 Drakloack").questions
    assert [(one.number, one.name) for one in question.readings] == [("", "Drakloak"), ("", "Drakloack")]
    text = "3 160001002 赛罗奥特曼\n1 160001003 赛罗奥特慢"
    assert read_list(text, form=THREE, catalogue=Catalogue.of([])).questions


@pytest.mark.parametrize("name", ["Dreepy", "Dreepyy"])
@pytest.mark.parametrize("line", ["1 Dreepyy XYZ 2", "1 XYZ 2 Dreepyy (Reverse Holo)"])
def test_either_choice_answers_it(name: str, line: str) -> None:
    text = f"4 Dreepy XYZ 1\n{line}"
    again = read(ListEditor(FOUR, POOL).set_card(text, 2, "XYZ-2", 1, name))
    assert again.is_settled
    assert [(one.number, one.name) for one in again.entries] == [("XYZ-1", "Dreepy"), ("XYZ-2", name)]
    written = format_list(again.entries, form=FOUR, catalogue=POOL)
    assert read(written).entries == tuple(
        replace(one, lines=two.lines) for one, two in zip(again.entries, read(written).entries, strict=True)
    )


def test_many_spellings_of_one_name_are_not_compared_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of one name with ever other punctuation took seconds."""
    spelled: list[int] = []
    genuine = like_names._spelled
    monkeypatch.setattr(like_names, "_spelled", lambda cards, key: spelled.append(len(cards)) or genuine(cards, key))
    lines = (f"1 Dree{''.join(signs)}py XYZ {at}" for at, signs in enumerate(product("!'.", repeat=3), 1))
    assert len(read("\n".join(lines)).questions) > 10
    assert max(spelled, default=0) <= 1


def test_a_line_of_several_cards_offers_a_line_for_each() -> None:
    (question,) = read("4 Dreepy XYZ 1\n1 Dreepyy XYZ 2, 3 Drakloak XYZ 3").questions
    assert question.splits == (("1 Dreepyy XYZ 2", "3 Drakloak XYZ 3"),)
