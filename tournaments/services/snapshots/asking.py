"""Asking for a snapshot of an event. A job takes it, so that no step waits for a file."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from jobs.services.leases import ask_job
from tournaments import permissions
from tournaments.models import Snapshot, Tournament

TAKE_SNAPSHOT = "tournaments.take_snapshot"
"""The kind of job that writes an event into a file."""
COPY_SNAPSHOT = "tournaments.copy_snapshot"
"""The kind of job that copies such a file to another place."""

Step = Snapshot.Step

AFTER: dict[str, Step] = {
    "tournament_started": Step.STARTED,
    "round_paired": Step.PAIRED,
    "round_published": Step.PUBLISHED,
    "round_unpublished": Step.TAKEN_BACK,
    "result_corrected": Step.CORRECTED,
    "pod_corrected": Step.CORRECTED,
    "pairings_kept": Step.REPAIRED,
    "round_repaired": Step.REPAIRED,
    "repair_undone": Step.REPAIRED,
    "round_completed": Step.COMPLETED,
    "round_reopened": Step.TAKEN_BACK,
    "top_cut_started": Step.CUT,
    "top_cut_discarded": Step.TAKEN_BACK,
    "tournament_finished": Step.FINISHED,
    "tournament_reopened": Step.TAKEN_BACK,
    "entries_added": Step.ENTERED,
    "teams_added": Step.ENTERED,
    "late_seated": Step.REPAIRED,
    "result_cleared": Step.TAKEN_BACK,
    "pod_cleared": Step.TAKEN_BACK,
}
"""The lines of the log after which a snapshot is taken; one more is taken when all results of a round are in."""

SOMETIMES: dict[str, Step] = {
    "entry_added": Step.ENTERED,
    "team_added": Step.ENTERED,
    "entry_registered": Step.ENTERED,
}
"""Lines that come one by one while people join: after them a snapshot is taken once in `SELDOM`."""

SELDOM = timedelta(hours=1)

SOON: dict[str, Step] = {
    "entry_late": Step.PLAYERS,
    "entry_dropped": Step.PLAYERS,
    "entry_dropped_by_rule": Step.PLAYERS,
    "entry_undropped": Step.PLAYERS,
    "entry_no_show": Step.PLAYERS,
    "entry_reinstated": Step.PLAYERS,
    "entry_withdrawn": Step.PLAYERS,
    "entry_promoted": Step.PLAYERS,
    "entry_edited": Step.PLAYERS,
    "rounds_assigned": Step.PLAYERS,
    "rounds_unassigned": Step.PLAYERS,
    "division_changed": Step.PLAYERS,
    "seats_changed": Step.PLAYERS,
    "seat_fixed": Step.PLAYERS,
    "kept_apart": Step.PLAYERS,
    "pairing_allowed": Step.PLAYERS,
    "entry_disqualified": Step.PENALTY,
    "penalty_given": Step.PENALTY,
    "penalty_taken_back": Step.PENALTY,
    "pod_lost": Step.PENALTY,
    "tournament_edited": Step.SETTINGS,
    "divisions_joined": Step.SETTINGS,
    "division_cuts": Step.SETTINGS,
    "tournament_cancelled": Step.SETTINGS,
    "tournament_reinstated": Step.SETTINGS,
    "decklist_fixed_by_staff": Step.DECKS,
    "decklist_saved_by_staff": Step.DECKS,
    "card_settled": Step.DECKS,
    "card_ruling_withdrawn": Step.DECKS,
    "players_swapped": Step.EDITED,
    "table_changed": Step.EDITED,
    "tables_followed": Step.EDITED,
    "pairing_decided": Step.EDITED,
    "draft_discarded": Step.EDITED,
    "entry_checked_in": Step.PLAYERS,
    "entry_checked_out": Step.PLAYERS,
    "cut_round_passed": Step.PLAYERS,
    "tournament_unstarted": Step.SETTINGS,
    **dict.fromkeys(
        (
            *("clock_started", "clock_paused", "clock_resumed", "clock_moved", "clock_reset", "clock_undone"),
            *("time_given", "time_taken_back", "call_closed", "check_started", "check_clean", "check_with_findings"),
            *("announcement_made", "announcement_corrected", "announcement_taken_down"),
        ),
        Step.FLOOR,
    ),
}
"""Small steps, often many at once: the first asks for a snapshot `QUIET` later, with all that was done until then."""

QUIET = timedelta(minutes=1)


def after_step(tournament: Tournament, verb: str) -> None:
    """Ask for a snapshot if the line of the log is one of AFTER, for a later one if it is one of SOON and none waits
    yet, or one of SOMETIMES and there is none so new. A demo event needs none."""
    if tournament.is_demo:
        return
    if verb in AFTER:
        ask_snapshot(tournament, AFTER[verb])
    elif verb in SOON:
        _ask_soon(tournament, SOON[verb])
    elif verb in SOMETIMES and not tournament.snapshots.filter(created_at__gt=timezone.now() - SELDOM).exists():
        ask_snapshot(tournament, SOMETIMES[verb])


def _ask_soon(tournament: Tournament, step: Step) -> None:
    """A snapshot after `QUIET`; one that waits, for whatever step, takes this one in."""
    waiting, is_new = tournament.snapshots.get_or_create(state=Snapshot.State.QUEUED, defaults={"step": step})
    if is_new:
        ask_job(kind=TAKE_SNAPSHOT, subject=waiting.pk, due_at=timezone.now() + QUIET)


@transaction.atomic
def ask_snapshot(tournament: Tournament, step: Step) -> Snapshot:
    """A snapshot that a job takes; one that waits and is not being taken yet is taken for this step too.

    Two never ask for the same event at once: the caller has locked the tournament's row, or, where reports share it,
    the row of its version, which the match written just before has counted.
    """
    waiting = tournament.snapshots.filter(state=Snapshot.State.QUEUED).first()
    if waiting is None:
        waiting = Snapshot.objects.create(tournament=tournament, step=step)
    elif waiting.step != step:
        waiting.step = step
        waiting.save(update_fields=["step"])
    ask_job(kind=TAKE_SNAPSHOT, subject=waiting.pk)
    return waiting


@transaction.atomic
def take_now(*, actor: Actor, tournament_id: int) -> Snapshot:
    """A snapshot because somebody wants one."""
    tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament_id)
    permissions.require(actor, permissions.Action.TAKE_SNAPSHOTS, tournament)
    return ask_snapshot(tournament, Step.BY_HAND)
