"""The round's clock: started, paused, moved, extra turns, reset; each change can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import LogEntry, Round, Tournament
from tournaments.queries.clock import CLOCK_VERBS, seconds_left
from tournaments.queries.rounds import refusal_facts
from tournaments.services.drafts import lock_round
from tournaments.services.log import write_log

FIELDS = ("clock_started_at", "clock_ends_at", "clock_left", "extra_turns_at")
MAX_MOVE = 120
"""Minutes by which a clock is moved at once."""


def start_clock(*, actor: Actor, round_id: int) -> Round:
    """Start the round's clock.

    Raises Conflict `round_not_published`, `round_without_clock`, `clock_already_started`.
    """

    def start(round: Round, _: Tournament) -> dict[str, Any]:
        if not round.minutes:
            raise Conflict("round_without_clock", **refusal_facts(round))
        if round.clock_started_at is not None:
            raise Conflict("clock_already_started", **refusal_facts(round), at=round.clock_started_at)
        round.clock_started_at = timezone.now()
        round.clock_ends_at = round.clock_started_at + timedelta(minutes=round.minutes)
        return {"minutes": round.minutes}

    return _change(actor, round_id, "clock_started", start)


def pause_clock(*, actor: Actor, round_id: int) -> Round:
    """Stop the clock where it is. Raises Conflict `round_not_published`, `clock_not_running`."""

    def pause(round: Round, _: Tournament) -> dict[str, Any]:
        if round.clock_ends_at is None:
            raise Conflict("clock_not_running", **refusal_facts(round))
        round.clock_left, round.clock_ends_at = seconds_left(round), None
        return {"left": round.clock_left}

    return _change(actor, round_id, "clock_paused", pause)


def resume_clock(*, actor: Actor, round_id: int) -> Round:
    """Let a paused clock run on. Raises Conflict `round_not_published`, `clock_not_paused`."""

    def resume(round: Round, _: Tournament) -> dict[str, Any]:
        if round.clock_left is None:
            raise Conflict("clock_not_paused", **refusal_facts(round))
        round.clock_ends_at = timezone.now() + timedelta(seconds=round.clock_left)
        round.clock_left = None
        return {}

    return _change(actor, round_id, "clock_resumed", resume)


def move_clock(*, actor: Actor, round_id: int, minutes: int) -> Round:
    """Give the round minutes, or take some; running or paused.

    Raises Refusal `minutes_out_of_range`, Conflict `round_not_published`, `clock_not_started`.
    """

    def move(round: Round, _: Tournament) -> dict[str, Any]:
        if round.clock_ends_at is not None:
            round.clock_ends_at += timedelta(minutes=minutes)
        elif round.clock_left is not None:
            round.clock_left += 60 * minutes
        else:
            raise Conflict("clock_not_started", **refusal_facts(round))
        return {"minutes": minutes}

    if minutes == 0 or abs(minutes) > MAX_MOVE:
        raise Refusal("minutes_out_of_range", field="minutes", limit=MAX_MOVE, value=minutes)
    return _change(actor, round_id, "clock_moved", move)


def call_extra_turns(*, actor: Actor, round_id: int) -> Round:
    """Say that time is up and the extra turns are played. Raises Conflict `round_not_published`, `clock_not_started`,
    `extra_turns_called`."""

    def call(round: Round, _: Tournament) -> dict[str, Any]:
        if round.clock_started_at is None:
            raise Conflict("clock_not_started", **refusal_facts(round))
        if round.extra_turns_at is not None:
            raise Conflict("extra_turns_called", **refusal_facts(round))
        round.extra_turns_at = timezone.now()
        return {}

    return _change(actor, round_id, "extra_turns_called", call)


def reset_clock(*, actor: Actor, round_id: int) -> Round:
    """Put the clock back to before its start. Raises Conflict `round_not_published`, `clock_not_started`."""

    def reset(round: Round, _: Tournament) -> dict[str, Any]:
        if round.clock_started_at is None:
            raise Conflict("clock_not_started", **refusal_facts(round))
        clear_clock(round)
        return {}

    return _change(actor, round_id, "clock_reset", reset)


@transaction.atomic
def undo_clock(*, actor: Actor, round_id: int, entry_id: int) -> Round:
    """Put the clock back to what it was before a line of the log; a clock that ran then runs on as if it never stopped.

    Raises Conflict `round_not_published`, and `clock_changed_since` unless the line is the newest about this clock.
    """
    tournament, round = _lock_running(actor, round_id)
    newest = (
        LogEntry.objects.filter(tournament=tournament, verb__in=CLOCK_VERBS, facts__round=round.number)
        .order_by("-pk")
        .first()
    )
    if newest is None or newest.pk != entry_id or _as_facts(round) != newest.facts.get("after"):
        raise Conflict("clock_changed_since", **refusal_facts(round))
    before, now = newest.facts["before"], _as_facts(round)
    for field in FIELDS:
        value = before[field]
        setattr(round, field, parse_datetime(value) if isinstance(value, str) else value)
    round.save(update_fields=FIELDS)
    write_log(tournament, actor, "clock_undone", round=round.number, before=now, after=_as_facts(round))
    return round


def clear_clock(round: Round) -> None:
    """Leave no clock on the round; the caller saves FIELDS."""
    for field in FIELDS:
        setattr(round, field, None)


@transaction.atomic
def _change(actor: Actor, round_id: int, verb: str, change: Callable[[Round, Tournament], dict[str, Any]]) -> Round:
    """Change the clock of a running round, and write down what it was before and after."""
    tournament, round = _lock_running(actor, round_id)
    before = _as_facts(round)
    said = change(round, tournament)
    round.save(update_fields=FIELDS)
    write_log(tournament, actor, verb, round=round.number, before=before, after=_as_facts(round), **said)
    return round


def _lock_running(actor: Actor, round_id: int) -> tuple[Tournament, Round]:
    tournament, round = lock_round(actor=actor, round_id=round_id)
    if round.status != Round.Status.PUBLISHED:
        raise Conflict("round_not_published", **refusal_facts(round), status=round.status)
    return tournament, round


def _as_facts(round: Round) -> dict[str, Any]:
    values = ((field, getattr(round, field)) for field in FIELDS)
    return {field: value.isoformat() if isinstance(value, datetime) else value for field, value in values}
