"""Telling the players of a published round where they sit."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from accounts.inbox import put_away_outdated, send_notices, who_got
from accounts.models import Player
from tournaments.models import Match, Registration, Round
from tournaments.queries.assigned import losses_assigned_in
from tournaments.queries.cut_rounds import cut_places
from tournaments.queries.names import shown_name
from tournaments.queries.pods import pods_of
from tournaments.queries.rounds import byes_of, missed_of
from tournaments.queries.teams import members_by_team, name_with_members
from tournaments.services.locking import lock_tournament

NOTIFY_ROUND = "tournaments.notify_round"
"""The kind of job: a large field's notices are not to keep the round from being published."""
PUBLISHED = "round_published"
"""The code of the notice."""
MOVED = "seat_moved"
"""The code of the notice about another place in a round that runs."""
PLACES = (PUBLISHED, MOVED)
"""The codes of notices that say where somebody sits: of one event only the newest of them holds."""


@transaction.atomic
def notify_round(round_id: int) -> None:
    """Send everybody in a published round their table and opponent, once for each time it was published; what was
    unread of earlier rounds is put away."""
    round = Round.objects.filter(pk=round_id).first()
    if round is None:
        return
    tournament = lock_tournament(round.tournament_id)
    round.refresh_from_db()
    round.tournament = tournament
    if round.status != Round.Status.PUBLISHED or round.published_at is None:
        return
    of_round = {"round_key": round.pk, "published_at": round.published_at.isoformat()}
    people = _people(round)
    reached = who_got([player for player, _place in people], code=PUBLISHED, **of_round)
    if not reached:
        put_away_rounds(round)
    facts = {"tournament": tournament.pk, "event": tournament.name, "round": round.number, **of_round}
    if round.stage == Round.Stage.TOP_CUT:
        facts["cut"] = cut_places(tournament).get(round.number, 0)
    send_notices(
        ((player, facts | place) for player, place in people if player.pk not in reached),
        code=PUBLISHED,
        path=reverse("tournament_pairings", args=[tournament.code, round.number]),
    )


def put_away_rounds(round: Round) -> None:
    """Put away what is unread of the event's rounds: another one is published, or this one is not any more."""
    everybody = Registration.people.filter(tournament=round.tournament_id).select_related("player")
    put_away_places([entry.player for entry in everybody], round.tournament_id)


def put_away_places(players: Collection[Player], tournament_id: int) -> None:
    """Put away what these players have not read of where they sit in the event; what is queued of it is not sent."""
    put_away_outdated(players, code=PLACES, tournament=tournament_id)


def walk_overs_of(round: Round) -> QuerySet[Match]:
    """The matches of a round of the top cut that nobody plays: one of the two has left or did not come. A ruling on a
    match that is played is none."""
    walked = Match.objects.filter(round=round, round__stage=Round.Stage.TOP_CUT, is_complete=True)
    return walked.filter(outcome=Match.Outcome.NO_SHOW)


def _people(round: Round) -> list[tuple[Player, dict[str, Any]]]:
    """Everybody who has a place in the round, or an assigned loss, with it; of a team both members. Names are as
    everybody reads them. At a walk-over of the top cut nobody has to sit down, and nobody is invited."""
    members = members_by_team(round.tournament)
    two = {key: [shown_name(one, private=False) for one in both] for key, both in members.items()}
    found: list[tuple[Player, dict[str, Any]]] = []

    def add(entry: Registration, table: int | None, *opponents: Registration, third: bool = False) -> None:
        named = [name_with_members(shown_name(one, private=False), two.get(one.pk, ())) for one in opponents]
        place = {"table": table, "opponents": named, "third": third}
        found.extend((one.player, place) for one in members.get(entry.pk, [entry]))

    played = Match.objects.filter(round=round).exclude(pk__in=walk_overs_of(round))
    for match in played.select_related("player1__player", "player2__player").order_by("pk"):
        match.player1.tournament = match.player2.tournament = round.tournament
        add(match.player1, match.table, match.player2, third=match.is_third_place)
        add(match.player2, match.table, match.player1, third=match.is_third_place)
    for pod in pods_of(round):
        for seat in pod.seats:
            add(seat.registration, pod.table, *pod.others(seat.registration.pk))
    for bye in byes_of(round):
        add(bye.registration, None)
    _add_losses(round, members, found)
    return found


def _add_losses(
    round: Round, members: Mapping[int, Sequence[Registration]], found: list[tuple[Player, dict[str, Any]]]
) -> None:
    """Those whom staff assigned a loss in the round before it was paired."""
    missed = missed_of(round)
    losses = losses_assigned_in(round, missed)
    for entry in (row.registration for row in missed if row.registration_id in losses):
        place: dict[str, Any] = {"table": None, "opponents": [], "third": False, "loss": True}
        found.extend((one.player, place) for one in members.get(entry.pk, [entry]))
