"""Tables of restricted cards: what they may look like, what is wrong with them, there and back."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardpool.lists.entries import (
    EVERY_OTHER,
    MAX_ENTRIES,
    Entry,
    Fault,
    RestrictionKind,
    UnreadableList,
    entry_problems,
)
from cardpool.lists.table import format_table, read_table

B, L, C, U = RestrictionKind.BANNED, RestrictionKind.LIMITED, RestrictionKind.CHOOSE_ONE, RestrictionKind.UNRELEASED


def wrong(text: str) -> list[tuple[int, Fault, str]]:
    with pytest.raises(UnreadableList) as caught:
        read_table(text)
    return [(problem.line, problem.code, problem.text) for problem in caught.value.problems]


READ = [
    ("card,kind,limit\nA-1,banned,\nA-2,limited,1\n", [Entry(B, ("A-1",)), Entry(L, ("A-2",), 1)]),
    ("卡牌,限制,张数\nA-1,禁止,\nA-2,限制,2\n", [Entry(B, ("A-1",)), Entry(L, ("A-2",), 2)]),
    ("编号\t限制\r\nA-1\t限一\r\nA-2\t准限制\r\n", [Entry(L, ("A-1",), 1), Entry(L, ("A-2",), 2)]),
    ("\ufeffName;Status\nPot of Greed;Forbidden\n", [Entry(B, ("Pot of Greed",))]),
    ("code,limit\n55144522,0\n12580477,1\n", [Entry(B, ("55144522",)), Entry(L, ("12580477",), 1)]),
    ("A-1,banned\n", [Entry(B, ("A-1",))]),
    ("# a list\n\ncard\n\nA-1\n", [Entry(B, ("A-1",))]),
    ("card,kind,limit\nA-1,Ｌｉｍｉｔｅｄ,３\n", [Entry(L, ("A-1",), 3)]),
    (
        "card,kind,ends\nA-1,unreleased,2026-05-01\nA-2,未发售,2026年5月1日\n",
        [Entry(U, ("A-1",), ends=date(2026, 5, 1)), Entry(U, ("A-2",), ends=date(2026, 5, 1))],
    ),
    (
        "card,kind,group,note\nA-1,choose one,x,why\nA-9,banned,,\nA-2,择一,x,\n",
        [Entry(C, ("A-1", "A-2"), 1, note="why"), Entry(B, ("A-9",))],
    ),
    (
        "card,limit,group\nA-1,2,x\nA-2,2,x\nA-3,2,x\n",
        [Entry(C, ("A-1", "A-2", "A-3"), 2)],
    ),
    ('card,note\nA-1,"two\nlines"\nA-2,\n', [Entry(B, ("A-1",), note="two\nlines"), Entry(B, ("A-2",))]),
    ("number,name,kind\nA-1,一号,banned\n", [Entry(B, ("A-1",))]),
]


@pytest.mark.parametrize(("text", "entries"), READ)
def test_a_table_is_read(text, entries):
    assert list(read_table(text)) == entries


WRONG = [
    ("", [(0, Fault.EMPTY, "")]),
    ("card,kind\n", [(0, Fault.EMPTY, "")]),
    ("kind,limit\nbanned,1\n", [(1, Fault.NO_CARD_COLUMN, "kind, limit")]),
    ("card,kind,限制\nA-1,banned,x\n", [(1, Fault.COLUMN_TWICE, "限制")]),
    ("card,kind\n,banned\nA-1,tolerated\n", [(2, Fault.NO_CARD, ""), (3, Fault.UNKNOWN_KIND, "tolerated")]),
    ("card,kind,limit\nA-1,limited,\n", [(2, Fault.NO_LIMIT, "A-1")]),
    ("card,kind,limit\nA-1,limited,many\n", [(2, Fault.BAD_LIMIT, "many"), (2, Fault.NO_LIMIT, "A-1")]),
    ("card,kind,limit\nA-1,limited,0\n", [(2, Fault.BAD_LIMIT, "0")]),
    ("card,kind,limit\nA-1,banned,1\n", [(2, Fault.LIMIT_NOT_MEANT, "1")]),
    ("card,starts\nA-1,2026-02-30\n", [(2, Fault.BAD_DATE, "2026-02-30")]),
    ("card,starts\nA-1,soon\n", [(2, Fault.BAD_DATE, "soon")]),
    ("card,starts,ends\nA-1,2026-05-02,2026-05-01\n", [(2, Fault.ENDS_BEFORE_START, "2026-05-01")]),
    ("card,kind,group\nA-1,choose one,x\n", [(2, Fault.GROUP_TOO_SMALL, "A-1")]),
    ("card,limit,group\nA-1,1,x\nA-2,2,x\n", [(3, Fault.GROUP_DIFFERS, "x")]),
    ("card,limit\nA-1,1\nA-1,2\n", [(3, Fault.CARD_TWICE, "A-1")]),
    ('card,note\nA-1,"open\n', [(2, Fault.BROKEN_QUOTES, "")]),
    ("card\n" + "x" * 121 + "\n", [(2, Fault.CARD_TOO_LONG, "x" * 40)]),
]


@pytest.mark.parametrize(("text", "problems"), WRONG)
def test_every_wrong_row_is_named(text, problems):
    assert wrong(text) == problems


@pytest.mark.parametrize(
    "text",
    [
        "card,limit\nA-1,1\nA-1,1\n",
        "card,limit,starts,ends\nA-1,1,,2026-01-31\nA-1,2,2026-02-01,\n",
        "card,kind,limit,ends\nA-1,unreleased,,2026-01-31\nA-1,limited,1,\n",
        "card,group\nA-1,x\nA-2,x\nA-1,y\nA-3,y\n",
    ],
)
def test_a_card_may_stand_twice_where_it_is_clear_what_holds(text):
    read = {card for entry in read_table(text) for card in entry.cards}
    assert read == {line.partition(",")[0] for line in text.splitlines()[1:]}


def test_too_many_rows_are_refused_at_once():
    text = "card\n" + "\n".join(f"A-{number}" for number in range(MAX_ENTRIES + 1))
    assert wrong(text) == [(0, Fault.TOO_MANY, "")]


def test_a_formula_is_written_as_text():
    written = format_table([Entry(B, ("=1+1",), note="-x")])
    assert "'=1+1,banned,,,,,'-x" in written


days = st.none() | st.dates(date(2000, 1, 1), date(2100, 1, 1))
cards = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\u2028\u2029\x85\ufeff"), min_size=1
).map(str.strip)
cards = cards.filter(lambda card: 0 < len(card) <= 60)


@st.composite
def entries(draw):
    kind = draw(st.sampled_from(RestrictionKind))
    count = draw(st.integers(2, 5)) if kind is C else 1
    named = tuple(draw(st.lists(cards, min_size=count, max_size=count, unique=True)))
    if kind is RestrictionKind.UNLISTED:
        named = (EVERY_OTHER,)
    limit = draw(st.integers(1, count - 1)) if kind is C else draw(st.integers(1, 99)) if kind is L else 0
    return Entry(kind, named, limit, draw(days), draw(days), draw(st.just("") | cards))


@given(st.lists(entries(), min_size=1, max_size=8).filter(lambda listed: not entry_problems(listed)))
def test_there_and_back(listed):
    assert read_table(format_table(listed)) == tuple(listed)


def test_names_stand_beside_and_are_passed_over():
    listed = (Entry(B, ("A-1",), note="why"), Entry(L, ("A-2",), 1))
    written = format_table(listed, names={"A-1": "一号, the first"})
    assert written.splitlines()[1] == 'A-1,banned,,,,,why,"一号, the first"'
    assert read_table(written) == listed
