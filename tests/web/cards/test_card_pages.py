"""Pages for browsing cards, reading one, and judge notes."""

from datetime import date, timedelta
from html import unescape
from urllib.parse import quote

import pytest
from django.utils import timezone

from cardpool.models import CardNote, Printing, RestrictedCards, RestrictionList
from cardpool.services import pool_changed
from cardpool.services.notes import NoteText, replace_note, withdraw_note, write_note
from tests.cardpool.card_pool_rows import make_card, manager
from tests.people_and_events import ULTRAMAN
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser

pytestmark = pytest.mark.django_db

LIST = f"/cards/{ULTRAMAN}/"
CARD = f"/cards/{ULTRAMAN}/HBU01-A07/"
NOTES = f"/card-notes/{ULTRAMAN}/"
EFFECT = "第一行\n第二行的文字比较长，写在自己的段落里，不和别的挤在一起。"
EVIL = "<script>alert(1)</script>\"'&"


@pytest.fixture
def card():
    return make_card(
        "HBU01-A07",
        "赛罗奥特曼",
        other_names=["Ultraman Zero"],
        attributes={"star": 3, "keywords": ["奥特战士", "赛罗"], "effect": EFFECT},
    )  # fmt: skip


def restrict(card, kind="limited", starts=None, **facts):
    listed = RestrictionList.objects.create(
        game=card.game,
        name="十月表",
        source="https://example.com/list",
        effective_from=starts or timezone.localdate() - timedelta(days=3),
    )
    RestrictedCards.objects.create(list=listed, kind=kind, cards=facts.pop("cards", [card.number]), **facts)
    pool_changed(game=card.game)


def test_every_page_is_clean_for_everybody_and_for_a_manager(card):
    actor = manager()
    note = write_note(actor=actor, card_id=card.pk, text=NoteText("问", "答"))
    restrict(card, limit=1)
    pages = ["/cards/", LIST, f"{LIST}?q=slatm", f"{LIST}?q=zzz", CARD, NOTES, f"{NOTES}?q=zzz", f"{NOTES}?all"]
    for visitor in (browser(), browser(actor)):
        for page in pages:
            answer = visitor.get(page)
            assert answer.status_code == 200
            assert_clean(answer)
    desk = [
        f"/desk/games/{ULTRAMAN}/cards/",
        f"/desk/games/{ULTRAMAN}/cards/new/",
        f"/desk/games/{ULTRAMAN}/cards/edit/HBU01-A07/",
        f"{NOTES}{note.pk}/change/",
    ]
    for page in desk:
        assert_clean(browser(actor).get(page))


def test_typing_asks_for_the_list_alone_and_says_where_it_is(card):
    make_card("HBU01-A10", "月神")
    answer = browser().get(f"{LIST}?q=slatm&only=&f.star=", headers={"HX-Request": "true"})
    assert_clean(answer, partial=True)
    assert "赛罗奥特曼" in words_of(answer)
    assert "月神" not in words_of(answer)
    assert answer["HX-Replace-Url"] == f"{LIST}?q=slatm"
    assert "no-store" in answer["Cache-Control"]
    assert "HX-Request" in answer["Vary"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("f.star=3", {"赛罗奥特曼"}),
        ("f.keywords=奥特战士", {"赛罗奥特曼", "泽塔奥特曼"}),
        ("f.keywords=奥特战士&f.star=4", {"泽塔奥特曼"}),
        ("f.star=3&q=月神", set()),
        ("f.star=x", set()),
        ("f.nothing=1", {"赛罗奥特曼", "泽塔奥特曼", "月神"}),
        ("only=restricted", {"月神"}),
        ("only=noted", {"赛罗奥特曼"}),
        ("only=else&page=99", {"赛罗奥特曼", "泽塔奥特曼", "月神"}),
        ("q=%00&f.star=%00", {"赛罗奥特曼", "泽塔奥特曼", "月神"}),
    ],
)
def test_choosing_by_value_and_by_mark(card, asked, found):
    make_card("HBU01-A36", "泽塔奥特曼", attributes={"star": 4, "keywords": ["奥特战士"]})
    other = make_card("HBU01-A10", "月神", attributes={"star": 5})
    restrict(other, kind="banned")
    write_note(actor=manager(), card_id=card.pk, text=NoteText("", "x"))
    answer = browser().get(f"{LIST}?{asked}")
    words = words_of(answer)
    assert {name for name in ("赛罗奥特曼", "泽塔奥特曼", "月神") if f"{name} " in words} == found
    assert_clean(answer)


