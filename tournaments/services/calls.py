"""Calls for a judge: raising one, claiming it, closing it with a ruling, and taking each of these back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, NotAllowed, Refusal
from accounts.typed_text import one_line
from tournaments.models import JudgeCall, Match, Pod, Registration, Round, StaffLink, Tournament
from tournaments.permissions import Action, is_own, own_player_of, require
from tournaments.queries.boards import is_declared
from tournaments.queries.calls import OPEN, call_at, calls_in, calls_of, seconds_taken, seconds_waited
from tournaments.queries.matches import match_at_table
from tournaments.queries.rounds import refusal_facts
from tournaments.services.locking import lock_tournament, lock_tournament_of_match, lock_tournament_of_pod
from tournaments.services.log import write_log
from tournaments.services.ruled_results import dispute_again, let_stand
from tournaments.services.versions import tell_players, tell_pod

State = JudgeCall.State
MAX_WORDS = 200
MAX_RULING = 500
MAX_CALLS = 10
"""Calls that players may raise at one table in a round; staff may raise more. Calls about reports do not count."""


@transaction.atomic
def raise_call(*, actor: Actor, match_id: int, words: str = "") -> JudgeCall:
    """Call a judge to a table of the running round: its players to their own, staff to any.

    Raises NotAllowed, Refusal `no_such_match`, `call_words_too_long`, `too_many_calls`, Conflict `not_running`,
    `round_not_published`, or `call_already_open` (with the `call`).
    """
    tournament = lock_tournament_of_match(match_id)
    match = match_at_table(match_id)
    return _raise_at(actor, tournament, match, words)


@transaction.atomic
def raise_pod_call(*, actor: Actor, pod_id: int, words: str = "") -> JudgeCall:
    """Call a judge to a pod, as `raise_call` does to a match. Raises Refusal `no_such_pod` and its codes."""
    tournament = lock_tournament_of_pod(pod_id)
    return _raise_at(actor, tournament, Pod.objects.select_related("round").get(pk=pod_id), words)


def _raise_at(actor: Actor, tournament: Tournament, seated: Match | Pod, words: str) -> JudgeCall:
    seated.round.tournament = tournament
    entry = own_seat(actor, seated)
    if entry is None:
        require(actor, Action.CALL_JUDGE, tournament)
    if tournament.phase == Tournament.Phase.CANCELLED:
        raise Conflict("not_running", phase=tournament.phase)
    if seated.round.status != Round.Status.PUBLISHED:
        raise Conflict("round_not_published", **refusal_facts(seated.round))
    said = _tidy(words, "words", MAX_WORDS)
    _refuse_second(seated)
    by_players = seated.judge_calls.filter(registration__isnull=False, about_reports=False)
    if entry is not None and by_players.count() >= MAX_CALLS:
        raise Refusal("too_many_calls", limit=MAX_CALLS)
    return _raise(actor, seated, entry, said)


def call_about_reports(actor: Actor, seated: Match | Pod, entry: Registration, words: str) -> None:
    """Call a judge because a report differs from another one, unless there is an open call at the table.

    The caller holds the tournament's row. From a board the judge is called to the match of its teams.
    """
    if isinstance(seated, Match) and seated.team_match is not None:
        seated, entry = _team_match_of(seated), entry.team_entry or entry
    if call_at(seated) is None:
        _raise(actor, seated, entry, words[:MAX_WORDS], about_reports=True)


def _team_match_of(board: Match) -> Match:
    match = board.team_match or board
    match.round = board.round
    return match


def end_call_about_reports(actor: Actor, seated: Match | Pod) -> None:
    """Withdraw the call that `call_about_reports` raised, unless a judge is on the way; the caller holds the row.

    The match of two teams keeps it while the reports of another board differ."""
    if isinstance(seated, Match):
        team = seated.team_match or seated
        others = Match.everything.filter(team_match=team).exclude(pk=seated.pk)
        if not is_declared(team) and others.filter(report_state=Match.ReportState.DISPUTED).exists():
            return
        seated = _team_match_of(seated)
    for call in seated.judge_calls.filter(about_reports=True, state=State.OPEN):
        call.tournament = seated.round.tournament
        _withdraw(actor, call)


def _raise(
    actor: Actor, seated: Match | Pod, entry: Registration | None, words: str, *, about_reports: bool = False
) -> JudgeCall:
    call = JudgeCall.objects.create(
        tournament=seated.round.tournament,
        match=seated if isinstance(seated, Match) else None,
        pod=seated if isinstance(seated, Pod) else None,
        round_number=seated.round.number,
        table=seated.table,
        registration=entry,
        words=words,
        about_reports=about_reports,
        raised_at=timezone.now(),
        raised_by_user=actor.user,
        raised_by=actor.label[:150],
    )
    _log(actor, call, "call_raised", words=words)
    return call


@transaction.atomic
def claim_call(*, actor: Actor, call_id: int) -> JudgeCall:
    """Go to the table; claiming one's own claim again changes nothing.

    Raises NotAllowed, Refusal `no_such_call`, Conflict `call_claimed` (with `by`, who was first), `call_closed` or
    `call_withdrawn`.
    """
    call = _lock(actor, call_id)
    if call.state == State.CLAIMED:
        if is_claimed_by(actor, call):
            return call
        raise Conflict("call_claimed", by=call.claimed_by, table=call.table)
    _refuse_ended(call)
    _claim(actor, call)
    call.save(update_fields=["state", *CLAIM])
    _log(actor, call, "call_claimed", seconds=seconds_waited(call))
    return call


@transaction.atomic
def release_call(*, actor: Actor, call_id: int) -> JudgeCall:
    """Give a claimed call back, one's own or another judge's: the table waits again, since when it was raised.

    Raises NotAllowed, Refusal `no_such_call`, Conflict `call_not_claimed`, `call_closed` or `call_withdrawn`.
    """
    call = _lock(actor, call_id)
    _refuse_ended(call)
    if call.state != State.CLAIMED:
        raise Conflict("call_not_claimed", table=call.table)
    was = call.claimed_by
    call.state, call.claimed_at, call.claimed_by_user, call.claimed_by = State.OPEN, None, None, ""
    call.save(update_fields=["state", *CLAIM])
    _log(actor, call, "call_released", by=was)
    return call


@transaction.atomic
def close_call(*, actor: Actor, call_id: int, ruling: str) -> JudgeCall:
    """Close an open call with what was ruled. One that nobody claimed counts as claimed by who closes it.

    Raises NotAllowed, Refusal `no_such_call`, `ruling_required`, `ruling_too_long`, Conflict `call_closed` (with `by`)
    or `call_withdrawn`.
    """
    call = _lock(actor, call_id)
    _refuse_ended(call)
    said = _tidy(ruling, "ruling", MAX_RULING)
    if not said:
        raise Refusal("ruling_required", field="ruling")
    if call.state == State.OPEN:
        _claim(actor, call)
    call.state, call.ruling = State.CLOSED, said
    call.closed_at, call.closed_by_user, call.closed_by = timezone.now(), actor.user, actor.label[:150]
    call.save(update_fields=["state", "ruling", *CLAIM, *CLOSING])
    if call.about_reports:
        let_stand(call)
    _log(actor, call, "call_closed", ruling=said, seconds=seconds_taken(call))
    return call


@transaction.atomic
def reopen_call(*, actor: Actor, call_id: int) -> JudgeCall:
    """Open a closed call again, with the judge who had claimed it; its time has run on. A result that a player's newest
    report contradicts is disputed again.

    Raises NotAllowed, Refusal `no_such_call`, Conflict `call_still_open`, `call_withdrawn`, or `call_already_open`
    where there is a newer one at the table.
    """
    call = _lock(actor, call_id)
    if call.state in OPEN:
        raise Conflict("call_still_open", table=call.table)
    if call.state == State.WITHDRAWN:
        raise Conflict("call_withdrawn", by=call.withdrawn_by)
    if call.seated is not None:
        _refuse_second(call.seated)
    call.state, call.closed_at, call.closed_by_user, call.closed_by = State.CLAIMED, None, None, ""
    call.save(update_fields=["state", *CLOSING])
    if call.about_reports:
        dispute_again(call)
    _log(actor, call, "call_reopened", ruling=call.ruling)
    return call


@transaction.atomic
def withdraw_call(*, actor: Actor, call_id: int) -> JudgeCall:
    """Take back a call that is still open; only the one who raised it may. It stays on record.

    Raises Refusal `no_such_call`, NotAllowed `not_your_call`, Conflict `call_closed` or `call_withdrawn`.
    """
    call = _locked(call_id)
    if not has_raised(actor, call):
        raise NotAllowed("not_your_call")
    _refuse_ended(call)
    _withdraw(actor, call)
    return call


def withdraw_calls(actor: Actor, round: Round) -> None:
    """Withdraw the open calls of a round that is taken back; the caller holds the tournament's row."""
    for call in calls_in([round]).filter(state__in=OPEN).select_related("tournament"):
        _withdraw(actor, call)


