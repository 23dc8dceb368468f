"""Why two players meet stays what it was when they were paired, after corrections, repairs and edits."""

from __future__ import annotations

import json
from dataclasses import asdict
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.people_and_events import owner_of
from tests.planned_repairs import repair_plan
from tests.running_events import finish_round, pair, play_game, publish, score, start_event
from tests.tournaments.swiss.reasons_oracle import explain_pair
from tournaments.models import Match, PairedField, Round, Tournament
from tournaments.queries.history import pairing_history
from tournaments.queries.pairing_reasons import outlines_of, reason_in, reasons_of
from tournaments.queries.pairing_settings import pairing_settings
from tournaments.queries.repair import newest_repair
from tournaments.services import rounds
from tournaments.services.corrections import correct_match
from tournaments.services.drafts import swap_players
from tournaments.services.entries import keep_apart
from tournaments.services.finish import finish_tournament
from tournaments.services.repairs import apply_repair
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.undone_repairs import undo_repair
from tournaments.swiss.costs import cost_rules
from tournaments.views.desk.draft import draft_review

pytestmark = pytest.mark.django_db
Known = dict[frozenset[int], dict[str, Any]]


def worked_out_now(round: Round) -> Known:
    """The reasons by a search through the whole bracket, from the event's present state."""
    history = pairing_history(round.tournament, round.number)
    rules = cost_rules(history, pairing_settings(round.tournament, history))
    bye = round.byes.values_list("registration", flat=True).first()
    known = {}
    for one, two in round.matches.values_list("player1", "player2"):
        reason = explain_pair(history, rules, (one, two), bye)
        known[frozenset((one, two))] = json.loads(json.dumps(asdict(reason)))
    return known


def recorded(round: Round) -> Known:
    """The reasons that the site gives."""
    found, known = {}, reasons_of(round)
    for match in Match.objects.filter(round=round).select_related("round"):
        found[frozenset((match.player1_id, match.player2_id))] = json.loads(json.dumps(reason_in(known, match)))
    return found


def flip(match: Match) -> None:
    """Correct a result so that another player has won."""
    match = Match.objects.select_related("round__tournament").get(pk=match.pk)
    won = match.games.filter(winner_seat=1).count() >= 2
    correct_match(
        actor=owner_of(match.round.tournament),
        match_id=match.pk,
        expected_version=match.version,
        reason="misread",
        score=ScoreInput(wins1=0, wins2=2) if won else ScoreInput(wins1=2, wins2=0),
    )


def played_event(players: int = 11, **changes: Any) -> Tournament:
    """Two rounds played, teams among the players, two of them kept apart."""
    tournament = start_event(players, planned_rounds=5, team_policy="avoid", **changes)
    for place, entry in enumerate(tournament.registrations.order_by("pk")):
        entry.team = ("红队", "蓝队", "")[place % 3]
        entry.save(update_fields=["team"])
    first, second, *_ = tournament.registrations.order_by("pk")
    keep_apart(
        actor=owner_of(tournament),
        tournament_id=tournament.pk,
        registration_a=first.pk,
        registration_b=second.pk,
        is_hard=True,
    )
    rng = Random(3)
    for _ in range(2):
        finish_round(publish(tournament), rng=rng)
    return tournament


def test_reasons_are_those_of_the_moment_of_pairing_whatever_is_corrected_later():
    tournament = played_event()
    third = pair(tournament)
    known = worked_out_now(third)
    assert any(reason["pair_down"] for reason in known.values())
    assert {code["code"] for reason in known.values() for code in reason["exclusions"]} >= {
        "already_met",
        "discouraged",
    }
    assert recorded(third) == known
    for match in Match.objects.filter(round__tournament=tournament, round__number=1):
        flip(match)
    tournament.registrations.update(team="everybody")
    tournament.kept_apart.all().delete()
    third = Round.objects.get(pk=third.pk)
    assert worked_out_now(third) != known
    assert recorded(third) == known
    outlines = outlines_of(third)
    assert {key: outline["pair_down"] for key, outline in outlines.items()} == {
        key: reason["pair_down"] for key, reason in known.items()
    }


def test_a_repair_explains_the_tables_it_drew_and_leaves_the_others_as_they_were():
    tournament = start_event(12, planned_rounds=5)
    finish_round(publish(tournament))
    second = publish(tournament)
    before = recorded(second)
    flip(tournament.rounds.get(number=1).matches.order_by("table").first())
    plan = repair_plan(second)
    moving = {move.match.pk for move in plan.moves}
    begun = next(match for match in plan.free if match.pk not in moving)
    play_game(begun, 1)
    plan = repair_plan(second)
    assert plan.is_needed
    apply_repair(actor=owner_of(tournament), round_id=second.pk, fingerprint=plan.fingerprint)
    after = recorded(Round.objects.get(pk=second.pk))
    playing = frozenset((begun.player1_id, begun.player2_id))
    assert after[playing] == before[playing]
    drawn = {frozenset(one) for one in plan.result.pairing.pairs}
    assert set(after) == drawn | {playing}
    for reason in plan.result.pairing.reasons:
        assert after[frozenset(reason.pair)] == json.loads(json.dumps(asdict(reason)))
    undo_repair(actor=owner_of(tournament), round_id=second.pk, repair_id=newest_repair(second).pk)
    assert recorded(Round.objects.get(pk=second.pk)) == before


def test_a_table_made_by_hand_has_no_reasons_and_gets_them_back_with_its_old_players():
    tournament = played_event(8)
    third = pair(tournament)
    before = recorded(third)
    one, two = third.matches.order_by("table")[:2]
    seats = {"registration_a": one.player1_id, "registration_b": two.player1_id}
    swap_players(actor=owner_of(tournament), round_id=third.pk, **seats)
    edited = recorded(third)
    assert edited[frozenset((one.player1_id, two.player2_id))] == {}
    assert sum(reason == {} for reason in edited.values()) == 2
    swap_players(actor=owner_of(tournament), round_id=third.pk, **seats)
    assert recorded(third) == before


def test_a_round_that_carries_its_reasons_itself_is_read_as_it_was_written():
    tournament = played_event(8)
    third = pair(tournament)
    known = worked_out_now(third)
    PairedField.objects.all().delete()
    third.pairing["reasons"] = list(known.values())
    third.save(update_fields=["pairing"])
    assert recorded(third) == known
    review = draft_review(Round.objects.get(pk=third.pk))
    assert sum(pair.is_pair_down for pair in review.pairs) == sum(bool(one["pair_down"]) for one in known.values())


def test_a_larger_event_asks_no_more_of_the_database():
    counts = []
    for players in (8, 40):
        tournament = start_event(players, planned_rounds=5)
        finish_round(publish(tournament), rng=Random(1))
        with CaptureQueriesContext(connection) as pairing:
            round = pair(tournament)
        with CaptureQueriesContext(connection) as looking:
            draft_review(Round.objects.get(pk=round.pk))
        match = Match.objects.select_related("round").filter(round=round).first()
        with CaptureQueriesContext(connection) as asking:
            assert reason_in(reasons_of(match.round), match)["pair"]
        rounds.publish_round(actor=owner_of(tournament), round_id=round.pk)
        for played in round.matches.all():
            score(played, 2, 0)
        with CaptureQueriesContext(connection) as completing:
            rounds.complete_round(actor=owner_of(tournament), round_id=round.pk)
        with CaptureQueriesContext(connection) as finishing:
            finish_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, early=True)
        counts.append([len(one) for one in (pairing, looking, asking, completing, finishing)])
    assert counts[0] == counts[1]
    assert counts[0][2] == 1