def test_a_long_list_is_in_pages(card):
    for number in range(1, 61):
        make_card(f"HBU02-A{number:02}", f"第{number:02}张")
    first, second = words_of(browser().get(LIST)), words_of(browser().get(f"{LIST}?page=2"))
    assert ("Page 1 of 2" in first, "第60张" in first, "第60张" in second) == (True, False, True)


def test_a_card_says_what_is_known_of_it(card):
    Printing.objects.create(card=card, code="HBU01-A07", rarity="SR", art="异画")
    card.copy_limit, card.codes = 1, ["120105001"]
    card.deck_rules = [{"kind": "section_size", "section": "main", "exactly": 50, "in": ["main"], "replace": True}]
    card.save()
    pool_changed(game=card.game)
    answer = browser().get(CARD)
    words = words_of(answer)
    for said in (
        "Ultraman Zero",
        "HBU01-A07",
        "Stars",
        "奥特战士",
        "第二行",
        "SR",
        "异画",
        "120105001",
        "Own copy limit 1",
    ):
        assert said in words
    assert "Main deck: exactly 50 cards. While the card is in Main deck. This replaces" in words
    assert f'href="{LIST}?f.keywords={quote("奥特战士")}"' in answer.content.decode()


def test_rules_that_cannot_be_read_are_reported(card):
    card.deck_rules = [{"kind": "nonsense"}]
    card.save()
    pool_changed(game=card.game)
    assert "They cannot be read by the rules in force" in words_of(browser().get(CARD))


def test_restrictions_now_and_to_come_with_their_list(card):
    restrict(card, limit=1)
    restrict(card, kind="banned", starts=timezone.localdate() + timedelta(days=9))
    words = words_of(browser().get(CARD))
    coming = timezone.localdate() + timedelta(days=9)
    assert "Limited to 1 At most 1 copy in a deck." in words
    assert f"From {coming} No copy may be in a deck." in words
    assert "十月表" in words
    assert "https://example.com/list" in words
    row = words_of(browser().get(LIST))
    assert "Limited to 1" in row
    assert f"Banned {coming}" in row


def test_choose_one_names_the_others(card):
    make_card("HBU01-A10", "月神")
    restrict(card, kind="choose_one", cards=["HBU01-A07", "HBU01-A10"], limit=1)
    assert "Only one of this card and HBU01-A10 月神 may be in a deck." in words_of(browser().get(CARD))


def test_a_game_that_counts_by_name_restricts_every_printing_of_it():
    slug = "pokemon-tcg"
    one = make_card("DEM-001", "皮卡丘", slug=slug)
    make_card("DEM-002", "Pikachu", slug=slug, other_names=["皮卡丘"])
    make_card("DEM-003", "雷丘", slug=slug)
    restrict(one, kind="banned", cards=["皮卡丘"])
    shown = words_of(browser().get(f"/cards/{slug}/?only=restricted"))
    assert "2 cards" in shown
    assert "No copy may be in a deck." in words_of(browser().get(f"/cards/{slug}/DEM-002/"))


@pytest.mark.parametrize("key", ["斜/杠", "a?b=c&d#e", "100%", "with space", "/slash first", "ends/", "é ☆"])
def test_a_card_is_reached_by_whatever_it_is_called(card, key):
    make_card("", key)
    page = unescape(browser().get(f"{LIST}?q={quote(key)}").content.decode())
    parts = {part for part in page.split('"') if part.startswith(LIST) and "?" not in part}
    (link,) = parts - {LIST}
    assert key in words_of(browser().get(link))


