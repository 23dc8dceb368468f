"""Two texts of a pack compared line by line."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from cardpool.pack_changes import AROUND, LONG, PackChanges, pack_changes

LETTERS = [chr(ord("a") + number) for number in range(20)]
TEXTS = st.lists(st.sampled_from("abc"), max_size=12)


def shown(changes: PackChanges) -> list[str]:
    """Each line as `kind before after text`."""
    return [f"{one.kind} {one.before} {one.after} {one.text}".rstrip() for one in changes.lines]


def test_equal_texts_have_no_changes() -> None:
    assert pack_changes("a\nb\n", "a\nb") == PackChanges((), 0, 0)


def test_a_change_stands_among_the_lines_around_it() -> None:
    changes = pack_changes("\n".join(LETTERS), "\n".join([*LETTERS[:9], "J", *LETTERS[10:]]))
    assert shown(changes) == [
        "skip 0 0",
        *(f"same {at} {at} {LETTERS[at - 1]}" for at in range(10 - AROUND, 10)),
        "gone 10 0 j",
        "new 0 10 J",
        *(f"same {at} {at} {LETTERS[at - 1]}" for at in range(11, 11 + AROUND)),
    ]
    assert (changes.new, changes.gone) == (1, 1)


def test_nothing_is_left_out_in_front_of_the_first_line() -> None:
    assert shown(pack_changes("a", "b\na")) == ["new 0 1 b", "same 1 2 a"]
    assert shown(pack_changes("a\nb", "b")) == ["gone 1 0 a", "same 2 1 b"]


def test_lines_between_two_changes_are_left_out() -> None:
    changes = pack_changes("\n".join(LETTERS), "\n".join([*LETTERS[1:], "z"]))
    assert [one.kind for one in changes.lines] == ["gone", *["same"] * AROUND, "skip", *["same"] * AROUND, "new"]
    assert (changes.new, changes.gone) == (1, 1)


def test_a_long_text_of_one_line_again_and_again_is_compared_at_once() -> None:
    changes = pack_changes("a\n" * LONG, "a\n" * (LONG + 1))
    assert (changes.new, changes.gone) != (0, 0)
    assert changes.new - changes.gone == 1


def lines_of(changes: PackChanges, kinds: tuple[str, str]) -> Iterator[tuple[int, str]]:
    for one in changes.lines:
        if one.kind in kinds:
            yield one.before if kinds[1] == "gone" else one.after, one.text


@given(TEXTS, TEXTS)
def test_every_line_shown_stands_where_its_number_says(before: list[str], after: list[str]) -> None:
    changes = pack_changes("\n".join(before), "\n".join(after))
    assert all(before[number - 1] == text for number, text in lines_of(changes, ("same", "gone")))
    assert all(after[number - 1] == text for number, text in lines_of(changes, ("same", "new")))
    assert changes.new - changes.gone == len(after) - len(before)
