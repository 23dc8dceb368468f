"""Checking decks at the table: drawing a table, counting, ending a check, reopening it."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import DeckCheck, LogEntry, Match, Pod, Registration, TimeExtension, Tournament
from tournaments.permissions import NOT_PLAYING, Action, require
from tournaments.play.table_draw import NoTable
from tournaments.queries.check_budget import draw_check
from tournaments.queries.checks import (
    FINISHED,
    compare_check,
    comparison_facts,
    list_to_check,
    named_cards,
    running_round,
    seated_at,
    seated_under_way,
)
from tournaments.queries.teams import who_play
from tournaments.services.check_counts import CountInput, counted_after
from tournaments.services.extra_time import grant_minutes
from tournaments.services.locking import lock_registration, lock_tournament
from tournaments.services.log import write_log
from tournaments.services.reasons import tidy_note, tidy_reason
from tournaments.services.versions import tell_privately

Outcome = DeckCheck.Outcome
BEGUN = 2
"""The revision of a check whose first counts are stored: from then on its player reads of it."""


@transaction.atomic
def draw_check_table(
    *, actor: Actor, tournament_id: int, seed: int | None = None, anyway: bool = False
) -> tuple[Match | Pod, tuple[Registration, ...]]:
    """Draw a table of the running round for a check; returns its match or pod with the players whose decks are due.

    Without a seed it is the one behind the suggestion of `tournaments.queries.check_budget`. `anyway` draws although
    something speaks against a check now (`against_check` there). The draw and its seed are in the log. Raises
    NotAllowed, Conflict `no_round_running` or `no_table_to_draw` with the reason
    (`tournaments.play.table_draw.NoTable`).
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.CHECK_DECKS, tournament)
    round_ = running_round(tournament)
    if round_ is None:
        raise Conflict("no_round_running")
    round_.tournament = tournament
    lot = draw_check(round_, seed)
    if isinstance(lot, NoTable):
        raise Conflict("no_table_to_draw", reason=lot.value, number=round_.number)
    if lot.against is not None and not anyway:
        raise Conflict("no_table_to_draw", reason=lot.against.value, number=round_.number)
    seated = seated_at(round_, lot.drawn.match)
    entries = seated.entries
    due = tuple(who_play(tournament, [entries[seat - 1] for seat in lot.drawn.seats]))
    write_log(
        tournament,
        actor,
        "check_table_drawn",
        round=round_.number,
        table=seated.table,
        **({"pod": seated.pk} if isinstance(seated, Pod) else {"match": seated.pk}),
        names=[entry.name for entry in due],
        seed=lot.seed,
        **({lot.against.value: True} if lot.against is not None else {}),
    )
    return seated, due


@transaction.atomic
def start_check(*, actor: Actor, registration_id: int, mode: str, drawn: bool = False) -> DeckCheck:
    """Begin to check one entrant's deck against the submitted list; the time runs from now.

    `drawn` says that the table was drawn by lot, which the log has to confirm. Raises NotAllowed, Refusal
    `no_such_entry`, `unknown_check_mode`, `no_list_to_check`, Conflict `not_running`, `not_entered` or
    `check_already_open` (with the `check` that is).
    """
    registration = lock_registration(registration_id)
    tournament = registration.tournament
    require(actor, Action.CHECK_DECKS, tournament)
    if mode not in DeckCheck.Mode.values:
        raise Refusal("unknown_check_mode", field="mode", mode=mode)
    if tournament.phase == Tournament.Phase.CANCELLED:
        raise Conflict("not_running", phase=tournament.phase)
    if registration.status in NOT_PLAYING:
        raise Conflict("not_entered", name=registration.name, status=registration.status)
    version = list_to_check(registration)
    if version is None:
        raise Refusal("no_list_to_check", name=registration.name)
    _refuse_second(registration)
    seated = seated_under_way(registration)
    round_ = seated.round if seated is not None else running_round(tournament)
    at_table = seated if seated is not None and not seated.is_complete else None
    check = DeckCheck.objects.create(
        tournament=tournament,
        registration=registration,
        round=round_,
        match=at_table if isinstance(at_table, Match) else None,
        pod=at_table if isinstance(at_table, Pod) else None,
        version=version,
        mode=mode,
        is_random=drawn and at_table is not None and _was_drawn(tournament, at_table),
        started_at=timezone.now(),
        judge_user=actor.user,
        judge=actor.label[:150],
    )
    _log(actor, check, "check_started", mode=mode, drawn=check.is_random)
    return check


@transaction.atomic
def save_counts(
    *,
    actor: Actor,
    check_id: int,
    expected_revision: int,
    counts: Iterable[CountInput] = (),
    left_out: Iterable[str] | None = None,
    batch: str = "",
) -> DeckCheck:
    """Store how many copies were counted of some cards, and which sections were not laid out (None: as before).

    A batch that was stored already changes nothing, so that a phone may send it again when the answer was lost. Raises
    NotAllowed, Refusal `no_such_check` and the codes of `counted_after`, Conflict `check_ended`, or `check_changed` to
    a person who counted from another revision.
    """
    check = lock_check(actor, check_id)
    _refuse_ended(check)
    if batch and batch == check.batch:
        return check
    _refuse_stale(check, expected_revision)
    check.counted = counted_after(check, counts)
    if left_out is not None:
        check.left_out = _sections(check, left_out)
    check.revision += 1
    check.batch, check.saved_by = batch[:40], actor.label[:150]
    check.save(update_fields=["counted", "left_out", "revision", "batch", "saved_by"])
    if check.revision == BEGUN:
        _tell(check)
    return check


