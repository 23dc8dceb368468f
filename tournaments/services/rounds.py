"""Running a round: publishing, completing, and undoing each step."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from jobs.services.leases import ask_job
from tournaments.models import Registration, Round, Tournament
from tournaments.queries.assigned import assigned_rows
from tournaments.queries.outdated import read_outdated
from tournaments.queries.rounds import has_results, has_rulings, newest_round, numbers_of_open_tables, refusal_facts
from tournaments.receipts.document import PUBLISHED, UNPUBLISHED
from tournaments.receipts.pod_seats import record_given
from tournaments.services.advance import settle_walk_overs
from tournaments.services.boards import remove_boards, seat_boards
from tournaments.services.calls import withdraw_calls
from tournaments.services.clock import FIELDS as CLOCK_FIELDS
from tournaments.services.clock import clear_clock
from tournaments.services.drafts import lock_round, require_draft
from tournaments.services.entries.rule_drops import drop_by_rule, undo_drops_by_rule
from tournaments.services.log import write_log
from tournaments.services.pairing_steps import commit_next, commit_seed, write_step
from tournaments.services.round_notices import NOTIFY_ROUND, put_away_rounds


@transaction.atomic
def publish_round(*, actor: Actor, round_id: int) -> Round:
    """Show a draft to everybody and open it for results.

    Raises Conflict `round_not_draft`, and Refusal `draft_out_of_date` when entrants have left or come since it was
    paired (names): it has to be discarded and paired again. Of the top cut, `cut_out_of_date` when somebody has left
    since it was seeded and its first round is not published yet: seeded again, the next in the standings moves up; and
    `cut_passes_over` when somebody has come back, or a result was corrected, and by the standings has a place in it.
    From then on the opponent of who leaves advances; a final pod is `final_out_of_date` when one of it has left.
    """
    tournament, round = lock_round(actor=actor, round_id=round_id)
    require_draft(round)
    outdated = read_outdated(round)
    if outdated is not None:
        raise outdated.refusal
    left = _count_as_left_earlier(tournament) if round.stage == Round.Stage.SWISS else []
    if round.stage != Round.Stage.SWISS:
        settle_walk_overs(actor=actor, round=round)
    round.status = Round.Status.PUBLISHED
    round.published_at = timezone.now()
    round.save(update_fields=["status", "published_at"])
    seat_boards(round)
    write_log(tournament, actor, "round_published", round=round.number, **({"entries": left} if left else {}))
    if not tournament.is_demo:
        ask_job(kind=NOTIFY_ROUND, subject=round.pk)
    given = {"assigned": record_given(assigned_rows(round))} if tournament.is_in_pods else {}
    write_step(actor, tournament, round.number, PUBLISHED, given)
    commit_next(tournament)
    return round


def _count_as_left_earlier(tournament: Tournament) -> list[int]:
    """A player who left before a Swiss round that was added did not leave between these rounds and the cut; the keys of
    those entries, for `_count_as_left_before_cut`."""
    if tournament.cut_drop != Tournament.CutDrop.WALK_OVER:
        return []
    left = tournament.registrations.filter(left_before_cut=True)
    keys = sorted(left.values_list("pk", flat=True))
    left.update(left_before_cut=False)
    return keys


def _count_as_left_before_cut(tournament: Tournament, round: Round) -> None:
    """Undo `_count_as_left_earlier` with the publication that did it."""
    published = tournament.log.filter(verb="round_published", facts__round=round.number).order_by("-pk").first()
    keys = published.facts.get("entries", []) if published is not None else []
    if keys:
        dropped = tournament.registrations.filter(pk__in=keys, status=Registration.Status.DROPPED)
        dropped.filter(status_round__lt=round.number).update(left_before_cut=True)


@transaction.atomic
def unpublish_round(*, actor: Actor, round_id: int) -> Round:
    """Take a published round back to a draft while nothing was recorded in it; its clock is reset, its open calls are
    withdrawn.

    Raises Conflict `round_not_published`, `round_has_rulings` or `round_has_results`.
    """
    tournament, round = lock_round(actor=actor, round_id=round_id)
    _require_running(round)
    if has_rulings(round):
        raise Conflict("round_has_rulings", **refusal_facts(round))
    if has_results(round):
        raise Conflict("round_has_results", **refusal_facts(round))
    withdraw_calls(actor, round)
    remove_boards(round)
    round.status = Round.Status.DRAFT
    round.published_at = None
    clear_clock(round)
    round.save(update_fields=["status", "published_at", *CLOCK_FIELDS])
    _count_as_left_before_cut(tournament, round)
    write_log(tournament, actor, "round_unpublished", round=round.number)
    put_away_rounds(round)
    write_step(actor, tournament, round.number, UNPUBLISHED)
    commit_seed(tournament, round.number)  # The former one is public.
    return round


@transaction.atomic
def complete_round(*, actor: Actor, round_id: int) -> Round:
    """Close a round whose tables all have results; the event's settings may drop players then.

    Raises Conflict `round_not_published` (`round_already_completed` when somebody else was first), Refusal
    `tables_open` naming the tables without a result.
    """
    tournament, round = lock_round(actor=actor, round_id=round_id)
    if round.status == Round.Status.COMPLETED:
        raise Conflict("round_already_completed", **refusal_facts(round))
    _require_running(round)
    missing = numbers_of_open_tables(round)
    if missing:
        raise Refusal("tables_open", **refusal_facts(round), tables=missing, count=len(missing))
    round.status = Round.Status.COMPLETED
    round.completed_at = timezone.now()
    round.save(update_fields=["status", "completed_at"])
    write_log(tournament, actor, "round_completed", round=round.number)
    drop_by_rule(actor=actor, tournament=tournament, round=round)
    return round


@transaction.atomic
def reopen_round(*, actor: Actor, round_id: int) -> Round:
    """Open the newest round again with its results; whom its end dropped plays on.

    Raises Conflict `round_not_completed` or `later_round_exists`.
    """
    tournament, round = lock_round(actor=actor, round_id=round_id)
    if round.status != Round.Status.COMPLETED:
        raise Conflict("round_not_completed", **refusal_facts(round), status=round.status)
    newest = newest_round(tournament)
    if newest is not None and newest.pk != round.pk:
        raise Conflict("later_round_exists", **refusal_facts(round), newest=newest.number)
    round.status = Round.Status.PUBLISHED
    round.completed_at = None
    round.save(update_fields=["status", "completed_at"])
    undo_drops_by_rule(actor=actor, tournament=tournament, round=round)
    write_log(tournament, actor, "round_reopened", round=round.number)
    return round


def _require_running(round: Round) -> None:
    if round.status != Round.Status.PUBLISHED:
        raise Conflict("round_not_published", **refusal_facts(round), status=round.status)
