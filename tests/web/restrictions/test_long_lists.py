"""A list of thousands of cards: shown a page at a time, searched, and edited without showing all of it."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from accounts.actor import Actor
from cardpool.lists.table import read_table
from cardpool.models import Card, CardGame, RestrictionList
from cardpool.services.restrictions import ListData, save_list
from cardpool.views.restriction_entries import PAGE_SIZE
from tests.people_and_events import load_game, make_actor
from tests.web.pages import assert_clean
from tests.web.public.visiting import browser

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

CARDS = PAGE_SIZE + 30
LAST = f"HBU02-A{CARDS - 1:03d}"


def table(cards: int = CARDS) -> str:
    return "card,kind,limit\n" + "".join(f"HBU02-A{place:03d},limited,1\n" for place in range(cards))


@pytest.fixture
def game() -> CardGame:
    game = load_game()
    Card.objects.create(game=game, key=LAST, number=LAST, name="泽塔奥特曼")
    return game


@pytest.fixture
def manager() -> Actor:
    return make_actor(may_manage_games=True)


@pytest.fixture
def stored(game: CardGame, manager: Actor) -> RestrictionList:
    data = ListData(name="Whitelist", effective_from=date(2026, 1, 1), entries=read_table(table()))
    return save_list(actor=manager, game_id=game.pk, data=data).list


def rows(client: Client, path: str, **query: str) -> list[str]:
    answer = client.get(path, query)
    assert answer.status_code == 200
    assert_clean(answer)
    return re.findall(r"HBU02-A\d{3}", re.sub(r"(?s)<(script|textarea).*?</\1>", "", answer.content.decode()))


@pytest.mark.parametrize("name", ["restriction_list", "restrictions"])
def test_shows_a_page_of_the_entries(name: str, stored: RestrictionList, manager: Actor) -> None:
    path = reverse(name, args=[stored.game.slug, stored.pk] if name == "restriction_list" else [stored.game.slug])
    turned = {"list": str(stored.pk), "page": "2"}
    first, second = rows(browser(manager), path), rows(browser(manager), path, **turned)
    assert (len(first), len(second)) == (PAGE_SIZE, CARDS - PAGE_SIZE)
    assert sorted(first + second) == [f"HBU02-A{place:03d}" for place in range(CARDS)]


@pytest.mark.parametrize("query", [LAST.lower(), "泽塔"])
@pytest.mark.parametrize("name", ["restriction_list", "restrictions"])
def test_finds_a_card_by_number_or_name(name: str, query: str, stored: RestrictionList, manager: Actor) -> None:
    path = reverse(name, args=[stored.game.slug, stored.pk] if name == "restriction_list" else [stored.game.slug])
    assert rows(browser(manager), path, q=query) == [LAST]


def test_says_that_nothing_matches(stored: RestrictionList, manager: Actor) -> None:
    path = reverse("restriction_list", args=[stored.game.slug, stored.pk])
    answer = browser(manager).get(path, {"q": "nothing like it"})
    assert "No card of the list matches" in answer.content.decode()


def test_the_editor_keeps_every_entry_while_it_shows_a_page(stored: RestrictionList, manager: Actor) -> None:
    path = reverse("restriction_list_edit", args=[stored.game.slug, stored.pk])
    client = browser(manager)
    sent = {"name": "Whitelist", "effective_from": "2026-01-01", "format": "", "source": "", "text": table(), "q": ""}
    page = client.post(path, {**sent, "page": ["1", "2"]}).content.decode()
    place = re.search(rf">{LAST}<.*?value=\"drop:(\d+)\"", page, re.DOTALL)
    assert place is not None
    assert int(place[1]) == CARDS - 1
    shortened = client.post(path, {**sent, "page": "2", "tap": f"drop:{place[1]}"})
    assert shortened.status_code == 200
    saved = client.post(path, {**sent, "text": table(CARDS - 1), "save": "1"})
    assert saved.status_code == 302
    newest = RestrictionList.objects.order_by("-pk")[0]
    assert len(newest.entries.all()) == CARDS - 1
