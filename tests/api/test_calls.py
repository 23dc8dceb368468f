"""Judge calls through the API: the same services and refusals; a player reads what concerns a player."""

from __future__ import annotations

import pytest

from accounts.actor import Actor
from tests.api.client import ApiAsker
from tests.judged_events import event_with_lists, table_of
from tests.people_and_events import make_user, player_actor, staff_actor
from tournaments.services.reports import report_score

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """The address of an event, one of its matches, a player of it with an account, and a judge."""
    tournament, _round, judge = event_with_lists(4)
    entry = tournament.registrations.earliest("pk")
    entry.player.user = make_user(may_create_tournaments=False)
    entry.player.save()
    player = ApiAsker(Actor(user=entry.player.user, player=entry.player))
    return tournament, f"tournaments/{tournament.code}/", table_of(entry), player, ApiAsker(judge)


def test_a_call_from_the_player_to_the_ruling(event):
    tournament, base, match, player, judge = event
    table = f"{base}matches/{match.pk}/call/"
    assert player.get(table) == {"call": None}
    raised = player.post(table, {"words": "他的牌"}, status=201)
    assert (raised["state"], raised["words"], raised["raised_by"], raised["match"]) == ("open", "他的牌", "", match.pk)
    caller = tournament.registrations.earliest("pk")
    opponent = next(seat.player for seat in (match.player1, match.player2) if seat != caller)
    opponent.user = make_user("opponent", may_create_tournaments=False)
    opponent.save()
    read = ApiAsker(Actor(user=opponent.user, player=opponent)).get(table)
    assert read["call"]["id"] == raised["id"], "the other player reads it"
    assert player.post(table, {}, status=409)["code"] == "call_already_open"
    step = f"{base}calls/{raised['id']}/"
    claimed = judge.post(f"{step}claim/")
    assert (claimed["state"], bool(claimed["claimed_by"])) == ("claimed", True)
    other = ApiAsker(staff_actor(tournament, "judge"))
    refused = other.post(f"{step}claim/", status=409)
    assert (refused["code"], claimed["claimed_by"] in refused["detail"]) == ("call_claimed", True)
    assert player.get(table)["call"]["claimed_by"] == ""
    assert judge.post(f"{step}release/")["state"] == "open"
    assert judge.post(f"{step}close/", {"ruling": ""}, status=400)
    closed = judge.post(f"{step}close/", {"ruling": "按现状继续"})
    assert (closed["state"], closed["ruling"], closed["minutes_due"]) == ("closed", "按现状继续", 0)
    assert judge.post(f"{step}reopen/")["state"] == "claimed"
    withdrawn = player.delete(table, status=200)
    assert (withdrawn["state"], withdrawn["ruling"]) == ("withdrawn", "")
    assert player.delete(table, status=409)["code"] == "no_open_call"


def test_the_list_is_for_staff_and_by_state(event):
    tournament, base, match, player, judge = event
    raised = player.post(f"{base}matches/{match.pk}/call/", {}, status=201)
    player.get(f"{base}calls/", status=403)
    keeper = ApiAsker(staff_actor(tournament, "scorekeeper"))
    keeper.post(f"{base}calls/{raised['id']}/claim/", status=403)
    assert [one["id"] for one in keeper.get(f"{base}calls/?state=open")["results"]] == [raised["id"]]
    assert judge.get(f"{base}calls/?state=closed")["results"] == []
    judge.get(f"{base}calls/?state=loud", status=400)
    assert keeper.get(f"{base}calls/{raised['id']}/")["registration"] == raised["registration"]
    judge.get(f"{base}calls/0/", status=404)


def test_two_players_report_their_result(event):
    _tournament, base, match, player, judge = event
    reports = f"{base}matches/{match.pk}/reports/"
    assert player.get(reports) == {"state": "", "is_complete": False, "reports": []}
    sent = {"wins1": 2, "wins2": 1, "key": "a1"}
    first = player.post(reports, sent, status=200)
    assert (first["state"], [(one["wins1"], one["wins2"]) for one in first["reports"]]) == ("waiting", [(2, 1)])
    assert player.post(reports, sent, status=200) == first
    assert judge.get(reports) == first
    assert judge.post(reports, sent, status=403)["code"] == "not_your_match"
    assert player.post(reports, {"wins1": 3, "wins2": 0}, status=400)["code"]
    match.refresh_from_db()
    other = match.player2 if match.player1.player.user_id else match.player1
    report_score(actor=player_actor(other), match_id=match.pk, wins1=2, wins2=1)
    assert player.get(reports) == {"state": "", "is_complete": True, "reports": []}
