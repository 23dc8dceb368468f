"""lflist.conf: several lists, comments, what cannot be read."""

import pytest

from cardpool.lists.entries import Entry, Fault, RestrictionKind, UnreadableList
from cardpool.lists.lflist import looks_like_lflist, read_lflist

FILE = """\
#[2026.10 Rush][2026.7 Rush]
# a comment
!2026.10 Rush

#forbidden
120105001 0 --Some Card
120105002 1 -- Another (Rush)
120105003 2 # remark
120105004 3
!2026.7 Rush
120105001 1
"""


def test_every_list_of_a_file_is_read():
    new, old = read_lflist(FILE)
    assert (new.name, new.line, old.name, old.line) == ("2026.10 Rush", 3, "2026.7 Rush", 10)
    assert new.entries == (
        Entry(RestrictionKind.BANNED, ("120105001",), note="Some Card"),
        Entry(RestrictionKind.LIMITED, ("120105002",), 1, note="Another (Rush)"),
        Entry(RestrictionKind.LIMITED, ("120105003",), 2, note="remark"),
        Entry(RestrictionKind.LIMITED, ("120105004",), 3, note="forbidden"),
    )
    assert [entry.line for entry in new.entries] == [6, 7, 8, 9]
    assert (new.problems, old.problems) == ((), ())


def test_windows_line_ends_and_a_byte_order_mark_make_no_difference():
    assert read_lflist("\ufeff" + FILE.replace("\n", "\r\n")) == read_lflist(FILE)


@pytest.mark.parametrize(
    ("line", "code", "text"),
    [
        ("$genesys 100", Fault.UNKNOWN_DIRECTIVE, "$genesys 100"),
        ("120105001", Fault.NO_COUNT, "120105001"),
        ("120105001 one", Fault.NO_COUNT, "120105001 one"),
        ("120105001 -1", Fault.BAD_LIMIT, "-1"),
        ("120105001 100", Fault.BAD_LIMIT, "100"),
    ],
)
def test_a_wrong_line_is_named_and_spares_the_other_lists(line, code, text):
    first, second = read_lflist(f"!A\n120105009 1\n{line}\n!B\n120105001 0\n")
    assert [(problem.line, problem.code, problem.text) for problem in first.problems] == [(3, code, text)]
    assert not second.problems
    assert len(second.entries) == 1


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", [(0, Fault.EMPTY)]),
        ("# nothing\n", [(0, Fault.EMPTY)]),
        ("120105001 0\n!A\n", [(1, Fault.NO_LIST_NAME)]),
    ],
)
def test_a_file_without_a_list(text, problems):
    with pytest.raises(UnreadableList) as caught:
        read_lflist(text)
    assert [(problem.line, problem.code) for problem in caught.value.problems] == problems


def test_lists_need_names_of_their_own():
    first, second, third = read_lflist("!\n!A\n!A\n")
    assert [problem.code for one in (first, second, third) for problem in one.problems] == [
        Fault.NO_LIST_NAME,
        Fault.LIST_TWICE,
    ]


def test_a_later_line_of_a_card_takes_the_place_of_an_earlier_one():
    (one,) = read_lflist("!A\n#Forbidden\n120105001 0\n120105002 0\n#Limited\n120105001 1\n")
    assert not one.problems
    assert one.entries == (
        Entry(RestrictionKind.BANNED, ("120105002",), note="Forbidden"),
        Entry(RestrictionKind.LIMITED, ("120105001",), 1, note="Limited"),
    )


@pytest.mark.parametrize("directive", ["$whitelist", "$Whitelist # all else is out"])
def test_a_whitelist_bans_what_it_does_not_name(directive):
    (one,) = read_lflist(f"!A\n{directive}\n120105001 3\n120105002 0\n")
    assert not one.problems
    assert one.entries == (
        Entry(RestrictionKind.UNLISTED, ("*",)),
        Entry(RestrictionKind.LIMITED, ("120105001",), 3),
        Entry(RestrictionKind.BANNED, ("120105002",)),
    )


def test_a_list_may_restrict_nothing():
    assert read_lflist("!A\n")[0].entries == ()


@pytest.mark.parametrize(
    ("text", "is_one"), [(FILE, True), ("!A\n", True), ("card,kind\nA-1,banned\n", False), ("", False)]
)
def test_which_files_are_taken_for_one(text, is_one):
    assert looks_like_lflist(text) is is_one
