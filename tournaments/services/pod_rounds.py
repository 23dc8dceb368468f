"""Seating a round in pods as a draft. How, is decided by the core (`tournaments.pods.seating`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from random import Random
from typing import Any

from accounts.actor import Actor
from accounts.refusals import Refusal
from tournaments.models import Bye, Pod, PodSeat, Registration, Round, Tournament
from tournaments.pods.entrants import PodField, Seating
from tournaments.pods.seating import seat_round
from tournaments.pods.sizes import MIN_PLAYERS, sizes_of
from tournaments.pods.tables import SeatedAt, seat_at_tables
from tournaments.queries.assigned import assigned_rows
from tournaments.queries.pairing_settings import require_tables, table_settings
from tournaments.queries.pod_record import pod_field
from tournaments.receipts.pod_round import record_seating
from tournaments.services.entries.assigned import write_assigned
from tournaments.services.pairing_steps import DrawSeed, seed_to_draw
from tournaments.services.pod_decided import hold_decisions
from tournaments.swiss.tables import first_tables, has_table

Note = Callable[[Tournament, Round, dict[str, Any], DrawSeed], None]
"""Writes down, in the transaction that writes the round, that it was seated: the receipt's facts and the seed."""


def refuse_in_pods(tournament: Tournament) -> None:
    """Raises Refusal `not_in_pods`: what is about two players who meet does not apply to pods."""
    if tournament.is_in_pods:
        raise Refusal("not_in_pods")


def refuse_round_in_pods(round_id: int) -> None:
    """The same for a round, before its rows are locked."""
    if Tournament.objects.filter(rounds=round_id, entry_format=Tournament.EntryFormat.PODS).exists():
        raise Refusal("not_in_pods")


def seat_pods(actor: Actor, tournament: Tournament, number: int, seed: int | None, note: Note) -> Round:
    """Seat round `number` in pods; the caller has locked the tournament's row. The same seed gives the same pods;
    without one it is the committed one. What staff decided for the round is then made so by exchanges.

    Raises Refusal `all_rounds_played`, `too_few_players`, `too_few_tables`.
    """
    if number > (tournament.planned_rounds or 0):
        raise Refusal("all_rounds_played", played=number - 1)
    field = pod_field(tournament, number)
    count = len(field.entrants)
    if count < MIN_PLAYERS:
        raise Refusal("too_few_players", count=count, needed=MIN_PLAYERS)
    require_tables(table_settings(tournament), sizes_of(count).pods)
    drawn = seed_to_draw(tournament, number) if seed is None else DrawSeed(seed)
    seating = seat_round(field, Random(drawn.seed))
    facts = {
        "achieved": asdict(seating.achieved),
        "bound": asdict(seating.bound),
        "every_seating": seating.every_seating,
    }
    round = Round.objects.create(
        tournament=tournament, number=number, seed=drawn.seed, pairing={"certified": seating.certified, "pods": facts}
    )
    seated_at = _tables(tournament, field, seating)
    pods = Pod.objects.bulk_create(Pod(round=round, table=table) for table in seated_at.tables)
    PodSeat.objects.bulk_create(
        PodSeat(pod=pod, round=round, seat=seat, registration_id=entry)
        for pod, entries in zip(pods, seating.pods, strict=True)
        for seat, entry in enumerate(entries, start=1)
    )
    Bye.objects.bulk_create(Bye(round=round, registration_id=entry, kind=Bye.Kind.PAIRED) for entry in seating.byes)
    write_assigned(tournament, round)
    note(tournament, round, record_seating(field, seating, seated_at, assigned=assigned_rows(round)), drawn)
    hold_decisions(actor, tournament, round)
    return round


def _tables(tournament: Tournament, field: PodField, seating: Seating) -> SeatedAt:
    """A table for each pod: the one of a player with a fixed seat, the others in the order that the event fills. A
    fixed seat at a table that does not exist is none."""
    settings = table_settings(tournament)
    seated = Registration.objects.filter(pk__in=field.by_id, fixed_table__isnull=False).order_by("pk")
    fixed = {
        key: table for key, table in seated.values_list("pk", "fixed_table") if table and has_table(settings, table)
    }
    return seat_at_tables(seating.pods, fixed, first_tables(settings, len(seating.pods) + len(fixed)))
