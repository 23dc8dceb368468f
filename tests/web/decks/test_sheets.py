"""Deck registration sheets: what is on them, in both languages, and who prints whose."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from decks.models import Decklist, DecklistVersion
from tests.people_and_events import enter, owner_of, player_actor, staff_actor
from tests.typed_lists import LEGAL
from tests.web.decks.opening import an_entry, text_of
from tests.web.pages import assert_clean
from tests.web.public.visiting import browser
from tournaments.models import Registration
from tournaments.services.decklists import save_entry_decklist

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry():
    entry = an_entry()
    save(entry, LEGAL, submit=True)
    return entry


def save(entry, text, *, submit=False, name="Red"):
    save_entry_decklist(actor=player_actor(entry), registration_id=entry.pk, text=text, name=name, submit=submit)


def sheet(entry, actor=None, **query):
    return browser(actor or player_actor(entry)).get(reverse("deck_sheet", args=[entry.pk]), query)


def sheets(tournament, actor=None, **query):
    return browser(actor or owner_of(tournament)).get(reverse("deck_sheets", args=[tournament.code]), query)


def papers(page):
    """The sheets of a page, each as its reader sees it."""
    found = re.findall(r'<article class="sheet-page.*?</article>', page.content.decode(), re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in found]


class TestOneSheet:
    def test_everything_a_judge_needs_stands_on_it(self, entry):
        page = sheet(entry)
        assert_clean(page)
        (paper,) = papers(page)
        for words in (
            "Deck registration sheet", "周末赛", "一号店", "Ultraman Hero Duel", "best of 3",
            "Ultraman Hero Duel game rules V1.9", "Version 1 of", "judged legal", "Name 王小明", "Deck name Red",
            "Round", "Table", "Main deck 40 cards", "3 HBU01-A07 赛罗奥特曼", "40 Main deck in all",
            "10 Sideboard in all", "Official use", "Signature of the judge", "Signature of the player",
        ):  # fmt: skip
            assert words in paper

    def test_every_card_stands_on_it_by_number(self, entry):
        (paper,) = papers(sheet(entry))
        numbers = re.findall(r"HBU0\d-A\d\d", paper)
        assert numbers == sorted(numbers)
        assert len(numbers) == 24

    def test_in_chinese_for_an_english_reader(self, entry):
        page = sheet(entry, language="zh-hans")
        (paper,) = papers(page)
        assert 'lang="zh-Hans"' in page.content.decode()
        for words in (
            "套牌登记表",
            "姓名 王小明",
            "主牌 40 张",
            "40 主牌 合计",
            "奥特曼英雄对决 游戏规则 V1.9",
            "裁判签名",
        ):
            assert words in paper
        assert "Language of the sheet" in text_of(page)

    def test_a_language_that_is_none_is_the_readers_own(self, entry):
        assert "Deck registration sheet" in papers(sheet(entry, language="tlh"))[0]

    def test_the_list_that_counts_is_printed_before_a_newer_draft(self, entry):
        save(entry, LEGAL.replace("3 HBU01-A01", "1 HBU01-A01"))
        (counting,) = papers(sheet(entry))
        assert "Version 1 of" in counting
        assert "Draft" not in counting
        (draft,) = papers(sheet(entry, version="2"))
        assert "Draft: not submitted" in draft
        assert "judged not legal" in draft

    def test_a_draft_alone_is_called_one(self):
        entry = an_entry()
        save(entry, LEGAL)
        assert "Draft: not submitted" in papers(sheet(entry))[0]

    def test_the_restriction_lists_and_the_format_stand_on_it(self, entry):
        version = DecklistVersion.objects.get()
        report = version.report | {"restrictions": ["Summer list (2026-07-01)"]}
        DecklistVersion.objects.filter(pk=version.pk).update(report=report)
        Decklist.objects.update(format="standard")
        (paper,) = papers(sheet(entry))
        assert "Restrictions: Summer list (2026-07-01)" in paper
        assert "Format standard" in paper

    def test_an_empty_one_has_rows_for_every_card_of_the_deck(self, entry):
        page = sheet(entry, version="blank")
        assert_clean(page)
        (paper,) = papers(page)
        assert "HBU01" not in paper
        assert "Name 王小明" in paper
        assert page.content.decode().count('<tr class="listed">') == 50
        assert "/ 40" in paper
        assert "/ 10" in paper

    def test_without_a_list_it_is_empty(self):
        page = sheet(an_entry())
        assert page.content.decode().count('<tr class="listed">') == 50

    def test_a_version_that_is_none_is_not_found(self, entry):
        assert sheet(entry, version="7").status_code == 404
        assert sheet(entry, version="x").status_code == 404

    def test_a_name_cannot_break_out_of_it(self, entry):
        Registration.objects.filter(pk=entry.pk).update(name="<script>alert(1)</script>")
        assert "<script>alert" not in sheet(entry).content.decode()

    def test_a_childs_full_name_is_for_the_child_and_staff(self, entry):
        Player.objects.filter(pk=entry.player_id).update(birth_year=2016)
        assert "Name 王小明" in papers(sheet(entry))[0]
        assert "Name 王小明" in papers(sheet(entry, owner_of(entry.tournament)))[0]


class TestAWholeEvent:
    @pytest.fixture
    def event(self, entry):
        second, _third = enter(entry.tournament, "Bob", "Ann")
        save(second, LEGAL, submit=True, name="")
        return entry.tournament

    def names(self, page):
        return [re.search(r"Name (.*?) Deck name", paper)[1] for paper in papers(page)]

    def test_chinese_names_lie_as_they_are_spoken(self, event):
        enter(event, "赵云", "安娜", "zoe")
        assert self.names(sheets(event)) == ["安娜", "Ann", "Bob", "王小明", "赵云", "zoe"]

    def test_everybodys_by_name(self, event):
        page = sheets(event)
        assert_clean(page)
        assert self.names(page) == ["Ann", "Bob", "王小明"]
        assert "Print 3 sheets" in text_of(page)
        assert [paper.count("HBU01-A07") for paper in papers(page)] == [0, 1, 1]

    def test_those_with_a_list_those_without_and_one_for_anybody(self, event):
        assert self.names(sheets(event, show="filled")) == ["Bob", "王小明"]
        assert self.names(sheets(event, show="missing")) == ["Ann"]
        (paper,) = papers(sheets(event, show="nobody"))
        assert "Name Deck name" in paper
        assert "Judge: scan for deck checks" in paper

    def test_anyone_who_withdrew_needs_none(self, event):
        Registration.objects.filter(name="Bob").update(status=Registration.Status.WITHDRAWN)
        assert self.names(sheets(event)) == ["Ann", "王小明"]

    def test_nobody_fits(self, event):
        Registration.objects.filter(name="Ann").delete()
        page = sheets(event, show="missing")
        assert "No sheets to print" in text_of(page)
        assert_clean(page)

    def test_in_chinese(self, event):
        assert "姓名 Bob" in papers(sheets(event, language="zh-hans"))[1]

    def test_more_sheets_ask_the_database_no_more_often(self, event, django_assert_max_num_queries):
        client = browser(owner_of(event))
        address = reverse("deck_sheets", args=[event.code])
        client.get(address)
        for entry in enter(event, *(f"P{number}" for number in range(20))):
            save(entry, LEGAL, submit=True)
        with django_assert_max_num_queries(20):
            assert len(papers(client.get(address))) == 23


def test_the_ways_to_the_sheet(entry):
    own = browser(player_actor(entry))
    address = reverse("deck_sheet", args=[entry.pk])
    for page in (
        reverse("deck_editor", args=[entry.pk]),
        reverse("deck_version", args=[entry.pk, 1]),
        reverse("tournament_deck", args=[entry.tournament.code, entry.pk]),
    ):
        assert address in own.get(page).content.decode()
    staff = browser(owner_of(entry.tournament))
    desk = reverse("desk_entry", args=[entry.tournament.code, entry.pk])
    assert address in staff.get(desk).content.decode()
    every = reverse("deck_sheets", args=[entry.tournament.code])
    for name in ("desk_entries", "tournament_decks"):
        assert every in staff.get(reverse(name, args=[entry.tournament.code])).content.decode()
    assert every not in own.get(reverse("tournament_decks", args=[entry.tournament.code])).content.decode()
    scorekeeper = browser(staff_actor(entry.tournament, "scorekeeper"))
    assert every not in scorekeeper.get(reverse("desk_entries", args=[entry.tournament.code])).content.decode()


def test_a_stranger_does_not_learn_whose_sheet_it_is(entry):
    page = Client().get(reverse("deck_sheet", args=[entry.pk]))
    assert "王小明" not in page.content.decode()
