"""The switch that hides the made-up cards of all games: judging, searching, pages and the API, and back."""

from __future__ import annotations

from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.actor import Actor
from accounts.refusals import Conflict, NotAllowed
from cardpool.models import CardGame, Store
from cardpool.queries import catalogue_of, current_ruleset, search_cards
from cardpool.services import hide_demo_cards
from decks.judging import JudgedList, judge_text
from tests.people_and_events import enter, event_data, load_every_game, make_actor, player_actor
from tournaments.demo.making import make_demo
from tournaments.models import Rejudging
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.rejudging import run_rejudging
from tournaments.services.setup import create_tournament

pytestmark = pytest.mark.django_db

LIST = "4 DEM-001\n4 DEM-002\n4 DEM-003\n48 DEM-042\n"


@pytest.fixture
def manager() -> Actor:
    load_every_game()
    return make_actor(may_manage_games=True)


def judged(pool: str, text: str = LIST) -> JudgedList:
    ruleset = current_ruleset(CardGame.objects.get(slug="pokemon-tcg"), on=date(2026, 5, 1))
    return judge_text(text, ruleset=ruleset, best_of=1, pool=pool, as_of=date(2026, 5, 1))


def test_hidden_cards_are_in_no_pool_and_come_back(manager: Actor) -> None:
    assert judged("closed").verdict == "legal"
    assert [notice["code"] for notice in judged("closed").report["notices"]] == ["demo_cards"]
    assert hide_demo_cards(actor=manager, hidden=True)
    assert not hide_demo_cards(actor=manager, hidden=True)
    assert {found["code"] for found in judged("closed").report["violations"]} == {"unknown_card"}
    assert judged("open").verdict == "undecided"
    for game in CardGame.objects.all():
        assert not any(card.is_demo for card in catalogue_of(game).cards.values())
    assert search_cards(CardGame.objects.get(slug="pokemon-tcg"), "Demo Monster") == []
    energy = judged("closed", "60 Basic Fire Energy").report["violations"]
    assert {found["code"] for found in energy} == {"too_few_in_group"}, (
        "what the rules name is not a demonstration card"
    )
    assert hide_demo_cards(actor=manager, hidden=False)
    assert judged("closed").verdict == "legal"


def test_pages_and_the_api_find_no_hidden_card(manager: Actor) -> None:
    pages = [
        reverse("api_card", args=["pokemon-tcg", "DEM-001"]),
        reverse("card", args=["pokemon-tcg", "DEM-001"]),
    ]
    listed = reverse("api_cards", args=["pokemon-tcg"])
    client = Client()
    assert [client.get(page).status_code for page in pages] == [200, 200]
    assert "DEM-001" in client.get(listed).content.decode()
    hide_demo_cards(actor=manager, hidden=True)
    assert [client.get(page).status_code for page in pages] == [404, 404]
    assert "DEM-001" not in client.get(listed).content.decode()


def test_only_who_manages_games_hides_them(manager: Actor) -> None:
    for actor in (make_actor(), Actor()):
        with pytest.raises(NotAllowed, match="not_a_game_manager"):
            hide_demo_cards(actor=actor, hidden=True)
    stranger, way = Client(), reverse("demo_cards")
    stranger.force_login(make_actor().user)
    assert stranger.post(way, {"hidden": "1"}).status_code == 403
    assert not Store.objects.filter(hides_demo_cards=True).exists()
    browser = Client(HTTP_ACCEPT_LANGUAGE="en")
    browser.force_login(manager.user)
    assert "Hide demonstration cards" in browser.get(reverse("games")).content.decode()
    page = browser.post(way, {"hidden": "1"}, follow=True).content.decode()
    assert "Show demonstration cards" in page
    assert "hidden in every game" in page
    assert "Hide demonstration cards" in browser.post(f"{way}?hidden=0", follow=True).content.decode()


def test_open_decks_are_judged_again(manager: Actor) -> None:
    tournament = create_tournament(actor=manager, data=event_data(game_slug="pokemon-tcg", best_of=1))
    (entry,) = enter(tournament, "甲")
    version = save_entry_decklist(actor=player_actor(entry), registration_id=entry.pk, text=LIST, submit=True)
    assert version.verdict == "legal"
    hide_demo_cards(actor=manager, hidden=True)
    for run in Rejudging.objects.filter(game=tournament.game):
        run_rejudging(rejudging_id=run.pk)
    entry.refresh_from_db()
    assert entry.decklist is not None
    assert entry.decklist.submitted is not None
    assert entry.decklist.submitted.verdict == "undecided"


def test_the_demo_is_not_made_of_hidden_cards(manager: Actor) -> None:
    hide_demo_cards(actor=manager, hidden=True)
    with pytest.raises(Conflict, match="demo_cards_hidden"):
        make_demo()
    call_command("make_demo", "--if-empty", stdout=StringIO())


def test_there_is_one_store() -> None:
    Store.objects.create(pk=Store.THE_ONE)
    with pytest.raises(IntegrityError), transaction.atomic():
        Store.objects.create(pk=2)
