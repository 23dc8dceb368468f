"""Judging, correcting, saving and submitting in the editor, without scripts and in the parts for htmx."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from decks.models import DecklistVersion
from decks.views.typed import line_mark
from tests.people_and_events import owner_of, player_actor
from tests.typed_lists import LEGAL, SHORT
from tests.web.decks.opening import UNREADABLE, an_entry, editor_of, pass_deadline, text_of, typed_in
from tests.web.pages import assert_clean
from tests.web.public.visiting import browser
from tournaments.models import Registration

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def entry():
    return an_entry()


@pytest.fixture
def client(entry):
    return browser(player_actor(entry))


def judge(client, entry, text="", **sent):
    headers = sent.pop("headers", {})
    return client.post(reverse("deck_judge", args=[entry.pk]), {"text": text, **sent}, headers=headers)


def save(client, entry, text, action="save", **sent):
    return client.post(editor_of(entry), {"text": text, "action": action, "base": "", **sent})


def fresh(entry):
    return Registration.objects.select_related("decklist__submitted").get(pk=entry.pk)


class TestEveryPage:
    def test_the_pages_are_clean(self, client, entry):
        assert_clean(client.get(editor_of(entry)))
        assert_clean(judge(client, entry, UNREADABLE + "\n3 HBU01-A01 x2", q="赛罗"))
        assert_clean(save(client, entry, SHORT, "submit"))
        assert_clean(save(client, entry, UNREADABLE, "submit"))
        save(client, entry, LEGAL, "submit")
        save(client, entry, UNREADABLE, base="1")
        assert_clean(save(client, entry, SHORT, "submit", base="1"))
        assert_clean(client.get(reverse("deck_versions", args=[entry.pk])))
        assert_clean(client.get(reverse("deck_version", args=[entry.pk, 2])))
        assert_clean(browser(None).get(reverse("deck_check")))
        staff = browser(owner_of(entry.tournament))
        assert_clean(staff.get(editor_of(entry, "?version=1")))
        pass_deadline(entry.tournament)
        assert_clean(client.get(editor_of(entry)))
        assert_clean(client.post(editor_of(entry), {"text": LEGAL, "base": "2"}))


class TestTheEmptyEditor:
    def test_it_offers_an_example_and_help(self, client, entry):
        page = client.get(editor_of(entry))
        assert 'value="example"' in page.content.decode()
        assert "How to write a list" in text_of(page)
        assert "3 HBU01-A07" in text_of(page)

    def test_the_example_is_legal(self, client, entry):
        page = judge(client, entry, edit="example")
        assert "40/40" in text_of(page)
        assert "verdict-legal" in page.content.decode()

    def test_the_example_never_takes_the_place_of_what_was_typed(self, client, entry):
        assert typed_in(judge(client, entry, "3 HBU01-A07", edit="example")) == "3 HBU01-A07"


class TestJudging:
    def test_a_legal_list(self, client, entry):
        page = judge(client, entry, LEGAL)
        assert "Main deck 40/40 Sideboard 10/10 legal" in text_of(page)

    def test_a_broken_rule_is_said_with_its_clause(self, client, entry):
        page = judge(client, entry, SHORT)
        assert "Main deck has 39 of 40 cards; 1 card is missing. Rule book 1.0.2" in text_of(page)

    def test_the_cards_and_lines_of_a_broken_rule_are_marked(self, client, entry):
        page = judge(client, entry, "Main\n3 HBU01-A07\n1 HBU01-CR\nSide\n1 HBU01-A07").content.decode()
        kinds = re.findall(r"<li( class=\"\w+\")?></li>", page)
        assert [kind.strip(' "').removeprefix('class="') for kind in kinds] == ["head", "need", "", "head", "need"]
        assert page.count("deck-row is-marked") == 2

    def test_a_line_that_cannot_be_read_is_named_with_cards_to_tap(self, client, entry):
        page = judge(client, entry, "3 HBU01-CR\n2 赛罗奥特慢")
        assert "Line 2" in text_of(page)
        assert f"line:2:{line_mark('2 赛罗奥特慢')}:HBU01-A07" in page.content.decode()

    def test_the_text_of_a_stranger_cannot_break_out_of_the_page(self, client, entry):
        page = judge(client, entry, '</textarea><script>alert(1)</script>"><img>', edit="example", headers=HTMX)
        assert "<script" not in page.content.decode()
        assert "<img" not in page.content.decode()

    def test_htmx_gets_the_parts_only(self, client, entry):
        part = judge(client, entry, LEGAL, q="赛罗", headers=HTMX).content.decode()
        assert "<html" not in part
        assert all(f'id="{name}"' in part for name in ("deck-live", "deck-verdict", "deck-lines", "deck-found"))
        assert "data-text" not in part

    def test_nothing_is_stored(self, client, entry):
        judge(client, entry, LEGAL)
        assert not DecklistVersion.objects.exists()


class TestTapping:
    def test_taps_are_taken_in_order(self, client, entry):
        page = judge(client, entry, "", edit=["add:main:HBU01-A07", "add:main:HBU01-A07", "move:main:side:HBU01-A07"])
        assert typed_in(page).splitlines() == [
            "Main deck",
            "1 HBU01-A07 赛罗奥特曼",
            "",
            "Sideboard",
            "1 HBU01-A07 赛罗奥特曼",
        ]

    def test_htmx_gets_the_new_text_along(self, client, entry):
        part = judge(client, entry, "1 HBU01-CR", edit="add:main:HBU01-CR", headers=HTMX).content.decode()
        assert 'data-text="2 HBU01-CR"' in part

    def test_a_suggestion_takes_the_place_of_the_line(self, client, entry):
        text = "3 HBU01-CR\n2 赛罗奥特慢"
        page = judge(client, entry, text, edit=f"line:2:{line_mark('2 赛罗奥特慢')}:HBU01-A07")
        assert typed_in(page) == "3 HBU01-CR\n2 HBU01-A07 赛罗奥特曼"

    def test_a_suggestion_finds_a_line_that_has_moved(self, client, entry):
        text = "1 HBU02-CR\n3 HBU01-CR\n2 赛罗奥特慢"
        page = judge(client, entry, text, edit=f"line:2:{line_mark('2 赛罗奥特慢')}:HBU01-A07")
        assert typed_in(page).endswith("\n2 HBU01-A07 赛罗奥特曼")

    def test_a_suggestion_for_a_line_that_is_gone_changes_nothing(self, client, entry):
        page = judge(client, entry, "3 HBU01-CR", edit=f"line:1:{line_mark('2 赛罗奥特慢')}:HBU01-A07")
        assert typed_in(page) == "3 HBU01-CR"

    def test_an_unclear_count_is_asked_about(self, client, entry):
        text = "3 HBU01-A07 x2"
        page = judge(client, entry, text).content.decode()
        assert all(f"line:1:{line_mark(text)}:HBU01-A07:{count}" in page for count in (3, 2))

    def test_an_answer_writes_the_name_of_an_unknown_card(self, client, entry):
        edit = f"line:1:{line_mark('3 HBU09A99 Nobody')}:HBU09-A99:3:No: body"
        assert typed_in(judge(client, entry, "3 HBU09A99 Nobody", edit=edit)) == "3 HBU09-A99 No: body"

    @pytest.mark.parametrize(
        "edit",
        ["", "add", "add:main", "add:nowhere:HBU01-A07", "add:main:<b>", "take:main:HBU01-A07", "line:x:y:z", "boom:1"],
    )
    def test_a_tap_that_makes_no_sense_changes_nothing(self, client, entry, edit):
        page = judge(client, entry, "3 HBU01-CR", edit=edit)
        assert (page.status_code, typed_in(page)) == (200, "3 HBU01-CR")


class TestSearching:
    def found(self, client, entry, query, **sent):
        headers = sent.pop("headers", HTMX)
        return client.post(reverse("deck_search", args=[entry.pk]), {"q": query, **sent}, headers=headers)

    @pytest.mark.parametrize("query", ["HBU02-A02", "终极赛罗", "hbu02 a02"])
    def test_a_card_is_found_with_what_the_list_holds(self, client, entry, query):
        part = self.found(client, entry, query, text="2 HBU02-A02")
        assert "终极赛罗闪耀型" in text_of(part)
        assert "Main deck 2 Sideboard 0" in text_of(part)

    def test_a_keyword_finds_cards(self, client, entry):
        assert "HBU01-A36" in text_of(self.found(client, entry, "伽马未来"))

    def test_an_open_pool_takes_a_number_nobody_knows(self, client, entry):
        assert "add:main:HBU09-A01" in self.found(client, entry, "hbu09a01").content.decode()

    def test_nothing_found_is_said(self, client, entry):
        assert "No card in the pool matches “qqqq”" in text_of(self.found(client, entry, "qqqq"))

    def test_without_scripts_the_text_is_kept(self, client, entry):
        page = self.found(client, entry, "赛罗", text="3 HBU01-CR", headers={})
        assert typed_in(page) == "3 HBU01-CR"
        assert "HBU01-A07" in text_of(page)


class TestFiles:
    def load(self, client, entry, name, data):
        return judge(client, entry, "# before", file=SimpleUploadedFile(name, data))

    def test_a_text_file_is_read(self, client, entry):
        page = self.load(client, entry, "list.txt", LEGAL.replace("\n", "\r\n").encode("gb18030"))
        assert (typed_in(page), "verdict-legal" in page.content.decode()) == (LEGAL, True)

    def test_a_table_is_read_by_its_columns_and_stays_as_it_is(self, client, entry):
        rows = '数量,编号,名称\r\n3,HBU01-A07,赛罗奥特曼\r\n"2","HBU01-CR","令迦奥特曼"\r\n'
        page = self.load(client, entry, "list.csv", b"\xef\xbb\xbf" + rows.encode())
        assert typed_in(page).splitlines()[:2] == ["数量,编号,名称", "3,HBU01-A07,赛罗奥特曼"]
        assert "Main deck 5/40" in text_of(page)
        assert "Line" not in text_of(page).split("Your list")[0].split("List", 1)[0]

    @pytest.mark.parametrize("data", [b"PK\x03\x04\x00\x00", b"x" * 300_000, b"", b" \n"])
    def test_a_file_that_is_no_list_leaves_the_text(self, client, entry, data):
        page = self.load(client, entry, "list.txt", data)
        assert typed_in(page) == "# before"
        assert "list.txt is" in text_of(page)
        assert text_of(page).count("Nothing was changed.") == 1


class TestSaving:
    def test_a_draft_is_kept_and_does_not_count(self, client, entry):
        page = client.get(save(client, entry, SHORT, name="快攻").url)
        assert "It counts once you submit it" in text_of(page)
        assert typed_in(page).strip() == SHORT
        decklist = fresh(entry).decklist
        assert (decklist.submitted, decklist.name) == (None, "快攻")

    def test_a_legal_list_is_submitted_at_once(self, client, entry):
        page = client.get(save(client, entry, LEGAL, "submit").url)
        assert "Submitted: version 1, legal." in text_of(page)
        assert fresh(entry).decklist.submitted.is_legal

    def test_an_illegal_list_is_asked_about_and_kept(self, client, entry):
        page = save(client, entry, SHORT, "submit", name="快攻")
        assert page.status_code == 422
        assert "This list is not legal. Submit it anyway?" in text_of(page)
        assert (typed_in(page), 'value="快攻"' in page.content.decode()) == (SHORT, True)
        assert fresh(entry).decklist is None
        page = client.get(save(client, entry, SHORT, "submit_illegal").url)
        assert "not legal yet" in text_of(page)
        assert not fresh(entry).decklist.submitted.is_legal

    def test_unreadable_lines_block_submission_and_say_what_to_do(self, client, entry):
        page = save(client, entry, UNREADABLE, "submit")
        assert page.status_code == 422
        assert "1 line could not be read. Fix it, then submit. Or save it as a draft" in text_of(page)
        assert typed_in(page) == UNREADABLE
        assert not DecklistVersion.objects.exists()

    @pytest.mark.parametrize("text", ["", " \n", "# nothing yet"])
    def test_nothing_is_not_submitted(self, client, entry, text):
        page = save(client, entry, text, "submit")
        assert page.status_code == 422
        assert "The list is empty" in text_of(page)

    def test_what_somebody_else_saved_meanwhile_is_shown_first(self, client, entry):
        save(client, entry, SHORT)
        page = save(client, entry, LEGAL, "submit")
        assert page.status_code == 409
        assert "In the meantime 王小明 saved version 1" in text_of(page)
        assert typed_in(page) == LEGAL
        assert save(client, entry, LEGAL, "submit", base="1").status_code == 302
        assert fresh(entry).decklist.submitted.number == 2

    def test_judging_without_scripts_does_not_hide_a_version_saved_meanwhile(self, client, entry):
        save(client, entry, SHORT)
        page = judge(client, entry, LEGAL, base="")
        assert 'name="base" value=""' in page.content.decode()

    def test_a_name_that_is_too_long_is_refused_at_its_field(self, client, entry):
        page = save(client, entry, LEGAL, name="x" * 81)
        assert (page.status_code, "is-invalid" in page.content.decode()) == (422, True)


class TestVersions:
    @pytest.fixture
    def versions(self, client, entry):
        save(client, entry, LEGAL, "submit")
        save(client, entry, SHORT, base="1")

    def test_each_says_who_what_and_the_verdict(self, client, entry, versions):
        page = text_of(client.get(reverse("deck_versions", args=[entry.pk])))
        assert re.search(r"Version 2 not legal .*王小明 .*Main deck −1 HBU01-A14", page)
        assert re.search(r"Version 1 legal submitted", page)
        assert "The first version." in page
        assert "changes" not in page

    def test_an_old_one_is_seen_with_its_verdict(self, client, entry, versions):
        page = text_of(client.get(reverse("deck_version", args=[entry.pk, 2])))
        assert "Main deck has 39 of 40 cards" in page

    def test_drafts_that_made_room_are_said_before_and_after(self, client, entry, versions, monkeypatch):
        monkeypatch.setattr("decks.superseded_drafts.MAX_DRAFTS", 3)
        monkeypatch.setattr("decks.superseded_drafts.MIN_DRAFTS_TO_NOTICE", 2)
        page = reverse("deck_versions", args=[entry.pk])
        for number in range(3, 6):
            assert ("older drafts are here" in text_of(client.get(page))) == (number == 5)
            save(client, entry, f"{number} HBU01-A07", base=str(number - 1))
        said = text_of(client.get(page))
        assert "3 of at most 3 older drafts are here" in said
        assert "removed to make room" not in said
        assert "To make room" not in text_of(client.get(editor_of(entry)))
        save(client, entry, "1 HBU01-A07", base="5")
        editor = text_of(client.get(editor_of(entry)))
        assert "To make room, the oldest version that was never submitted was removed." in editor
        assert "Saved versions (5)" in editor
        page = client.get(page)
        assert_clean(page)
        assert "The oldest version that was never submitted was removed to make room" in text_of(page)
        assert text_of(page).count("The previous version") == 1
        assert list(fresh(entry).decklist.versions.values_list("number", flat=True)) == [1, 3, 4, 5, 6]
        assert "The previous version" in text_of(client.get(reverse("deck_version", args=[entry.pk, 3])))
        assert "The previous version" not in text_of(client.get(reverse("deck_version", args=[entry.pk, 4])))

    def test_an_old_one_comes_back_and_the_newer_stay(self, client, entry, versions):
        page = client.get(editor_of(entry, "?version=1"))
        assert (typed_in(page).strip(), "This is version 1" in text_of(page)) == (LEGAL, True)
        save(client, entry, typed_in(page), "submit", base="2")
        assert list(fresh(entry).decklist.versions.values_list("number", flat=True)) == [1, 2, 3]
        assert fresh(entry).decklist.submitted.number == 3
