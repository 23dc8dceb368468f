"""Creating, editing, duplicating and cancelling tournaments."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import User
from accounts.refusals import Conflict, NotAllowed, refuse_any
from accounts.typed_text import one_line
from cardpool.queries import current_ruleset
from tournaments.models import Round, StaffMember, Tournament
from tournaments.permissions import Action, require
from tournaments.play.divisions import plain_divisions
from tournaments.queries.pairing_settings import UnreadableTables, format_tables, read_tables, table_settings
from tournaments.queries.pod_record import UnreadablePlaces, format_places, read_places
from tournaments.queries.settings import (
    FIELDS,
    TournamentData,
    completed,
    data_of,
    tournament_defaults,
)
from tournaments.services.deadline_notices import plan_deadline_notice
from tournaments.services.entries.divisions import sort_into_divisions
from tournaments.services.entries.seats import promote_waiting
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log
from tournaments.services.pairing_steps import commit_next
from tournaments.services.reasons import tidy_reason
from tournaments.services.rejudging import rejudge_event, rejudge_reopened
from tournaments.services.setting_checks import change_problems, game_of, setting_problems
from tournaments.services.start import STARTED
from tournaments.services.tables_follow import TABLE_FIELDS, follow_tables

JUDGED_BY = frozenset({"best_of", "lists_best_of", "pool", "format", "starts_at"})
"""The settings that verdicts on decklists depend on; the start because restrictions hold from a day."""


@transaction.atomic
def create_tournament(*, actor: Actor, data: TournamentData, is_demo: bool = False) -> Tournament:
    """A new tournament open for registration, its creator the owner, pinned to the ruleset in force on its day.

    Raises NotAllowed `may_not_create`, or a refusal with every field that cannot be accepted.
    """
    creator = _creator(actor)
    data = _tidied(data)
    refuse_any(setting_problems(data))
    game = game_of(data)
    data = completed(data, tournament_defaults(game, starts_at=data.starts_at))
    refuse_any(setting_problems(data))
    tournament = Tournament(
        game=game,
        ruleset=current_ruleset(game, on=timezone.localdate(data.starts_at)),
        created_by=creator,
        is_demo=is_demo,
    )
    _write(tournament, data)
    tournament.save()
    StaffMember.objects.create(tournament=tournament, user=creator, role=StaffMember.Role.OWNER)
    write_log(tournament, actor, "tournament_created", name=tournament.name)
    plan_deadline_notice(tournament)
    commit_next(tournament)
    return tournament


@transaction.atomic
def edit_tournament(
    *, actor: Actor, tournament_id: int, data: TournamentData, seen: TournamentData | None = None
) -> Tournament:
    """Write the settings that changed. What may still change depends on the phase.

    `seen` is what the editor was shown: only what differs from it is their change, so what somebody else has
    saved in the meantime stays; where both changed the same setting, Conflict `settings_changed` names it (facts:
    fields).

    During registration everything but the game once somebody has entered; lists already saved are judged again when
    what they are judged by changes (`JUDGED_BY`), and freed seats go to the waiting list. After the start only what
    does not touch rounds already played; an open draft follows the tables. Raises a refusal naming every field that
    may not change, and why.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.EDIT_TOURNAMENT, tournament)
    before = data_of(tournament)
    data = completed(_tidied(data), before if seen is None else seen)
    if seen is not None:
        data = _merged(data, _tidied(seen), before)
    changed = [name for name in FIELDS if getattr(before, name) != getattr(data, name)]
    if not changed:
        return tournament
    pinned = None if "game_slug" in changed else tournament.ruleset
    refuse_any(setting_problems(data, changed, pinned=pinned) + change_problems(tournament, data, changed))
    if "game_slug" in changed:
        tournament.game = game_of(data)
        tournament.ruleset = current_ruleset(tournament.game, on=timezone.localdate(data.starts_at))
    tables = table_settings(tournament)
    _write(tournament, data)
    tournament.save()
    values = [{name: _plain(getattr(one, name)) for name in changed} for one in (before, data)]
    write_log(tournament, actor, "tournament_edited", fields=changed, before=values[0], after=values[1])
    if TABLE_FIELDS.intersection(changed):
        follow_tables(actor, tournament, tables)
    if "divisions" in changed:
        sort_into_divisions(actor, tournament)
    if {"decklist_deadline", "decklists_required", "starts_at"}.intersection(changed):
        plan_deadline_notice(tournament)
    if "capacity" in changed:
        promote_waiting(tournament=tournament)
    if JUDGED_BY.intersection(changed):
        rejudge_event(actor=actor, tournament=tournament)
    return tournament