@transaction.atomic
def finish_check(
    *, actor: Actor, check_id: int, expected_revision: int, outcome: str, note: str = "", minutes: int = 0
) -> DeckCheck:
    """End a check as clean or with findings, keep the comparison, and give its table `minutes` more (0: none).

    An outcome that the count alone does not support needs a note. Raises NotAllowed, Refusal `unknown_check_outcome`,
    `check_note_needed`, `reason_too_long`, `no_table_for_time` and the codes of `grant_minutes`, Conflict `check_ended`
    or `check_changed`.
    """
    check = lock_check(actor, check_id)
    _refuse_ended(check)
    _refuse_stale(check, expected_revision)
    if outcome not in FINISHED:
        raise Refusal("unknown_check_outcome", field="outcome", outcome=outcome)
    check.note = tidy_note(note, limit=300)
    found = compare_check(check)
    if found.clean != (outcome == Outcome.CLEAN) and not check.note:
        raise Refusal("check_note_needed", field="note", outcome=outcome)
    check.findings = comparison_facts(found, named_cards(check))
    _end(check, outcome)
    if minutes:
        if check.seated is None:
            raise Refusal("no_table_for_time", field="minutes")
        grant_minutes(actor=actor, seated=check.seated, minutes=minutes, check=check)
    verb = "check_clean" if outcome == Outcome.CLEAN else "check_with_findings"
    _tell(check)
    _log(actor, check, verb, minutes=minutes, seconds=check.seconds, left_out=check.left_out)
    return check


@transaction.atomic
def abandon_check(*, actor: Actor, check_id: int, note: str = "") -> DeckCheck:
    """Stop a check without an outcome; what was counted is kept. Raises NotAllowed, Conflict `check_ended`."""
    check = lock_check(actor, check_id)
    _refuse_ended(check)
    check.note = tidy_note(note, limit=300)
    _end(check, Outcome.ABANDONED)
    _tell(check)
    _log(actor, check, "check_abandoned")
    return check


@transaction.atomic
def reopen_check(*, actor: Actor, check_id: int) -> DeckCheck:
    """Reopen a check that was ended; extra time given for it is withdrawn, and the time has run on.

    Raises NotAllowed, Conflict `check_still_open`, `check_already_open` (another one of this entrant), or
    `check_has_penalty` while a penalty refers to it.
    """
    check = lock_check(actor, check_id)
    if check.outcome == Outcome.OPEN:
        raise Conflict("check_still_open")
    if check.penalties.filter(withdrawn_at=None).exists():
        raise Conflict("check_has_penalty", name=check.registration.name)
    _refuse_second(check.registration)
    TimeExtension.objects.filter(deck_check=check, withdrawn_at=None).update(
        withdrawn_at=timezone.now(), withdrawn_by=actor.label[:150]
    )
    check.outcome, check.ended_at, check.seconds, check.findings = Outcome.OPEN, None, None, {}
    check.revision += 1
    check.save(update_fields=["outcome", "ended_at", "seconds", "findings", "revision"])
    _tell(check)
    _log(actor, check, "check_reopened")
    return check


def lock_check(actor: Actor, check_id: int) -> DeckCheck:
    """The check, its tournament's row locked first. Raises Refusal `no_such_check` or NotAllowed."""
    tournament_id = DeckCheck.objects.filter(pk=check_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise Refusal("no_such_check")
    tournament = lock_tournament(tournament_id)
    require(actor, Action.CHECK_DECKS, tournament)
    checks = DeckCheck.objects.select_for_update(of=("self",))
    check = checks.select_related("registration", "match__round", "pod__round", "version__decklist__ruleset__game").get(
        pk=check_id
    )
    check.tournament = check.registration.tournament = tournament
    return check


def _end(check: DeckCheck, outcome: str) -> None:
    check.outcome, check.ended_at = outcome, timezone.now()
    check.seconds = max(0, int((check.ended_at - check.started_at).total_seconds()))
    check.revision += 1
    check.save(update_fields=["outcome", "ended_at", "seconds", "findings", "note", "revision"])


def _refuse_ended(check: DeckCheck) -> None:
    if check.outcome != Outcome.OPEN:
        raise Conflict("check_ended", name=check.registration.name, outcome=check.outcome)


def _refuse_stale(check: DeckCheck, expected_revision: int) -> None:
    if check.revision != expected_revision:
        raise Conflict("check_changed", by=check.saved_by, revision=check.revision)


def _refuse_second(registration: Registration) -> None:
    running = DeckCheck.objects.filter(registration=registration, outcome=Outcome.OPEN).first()
    if running is not None:
        raise Conflict("check_already_open", name=registration.name, by=running.judge, check=running.pk)


def _was_drawn(tournament: Tournament, seated: Match | Pod) -> bool:
    named = {"facts__pod": seated.pk} if isinstance(seated, Pod) else {"facts__match": seated.pk}
    return LogEntry.objects.filter(tournament=tournament, verb="check_table_drawn", **named).exists()


def _sections(check: DeckCheck, wanted: Iterable[str]) -> list[str]:
    """The sections of the list that were not laid out, in its own order; others do not exist."""
    asked = set(wanted)
    return [key for key in dict.fromkeys(card["section"] for card in check.version.cards) if key in asked]


def _log(actor: Actor, check: DeckCheck, verb: str, **facts: object) -> None:
    write_log(
        check.tournament,
        actor,
        verb,
        check=check.pk,
        entry=check.registration_id,
        name=check.registration.name,
        table=check.seated.table if check.seated is not None else None,
        note=tidy_reason(check.note, required=False) if len(check.note) <= 200 else check.note[:200],
        **facts,
    )


def _tell(check: DeckCheck) -> None:
    """Let the player's open page say how far the check is."""
    tell_privately(check.tournament.code, {check.registration.entrant_id})
