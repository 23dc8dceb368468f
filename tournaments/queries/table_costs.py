"""What the tables of a draft cost: fixed seats that are not kept, and players at a table they sat at before."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tournaments.models import Match, Registration, Round, Tournament
from tournaments.queries.pairing_settings import table_settings
from tournaments.queries.rounds import newest_round
from tournaments.swiss.tables import has_table


@dataclass(frozen=True)
class TableCosts:
    """How many players do not sit at their fixed table, and how many sit where they sat in an earlier round; None where
    the event does not mind that."""

    unkept: int
    repeats: int | None


def table_costs(round: Round) -> TableCosts:
    """The costs of a round's tables as they are. At most three queries."""
    event, settings = round.tournament, table_settings(round.tournament)
    seats = [
        (table, key)
        for table, *pair in Match.objects.filter(round=round).values_list("table", "player1", "player2")
        for key in pair
    ]
    fixed = dict(event.registrations.exclude(fixed_table=None).values_list("pk", "fixed_table"))
    kept = {key: table for key, table in fixed.items() if table is not None and has_table(settings, table)}
    unkept = sum(kept.get(key, table) != table for table, key in seats)
    if not settings.avoid_repeats:
        return TableCosts(unkept, None)
    earlier = Match.objects.filter(round__tournament=event, round__number__lt=round.number, round__stage=round.stage)
    sat: dict[int, set[int | None]] = defaultdict(set)
    for table, *pair in earlier.values_list("table", "player1", "player2"):
        for key in pair:
            sat[key].add(table)
    return TableCosts(unkept, sum(table in sat[key] for table, key in seats))


@dataclass(frozen=True)
class SeatPlan:
    """What fixing a table for a player would come to: who else always sits there, and the draft that is open, with
    their match in it, which stays where it is."""

    table: int | None
    others: tuple[Registration, ...]
    draft: Round | None
    match: Match | None


def seat_plan(entry: Registration, table: int | None) -> SeatPlan:
    """What giving a player this table, or none, would come to; at most four queries."""
    event = entry.tournament
    others = event.registrations.filter(fixed_table=table, status=Registration.Status.ACTIVE).exclude(pk=entry.pk)
    draft = open_draft(event)
    match = None
    if draft is not None:
        seated = Match.objects.filter(round=draft).select_related("player1", "player2").order_by("pk")
        match = next((one for one in seated if entry.pk in (one.player1_id, one.player2_id)), None)
    return SeatPlan(table, tuple(others.order_by("pk")) if table is not None else (), draft, match)


def open_draft(tournament: Tournament) -> Round | None:
    """The Swiss draft that is not published yet."""
    newest = newest_round(tournament)
    if newest is None or newest.status != Round.Status.DRAFT or newest.stage != Round.Stage.SWISS:
        return None
    newest.tournament = tournament
    return newest
