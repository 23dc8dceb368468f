"""What a new list changes."""

from cardpool.lists.comparing import ChangeKind, compare_lists
from cardpool.lists.entries import Entry, RestrictionKind

B, L, C = RestrictionKind.BANNED, RestrictionKind.LIMITED, RestrictionKind.CHOOSE_ONE


def test_added_changed_and_freed_in_that_order():
    before = [Entry(B, ("A",)), Entry(L, ("B",), 1), Entry(L, ("C",), 2, note="old")]
    after = [Entry(L, ("C",), 2, note="new"), Entry(L, ("B",), 2), Entry(B, ("D",))]
    found = [(change.kind, change.card) for change in compare_lists(before, after)]
    assert found == [(ChangeKind.ADDED, "D"), (ChangeKind.CHANGED, "B"), (ChangeKind.FREED, "A")]


def test_the_same_list_in_another_order_changes_nothing():
    listed = [Entry(B, ("A",)), Entry(C, ("B", "C"), 1)]
    assert compare_lists(listed, [Entry(C, ("C", "B"), 1), Entry(B, ("A",))]) == ()


def test_another_group_is_another_restriction():
    found = compare_lists([Entry(C, ("B", "C"), 1)], [Entry(C, ("B", "D"), 1)])
    assert [(change.kind, change.card) for change in found] == [
        (ChangeKind.ADDED, "D"),
        (ChangeKind.CHANGED, "B"),
        (ChangeKind.FREED, "C"),
    ]
