"""Extra time for one table: after a deck check, or as a judge rules."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import DeckCheck, Match, Pod, Round, TimeExtension, Tournament
from tournaments.permissions import Action, require
from tournaments.play.extra_time import MAX_MINUTES
from tournaments.queries.matches import match_at_table
from tournaments.queries.rounds import refusal_facts
from tournaments.services.locking import lock_tournament, lock_tournament_of_match, lock_tournament_of_pod
from tournaments.services.log import write_log
from tournaments.services.reasons import tidy_reason
from tournaments.services.versions import tell_players, tell_pod


@transaction.atomic
def give_extension(
    *, actor: Actor, match_id: int, minutes: int, reason: str = "", check_id: int | None = None
) -> TimeExtension:
    """Give a running match some minutes of extra time after the round's time.

    Raises NotAllowed, Refusal `no_such_match`, `no_such_check` (of another table) and the codes of `grant_minutes`.
    """
    tournament = lock_tournament_of_match(match_id)
    require(actor, Action.GIVE_TIME, tournament)
    match = match_at_table(match_id)
    check = _check_at(match, check_id)
    return grant_minutes(actor=actor, seated=match, minutes=minutes, check=check, reason=reason)


@transaction.atomic
def give_pod_extension(
    *, actor: Actor, pod_id: int, minutes: int, reason: str = "", check_id: int | None = None
) -> TimeExtension:
    """The same for a pod. Raises Refusal `no_such_pod` and the codes of `give_extension`."""
    tournament = lock_tournament_of_pod(pod_id)
    require(actor, Action.GIVE_TIME, tournament)
    pod = Pod.objects.select_related("round").get(pk=pod_id)
    return grant_minutes(actor=actor, seated=pod, minutes=minutes, check=_check_at(pod, check_id), reason=reason)


def _check_at(seated: Match | Pod, check_id: int | None) -> DeckCheck | None:
    if check_id is None:
        return None
    check = seated.deck_checks.filter(pk=check_id).first()
    if check is None:
        raise Refusal("no_such_check")
    return check


def grant_minutes(
    *, actor: Actor, seated: Match | Pod, minutes: int, check: DeckCheck | None = None, reason: str = ""
) -> TimeExtension:
    """The extension itself; the caller holds the tournament's row and has asked who may.

    Raises Refusal `minutes_out_of_range`, `reason_too_long`, Conflict `round_not_published`, `match_already_decided` or
    `check_has_time` (one extension for one check).
    """
    if not 1 <= minutes <= MAX_MINUTES:
        raise Refusal("minutes_out_of_range", field="minutes", limit=MAX_MINUTES)
    if seated.round.status != Round.Status.PUBLISHED:
        raise Conflict("round_not_published", **refusal_facts(seated.round))
    if seated.is_complete:
        raise Conflict("match_already_decided", table=seated.table, version=seated.version)
    if check is not None and TimeExtension.objects.filter(deck_check=check, withdrawn_at=None).exists():
        raise Conflict("check_has_time", name=check.registration.name)
    extension = TimeExtension.objects.create(
        match=seated if isinstance(seated, Match) else None,
        pod=seated if isinstance(seated, Pod) else None,
        deck_check=check,
        minutes=minutes,
        reason=tidy_reason(reason, required=False),
        given_by_user=actor.user,
        given_by=actor.label[:150],
    )
    _log(actor, seated, "time_given", extension)
    return extension


@transaction.atomic
def withdraw_extension(*, actor: Actor, extension_id: int) -> TimeExtension:
    """Withdraw an extension; it stays on record. Raises NotAllowed, Refusal `no_such_extension`, Conflict
    `extension_withdrawn`.
    """
    rounds = (F("match__round__tournament"), F("pod__round__tournament"))
    found = TimeExtension.objects.filter(pk=extension_id).values_list(Coalesce(*rounds), flat=True).first()
    if found is None:
        raise Refusal("no_such_extension")
    tournament = lock_tournament(found)
    require(actor, Action.GIVE_TIME, tournament)
    extension = TimeExtension.objects.select_related(
        "match__round", "match__player1", "match__player2", "pod__round"
    ).get(pk=extension_id)
    if extension.withdrawn_at is not None:
        raise Conflict("extension_withdrawn", by=extension.withdrawn_by)
    extension.withdrawn_at, extension.withdrawn_by = timezone.now(), actor.label[:150]
    extension.save(update_fields=["withdrawn_at", "withdrawn_by"])
    _log(actor, extension.seated, "time_taken_back", extension)
    return extension


def _log(actor: Actor, seated: Match | Pod, verb: str, extension: TimeExtension) -> None:
    tournament = Tournament.objects.get(pk=seated.round.tournament_id)
    if isinstance(seated, Match):
        tell_players(tournament.code, seated)
    else:
        tell_pod(tournament.code, seated)
    write_log(
        tournament,
        actor,
        verb,
        round=seated.round.number,
        table=seated.table,
        **_named(seated),
        extension=extension.pk,
        minutes=extension.minutes,
        check=extension.deck_check_id,
        reason=extension.reason,
    )


def _named(seated: Match | Pod) -> dict[str, Any]:
    """What is played at the table and by whom, as the log keeps it."""
    if isinstance(seated, Pod):
        return {"pod": seated.pk, "names": [entry.name for entry in seated.entries]}
    return {"match": seated.pk, "player1": seated.player1.name, "player2": seated.player2.name}
