"""Cards in lists link to their pages, and show that judges have answered questions about them."""

import pytest
from django.urls import reverse

from cardpool.services.notes import NoteText, withdraw_note, write_note
from tests.cardpool.card_pool_rows import make_card, manager
from tests.people_and_events import ULTRAMAN, enter, make_event, owner_of
from tests.web.pages import assert_clean
from tests.web.public.visiting import browser
from tournaments.models import Tournament
from tournaments.services.decklists import save_entry_decklist

pytestmark = pytest.mark.django_db

CARD = f"/cards/{ULTRAMAN}/HBU01-A07/"
LIST = "主牌\n3 HBU01-A07\n2 HBU01-A99"


@pytest.fixture
def card():
    return make_card("HBU01-A07", "赛罗奥特曼")


def test_the_deck_judge_leads_to_the_page_and_the_notes_of_a_known_card(card):
    sent = {"text": LIST, "judge": "1", "q": "slatm"}
    page = browser().post("/decks/check/", sent)
    assert_clean(page)
    text = page.content.decode()
    assert text.count(f'href="{CARD}"') == 2, "in the list and among the cards found"
    assert f"/cards/{ULTRAMAN}/HBU01-A99/" not in text
    assert f"{CARD}#notes" not in text
    note = write_note(actor=manager(), card_id=card.pk, text=NoteText("", "x"))
    page = browser().post("/decks/check/", sent)
    assert_clean(page)
    assert page.content.decode().count(f'href="{CARD}#notes"') == 2
    withdraw_note(actor=manager(), note_id=note.pk)
    assert f"{CARD}#notes" not in browser().post("/decks/check/", sent).content.decode()


def test_a_published_list_leads_to_its_cards(card):
    tournament = make_event(lists_public=True)
    (entry,) = enter(tournament, "王子轩")
    save_entry_decklist(actor=owner_of(tournament), registration_id=entry.pk, text=LIST, submit=True, reason="x")
    Tournament.objects.filter(pk=tournament.pk).update(phase="finished")
    write_note(actor=manager(), card_id=card.pk, text=NoteText("", "x"))
    page = browser().get(reverse("tournament_deck", args=[tournament.code, entry.pk]))
    assert_clean(page)
    assert f'href="{CARD}"' in page.content.decode()
    assert f'href="{CARD}#notes"' in page.content.decode()


def test_many_rows_ask_for_the_cards_once(card, django_assert_max_num_queries):
    for number in range(20):
        make_card(f"HBU02-A{number:02}", f"第{number}张")
    text = "主牌\n" + "\n".join(f"2 HBU02-A{number:02}" for number in range(20))
    browser().post("/decks/check/", {"text": text, "judge": "1"})
    with django_assert_max_num_queries(25):
        browser().post("/decks/check/", {"text": text, "judge": "1"})
