"""Checking a pack through the API: every mistake with its place, for managers alone, and nothing stored."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.actor import Actor
from cardpool.games import shipped_keys, shipped_text
from cardpool.models import CardGame, PackDraft
from tests.api.client import ApiAsker
from tests.people_and_events import enter, load_game, make_actor, make_event, owner_of, player_actor, staff_actor
from tests.web.games.keeping import CARDS, PACK

pytestmark = pytest.mark.django_db

PATH = "packs/check/"


@pytest.fixture
def asker() -> ApiAsker:
    return ApiAsker(make_actor(may_manage_games=True))


def test_a_good_pack_is_said_in_words(asker: ApiAsker) -> None:
    body = asker.post(PATH, {"text": PACK, "cards": CARDS})
    assert (body["valid"], body["problems"], body["ruleset"], body["cards"]) == (True, [], "lantern-clash 1.0", 9)
    assert body["rules"][0]["clause"] == "§1"
    assert len(body["play"]) == 5
    assert not CardGame.objects.exists()
    assert not PackDraft.objects.exists()


def test_every_mistake_has_its_place(asker: ApiAsker) -> None:
    text = PACK.replace('section = "main"\nexactly', 'section = "mian"\nexactly')
    wrong = asker.post(PATH, {"text": text, "cards": CARDS.replace("LC-02", "LC-2")})
    assert wrong["valid"] is False
    assert [(one["file"], one["line"], one["path"], one["code"]) for one in wrong["problems"]] == [
        ("cards", 3, "number", "bad_row"),
        ("pack", 54, "rules[0].section", "bad_value"),
    ]
    assert (wrong["rules"], wrong["play"]) == ([], [])


def test_a_version_that_is_published_and_a_key_that_is_taken(asker: ApiAsker) -> None:
    game = load_game("rush-duel")
    text = shipped_text("rush-duel")
    assert asker.post(PATH, {"text": text, "game": game.slug})["valid"] is True
    changed = asker.post(PATH, {"text": text + "# more\n", "game": game.slug})
    assert [one["code"] for one in changed["problems"]] == ["version_published"]
    assert [one["code"] for one in asker.post(PATH, {"text": text})["problems"]] == ["key_taken"]
    asker.post(PATH, {"text": text, "game": "no-such-game"}, status=404)


@pytest.mark.parametrize("game", shipped_keys())
def test_every_shipped_pack_is_valid(asker: ApiAsker, game: str) -> None:
    load_game(game)
    assert asker.post(PATH, {"text": shipped_text(game), "game": game})["valid"] is True


@pytest.mark.parametrize(
    "body", [{}, {"text": ""}, {"text": "x" * 200_001}, {"text": ["x"]}, {"text": "x", "game": "Ä"}]
)
def test_what_is_no_question_is_refused(asker: ApiAsker, body: Any) -> None:
    asker.post(PATH, body, status=400)


@pytest.mark.parametrize(
    "who", ["public", "account", "player", "owner", "organiser", "scorekeeper", "judge", "manager"]
)
def test_only_managers_may_ask(who: str) -> None:
    status = {"public": 401, "player": 401, "manager": 200}.get(who, 403)
    ApiAsker(actor_of(who)).post(PATH, {"text": PACK}, status=status)


def actor_of(who: str) -> Actor | None:
    if who == "public":
        return None
    if who in ("account", "manager"):
        return make_actor(may_manage_games=who == "manager")
    event = make_event()
    if who == "owner":
        return owner_of(event)
    return player_actor(enter(event, "甲")[0]) if who == "player" else staff_actor(event, who)
