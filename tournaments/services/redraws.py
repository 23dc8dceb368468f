"""Drawing the tables of a published round again, in a job where that takes longer than a page waits."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from jobs.services.leases import ask_job
from tournaments.models import PairingSearch, Round, RoundRepair
from tournaments.queries.repair_scope import corrections_since_pairing, seen_in
from tournaments.services.log import write_log
from tournaments.services.pairing import MAX_TRIES, TAKES_LONG
from tournaments.services.pairing_process import ProcessDied, Stopped, answer_of_process
from tournaments.services.pairing_search import announced, begun, end_search, search_seconds
from tournaments.services.pairing_work import RepairWork
from tournaments.services.reasons import tidy_reason
from tournaments.services.repairs import apply_repair, lock_running, lock_undecided, plan_of, read_task, write_repair
from tournaments.swiss.budget import OutOfTime
from tournaments.swiss.running_repair import Repaired

State = PairingSearch.State
REDRAW = "tournaments.redraw_round"
"""The kind of job that draws the tables of a published round again."""
REDRAWN = "redrawn"
"""What came of a search that drew the tables again."""


def redraw_or_search(*, actor: Actor, round_id: int, fingerprint: str, reason: str) -> RoundRepair | PairingSearch:
    """The draw that the caller saw, made; without a `fingerprint`, where it took too long to be seen, the job that
    makes one. Raises what `apply_repair` and `ask_redraw` do."""
    if fingerprint:
        return apply_repair(actor=actor, round_id=round_id, fingerprint=fingerprint, redraws=True, reason=reason)
    return ask_redraw(actor=actor, round_id=round_id, reason=reason)


@transaction.atomic
def ask_redraw(*, actor: Actor, round_id: int, reason: str) -> PairingSearch:
    """Have a job draw again the tables of a published round that have not begun when it ends.

    Raises Conflict `round_not_published`, `search_open`, Refusal `bracket_is_fixed`, `reason_required`,
    `reason_too_long`, `nothing_corrected`.
    """
    why = tidy_reason(reason)
    tournament, round = lock_undecided(actor, round_id)
    search = PairingSearch.objects.create(
        tournament=tournament,
        number=round.number,
        aim=PairingSearch.Aim.REDRAW,
        facts={"reason": why, "seen": seen_in(corrections_since_pairing(round))},
        asked_by_user=actor.user,
        asked_by=actor.label[:150],
    )
    write_log(tournament, actor, "search_asked", round=round.number)
    ask_job(kind=REDRAW, subject=search.pk)
    return search


def run_redraw(search_id: int) -> None:
    """Draw the tables again and write them; begins again where a result came in meanwhile, and ends as overtaken where
    the corrections are not those it was asked for. A search that is over is left as it is."""
    search = begun(search_id)
    if search is None:
        return
    round = Round.objects.filter(tournament=search.tournament, number=search.number).first()
    try:
        if round is None:
            raise Conflict("search_overtaken", number=search.number)
        _redraw(search, round)
    except Stopped:
        end_search(search.pk, State.STOPPED)
    except (OutOfTime, ProcessDied):
        end_search(search.pk, State.FAILED, TAKES_LONG, {"number": search.number})
    except Refusal as refusal:
        end_search(search.pk, State.FAILED, refusal.code, dict(refusal.facts))


def _redraw(search: PairingSearch, round: Round) -> None:
    """Write the new draw; raises what `run_redraw` notes."""
    actor, seconds = Actor(user=search.asked_by_user), search_seconds()
    outdated = Conflict("repair_outdated", number=round.number)
    nothing = Refusal("nothing_to_repair", number=round.number)

    def answer(work: RepairWork) -> Repaired:
        return answer_of_process(work, partial(announced, search))

    for attempt in range(MAX_TRIES):
        PairingSearch.objects.filter(pk=search.pk).update(began_again=attempt)
        _require_same(search, round)
        task = read_task(actor, round.pk, redraws=True)
        plan = plan_of(task, all_begun=nothing, answer=answer, seconds=seconds)
        if not plan.is_needed:
            raise nothing
        try:
            with transaction.atomic():
                lock_running(actor, round.pk)
                _require_same(search, round)
                write_repair(actor, task, plan, outdated, search.facts["reason"])
                end_search(search.pk, State.DONE, REDRAWN)
            return
        except Conflict as conflict:
            if conflict is not outdated:
                raise
    raise outdated


def _require_same(search: PairingSearch, round: Round) -> None:
    """Raises Conflict `search_overtaken` where something else was corrected, or taken back, since the draw was asked
    for: the person who asked has not seen that."""
    if seen_in(corrections_since_pairing(round)) != search.facts.get("seen"):
        raise Conflict("search_overtaken", number=search.number)
