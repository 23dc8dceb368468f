"""Rounds to be repaired, and what repairing them would do, asked of the pairing core in the test's own process."""

from __future__ import annotations

from typing import Any

from tests.people_and_events import owner_of
from tests.running_events import finish_round, publish, start_event
from tournaments.models import Match, Round, Tournament
from tournaments.queries import repair
from tournaments.queries.repair import RepairPlan, repair_task, repair_work
from tournaments.services.corrections import correct_match
from tournaments.services.result_inputs import ScoreInput


def flip(match: Match) -> Match:
    """Correct a 2–0 to 0–2."""
    match = Match.objects.select_related("round__tournament").get(pk=match.pk)
    return correct_match(
        actor=owner_of(match.round.tournament),
        match_id=match.pk,
        expected_version=match.version,
        reason="misread",
        score=ScoreInput(wins1=0, wins2=2),
    )


def corrected_event(players: int = 8, **settings: Any) -> tuple[Tournament, Round]:
    """Round 1 played, round 2 published, then the first table of round 1 corrected; the event and round 2."""
    tournament = start_event(players, planned_rounds=3, **settings)
    first = finish_round(publish(tournament))
    second = publish(tournament)
    flip(first.matches.earliest("table"))
    return tournament, fresh(second)


def fresh(round: Round) -> Round:
    return Round.objects.select_related("tournament").get(pk=round.pk)


def repair_plan(round: Round) -> RepairPlan:
    """The repair of a published round as it would be made now; the same state gives the same."""
    task = repair_task(round)
    work = repair_work(task)
    return repair.repair_plan(task, work, work.run())
