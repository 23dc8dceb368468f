"""Decklists of a tournament's entries: until when players may change theirs, and what staff do afterwards."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.inbox import put_away_outdated
from accounts.refusals import Conflict, NotAllowed, Refusal
from cardpool.legality.violations import Verdict
from decks import services as decks
from decks.models import Decklist, DecklistVersion
from decks.text.listing import ReadList
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action, is_own, may, may_edit_decklist
from tournaments.queries.card_rulings import settled_cards
from tournaments.queries.deck_statistics import REMINDER
from tournaments.queries.decks import deck_entries, is_locked
from tournaments.services.deadline_notices import DEADLINE
from tournaments.services.locking import find_registration, lock_registration
from tournaments.services.log import write_log
from tournaments.services.reasons import tidy_reason
from tournaments.services.versions import tell_privately

LEFT = (Registration.Status.WITHDRAWN,)


def save_entry_decklist(
    *,
    actor: Actor,
    registration_id: int,
    text: str,
    name: str = "",
    submit: bool,
    reason: str = "",
    on_read: Callable[[ReadList], None] | None = None,
) -> DecklistVersion:
    """Save a list for an entry and, with `submit`, submit it; an illegal list may be submitted.

    Players as often as they like until the deadline or the start; judges and organisers at any time, after that with
    a reason, which is kept with who, when and what changed. Raises NotAllowed `not_permitted`, Conflict `deck_locked`
    or `not_entered`, Refusal `reason_required`, `decklist_empty`, `decklist_too_long`, `decklist_unreadable`,
    `submitted_too_often`.

    The list is judged before the event's row is locked, so that nobody waits for a slow one; where staff change
    meanwhile what it is judged by, it is judged again. `on_read` is called with each reading, before anything is saved.
    """
    while True:
        read = _judge(actor, registration_id, text, reason)
        if on_read is not None:
            on_read(read.judged.read)
        try:
            return _save(actor, registration_id, read, name=name, submit=submit, reason=reason)
        except decks.JudgedByOtherRules:
            continue


def _judge(actor: Actor, registration_id: int, text: str, reason: str) -> decks.ListToSave:
    """The text judged for the entry, for those who may change its list. Nothing is locked."""
    registration = find_registration(registration_id)
    _editing(actor, registration, reason)
    tournament = registration.tournament
    source = registration.decklist or tournament
    return decks.judge_to_save(
        text=text,
        ruleset=source.ruleset,
        best_of=registration.list_length,
        pool=source.pool,
        format=source.format,
        as_of=timezone.localdate(tournament.starts_at),
        settled=settled_cards(tournament),
    )


@transaction.atomic
def _save(
    actor: Actor, registration_id: int, read: decks.ListToSave, *, name: str, submit: bool, reason: str
) -> DecklistVersion:
    """Keep the list, if the actor still may. Raises `decks.JudgedByOtherRules`."""
    registration = lock_registration(registration_id)
    by_staff, reason = _editing(actor, registration, reason)
    version = decks.save_version(
        actor=actor,
        decklist=_decklist_of(registration),
        read=read,
        as_of=timezone.localdate(registration.tournament.starts_at),
        name=name,
        by_staff=by_staff,
        reason=reason,
        settled=settled_cards(registration.tournament),
    )
    if submit:
        _submit(actor, registration, version, by_staff)
    elif by_staff:
        _log(actor, registration, version, "decklist_saved_by_staff")
    tell_privately(registration.tournament.code, {registration.entrant_id})
    return version


@transaction.atomic
def lock_decklists(tournament: Tournament) -> int:
    """Lock every list of the tournament, at its start; returns how many were open. The caller holds the row lock."""
    lists = deck_entries(tournament).filter(decklist__isnull=False).values_list("decklist_id", flat=True)
    return decks.lock(decklists=lists, at=timezone.now())


@transaction.atomic
def unlock_decklists(tournament: Tournament) -> int:
    """Unlock the lists when a start is undone; a deadline that has passed still applies."""
    lists = deck_entries(tournament).filter(decklist__isnull=False).values_list("decklist_id", flat=True)
    return decks.unlock(decklists=lists)


@transaction.atomic
def rejudge_decklists(*, actor: Actor, tournament: Tournament) -> list[Registration]:
    """Judge every list again for the tournament's match length, pool, format and day, which have just changed.

    Returns the entries whose verdict changed; the log names them. The caller holds the tournament's row lock.
    """
    entries = deck_entries(tournament).filter(decklist__isnull=False).select_related("decklist").order_by("id")
    changed = [
        entry
        for entry in entries
        if any(one.turned for one in rejudge_entry(actor=actor, registration=entry, tournament=tournament))
    ]
    if changed:
        names = [entry.name for entry in changed]
        write_log(tournament, actor, "decklists_rejudged", count=len(changed), names=names)
    return changed


def rejudge_entry(*, actor: Actor, registration: Registration, tournament: Tournament) -> list[decks.Rejudged]:
    """Judge one entry's list by the tournament's present settings; the versions whose verdict changed."""
    changed = decks.rejudge(
        decklist=_known(registration),
        best_of=tournament.list_length,
        pool=tournament.pool,
        format=tournament.format,
        as_of=timezone.localdate(tournament.starts_at),
        actor=actor,
        settled=settled_cards(tournament),
    )
    if changed:
        tell_privately(tournament.code, {registration.entrant_id})
    return changed


def _editing(actor: Actor, registration: Registration, reason: str) -> tuple[bool, str]:
    """Whether the actor acts as staff, and the tidied reason; refuses others, and everybody when it is too late."""
    tournament = registration.tournament
    if registration.is_team:
        raise Refusal("teams_have_no_list")
    if not may_edit_decklist(actor, registration):
        raise NotAllowed("not_permitted", action=Action.EDIT_ALL_DECKLISTS.value)
    if tournament.phase in (Tournament.Phase.FINISHED, Tournament.Phase.CANCELLED):
        raise Conflict("not_running", phase=tournament.phase)
    if registration.status in LEFT:
        raise Conflict("not_entered", name=registration.name, status=registration.status)
    is_staff = may(actor, Action.EDIT_ALL_DECKLISTS, tournament)
    if not is_locked(registration):
        return is_staff and not is_own(actor, registration), tidy_reason(reason, required=False)
    if not is_staff:
        raise Conflict("deck_locked")
    return True, tidy_reason(reason)


def _decklist_of(registration: Registration) -> Decklist:
    """The entry's list, made on first need as the tournament is played."""
    if registration.decklist is None:
        tournament = registration.tournament
        registration.decklist = decks.create_decklist(
            owner=registration.player,
            ruleset=tournament.ruleset,
            best_of=tournament.list_length,
            pool=tournament.pool,
            format=tournament.format,
        )
        registration.save(update_fields=["decklist"])
    return registration.decklist


def _submit(actor: Actor, registration: Registration, version: DecklistVersion, by_staff: bool) -> None:
    registration.decklist = decks.submit_version(version=version, by_staff=by_staff)
    if version.verdict != Verdict.NOT_LEGAL:
        put_away_outdated([registration.player], code=(REMINDER, DEADLINE), entry=registration.pk)
    _log(actor, registration, version, "decklist_fixed_by_staff" if by_staff else "decklist_submitted")


def _log(actor: Actor, registration: Registration, version: DecklistVersion, verb: str) -> None:
    write_log(
        registration.tournament,
        actor,
        verb,
        entry=registration.pk,
        name=registration.name,
        version=version.number,
        legal=version.is_legal,
        verdict=version.verdict,
        reason=version.reason,
    )


def _known(registration: Registration) -> Decklist:
    if registration.decklist is None:
        raise LookupError(f"registration {registration.pk} has no decklist")
    return registration.decklist
