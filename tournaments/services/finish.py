"""The end of an event: final places, and undoing it."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments import permissions
from tournaments.models import Registration, Round, Tournament
from tournaments.permissions import Action
from tournaments.play.final_places import cut_places_of, places_among, without
from tournaments.queries.bracket import next_cut_round, read_cuts
from tournaments.queries.division_cuts import plans_cut
from tournaments.queries.division_places import newest_apart, own_division, places_apart
from tournaments.queries.final_pods import read_finals
from tournaments.queries.records import read_record
from tournaments.queries.rounds import newest_round, refusal_facts
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log
from tournaments.services.staff_links import revoke_ended

Phase = Tournament.Phase
PLACES_AT_ONCE = 250
"""PostgreSQL goes through all the places of a statement for each of its rows."""


@transaction.atomic
def finish_tournament(*, actor: Actor, tournament_id: int, early: bool = False) -> Tournament:
    """Close the event and give everybody a final place: the top cut's places first, then the Swiss ranks.

    Raises Conflict `already_finished`, `not_running`, `round_open`, Refusal `no_round_played`, and
    `rounds_remaining` or `top_cut_remaining` unless the event ends `early` on purpose.
    """
    tournament = lock_tournament(tournament_id)
    permissions.require(actor, Action.RUN_ROUNDS, tournament)
    if tournament.phase == Phase.FINISHED:
        raise Conflict("already_finished")
    if tournament.phase not in (Phase.SWISS, Phase.TOP_CUT):
        raise Conflict("not_running", phase=tournament.phase)
    newest = newest_round(tournament)
    if newest is None:
        raise Refusal("no_round_played")
    if newest.status != Round.Status.COMPLETED:
        raise Conflict("round_open", **refusal_facts(newest), status=newest.status)
    if not early:
        _refuse_early(tournament, newest)
    tournament.phase = Phase.FINISHED
    tournament.finished_at = timezone.now()
    tournament.save(update_fields=["phase", "finished_at"])
    give_final_places(tournament)
    champions = tournament.registrations.filter(final_place=1).order_by("pk").values_list("name", flat=True)
    each = champions if newest_apart(tournament) else champions[:1]
    write_log(tournament, actor, "tournament_finished", rounds=newest.number, winner=", ".join(each))
    return tournament


def _refuse_early(tournament: Tournament, newest: Round) -> None:
    if tournament.phase == Phase.TOP_CUT:
        finals = read_finals(tournament)
        if next_cut_round(read_cuts(tournament)) is not None or (finals is not None and finals.following):
            raise Refusal("top_cut_remaining", size=tournament.top_cut)
        return
    if newest.number < (tournament.planned_rounds or 0):
        raise Refusal("rounds_remaining", played=newest.number, planned=tournament.planned_rounds)
    planned = plans_cut(tournament)
    if planned:
        raise Refusal("top_cut_remaining", size=planned)


@transaction.atomic
def reopen_tournament(*, actor: Actor, tournament_id: int) -> Tournament:
    """Undo the end: the event is back in the phase before it finished, without final places.

    Everybody who may finish an event may undo it. Staff links that ended with the event do not work again; those that
    still work (`GOOD_AFTER_THE_END`) go on.

    Raises Conflict `not_finished`.
    """
    tournament = lock_tournament(tournament_id)
    permissions.require(actor, Action.RUN_ROUNDS, tournament)
    if tournament.phase != Phase.FINISHED:
        raise Conflict("not_finished", phase=tournament.phase)
    revoke_ended(tournament.staff_links.all())
    has_cut = tournament.rounds.filter(stage=Round.Stage.TOP_CUT).exists()
    tournament.phase = Phase.TOP_CUT if has_cut else Phase.SWISS
    tournament.finished_at = None
    tournament.save(update_fields=["phase", "finished_at"])
    tournament.registrations.filter(final_place__isnull=False).update(final_place=None)
    write_log(tournament, actor, "tournament_reopened")
    return tournament


def give_final_places(tournament: Tournament) -> None:
    """Write every entrant's final place; a disqualified one has none, true ties behind the cut share theirs.

    Players who lost in the same round of the cut, or before the final of pods, are placed by Swiss rank. Behind
    somebody disqualified everybody moves up one place (IPG 1.1), so that a beaten finalist takes the champion's; the
    matches stay as they were played. Where each division had a cut, or they are paired apart without one for everybody,
    the places are those in the division.
    """
    cuts, finals = read_cuts(tournament), read_finals(tournament)
    standings = read_record(tournament).standings()
    entries = list(tournament.registrations.all())
    barred = {entry.pk for entry in entries if entry.status == Registration.Status.DISQUALIFIED}
    is_apart = places_apart(tournament, had_cut=bool(cuts) or finals is not None)
    apart = {entry.pk: own_division(tournament, entry.division) for entry in entries} if is_apart else {}
    places: dict[int, int] = {}
    for division in dict.fromkeys(apart.get(row.entrant, "") for row in standings):
        ranked = [(row.entrant, row.rank) for row in standings if apart.get(row.entrant, "") == division]
        own = next((cut for cut in cuts if cut.division == division), None)
        first = cut_places_of(own.bracket, own.results) if own is not None else finals.places if finals else {}
        places |= without(barred, places_among(ranked, first))
    for entry in entries:
        entry.final_place = places.get(entry.pk)
    Registration.objects.bulk_update(entries, ["final_place"], batch_size=PLACES_AT_ONCE)
