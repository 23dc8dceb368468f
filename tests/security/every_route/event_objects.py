"""What an event has beside its entries and rounds: one of every object that judges, the desk and its owner make."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.actor import Actor
from tests.judged_events import begin
from tests.tournaments.ended_events import ended_event, make_season
from tournaments.models import (
    JoinRequest,
    Match,
    PairingSearch,
    Pod,
    PodSeat,
    Registration,
    Restoration,
    Round,
    RoundRepair,
    SeasonMerge,
    Snapshot,
    Tournament,
)
from tournaments.services.announcements import announce
from tournaments.services.calls import raise_call
from tournaments.services.entries import register_self
from tournaments.services.extra_time import give_extension
from tournaments.services.penalties import give_penalty
from tournaments.services.settling import CountsAs, settle_card


def objects_of_round(people: dict[str, Actor], match: Match, entry: Registration) -> dict[str, Any]:
    """What judges and the desk have made in the running round: of a match and of an entry."""
    judge, tournament = people["judge"], entry.tournament
    penalty = give_penalty(actor=judge, registration_id=entry.pk, infraction="deck_problem", level="warning")
    extension = give_extension(actor=judge, match_id=match.pk, minutes=3)
    PairingSearch.objects.create(tournament=tournament, number=2, state="done", outcome="paired")
    undone = {"before": {"tables": []}, "after": {"tables": []}, "undone_at": timezone.now()}
    repair = RoundRepair.objects.create(round=match.round, number=1, choice="keep", **undone)
    ruling = settle_card(
        actor=judge, tournament_id=tournament.pk, number="HBU09-A01", counts_as=CountsAs(), reason="展示卡"
    )
    announced = announce(actor=judge, tournament_id=tournament.pk, text="第二轮后午休")
    return {
        "check_id": begin(judge, entry).pk,
        "penalty_id": penalty.pk,
        "extension_id": extension.pk,
        "ruling_id": ruling.pk,
        "call_id": raise_call(actor=judge, match_id=match.pk).pk,
        "repair_id": repair.pk,
        "pod_id": _pod_of(match.round, entry).pk,
        "announcement_id": announced.pk,
        "request_id": _join_request(tournament).pk,
    }


def _join_request(tournament: Tournament) -> JoinRequest:
    """Somebody who waits for the desk, for a late entry."""
    asked = register_self(actor=Actor(), tournament_id=tournament.pk, name="迟到的人", age_group="adult").request
    assert asked is not None
    return asked


def _pod_of(round_: Round, entry: Registration) -> Pod:
    """A pod in the running round, as an event in pods has them."""
    pod = Pod.objects.create(round=round_, table=900)
    others = [one for one in entry.tournament.registrations.order_by("pk") if one.pk != entry.pk][:3]
    for seat, registration in enumerate([entry, *others], start=1):
        PodSeat.objects.create(pod=pod, round=round_, seat=seat, registration=registration)
    return pod


def objects_kept(tournament: Tournament, owner: Actor) -> dict[str, Any]:
    """A snapshot of the event, and a restoration of it."""
    snapshot = Snapshot.objects.create(tournament=tournament, step="by_hand", state="ready", taken_at=timezone.now())
    restoration = Restoration.objects.create(
        origin=tournament, snapshot=snapshot, name="周末赛", state="done", asked_by_user=owner.user
    )
    return {"snapshot_id": snapshot.pk, "restoration_id": restoration.pk}


def objects_of_season(tournament: Tournament, owner: Actor, entry: Registration) -> dict[str, Any]:
    """A season of the event and an ended one, whose winner is the same person as an entry of the event."""
    ended = ended_event(owner, "冠军", "亚军")
    winner, beaten = ended.registrations.order_by("pk")
    Tournament.objects.filter(pk=ended.pk).update(divisions=[{"code": "junior", "zh": "少年组", "en": "Junior"}])
    ended.registrations.update(division="junior")
    season = make_season(owner, tournament, ended)
    merge = SeasonMerge.objects.create(season=season, player=winner.player, into=entry.player)
    return {
        "season": season.code,
        "merge_id": merge.pk,
        "person_id": winner.pk,
        "player_id": winner.player_id,
        "into_id": beaten.player_id,
    }
