"""Starting an event, and undoing the start while no round exists."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments import permissions
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action
from tournaments.pods.sizes import MIN_PLAYERS
from tournaments.queries.assigned import players_for_byes
from tournaments.queries.decks import DeckState, deck_state
from tournaments.queries.divisions import largest_part
from tournaments.queries.settings import recommended_cut, recommended_rounds
from tournaments.queries.teams import who_play
from tournaments.services.decklists import lock_decklists, unlock_decklists
from tournaments.services.entries.divisions import fill_divisions
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log
from tournaments.services.rejudging import rejudge_reopened

STARTED = "tournament_started"
Phase = Tournament.Phase


@transaction.atomic
def start_tournament(
    *,
    actor: Actor,
    tournament_id: int,
    allow_missing_decklists: bool = False,
    drop_absent: bool = False,
    cut_by_table: bool = False,
) -> Tournament:
    """Close registration, lock the decklists and freeze the number of Swiss rounds; who is in no division goes into the
    last one.

    `drop_absent` marks everybody who has not checked in as a no-show. `cut_by_table` puts the top cut that the game's
    table has for those who play in place of the one planned. Raises Conflict `already_started` or
    `not_running` (cancelled), Refusal `too_few_players`, and unless `allow_missing_decklists` `decklists_missing` with
    the names of those without a submitted list (`missing`) and of those whose list is not legal (`illegal`).
    """
    tournament = lock_tournament(tournament_id)
    permissions.require(actor, Action.RUN_ROUNDS, tournament)
    if tournament.phase == Phase.CANCELLED:
        raise Conflict("not_running", phase=tournament.phase)
    if tournament.phase != Phase.REGISTRATION:
        raise Conflict("already_started", phase=tournament.phase)
    if cut_by_table and tournament.is_in_pods:
        raise Refusal("pods_no_cut", field="cut_by_table")
    playing, absent = _playing_and_absent(tournament, drop_absent)
    needed = MIN_PLAYERS if tournament.is_in_pods else 2
    if len(playing) < needed:
        raise Refusal("too_few_players", count=len(playing), needed=needed)
    if tournament.decklists_required and not allow_missing_decklists:
        _refuse_missing_lists(who_play(tournament, playing))
    gone = tournament.registrations.filter(pk__in=[entry.pk for entry in absent])
    gone.update(status=Registration.Status.NO_SHOW, status_round=0)
    recommended, planned_cut = tournament.planned_rounds is None, tournament.top_cut
    _set_rounds_and_cut(tournament, playing, cut_by_table=cut_by_table)
    tournament.phase, tournament.started_at = Phase.SWISS, timezone.now()
    tournament.save(update_fields=["planned_rounds", "top_cut", "phase", "started_at"])
    lock_decklists(tournament)
    filled = fill_divisions(tournament)
    write_log(
        tournament,
        actor,
        STARTED,
        players=len(playing),
        teams=tournament.is_for_teams,
        rounds=tournament.planned_rounds,
        recommended=recommended,
        cut=tournament.top_cut,
        planned_cut=planned_cut,
        absent=[entry.pk for entry in absent],
        absent_names=[entry.name for entry in absent],
        without_division=filled,
    )
    return tournament


def _set_rounds_and_cut(tournament: Tournament, playing: list[Registration], *, cut_by_table: bool) -> None:
    """Set what the game's tables have for those who play, where no number of rounds is planned, or the cut is asked
    for. Not saved."""
    size = largest_part(tournament, playing) + players_for_byes(tournament)
    if tournament.planned_rounds is None:
        tournament.planned_rounds = recommended_rounds(tournament.ruleset, size)
    if cut_by_table:
        tournament.top_cut = recommended_cut(tournament.ruleset, size)


def _playing_and_absent(tournament: Tournament, drop_absent: bool) -> tuple[list[Registration], list[Registration]]:
    """The entries that play, with their lists, and those left out as not checked in: none without `drop_absent`."""
    active = tournament.registrations.filter(status=Registration.Status.ACTIVE)
    entered = list(active.select_related("decklist__submitted").order_by("pk"))
    playing = [entry for entry in entered if not drop_absent or entry.checked_in_at is not None]
    absent = [entry for entry in entered if drop_absent and entry.checked_in_at is None]
    return playing, absent


def _refuse_missing_lists(playing: list[Registration]) -> None:
    missing = [entry for entry in playing if entry.decklist is None or entry.decklist.submitted is None]
    illegal = [entry for entry in playing if deck_state(entry) is DeckState.ILLEGAL]
    undecided = [entry for entry in playing if deck_state(entry) is DeckState.UNDECIDED]
    if missing or illegal or undecided:
        raise Refusal(
            "decklists_missing",
            missing=[entry.name for entry in missing],
            illegal=[entry.name for entry in illegal],
            undecided=[entry.name for entry in undecided],
        )


@transaction.atomic
def unstart_tournament(*, actor: Actor, tournament_id: int) -> Tournament:
    """Undo the start: registration is open again, decklists are as before, absent players are entered again.

    A number of rounds that the start had filled in by recommendation is left open again, and the top cut is the planned
    one. Raises Conflict `not_started` or `rounds_exist`.
    """
    tournament = lock_tournament(tournament_id)
    permissions.require(actor, Action.RUN_ROUNDS, tournament)
    if tournament.phase != Phase.SWISS:
        raise Conflict("not_started", phase=tournament.phase)
    if tournament.rounds.exists():
        raise Conflict("rounds_exist", count=tournament.rounds.count())
    started = tournament.log.filter(verb=STARTED).first()
    facts = started.facts if started is not None else {}
    if facts.get("recommended"):
        tournament.planned_rounds = None
    if facts.get("cut") == tournament.top_cut:
        tournament.top_cut = facts["planned_cut"]
    tournament.phase, tournament.started_at = Phase.REGISTRATION, None
    tournament.save(update_fields=["planned_rounds", "top_cut", "phase", "started_at"])
    gone = tournament.registrations.filter(pk__in=facts.get("absent", []), status=Registration.Status.NO_SHOW)
    gone.update(status=Registration.Status.ACTIVE, status_round=None)
    tournament.registrations.filter(pk__in=facts.get("without_division", []), division_by_hand=False).update(
        division=""
    )
    unlock_decklists(tournament)
    write_log(tournament, actor, "tournament_unstarted")
    rejudge_reopened(actor=actor, tournament=tournament)
    return tournament