@pytest.mark.parametrize(
    "path", [f"{LIST}HBU99-A99/", "/cards/none/", "/cards/none/x/", "/card-notes/none/", f"{LIST}%00/"]
)
def test_what_is_not_there_is_not_found(card, path):
    assert browser().get(path).status_code == 404


def test_hostile_names_and_notes_stay_text(card):
    evil = make_card("HBU01-A99", EVIL, other_names=[EVIL], attributes={"keywords": [EVIL], "effect": EVIL * 3})
    Printing.objects.create(card=evil, code=EVIL, rarity=EVIL[:40], art=EVIL)
    note = write_note(actor=manager(), card_id=evil.pk, text=NoteText(EVIL, EVIL, f"javascript:alert(1) {EVIL}"))
    withdraw_note(actor=manager(), note_id=write_note(actor=manager(), card_id=evil.pk, text=NoteText(EVIL, EVIL)).pk)
    for visitor in (browser(), browser(manager())):
        for path in (LIST, f"{LIST}?q={quote(EVIL)}", f"{LIST}HBU01-A99/", NOTES, f"{LIST}?f.keywords={quote(EVIL)}"):
            page = visitor.get(path)
            assert "<script>alert" not in page.content.decode()
            assert 'href="javascript' not in page.content.decode()
            assert_clean(page)
    assert EVIL in words_of(browser().get(f"{LIST}HBU01-A99/"))
    assert_clean(browser(manager()).get(f"{NOTES}{note.pk}/change/"))


def test_the_clause_is_cited_only_where_the_rules_say_so(card):
    write_note(actor=manager(), card_id=card.pk, text=NoteText("", "一\n二"))
    other = make_card("DEMO-01", "演示", slug="galaxy-card-game")
    write_note(actor=manager(), card_id=other.pk, text=NoteText("", "x"))
    assert "come before the rules. Rule book 1.1.1a" in words_of(browser().get(CARD))
    assert "come before the rules" not in words_of(browser().get("/cards/galaxy-card-game/DEMO-01/"))
    assert "一<br>二" in browser().get(CARD).content.decode()


def test_writing_changing_and_withdrawing_a_note(card):
    visitor = browser(manager())
    add = f"{NOTES}add/{card.pk}/"
    answer = visitor.post(add, {"question": "问？", "answer": " ", "source": "", "answered_on": ""})
    assert answer.status_code == 422
    assert "问？" in answer.content.decode()
    assert_clean(answer)
    answer = visitor.post(
        add, {"question": "问？", "answer": "一", "source": "s", "answered_on": "2026-05-01"}, follow=True
    )
    note = CardNote.objects.get()
    assert answer.redirect_chain == [(f"{CARD}#note-{note.pk}", 302)]
    assert (note.answer, note.answered_on) == ("一", date(2026, 5, 1))
    visitor.post(f"{NOTES}{note.pk}/change/", {"question": "问？", "answer": "二"})
    newer = CardNote.objects.latest("pk")
    assert (newer.answer, newer.replaces) == ("二", note)
    words = words_of(browser().get(CARD))
    assert "1 earlier version" in words
    answer = visitor.post(f"{NOTES}{newer.pk}/withdraw/", follow=True)
    assert f"{NOTES}{newer.pk}/restore/" in answer.content.decode()
    assert "0 notes" in words_of(browser().get(NOTES))
    visitor.post(f"{NOTES}{newer.pk}/restore/")
    assert "二" in words_of(browser().get(NOTES))


def test_a_change_from_an_old_page_is_shown_what_holds_now(card):
    note = write_note(actor=manager(), card_id=card.pk, text=NoteText("", "一"))
    newer = replace_note(actor=manager(), note_id=note.pk, text=NoteText("", "别人的"))
    visitor = browser(manager())
    answer = visitor.post(f"{NOTES}{note.pk}/change/", {"answer": "我的"})
    words = words_of(answer)
    assert answer.status_code == 422
    assert newer.written_by in words
    assert "别人的" in words
    assert "我的" in answer.content.decode()
    assert f'action="{NOTES}{newer.pk}/change/"' in answer.content.decode()
    assert CardNote.objects.count() == 2
    assert "别人的" in visitor.get(f"{NOTES}{note.pk}/change/").content.decode()