@transaction.atomic
def duplicate_tournament(*, actor: Actor, tournament_id: int, name: str, starts_at: datetime) -> Tournament:
    """A new tournament with the settings and staff of an old one, without its entries.

    The decklist deadline keeps its distance to the start. A number of rounds that the start filled in by
    recommendation is left to it again; one that was typed is copied. The ruleset is the one in force on the new day.
    """
    old = lock_tournament(tournament_id)
    require(actor, Action.EDIT_TOURNAMENT, old)
    deadline = old.decklist_deadline
    data = replace(
        data_of(old),
        name=name,
        starts_at=starts_at,
        decklist_deadline=starts_at - (old.starts_at - deadline) if deadline is not None else None,
        planned_rounds=_rounds_worth_keeping(old),
        registration_open=True,
    )
    new = create_tournament(actor=actor, data=data)
    for member in old.staff.all():
        StaffMember.objects.get_or_create(tournament=new, user_id=member.user_id, role=member.role)
    write_log(new, actor, "tournament_duplicated", code=old.code, name=old.name)
    return new


@transaction.atomic
def cancel_tournament(*, actor: Actor, tournament_id: int, reason: str) -> Tournament:
    """Cancel the event; nothing is deleted and `reinstate_tournament` restores it as it was.

    Raises Refusal `reason_required`, Conflict `already_cancelled` or `already_finished`.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.CANCEL_TOURNAMENT, tournament)
    reason = tidy_reason(reason)
    if tournament.phase == Tournament.Phase.CANCELLED:
        raise Conflict("already_cancelled")
    if tournament.phase == Tournament.Phase.FINISHED:
        raise Conflict("already_finished")
    tournament.phase = Tournament.Phase.CANCELLED
    tournament.save(update_fields=["phase"])
    write_log(tournament, actor, "tournament_cancelled", reason=reason)
    return tournament


@transaction.atomic
def reinstate_tournament(*, actor: Actor, tournament_id: int) -> Tournament:
    """Undo a cancellation: back to the phase the rounds show. Raises Conflict `not_cancelled`."""
    tournament = lock_tournament(tournament_id)
    require(actor, Action.CANCEL_TOURNAMENT, tournament)
    if tournament.phase != Tournament.Phase.CANCELLED:
        raise Conflict("not_cancelled")
    if tournament.started_at is None:
        tournament.phase = Tournament.Phase.REGISTRATION
    elif tournament.rounds.filter(stage=Round.Stage.TOP_CUT).exists():
        tournament.phase = Tournament.Phase.TOP_CUT
    else:
        tournament.phase = Tournament.Phase.SWISS
    tournament.save(update_fields=["phase"])
    write_log(tournament, actor, "tournament_reinstated")
    rejudge_reopened(actor=actor, tournament=tournament)
    return tournament


def _merged(mine: TournamentData, seen: TournamentData, now: TournamentData) -> TournamentData:
    changed = [name for name in FIELDS if getattr(mine, name) != getattr(seen, name)]
    both = [name for name in changed if getattr(now, name) not in (getattr(seen, name), getattr(mine, name))]
    if both:
        raise Conflict("settings_changed", field=both[0], fields=both)
    return replace(now, **{name: getattr(mine, name) for name in changed})


def _plain(value: Any) -> Any:
    """A setting as a JSON value."""
    if isinstance(value, tuple):
        return plain_divisions(value)
    return value.isoformat() if isinstance(value, datetime) else value


def _creator(actor: Actor) -> User:
    if actor.user is None:
        raise NotAllowed("sign_in_first")
    if not actor.user.can_create_tournaments:
        raise NotAllowed("may_not_create")
    return actor.user


def _tidied(data: TournamentData) -> TournamentData:
    return replace(
        data,
        name=one_line(data.name),
        place=one_line(data.place),
        format=data.format.strip().lower(),
        description=data.description.strip().replace("\r\n", "\n").replace("\x00", ""),
        table_ranges=_tidied_tables(data.table_ranges),
        feature_tables=_tidied_tables(data.feature_tables),
        blocked_tables=_tidied_tables(data.blocked_tables),
        pod_places=_tidied_places(data.pod_places),
    )


def _tidied_places(typed: str) -> str:
    """Points by place in canonical form; what cannot be read is left for the check to report."""
    try:
        return format_places(read_places(typed))
    except UnreadablePlaces:
        return one_line(typed)


def _tidied_tables(typed: str) -> str:
    """Table numbers in canonical form; what cannot be read is left for the check to report."""
    try:
        return format_tables(read_tables(typed))
    except UnreadableTables:
        return one_line(typed)


def _write(tournament: Tournament, data: TournamentData) -> None:
    tournament.divisions = plain_divisions(data.divisions)
    for name in FIELDS:
        if name not in ("game_slug", "divisions"):
            setattr(tournament, name, getattr(data, name))


def _rounds_worth_keeping(old: Tournament) -> int | None:
    """The number of Swiss rounds somebody typed, be it the recommended one; None where the start filled it in."""
    started = old.log.filter(verb=STARTED).first() if old.started_at is not None else None
    facts = started.facts if started is not None else {}
    is_recommended = facts.get("recommended") and facts.get("rounds") == old.planned_rounds
    return None if is_recommended else old.planned_rounds