def has_raised(actor: Actor, call: JudgeCall) -> bool:
    """Whether the call is the actor's own: the player's who raised it, or the member of staff's."""
    if call.registration is not None:
        return is_own(actor, call.registration)
    return _is_by(actor, call.raised_by_user_id, call.raised_by, call.raised_at)


def is_claimed_by(actor: Actor, call: JudgeCall) -> bool:
    """Whether the actor is the judge who went to the table."""
    at = call.claimed_at
    return at is not None and _is_by(actor, call.claimed_by_user_id, call.claimed_by, at)


def _is_by(actor: Actor, user_id: int | None, label: str, at: datetime) -> bool:
    """Whether an account, or else the staff link that had a name at a time, is the actor's.

    A name is that of one link at a time. A link that was issued later has it from one that had ended.
    """
    if actor.user is not None:
        return user_id == actor.user.pk
    if actor.staff_pass is None or user_id is not None or label != actor.label[:150]:
        return False
    return StaffLink.objects.filter(pk=actor.staff_pass.link, issued_at__lte=at).exists()


CLAIM = ("claimed_at", "claimed_by_user", "claimed_by")
CLOSING = ("closed_at", "closed_by_user", "closed_by")


def _claim(actor: Actor, call: JudgeCall) -> None:
    call.state = State.CLAIMED
    call.claimed_at, call.claimed_by_user, call.claimed_by = timezone.now(), actor.user, actor.label[:150]


