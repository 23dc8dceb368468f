"""Pairing a round in a job, where a page does not have the time for it.

A round that is paired for the first time, or again with another draw, has the seconds its pairing may take; somebody
waits for it. What was not found by then, and what is to be better than a draft, is searched for in minutes.
The search depends on the state when it began. Where that has changed when it ends it begins again, and says so.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from jobs.services.leases import ask_job
from tournaments import permissions
from tournaments.models import PairingSearch, Round, Tournament
from tournaments.permissions import Action
from tournaments.queries.pairing_stand import PairingTask
from tournaments.queries.searches import OPEN, open_search
from tournaments.services.drafts import (
    lock_for_again,
    lock_for_next,
    lock_round,
    note_drawn,
    pair_again,
    pair_next_round,
    require_draft,
    seats_of,
)
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log
from tournaments.services.pairing import (
    MAX_TRIES,
    TAKES_LONG,
    Paired,
    as_paired,
    no_legal_pairing,
    rehearse,
    work_in_time,
    work_within,
    write_if_unchanged,
)
from tournaments.services.pairing_process import ProcessDied, Stopped, answer_of_process
from tournaments.services.pairing_steps import DrawSeed, seed_to_draw
from tournaments.services.pairing_work import PartsWork, RoundWork
from tournaments.services.pod_rounds import refuse_in_pods
from tournaments.swiss.budget import OutOfTime, Progress
from tournaments.swiss.costs import Levels
from tournaments.swiss.refusals import NoLegalPairing

PAIR = "tournaments.pair_round"
"""The kind of job that pairs a round within the time its first pairing may take; somebody waits for it."""
SEARCH = "tournaments.search_pairing"
"""The kind of job that searches for minutes: for a better pairing, or where the first kind found none."""
State = PairingSearch.State
Aim = PairingSearch.Aim
OUTCOMES = {Aim.PAIR.value: "paired", Aim.AGAIN.value: "paired_again", Aim.BETTER.value: "improved"}
"""What came of a search that replaced a draft."""
WorkOf = Callable[[PairingTask, int], RoundWork | PartsWork]
"""The work of pairing a task with a seed, and how long it may take."""
MAX_SECONDS = 13 * 60
"""Celery ends a job after fourteen minutes."""
REQUEST_SECONDS = 1.0
"""A request waits this long for a pairing. What takes longer is paired by a job, whose page shows its progress."""


def pair_or_search(*, actor: Actor, tournament_id: int, number: int) -> Round | PairingSearch:
    """The draft of the next round, or the job that pairs it where that takes longer than a request waits.

    Raises what `pair_next_round` does.
    """
    try:
        return pair_next_round(actor=actor, tournament_id=tournament_id, number=number, patience=REQUEST_SECONDS)
    except Refusal as refusal:
        if refusal.code != TAKES_LONG:
            raise
    with transaction.atomic():
        lock_for_next(actor, tournament_id, number)  # A draft that is there by now is not to be bettered.
        return ask_search(actor=actor, tournament_id=tournament_id, number=number)


def pair_again_or_search(*, actor: Actor, round_id: int) -> Round | PairingSearch:
    """The draft paired again with another seed, or the job that does so where that takes longer than a request waits.

    Raises what `pair_again` does.
    """
    try:
        return pair_again(actor=actor, round_id=round_id, patience=REQUEST_SECONDS)
    except Refusal as refusal:
        if refusal.code != TAKES_LONG:
            raise
    with transaction.atomic():
        tournament, round = lock_round(actor=actor, round_id=round_id)
        require_draft(round)
        return ask_search(actor=actor, tournament_id=tournament.pk, number=round.number, again=True)


@transaction.atomic
def ask_search(*, actor: Actor, tournament_id: int, number: int, again: bool = False) -> PairingSearch:
    """Have a round paired by a job: the next one, its draft `again` with another seed, or its draft better. One that is
    under way for the round is returned.

    Raises Refusal `bracket_is_fixed`, `search_edited` (a draft edited by hand is not bettered) and what pairing the
    round raises.
    """
    tournament = lock_tournament(tournament_id)
    permissions.require(actor, Action.RUN_ROUNDS, tournament)
    refuse_in_pods(tournament)
    waiting = open_search(tournament)
    if waiting is not None and waiting.number == number:
        return waiting
    if waiting is not None:
        raise Conflict("search_open", number=waiting.number)
    draft = _draft_of(tournament, number)
    if draft is None:
        lock_for_next(actor, tournament.pk, number)
    if tournament.phase == Tournament.Phase.TOP_CUT:
        raise Refusal("bracket_is_fixed", number=number)
    aim = Aim.PAIR if draft is None else Aim.AGAIN if again else Aim.BETTER
    _refuse_edited(draft, aim)
    search = PairingSearch.objects.create(
        tournament=tournament,
        number=number,
        aim=aim,
        asked_by_user=actor.user,
        asked_by=actor.label[:150],
    )
    write_log(tournament, actor, "search_asked", round=number)
    ask_job(kind=SEARCH if aim == Aim.BETTER else PAIR, subject=search.pk)
    return search


@transaction.atomic
def stop_search(*, actor: Actor, search_id: int) -> PairingSearch:
    """Stop a search; one that is over is left as it is. What is running ends within a second."""
    search = PairingSearch.objects.select_related("tournament").get(pk=search_id)
    tournament = lock_tournament(search.tournament_id)
    permissions.require(actor, Action.RUN_ROUNDS, tournament)
    search = PairingSearch.objects.select_for_update().get(pk=search_id)
    if search.state in OPEN:
        search.is_stop_asked = True
        if search.state == State.QUEUED:
            search.state, search.finished_at = State.STOPPED, timezone.now()
        search.save(update_fields=["is_stop_asked", "state", "finished_at"])
        write_log(tournament, actor, "search_stopped", round=search.number)
    return search


def run_pairing(search_id: int) -> None:
    """Pair the round within the time its first pairing may take; where nothing is found by then, have it searched for.
    What is over is left as it is."""
    search = begun(search_id)
    if search is None:
        return
    try:
        _run(search, work_in_time)
    except (OutOfTime, ProcessDied):
        with transaction.atomic():
            _still_open(search_id).update(state=State.QUEUED)
            ask_job(kind=SEARCH, subject=search_id)


def run_search(search_id: int) -> None:
    """Search for minutes, and write the draft that is aimed at. A search that is over is left as it is."""
    search = begun(search_id)
    if search is None:
        return
    try:
        _run(search, lambda task, seed: work_within(task, seed, search_seconds()))
    except OutOfTime:
        end_search(search_id, State.FAILED, TAKES_LONG, {"number": search.number})


def search_seconds() -> float:
    """How long one attempt of a search may take."""
    return min(settings.PAIRING_JOB_SECONDS, MAX_SECONDS)


def fail_search(search_id: int, reason: str) -> None:
    """Mark a search that is not over as failed, with a code that the desk puts into words."""
    end_search(search_id, State.FAILED, reason)


def begun(search_id: int) -> PairingSearch | None:
    """The search, now running; None where it is over or gone."""
    if not _still_open(search_id).update(state=State.RUNNING, started_at=timezone.now()):
        return None
    return PairingSearch.objects.select_related("asked_by_user", "tournament").get(pk=search_id)


def _run(search: PairingSearch, work_of: WorkOf) -> None:
    """Search, and note what came of it; raises `OutOfTime` where nothing was found in time, `ProcessDied`."""
    try:
        outcome = _search(search, work_of)
    except Stopped:
        end_search(search.pk, State.STOPPED)
    except Refusal as refusal:
        end_search(search.pk, State.FAILED, refusal.code, dict(refusal.facts))
    else:
        end_search(search.pk, State.DONE, outcome)


def _search(search: PairingSearch, work_of: WorkOf) -> str:
    """What came of it: `paired`, `paired_again`, `improved`, or `no_better`; raises what `_run` notes."""
    actor = Actor(user=search.asked_by_user)

    def lock() -> Tournament:
        tournament = lock_tournament(search.tournament_id)
        now = _draft_of(tournament, search.number)
        _refuse_edited(now, search.aim)
        if now != draft:
            raise Conflict("search_overtaken", number=search.number)
        if now is None:
            return lock_for_next(actor, tournament.pk, search.number)
        if seats_of(now) != seats:
            raise Conflict("search_edited", number=search.number)
        return lock_for_again(actor, now.pk)

    def note(tournament: Tournament, round: Round, paired: Paired, drawn: DrawSeed) -> None:
        """With the draft, so that a worker that is stopped right after it does not pair the round once more."""
        note_drawn(actor, tournament, round, paired, drawn)
        end_search(search.pk, State.DONE, outcome)

    draft = _draft_of(search.tournament, search.number)
    outcome = OUTCOMES[search.aim] if draft is not None else "paired"
    seats = seats_of(draft) if draft is not None else []
    for attempt in range(MAX_TRIES):
        PairingSearch.objects.filter(pk=search.pk).update(began_again=attempt)
        rehearsal = rehearse(lock, search.number)
        try:
            drawn = seed_to_draw(rehearsal.tournament, search.number)
            found = answer_of_process(work_of(rehearsal.task, drawn.seed), partial(announced, search))
        except NoLegalPairing as failure:
            raise no_legal_pairing(rehearsal.tournament, failure) from failure
        paired = as_paired(rehearsal.task, found)
        if draft is not None and search.aim == Aim.BETTER and not _is_better(paired, draft):
            return "no_better"
        written = write_if_unchanged(lock, rehearsal.stand, search.number, drawn, paired, note)
        if written is not None:
            return outcome
    raise Conflict("pairing_outdated", number=search.number)


def _draft_of(tournament: Tournament, number: int) -> Round | None:
    """The draft of that round."""
    return tournament.rounds.filter(number=number, status=Round.Status.DRAFT).first()


def _refuse_edited(draft: Round | None, aim: str) -> None:
    """A draft that somebody has edited by hand is replaced only where another draw is asked for."""
    if draft is not None and draft.edited_by_hand and aim != Aim.AGAIN:
        raise Conflict("search_edited", number=draft.number)


def _is_better(paired: Paired, draft: Round) -> bool:
    """Whether the pairing found costs less than the draft, or as little and is proved where the draft is not."""
    own = (paired.achieved, not paired.certified)
    return own < (Levels(**draft.pairing["achieved"]), not draft.pairing.get("certified"))


def announced(search: PairingSearch, progress: Progress | None) -> bool:
    """Store the progress; returns whether to go on, which a search that was ended or deleted does not."""
    rows = PairingSearch.objects.filter(pk=search.pk, state=State.RUNNING, is_stop_asked=False)
    if progress is None:
        return rows.exists()
    return bool(rows.update(step=progress.step.value, done=progress.done, most=progress.most))


def _still_open(search_id: int) -> QuerySet[PairingSearch]:
    return PairingSearch.objects.filter(pk=search_id, state__in=OPEN)


def end_search(
    search_id: int, state: PairingSearch.State, outcome: str = "", facts: dict[str, Any] | None = None
) -> None:
    _still_open(search_id).update(state=state, outcome=outcome, facts=facts or {}, finished_at=timezone.now())
