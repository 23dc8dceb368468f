"""Byes awarded and losses assigned ahead: who is paired, what counts, and taking them back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from accounts.actor import Actor
from tests.people_and_events import enter, make_event, owner_of
from tests.running_events import finish_round, pair, publish, start_event
from tests.tournaments.services.slow_pairing import meanwhile, refused
from tournaments.models import AssignedRound, Bye, LogEntry, MissedRound, Registration, Tournament
from tournaments.queries.assigned import players_for_byes
from tournaments.queries.event_file import event_document
from tournaments.queries.history import read_swiss
from tournaments.queries.settings import rounds_of_plan, with_player_counts
from tournaments.queries.standings import explain_value, standings_of
from tournaments.services.drafts import discard_draft, swap_players
from tournaments.services.entries import assign_rounds, drop, unassign_rounds
from tournaments.services.rounds import publish_round, reopen_round
from tournaments.services.snapshots.restoring import restore
from tournaments.services.start import start_tournament
from tournaments.views.desk.readiness import readiness_of
from tournaments.wording import say_log

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.language("en")]


def entry(tournament: Tournament, number: int) -> Registration:
    return tournament.registrations.get(number=number)


def assign(of: Registration, kind: str = "bye", first: int = 1, rounds: int = 1, reason: str = "late") -> None:
    actor = owner_of(of.tournament)
    assign_rounds(actor=actor, registration_id=of.pk, kind=kind, first=first, rounds=rounds, reason=reason)


def test_awarded_byes_count_as_won_and_are_left_out_of_the_opponents() -> None:
    tournament = make_event(planned_rounds=3)
    enter(tournament, *(f"P{number}" for number in range(1, 8)))
    seeded = entry(tournament, 1)
    assign(seeded, rounds=2, reason="")
    start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    for _number in (1, 2):
        round = publish(tournament)
        assert round.byes.get().kind == Bye.Kind.AWARDED
        assert round.matches.count() == 3
        finish_round(round)
    row = next(row for row in standings_of(tournament) if row.registration == seeded)
    assert (row.points, row.byes, row.results) == (6, 2, ("bye", "bye"))
    found = explain_value(read_swiss(tournament), seeded, "OMW")
    assert found.byes == (1, 2)
    assert not found.explanation.terms
    third = publish(tournament)
    assert third.byes.get().registration != seeded  # The bye of an odd field goes to who has had none.
    assert third.byes.get().kind == Bye.Kind.PAIRED


def test_an_assigned_loss_has_no_opponent_and_needs_a_reason() -> None:
    tournament = start_event(5, planned_rounds=3)
    late = entry(tournament, 5)
    refused("reason_required", assign, of=late, kind="loss", reason=" ")
    assign(late, "loss")
    round = publish(tournament)
    assert MissedRound.objects.get().registration == late
    assert (round.matches.count(), round.byes.count()) == (2, 0)
    finish_round(round)
    assert next(row for row in standings_of(tournament) if row.registration == late).points == 0
    assert publish(tournament).byes.count() == 1
    line = LogEntry.objects.get(verb="rounds_assigned")
    assert say_log(line) == "assigned P05 a loss in round 1: late"


def test_a_discarded_draft_gives_the_same_again_and_one_who_left_nothing() -> None:
    tournament = start_event(5, planned_rounds=3)
    away = entry(tournament, 5)
    assign(away)
    draft = pair(tournament)
    refused("draft_open", assign, of=entry(tournament, 4))
    refused("draft_open", unassign, of=away)
    player = draft.matches.first().player1
    with_bye = {"actor": owner_of(tournament), "round_id": draft.pk, "registration_a": away.pk}
    refused("not_in_round", swap_players, registration_b=player.pk, **with_bye)
    discard_draft(actor=owner_of(tournament), round_id=draft.pk)
    assert pair(tournament).byes.get().registration == away
    drop(actor=owner_of(tournament), registration_id=away.pk)
    draft = tournament.rounds.get()
    refused("draft_out_of_date", publish_round, actor=owner_of(tournament), round_id=draft.pk)
    discard_draft(actor=owner_of(tournament), round_id=draft.pk)
    assert not pair(tournament).byes.exists()


def test_a_draft_with_an_assigned_loss_of_one_who_left_is_out_of_date() -> None:
    tournament = start_event(5, planned_rounds=3)
    away = entry(tournament, 5)
    assign(away, "loss")
    draft = pair(tournament)
    drop(actor=owner_of(tournament), registration_id=away.pk)
    refused("draft_out_of_date", publish_round, actor=owner_of(tournament), round_id=draft.pk)


def unassign(of: Registration, first: int = 1, last: int = 1, actor: Actor | None = None) -> None:
    unassign_rounds(actor=actor or owner_of(of.tournament), registration_id=of.pk, first=first, last=last)


def test_it_is_taken_back_until_the_round_is_paired() -> None:
    tournament = start_event(4, planned_rounds=3)
    one = entry(tournament, 1)
    assign(one, rounds=3)
    unassign(one, 3, 3)
    finish_round(publish(tournament))
    refused("round_is_paired", unassign, of=one)
    refused("round_is_paired", assign, of=entry(tournament, 2))
    unassign(one, 2, 2)
    refused("nothing_assigned", unassign, of=one, first=2, last=3)
    assert publish(tournament).matches.count() == 2
    assert say_log(LogEntry.objects.filter(verb="rounds_unassigned").first()).startswith("took the awarded bye of P01")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"kind": "win"}, "no_such_choice"),
        ({"rounds": 4}, "no_such_choice"),
        ({"rounds": 0}, "no_such_choice"),
        ({"first": 0}, "round_is_paired"),
        ({"first": 3, "rounds": 2}, "no_such_swiss_round"),
        ({"first": 10**9}, "no_such_swiss_round"),
    ],
)
def test_what_cannot_be_assigned(arguments: dict[str, Any], code: str) -> None:
    tournament = start_event(4, planned_rounds=3)
    refused(code, assign, of=entry(tournament, 1), **arguments)


def test_the_same_round_once_and_three_byes_at_most() -> None:
    tournament = start_event(4, planned_rounds=5)
    one = entry(tournament, 1)
    assign(one, rounds=3)
    refused("round_assigned", assign, of=one, kind="loss", first=3)
    refused("too_many_byes", assign, of=one, first=4)
    assign(one, "loss", first=4)
    drop(actor=owner_of(tournament), registration_id=one.pk)
    refused("not_entered", assign, of=one, first=5)
    arguments = {"registration_id": entry(tournament, 2).pk, "kind": "bye", "first": 1}
    refused("not_permitted", assign_rounds, actor=Actor(), **arguments)
    refused("not_permitted", unassign_rounds, actor=Actor(), registration_id=one.pk, first=1, last=1)


def test_what_is_assigned_while_a_round_is_paired_counts() -> None:
    tournament = start_event(5, planned_rounds=3)
    one = entry(tournament, 1)
    with meanwhile(lambda: assign(one)) as worked:
        round = pair(tournament)
    assert len(worked) == 2
    assert (round.byes.get().registration, round.matches.count()) == (one, 2)


def test_awarded_byes_make_the_field_count_as_larger() -> None:
    tournament = make_event(planned_rounds=None)
    enter(tournament, *(f"P{number}" for number in range(1, 9)))
    plain = rounds_of_plan(tournament)
    for number, rounds in ((1, 1), (2, 2), (3, 3)):
        assign(entry(tournament, number), rounds=rounds)
    assert players_for_byes(tournament) == 1 + 3 + 7
    assert rounds_of_plan(tournament) == rounds_of_plan(with_player_counts(Tournament.objects.all()).get())
    start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    tournament.refresh_from_db()
    assert tournament.planned_rounds == plain + 2  # 8 players count as 19.


def test_the_rounds_announced_for_those_who_are_here_leave_the_byes_of_the_absent_out() -> None:
    tournament = make_event(planned_rounds=None)
    enter(tournament, *(f"P{number}" for number in range(1, 9)))
    assign(entry(tournament, 1), rounds=3)
    tournament.registrations.exclude(number=1).update(checked_in_at=timezone.now())
    announced = readiness_of(tournament)
    started = start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, drop_absent=True)
    assert (announced.rounds_here, announced.rounds) == (started.planned_rounds, started.planned_rounds + 1)


def test_a_restored_event_has_them_and_a_file_of_before_none() -> None:
    tournament = start_event(4, planned_rounds=3)
    assign(entry(tournament, 1))
    round = publish(tournament)
    finish_round(round)
    reopen_round(actor=owner_of(tournament), round_id=round.pk)
    document = plain(tournament)
    again = restore(document, owner=owner_of(tournament).user, name="Again")
    assert AssignedRound.objects.get(registration__tournament=again).registration.number == 1
    del document["tables"]["assigned"], document["event"]["drop_no_shows"]
    entries = document["tables"]["registrations"]
    place = entries["columns"].index("drop_rule")
    for line in (entries["columns"], *entries["rows"]):
        del line[place]
    older = restore(document, owner=owner_of(tournament).user, name="Older")
    assert not AssignedRound.objects.filter(registration__tournament=older).exists()


def plain(tournament: Tournament) -> dict[str, Any]:
    """The event's file as it is read."""
    document = event_document(tournament) | {"taken_at": "2026-01-01T00:00:00+00:00"}
    return json.loads(json.dumps(document, cls=DjangoJSONEncoder))
