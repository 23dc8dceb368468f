"""Taps on a typed list: what changes, and that nothing else does."""

import pytest

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.editing import ListEditor
from decks.text.listing import ListForm, ListSection
from decks.text.reading import read_list

CARDS = Catalogue((ListedCard("AB01-A01", "Zero"), ListedCard("AB01-A02", "Ace"), ListedCard("AB01-A03", "Zero Two")))


class Found:
    is_plain = True

    def __init__(self, start, number):
        self.start, self.end, self.number = start, start + len(number), number


def normalise(raw):
    bare = raw.strip().upper()
    return bare if len(bare) == 8 and bare.startswith("AB0") and bare[4] == "-" else None


def find(text):
    folded = text.upper()
    return [Found(at, folded[at : at + 8]) for at in range(len(text)) if normalise(folded[at : at + 8])]


FORM = ListForm(
    (ListSection("main", "Main", ("main",)), ListSection("side", "Side", ("side", "备牌"))), normalise, find
)
EDITOR = ListEditor(FORM, CARDS)


def held(text):
    read = read_list(text, form=FORM, catalogue=CARDS)
    return {(entry.section, entry.number): entry.count for entry in read.entries}


class TestAdding:
    def test_the_first_card_gets_a_heading(self):
        assert EDITOR.add("", "main", "AB01-A01") == "Main\n1 AB01-A01 Zero\n"

    def test_the_line_that_names_the_card_is_counted_up_as_it_was_typed(self):
        assert EDITOR.add("x3 ab01-a01  # tech\n", "main", "AB01-A01") == "x4 ab01-a01  # tech\n"

    def test_a_full_width_count_is_counted_up(self):
        assert EDITOR.add("３ Zero", "main", "AB01-A01") == "4 Zero"

    def test_a_chinese_count_is_counted_up(self):
        assert EDITOR.add("三张 Zero # 主力", "main", "AB01-A01") == "4张 Zero # 主力"

    def test_a_line_without_a_count_gets_one(self):
        assert EDITOR.add("Zero", "main", "AB01-A01") == "2 Zero"

    def test_a_number_in_the_card_is_not_taken_for_the_count(self):
        assert held(EDITOR.add("AB01-A01 x1", "main", "AB01-A01")) == {("main", "AB01-A01"): 2}

    def test_a_new_card_goes_to_the_end_of_its_section(self):
        text = "Main\n1 Zero\n\nSide\n1 Ace\n"
        assert EDITOR.add(text, "main", "AB01-A03") == "Main\n1 Zero\n1 AB01-A03 Zero Two\n\nSide\n1 Ace\n"

    def test_a_new_section_is_headed_at_the_end(self):
        assert EDITOR.add("1 Zero\n\n", "side", "AB01-A02") == "1 Zero\n\nSide\n1 AB01-A02 Ace\n"

    def test_the_first_section_is_headed_before_the_others(self):
        assert EDITOR.add("Side\n1 Ace", "main", "AB01-A01") == "Main\n1 AB01-A01 Zero\n\nSide\n1 Ace"

    def test_a_line_holds_no_more_than_can_be_read(self):
        assert EDITOR.add("99 Zero", "main", "AB01-A01") == "99 Zero"

    def test_right_totals_stay_right(self):
        assert EDITOR.add("Main (1)\n1 Zero", "main", "AB01-A01") == "Main (2)\n2 Zero"

    def test_wrong_totals_are_left_to_their_writer(self):
        assert EDITOR.add("Main (9)\n1 Zero", "main", "AB01-A01") == "Main (9)\n2 Zero"


class TestTaking:
    def test_the_last_copy_takes_its_line_along(self):
        assert EDITOR.take("1 Zero\n2 Ace", "main", "AB01-A01") == "2 Ace"

    def test_a_heading_on_the_same_line_stays(self):
        assert EDITOR.take("备牌：1 Ace\n2 Zero", "side", "AB01-A02") == "备牌：\n2 Zero"

    def test_what_is_not_there_cannot_be_taken(self):
        assert EDITOR.take("1 Zero", "side", "AB01-A01") == "1 Zero"

    def test_adding_and_taking_are_each_others_opposite(self):
        text = "Main (3)\n- 2 Zero\nAce\nSide\n1 Ace // why\n"
        for section, number in [("main", "AB01-A01"), ("main", "AB01-A02"), ("side", "AB01-A02")]:
            assert held(EDITOR.take(EDITOR.add(text, section, number), section, number)) == held(text)


class TestMoving:
    def test_one_copy_changes_its_section(self):
        moved = EDITOR.move("3 Zero\nSide\n1 Ace", "main", "side", "AB01-A01")
        assert moved == "2 Zero\nSide\n1 Ace\n1 AB01-A01 Zero"

    def test_nothing_is_made_from_nothing(self):
        assert EDITOR.move("3 Zero", "side", "main", "AB01-A01") == "3 Zero"


class TestMendingLines:
    def test_the_count_and_the_comment_stay(self):
        assert EDITOR.set_card("2 Zoro # core", 1, "AB01-A01") == "2 AB01-A01 Zero # core"

    def test_a_count_behind_the_card_is_found(self):
        assert EDITOR.set_card("1 Ace\nZoro x3", 2, "AB01-A01") == "1 Ace\n3 AB01-A01 Zero"

    def test_a_given_count_wins(self):
        assert EDITOR.set_card("3 Zero x2", 1, "AB01-A01", 2) == "2 AB01-A01 Zero"

    def test_an_unknown_card_keeps_the_name_of_the_answer(self):
        assert EDITOR.set_card("2 Nobody AB02-A09", 1, "AB02-A09", 2, "Nobody") == "2 AB02-A09 Nobody"
        assert EDITOR.set_card("2 3x Zed AB02-A09", 1, "AB02-A09", 2, "3x Zed") == '2 AB02-A09 "3x Zed"'
        assert EDITOR.set_card("2 Nobody9", 1, "", 9, "Nobody") == "9 Nobody"

    def test_an_unknown_card_keeps_its_name_when_it_moves_or_is_counted(self):
        assert EDITOR.move("1 AB02-A09 Nobody", "main", "side", "AB02-A09").strip() == "Side\n1 AB02-A09 Nobody"
        assert EDITOR.add("1 AB02-A09 Nobody", "main", "AB02-A09") == "2 AB02-A09 Nobody"

    def test_confirming_makes_comments_of_what_is_no_card(self):
        text = "3 Zero\nso much for that\nhttps://example.org\n1 Ace"
        assert EDITOR.comment_ignored(text) == "3 Zero\n# so much for that\nhttps://example.org\n1 Ace"

    def test_a_line_of_several_cards_is_parted_by_a_change_of_one(self):
        assert EDITOR.add("2 Zero, 1 Ace", "main", "AB01-A02") == "2 Zero\n2 AB01-A02 Ace"
        assert EDITOR.take("2 Zero, 1 Ace # why", "main", "AB01-A02") == "2 Zero # why"

    def test_a_heading_on_the_same_line_stays(self):
        assert EDITOR.set_card("备牌: 2 Zoro", 1, "AB01-A01") == "备牌: 2 AB01-A01 Zero"

    @pytest.mark.parametrize("line", [0, 2, 99])
    def test_a_line_that_is_not_there_changes_nothing(self, line):
        assert EDITOR.set_card("2 Zoro", line, "AB01-A01") == "2 Zoro"

    def test_a_comment_is_kept_and_not_read(self):
        commented = EDITOR.comment_out("Deck by me\n1 Zero", 1)
        assert commented == "# Deck by me\n1 Zero"
        assert not read_list(commented, form=FORM, catalogue=CARDS).errors
