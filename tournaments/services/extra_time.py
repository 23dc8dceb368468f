"""Extra time for one table: after a deck check, or as a judge rules."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import DeckCheck, Match, Round, TimeExtension, Tournament
from tournaments.permissions import Action, require
from tournaments.play.extra_time import MAX_MINUTES
from tournaments.queries.rounds import refusal_facts
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log
from tournaments.services.reasons import tidy_reason


@transaction.atomic
def give_extension(
    *, actor: Actor, match_id: int, minutes: int, reason: str = "", check_id: int | None = None
) -> TimeExtension:
    """Give a running match some minutes of extra time after the round's time.

    Raises NotAllowed, Refusal `no_such_match`, `no_such_check` (of another table) and the codes of `grant_minutes`.
    """
    tournament_id = Match.objects.filter(pk=match_id).values_list("round__tournament_id", flat=True).first()
    if tournament_id is None:
        raise Refusal("no_such_match")
    tournament = lock_tournament(tournament_id)
    require(actor, Action.GIVE_TIME, tournament)
    match = Match.objects.select_related("round", "player1", "player2").get(pk=match_id)
    check = DeckCheck.objects.filter(pk=check_id, match=match).first() if check_id is not None else None
    if check_id is not None and check is None:
        raise Refusal("no_such_check")
    return grant_minutes(actor=actor, match=match, minutes=minutes, check=check, reason=reason)


def grant_minutes(
    *, actor: Actor, match: Match, minutes: int, check: DeckCheck | None = None, reason: str = ""
) -> TimeExtension:
    """The extension itself; the caller holds the tournament's row and has asked who may.

    Raises Refusal `minutes_out_of_range`, `reason_too_long`, Conflict `round_not_published`, `match_already_decided` or
    `check_has_time` (one extension for one check).
    """
    if not 1 <= minutes <= MAX_MINUTES:
        raise Refusal("minutes_out_of_range", field="minutes", limit=MAX_MINUTES)
    if match.round.status != Round.Status.PUBLISHED:
        raise Conflict("round_not_published", **refusal_facts(match.round))
    if match.is_complete:
        raise Conflict("match_already_decided", table=match.table, version=match.version)
    if check is not None and TimeExtension.objects.filter(deck_check=check, withdrawn_at=None).exists():
        raise Conflict("check_has_time", name=check.registration.name)
    extension = TimeExtension.objects.create(
        match=match,
        deck_check=check,
        minutes=minutes,
        reason=tidy_reason(reason, required=False),
        given_by_user=actor.user,
        given_by=actor.label[:150],
    )
    _log(actor, match, "time_given", extension)
    return extension


@transaction.atomic
def withdraw_extension(*, actor: Actor, extension_id: int) -> TimeExtension:
    """Withdraw an extension; it stays on record. Raises NotAllowed, Refusal `no_such_extension`, Conflict
    `extension_withdrawn`.
    """
    found = TimeExtension.objects.filter(pk=extension_id).values_list("match__round__tournament_id", flat=True).first()
    if found is None:
        raise Refusal("no_such_extension")
    tournament = lock_tournament(found)
    require(actor, Action.GIVE_TIME, tournament)
    extension = TimeExtension.objects.select_related("match__round", "match__player1", "match__player2").get(
        pk=extension_id
    )
    if extension.withdrawn_at is not None:
        raise Conflict("extension_withdrawn", by=extension.withdrawn_by)
    extension.withdrawn_at, extension.withdrawn_by = timezone.now(), actor.label[:150]
    extension.save(update_fields=["withdrawn_at", "withdrawn_by"])
    _log(actor, extension.match, "time_taken_back", extension)
    return extension


def _log(actor: Actor, match: Match, verb: str, extension: TimeExtension) -> None:
    write_log(
        Tournament.objects.get(pk=match.round.tournament_id),
        actor,
        verb,
        round=match.round.number,
        table=match.table,
        match=match.pk,
        extension=extension.pk,
        minutes=extension.minutes,
        player1=match.player1.name,
        player2=match.player2.name,
        check=extension.deck_check_id,
        reason=extension.reason,
    )
