"""Announcements of an event: making one, correcting it, taking it down. Its players get each as a notice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.actor import Actor
from accounts.inbox import put_away_outdated, send_notices
from accounts.models import Player
from accounts.refusals import Conflict, Refusal
from accounts.typed_text import one_line
from accounts.visible_names import first_hidden, is_readable
from tournaments.models import Announcement, Registration, Tournament
from tournaments.permissions import Action, require
from tournaments.queries.announcements import is_over, round_to_end, standing_announcements
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log
from tournaments.services.reasons import tidy_reason

NOTICE = "announcement"
"""The code of the notice."""
MAX_LENGTH = 500
MAX_STANDING = 10
"""Announcements that stand at a time: nobody reads more, and each page shows all of them."""
MAX_DAYS = 60
Status = Registration.Status


@dataclass(frozen=True)
class Until:
    """When an announcement ends by itself: with the round that is not completed, at a time, or (neither) never."""

    round_ends: bool = False
    at: datetime | None = None


UNTIL_TAKEN_DOWN = Until()


@transaction.atomic
def announce(*, actor: Actor, tournament_id: int, text: str, until: Until = UNTIL_TAKEN_DOWN) -> Announcement:
    """Show a text to everybody at an event, and send it to its players.

    Raises NotAllowed, Refusal `text_required`, `text_too_long`, `hidden_character`, `too_many_announcements`, or those
    of an end that cannot be: `no_round_to_end`, `announcement_ends_before_now`, `announcement_ends_too_late`,
    `announcement_one_end`.
    """
    tournament = _lock(actor, tournament_id)
    if len(standing_announcements(tournament)) >= MAX_STANDING:
        raise Refusal("too_many_announcements", limit=MAX_STANDING)
    made = _make(actor, tournament, text, until, replaces=None)
    _log(actor, made, "announcement_made")
    return made


@transaction.atomic
def correct_announcement(
    *, actor: Actor, announcement_id: int, text: str, until: Until = UNTIL_TAKEN_DOWN, reason: str
) -> Announcement:
    """Put another text, or end, in the place of a standing announcement, which is kept.

    Raises what making one does but `too_many_announcements`, Refusal `no_such_announcement`, `reason_required`,
    `reason_too_long`, Conflict `announcement_ended` (with `by`).
    """
    earlier = _lock_standing(actor, announcement_id)
    why = tidy_reason(reason)
    made = _make(actor, earlier.tournament, text, until, replaces=earlier)
    _end(actor, earlier, why)
    _log(actor, made, "announcement_corrected", was=earlier.text, reason=why)
    return made


@transaction.atomic
def take_down(*, actor: Actor, announcement_id: int, reason: str) -> Announcement:
    """End an announcement; it is kept. Raises NotAllowed, Refusal `no_such_announcement`, `reason_required`,
    `reason_too_long`, Conflict `announcement_ended`."""
    ended = _lock_standing(actor, announcement_id)
    _end(actor, ended, tidy_reason(reason))
    _log(actor, ended, "announcement_taken_down", reason=ended.ended_reason)
    return ended


@transaction.atomic
def undo_announcement(*, actor: Actor, announcement_id: int) -> Announcement:
    """Take back an announcement just made: what it replaced is shown again, as a new one, unless its end has passed.

    Raises NotAllowed, Refusal `no_such_announcement`, Conflict `announcement_ended`.
    """
    undone = _lock_standing(actor, announcement_id)
    _end(actor, undone, "")
    _log(actor, undone, "announcement_taken_down", reason="")
    earlier = undone.replaces
    if earlier is not None and not is_over(earlier):
        again = _write(actor, undone.tournament, earlier.text, earlier.until_round, earlier.until_at, replaces=None)
        _tell(again, corrected=False)
        _log(actor, again, "announcement_made")
    return undone


def _lock(actor: Actor, tournament_id: int) -> Tournament:
    tournament = lock_tournament(tournament_id)
    require(actor, Action.ANNOUNCE, tournament)
    return tournament


def _lock_standing(actor: Actor, announcement_id: int) -> Announcement:
    """An announcement that nobody has ended, its tournament's row locked."""
    tournament_id = Announcement.objects.filter(pk=announcement_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise Refusal("no_such_announcement")
    tournament = _lock(actor, tournament_id)
    found = Announcement.objects.select_related("replaces").get(pk=announcement_id)
    if found.ended_at is not None:
        raise Conflict("announcement_ended", by=found.ended_by)
    found.tournament = tournament
    return found


def _make(
    actor: Actor, tournament: Tournament, text: str, until: Until, *, replaces: Announcement | None
) -> Announcement:
    said = _tidy(text)
    round = _round_of(tournament, until)
    _check_time(until)
    made = _write(actor, tournament, said, round, until.at, replaces=replaces)
    if replaces is None or replaces.text != said:
        _tell(made, corrected=replaces is not None)
    return made


def _tidy(text: str) -> str:
    """The text in one paragraph with single spaces."""
    hidden = first_hidden(text)
    if hidden is not None:
        raise Refusal("hidden_character", field="text", character=hidden)
    said = one_line(text)
    if not is_readable(said):
        raise Refusal("text_required", field="text")
    if len(said) > MAX_LENGTH:
        raise Refusal("text_too_long", field="text", limit=MAX_LENGTH)
    return said


def _round_of(tournament: Tournament, until: Until) -> int | None:
    if not until.round_ends:
        return None
    if until.at is not None:
        raise Refusal("announcement_one_end", field="until_at")
    round = round_to_end(tournament)
    if round is None:
        raise Refusal("no_round_to_end", field="until")
    return round.number


def _check_time(until: Until) -> None:
    if until.at is None:
        return
    now = timezone.now()
    if until.at <= now:
        raise Refusal("announcement_ends_before_now", field="until_at")
    if until.at > now + timedelta(days=MAX_DAYS):
        raise Refusal("announcement_ends_too_late", field="until_at", limit=MAX_DAYS)


def _write(
    actor: Actor,
    tournament: Tournament,
    text: str,
    until_round: int | None,
    until_at: datetime | None,
    *,
    replaces: Announcement | None,
) -> Announcement:
    return Announcement.objects.create(
        tournament=tournament,
        text=text,
        until_round=until_round,
        until_at=until_at,
        made_at=timezone.now(),
        made_by_user=actor.user,
        made_by=actor.label[:150],
        replaces=replaces,
    )


def _end(actor: Actor, announcement: Announcement, reason: str) -> None:
    """End it, and put its unread notices away: they say what no longer stands."""
    announcement.ended_at, announcement.ended_by_user = timezone.now(), actor.user
    announcement.ended_by, announcement.ended_reason = actor.label[:150], reason
    announcement.save(update_fields=["ended_at", "ended_by_user", "ended_by", "ended_reason"])
    put_away_outdated(_players(announcement.tournament), code=NOTICE, announcement=announcement.pk)


def _tell(announcement: Announcement, *, corrected: bool) -> None:
    """Send it to everybody who plays or waits for a place."""
    event = announcement.tournament
    facts = {"announcement": announcement.pk, "event": event.name, "text": announcement.text, "corrected": corrected}
    players = _players(event, status__in=(Status.ACTIVE, Status.WAITLISTED))
    send_notices(((player, facts) for player in players), code=NOTICE, path=reverse("tournament", args=[event.code]))


def _players(tournament: Tournament, **which: Any) -> list[Player]:
    """The people, of teams the members."""
    entries = Registration.people.filter(tournament=tournament, **which).select_related("player")
    return [entry.player for entry in entries.order_by("pk")]


def _log(actor: Actor, announcement: Announcement, verb: str, **facts: Any) -> None:
    until = announcement.until_at
    write_log(
        announcement.tournament,
        actor,
        verb,
        **{
            "announcement": announcement.pk,
            "text": announcement.text,
            "until_round": announcement.until_round,
            "until_at": until.isoformat() if until is not None else None,
            **facts,
        },
    )
