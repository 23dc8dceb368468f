"""Searching for the best pairing of a round in a job, where a page does not have the time for it.

The search depends on the state when it began. Where that has changed when it ends it begins again, and says so.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from jobs.services.leases import ask_job
from tournaments import permissions
from tournaments.models import PairingSearch, Round, Tournament
from tournaments.permissions import Action
from tournaments.queries.searches import OPEN, open_search
from tournaments.services.drafts import SEED_BITS, lock_for_again, lock_for_next, note_paired, pair_next_round
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log
from tournaments.services.pairing import MAX_TRIES, TAKES_LONG, no_legal_pairing, rehearse, write_if_unchanged
from tournaments.services.pairing_process import Stopped, answer_of_process
from tournaments.services.pairing_work import RoundWork
from tournaments.swiss.budget import OutOfTime, Progress
from tournaments.swiss.costs import Levels
from tournaments.swiss.pairing import PairingResult
from tournaments.swiss.refusals import NoLegalPairing

SEARCH = "tournaments.search_pairing"
"""The kind of job that searches for a pairing."""
State = PairingSearch.State
MAX_SECONDS = 13 * 60
"""Celery ends a job after fourteen minutes."""


def pair_or_search(*, actor: Actor, tournament_id: int, number: int) -> Round | PairingSearch:
    """The draft of the next round, or a search for it where the time for a page is too short for any pairing.

    Raises what `pair_next_round` does.
    """
    try:
        return pair_next_round(actor=actor, tournament_id=tournament_id, number=number)
    except Refusal as refusal:
        if refusal.code != TAKES_LONG:
            raise
    return ask_search(actor=actor, tournament_id=tournament_id, number=number)


@transaction.atomic
def ask_search(*, actor: Actor, tournament_id: int, number: int) -> PairingSearch:
    """Have the best pairing of a round searched for by a job: of the next round, or of its draft. One that is under way
    for the round is returned.

    Raises Refusal `bracket_is_fixed`, `search_edited` (a draft edited by hand) and what pairing the round raises.
    """
    tournament = lock_tournament(tournament_id)
    permissions.require(actor, Action.RUN_ROUNDS, tournament)
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
    search = PairingSearch.objects.create(
        tournament=tournament,
        number=number,
        seed=secrets.randbits(SEED_BITS),
        asked_by_user=actor.user,
        asked_by=actor.label[:150],
    )
    write_log(tournament, actor, "search_asked", round=number)
    ask_job(kind=SEARCH, subject=search.pk)
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


def run_search(search_id: int) -> None:
    """Search, and write the draft if it is better than what is there. A search that is over is left as it is."""
    search = PairingSearch.objects.select_related("asked_by_user", "tournament").filter(pk=search_id).first()
    if search is None or search.state not in OPEN:
        return
    PairingSearch.objects.filter(pk=search_id).update(state=State.RUNNING, started_at=timezone.now())
    try:
        outcome = _search(search)
    except Stopped:
        _end(search_id, State.STOPPED)
    except Refusal as refusal:
        _end(search_id, State.FAILED, refusal.code, dict(refusal.facts))
    else:
        _end(search_id, State.DONE, outcome)


def search_seconds() -> float:
    """How long one attempt of a search may take."""
    return min(settings.PAIRING_JOB_SECONDS, MAX_SECONDS)


def fail_search(search_id: int, reason: str) -> None:
    """Mark a search that is not over as failed, with a code that the desk puts into words."""
    _end(search_id, State.FAILED, reason)


def _search(search: PairingSearch) -> str:
    """What came of it: `paired`, `improved`, or `no_better`; raises `Stopped` and refusals."""
    actor = Actor(user=search.asked_by_user)

    def lock() -> Tournament:
        tournament = lock_tournament(search.tournament_id)
        if _draft_of(tournament, search.number) != draft:
            raise Conflict("search_overtaken", number=search.number)
        if draft is not None:
            return lock_for_again(actor, draft.pk)
        return lock_for_next(actor, tournament.pk, search.number)

    def watch(progress: Progress | None) -> bool:
        return _announced(search, progress)

    draft = _draft_of(search.tournament, search.number)
    for attempt in range(MAX_TRIES):
        PairingSearch.objects.filter(pk=search.pk).update(began_again=attempt)
        rehearsal = rehearse(lock, search.number)
        work = RoundWork(rehearsal.task.history, rehearsal.task.settings, search.seed, search_seconds())
        try:
            result = answer_of_process(work, watch)
        except NoLegalPairing as failure:
            raise no_legal_pairing(rehearsal.tournament, failure) from failure
        except OutOfTime as failure:
            raise Refusal(TAKES_LONG, number=search.number) from failure
        if draft is not None and not _is_better(result, draft):
            return "no_better"
        written = write_if_unchanged(
            lock, rehearsal.stand, search.number, search.seed, result,
            lambda tournament, round: note_paired(actor, tournament, round),
        )  # fmt: skip
        if written is not None:
            return "paired" if draft is None else "improved"
    raise Conflict("pairing_outdated", number=search.number)


def _draft_of(tournament: Tournament, number: int) -> Round | None:
    """The draft of that round; raises Refusal `search_edited` where somebody has edited it by hand."""
    draft = tournament.rounds.filter(number=number, status=Round.Status.DRAFT).first()
    if draft is not None and draft.edited_by_hand:
        raise Conflict("search_edited", number=number)
    return draft


def _is_better(result: PairingResult, draft: Round) -> bool:
    """Whether the pairing found costs less than the draft, or as little and is proved where the draft is not."""
    own = (result.achieved, not result.certified)
    return own < (Levels(**draft.pairing["achieved"]), not draft.pairing.get("certified"))


def _announced(search: PairingSearch, progress: Progress | None) -> bool:
    """Store the progress; returns whether to go on, which a search that was ended or deleted does not."""
    rows = PairingSearch.objects.filter(pk=search.pk, state=State.RUNNING, is_stop_asked=False)
    if progress is None:
        return rows.exists()
    return bool(rows.update(step=progress.step.value, done=progress.done, most=progress.most))


def _end(search_id: int, state: PairingSearch.State, outcome: str = "", facts: dict[str, Any] | None = None) -> None:
    PairingSearch.objects.filter(pk=search_id, state__in=OPEN).update(
        state=state, outcome=outcome, facts=facts or {}, finished_at=timezone.now()
    )
