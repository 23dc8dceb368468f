"""The stand-alone judge: anybody, any list, nothing stored."""

import pytest
from django.test import Client
from django.urls import reverse

from decks.models import Decklist
from tests.people_and_events import load_every_game
from tests.typed_lists import LEGAL
from tests.web.decks.opening import text_of, typed_in
from tests.web.public.visiting import browser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _games():
    load_every_game()


def check(**sent):
    return browser(None).post(reverse("deck_check"), sent)


def test_it_opens_for_everybody():
    page = browser(None).get(reverse("deck_check"))
    assert page.status_code == 200
    assert "Nothing is stored" in text_of(page)


def test_a_list_is_judged_and_kept_in_the_page():
    page = check(text=LEGAL, best_of="3")
    assert "40/40" in text_of(page)
    assert "verdict-legal" in page.content.decode()
    assert typed_in(page) == LEGAL
    assert not Decklist.objects.exists()


def test_the_settings_decide():
    page = check(text=LEGAL, best_of="1", pool="closed", date="2026-05-01")
    assert "In a match that is best of 1 there is no Sideboard" in text_of(page)
    assert "is not in the card pool, which is closed" in text_of(page)
    assert 'value="2026-05-01"' in page.content.decode()


def test_settings_that_make_no_sense_take_the_defaults():
    page = check(text=LEGAL, best_of="7", pool="?", date="2026-02-31", game="chess")
    assert "verdict-legal" in page.content.decode()


def test_a_link_carries_the_settings():
    page = browser(None).get(reverse("deck_check") + "?best_of=1&pool=closed")
    assert '<option value="1" selected>' in page.content.decode()


def test_htmx_gets_the_parts_and_the_settings():
    part = browser(None).post(reverse("deck_check"), {"text": LEGAL}, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert 'id="check-settings" hx-swap-oob="true"' in part


def test_searching_needs_no_list():
    part = browser(None).post(reverse("deck_check_search"), {"q": "赛罗"}, headers={"HX-Request": "true"})
    assert "HBU01-A07" in text_of(part)


def test_the_words_of_another_game_are_said_in_the_visitors_language():
    sent = {"game": "galaxy-card-game", "text": "", "q": "DEMO-01"}
    for language, words in (("en", ("Unit", "Legion")), ("zh-hans", ("单位", "军团"))):
        found = Client(headers={"accept-language": language}).post(
            reverse("deck_check_search"), sent, headers={"HX-Request": "true"}
        )
        assert all(word in text_of(found) for word in words)