def _withdraw(actor: Actor, call: JudgeCall) -> None:
    call.state, call.withdrawn_at, call.withdrawn_by = State.WITHDRAWN, timezone.now(), actor.label[:150]
    call.save(update_fields=["state", "withdrawn_at", "withdrawn_by"])
    _log(actor, call, "call_withdrawn")


def own_seat(actor: Actor, seated: Match | Pod, registration_id: int | None = None) -> Registration | None:
    """The actor's entry, if it is one of those at the table; of two siblings that of the one who acts now, or the one
    that is named."""
    named = [entry for entry in seated.entries if registration_id in (None, entry.pk)]
    own = {own_player_of(actor, entry): entry for entry in named}
    return next((own[key] for key in actor.player_keys if key in own), None)


def _lock(actor: Actor, call_id: int) -> JudgeCall:
    """The call for somebody who may answer it, its tournament's row locked."""
    call = _locked(call_id)
    require(actor, Action.ANSWER_CALLS, call.tournament)
    return call


def _locked(call_id: int) -> JudgeCall:
    tournament_id = JudgeCall.objects.filter(pk=call_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise Refusal("no_such_call")
    tournament = lock_tournament(tournament_id)
    call = calls_of(tournament).get(pk=call_id)
    call.tournament = tournament
    return call


def _refuse_second(seated: Match | Pod) -> None:
    other = call_at(seated)
    if other is not None:
        raise Conflict("call_already_open", table=seated.table, call=other.pk)


def _refuse_ended(call: JudgeCall) -> None:
    if call.state == State.CLOSED:
        raise Conflict("call_closed", by=call.closed_by)
    if call.state == State.WITHDRAWN:
        raise Conflict("call_withdrawn", by=call.withdrawn_by)


def _tidy(text: str, field: str, limit: int) -> str:
    """One line with single spaces. Raises Refusal `call_words_too_long` or `ruling_too_long`."""
    tidy = one_line(text)
    if len(tidy) > limit:
        raise Refusal("ruling_too_long" if field == "ruling" else "call_words_too_long", field=field, limit=limit)
    return tidy


def _log(actor: Actor, call: JudgeCall, verb: str, **facts: object) -> None:
    if call.match is not None:
        tell_players(call.tournament.code, call.match)
    if call.pod is not None:
        tell_pod(call.tournament.code, call.pod)
    write_log(
        call.tournament,
        actor,
        verb,
        call=call.pk,
        match=call.match_id,
        **({"pod": call.pod_id} if call.pod_id is not None else {}),
        round=call.round_number,
        table=call.table,
        name=call.registration.name if call.registration is not None else "",
        **facts,
    )
