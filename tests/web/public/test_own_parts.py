"""An open page's requests for its visitor's own parts: small, and at a small cost."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.actor import Actor
from accounts.models import Notice
from tests.people_and_events import make_user, owner_of, player_actor
from tests.web.public.visiting import browser, open_event, paired
from tournaments.models import Match, Round, Tournament
from tournaments.services.start import start_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def round() -> Round:
    event = open_event("Ann", "Ben", "Cem", "Dan")
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    return paired(event, 1)


def own_parts(client: Client, event: Tournament, bar: str = "") -> str:
    path = f"/t/{event.code}/pairings/"
    return client.get(f"/t/{event.code}/mine/", {"at": path, "bar": bar}).content.decode()


def bar_of(text: str) -> str:
    found = re.search(r'data-bar="([^"]*)"', text)
    assert found is not None
    return found[1]


def test_a_player_asks_eight_statements(round: Round, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    """The session, the event, the player, their notices, their entry, the rounds, their match, its extra time."""
    match = Match.objects.select_related("player1__player", "player2").get(round=round, table=1)
    client, event = browser(player_actor(match.player1)), round.tournament
    with django_assert_max_num_queries(8):
        text = own_parts(client, event)
    assert f'data-own="{match.player1_id}"' in text
    assert match.player2.name in text


def test_the_bar_comes_again_only_where_it_is_another(round: Round) -> None:
    match = Match.objects.select_related("player1__player").get(round=round, table=1)
    client = browser(player_actor(match.player1))
    page = client.get(f"/t/{round.tournament.code}/pairings/").content.decode()
    for bar in ("", "0.0.0", bar_of(browser().get(f"/t/{round.tournament.code}/pairings/").content.decode())):
        assert 'class="topnav"' in own_parts(client, round.tournament, bar)
    text = own_parts(client, round.tournament, bar_of(page))
    assert 'class="topnav"' not in text
    assert 'class="my-match"' in text
    assert 'id="event-side"' in text
    Notice.objects.create(player=match.player1.player, code="round_published")
    assert 'class="unread-count"' in own_parts(client, round.tournament, bar_of(page))


def test_the_bar_of_somebody_else_is_replaced(round: Round) -> None:
    one, two = (browser(Actor(user=make_user(name))) for name in ("one", "two"))
    bar = bar_of(own_parts(one, round.tournament))
    assert 'class="topnav"' in own_parts(two, round.tournament, bar)


def test_a_name_that_is_listed_otherwise_is_said_once(round: Round) -> None:
    match = Match.objects.select_related("player1__player").get(round=round, table=1)
    match.player1.public_name = "A."
    match.player1.save(update_fields=["public_name"])
    assert own_parts(browser(player_actor(match.player1)), round.tournament).count("are listed as") == 1


def test_the_first_page_of_a_player_is_everybodys_with_their_own_parts(round: Round) -> None:
    match = Match.objects.select_related("player1__player", "player2").get(round=round, table=1)
    mine = browser(player_actor(match.player1)).get("/")
    assert 'class="my-match"' in mine.content.decode()
    assert match.player2.name in mine.content.decode()
    assert mine["Cache-Control"] == "private, no-store"
    theirs = browser().get("/")
    assert 'class="my-match"' not in theirs.content.decode()
    assert match.player2.name not in theirs.content.decode()
    assert theirs["Cache-Control"] == "private, no-cache"


def test_the_first_page_of_the_staff_is_their_own(round: Round) -> None:
    event = round.tournament
    page = browser(Actor(user=owner_of(event).user)).get("/")
    assert f"/t/{event.code}/desk/" in page.content.decode()
    assert "<!--own:" not in page.content.decode()
    assert page["Cache-Control"] == "private, no-store"
    assert f"/t/{event.code}/desk/" not in browser().get("/").content.decode()
