"""Restriction lists and notices through the API, for those who may and those who may not."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.actor import Actor
from accounts.inbox import quiet_codes, send_notice
from accounts.models import Player
from cardpool.models import Card, CardGame, RestrictionList
from tests.api.client import ApiAsker
from tests.people_and_events import load_game, make_actor, make_event, owner_of

pytestmark = pytest.mark.django_db

A1, A2 = "HBU01-A01", "HBU01-A02"
BASE = "games/ultraman-hero-duel/"
SENT = {
    "name": "2026 秋",
    "effective_from": "2026-09-01",
    "entries": [{"kind": "banned", "cards": [A1]}, {"kind": "limited", "cards": ["二号"], "limit": 1, "note": "太强"}],
}


@pytest.fixture
def game() -> CardGame:
    game = load_game()
    for number, name in [(A1, "一号"), (A2, "二号")]:
        Card.objects.create(game=game, key=number, number=number, name=name)
    return game


@pytest.fixture
def manager() -> ApiAsker:
    return ApiAsker(make_actor(may_manage_games=True))


def test_a_list_is_written_and_everybody_reads_it(game: CardGame, manager: ApiAsker) -> None:
    kept = manager.post(f"{BASE}restriction-lists/", SENT, status=201)
    assert (kept["label"], kept["version"], kept["until"], kept["unknown"]) == ("2026 秋 (2026-09-01)", 1, None, [])
    anybody = ApiAsker()
    (listed,) = anybody.get(f"{BASE}restriction-lists/")
    assert (listed["id"], listed["counts"]) == (kept["id"], {"banned": 1, "limited": 1})
    whole = anybody.get(f"{BASE}restriction-lists/{kept['id']}/")
    assert [(one["kind"], one["cards"], one["limit"], one["note"]) for one in whole["entries"]] == [
        ("banned", [A1], 0, ""),
        ("limited", [A2], 1, "太强"),
    ]
    assert anybody.get(f"{BASE}restrictions/", date="2026-08-31") == []
    assert [one["id"] for one in anybody.get(f"{BASE}restrictions/", date="2026-09-01")] == [kept["id"]]
    assert anybody.get(f"{BASE}restrictions/", date="soon", status=400)["errors"][0]["field"] == "date"


def test_a_verdict_says_the_day_the_format_and_the_lists(game: CardGame, manager: ApiAsker) -> None:
    manager.post(f"{BASE}restriction-lists/", SENT | {"format": "open"}, status=201)
    body = {"text": f"1 {A1}", "as_of": "2026-09-01"}
    free = ApiAsker().post(f"{BASE}judge/", body)
    assert (free["as_of"], free["format"], free["restrictions"]) == ("2026-09-01", "", [])
    judged = ApiAsker().post(f"{BASE}judge/", body | {"format": "Open"})
    assert (judged["format"], judged["restrictions"]) == ("open", ["2026 秋 (2026-09-01)"])
    assert "card_banned" in {found["code"] for found in judged["violations"]}
    assert "card_banned" not in {found["code"] for found in free["violations"]}


def test_edits_withdrawals_and_the_second_editor(game: CardGame, manager: ApiAsker) -> None:
    first = manager.post(f"{BASE}restriction-lists/", SENT, status=201)
    path = f"{BASE}restriction-lists/"
    second = manager.post(path, SENT | {"entries": [], "replaces": first["id"]}, status=201)
    assert (second["version"], second["entries"]) == (2, [])
    late = manager.post(path, SENT | {"replaces": first["id"]}, status=409)
    assert (late["code"], late["facts"]["version"]) == ("list_changed", 2)
    manager.post(f"{path}{second['id']}/withdrawal/", {"reason": ""}, status=400)
    manager.post(f"{path}{second['id']}/withdrawal/", {"reason": "发错了"})
    assert ApiAsker().get(path) == []
    for old in (first, second):
        ApiAsker().get(f"{path}{old['id']}/", status=404)
        assert manager.get(f"{path}{old['id']}/")["id"] == old["id"]
    manager.delete(f"{path}{second['id']}/withdrawal/", status=200)
    assert manager.delete(f"{path}{second['id']}/withdrawal/", status=409)["code"] == "list_not_withdrawn"
    assert len(ApiAsker().get(path)) == 1


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"entries": [{"kind": "banned", "cards": ["Nobody"]}]}, "list_unreadable", "text"),
        ({"entries": [{"kind": "limited", "cards": [A1]}]}, "list_unreadable", "text"),
        ({"entries": [{"kind": "choose_one", "cards": [A1], "limit": 1}]}, "list_unreadable", "text"),
        ({"format": "Großes"}, "format_no_key", "format"),
        ({"effective_from": "0900-01-01"}, "date_out_of_range", "effective_from"),
    ],
)
def test_what_cannot_be_kept(game: CardGame, manager: ApiAsker, change: dict[str, Any], code: str, field: str) -> None:
    problem = manager.post(f"{BASE}restriction-lists/", SENT | change, status=400)
    assert (problem["code"], problem["errors"][0]["field"]) == (code, field)
    assert not RestrictionList.objects.exists()


def test_only_managers_write(game: CardGame, manager: ApiAsker) -> None:
    kept = manager.post(f"{BASE}restriction-lists/", SENT, status=201)
    one = f"{BASE}restriction-lists/{kept['id']}/withdrawal/"
    for actor in (None, make_actor(), owner_of(make_event())):
        asker, refused = ApiAsker(actor), 401 if actor is None else 403
        asker.post(f"{BASE}restriction-lists/", SENT, status=refused)
        asker.post(one, {"reason": "x"}, status=refused)
        asker.delete(one, status=refused)
    assert RestrictionList.objects.filter(withdrawn_at__isnull=True).count() == 1


def test_an_events_format_is_a_setting() -> None:
    tournament = make_event()
    owner = ApiAsker(owner_of(tournament))
    assert owner.patch(f"tournaments/{tournament.code}/", {"format": "Open"})["format"] == "open"
    problem = owner.patch(f"tournaments/{tournament.code}/", {"format": "a b"}, status=400)
    assert problem["errors"][0]["field"] == "format"


def test_notices_are_ones_own() -> None:
    actor, other = make_actor(), make_actor()
    facts = {"event": "周末赛", "cards": [A1], "was_legal": True, "legal": False}
    mine = send_notice(to=actor.user, code="verdict_changed", path="/my/", **facts)
    theirs = send_notice(to=other.user, code="verdict_changed", path="/my/", **facts)
    asker = ApiAsker(actor)
    (shown,) = asker.get("notices/")
    assert (shown["id"], shown["code"], shown["read_at"], shown["path"]) == (mine.pk, "verdict_changed", None, "/my/")
    assert A1 in shown["message"]
    asker.post(f"notices/{theirs.pk}/read/", status=404)
    assert asker.post(f"notices/{mine.pk}/read/")["read_at"] is not None
    assert asker.post("notices/read/") == {"read": 0}
    theirs.refresh_from_db()
    assert theirs.read_at is None
    for path in ("notices/read/", f"notices/{mine.pk}/read/"):
        ApiAsker().post(path, status=401)
    ApiAsker().get("notices/", status=401)


def test_which_notices_alert_is_the_players_choice() -> None:
    actor = make_actor()
    ApiAsker(actor).get("notices/choice/", status=404)
    player = Player.objects.create(name="Ann", user=actor.user)
    asker = ApiAsker(Actor(user=actor.user))
    shown = asker.get("notices/choice/")
    assert [one["kind"] for one in shown["kinds"]] == ["announcement", "round", "table", "deck", "deadline"]
    assert shown["off"]["page"] == []
    assert asker.put("notices/choice/", {"page": ["deck"]})["off"]["page"] == ["deck"]
    assert quiet_codes(player)["page"] == {"deck_reminder", "verdict_changed"}
    assert asker.put("notices/choice/", {})["off"]["page"] == ["deck"], "a channel left out stays as it is"
    asker.put("notices/choice/", {"page": ["weather"]}, status=400)
    child, stranger = (Player.objects.create(name=name, user=user) for name, user in (("Ben", actor.user), ("C", None)))
    assert asker.put(f"notices/choice/?player={child.pk}", {"page": ["table"]})["off"]["page"] == ["table"]
    assert asker.get("notices/choice/")["off"]["page"] == ["deck"]
    asker.get("notices/choice/", status=404, player=stranger.pk)
    ApiAsker().get("notices/choice/", status=401)


def test_a_player_with_an_account_reads_what_was_sent_to_the_player() -> None:
    actor = make_actor()
    assert ApiAsker(Actor(user=actor.user)).get("notices/") == []
