"""The desk's answers to requests to join: the same person, another one, no; and taking an answer back."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.claiming import take_from_account
from accounts.models import GuardianConsent, Player
from accounts.refusals import Conflict, NotAllowed, Refusal
from accounts.services import end_personal_link, restore_personal_link
from accounts.typed_text import one_line
from tournaments.models import JoinRequest, Registration, Tournament
from tournaments.permissions import Action, require
from tournaments.play.divisions import division_of_year
from tournaments.queries.settings import divisions_of
from tournaments.services.entries.arriving import late_entry
from tournaments.services.entries.asking import (
    consent_of,
    lock_join_request,
    log_request,
    put_away_if_done,
    refuse_decided,
)
from tournaments.services.entries.correcting import take_out_again
from tournaments.services.entries.leaving import withdraw
from tournaments.services.entries.link_issuers import issuer_sees_all
from tournaments.services.entries.membership import is_taken
from tournaments.services.entries.past import entry_of_number
from tournaments.services.entries.person import refuse_anonymous
from tournaments.services.entries.registering import add_entry
from tournaments.services.reasons import tidy_reason

State = JoinRequest.State
Phase = Tournament.Phase


@transaction.atomic
def accept_as_same(
    *, actor: Actor, request_id: int, keep_link: bool = False, reason: str = "", number: int | None = None
) -> JoinRequest:
    """The person who asks is the one in the list: their phone gets the key of the entry.

    The link of before ends now, unless `keep_link`: then it goes on working, and the phone that asks gets the player
    beside. For those who issue links, as `issue_entry_link` has it. For a question about a past entry
    `number` is that of the entry the desk means, which nothing typed meanwhile changes, and the link of before always
    ends; otherwise it is the entry that has the name.

    Raises NotAllowed, `player_plays_elsewhere` or `past_entry_elsewhere`, Refusal `no_such_entry`, `past_entry_number`,
    `nobody_of_the_name`, `player_has_account`, `reason_too_long`, Conflict `join_request_decided`, `entry_anonymous`.
    """
    request = _lock_open(actor, request_id, Action.ISSUE_LINKS)
    if request.is_past:
        if number is None:
            raise Refusal("past_entry_number", field="number")
        keep_link = False
        request.entry = entry_of_number(request.tournament, number)
    entry = request.entry
    if entry is None:
        raise Refusal("nobody_of_the_name", name=request.name)
    refuse_anonymous(entry)
    player = Player.objects.select_for_update(of=("self",)).get(pk=entry.player_id)
    if player.user_id is not None:
        raise Refusal("player_has_account")
    if not issuer_sees_all(actor, player):
        raise NotAllowed("past_entry_elsewhere" if request.is_past else "player_plays_elsewhere", name=entry.name)
    request.made, request.keeps_link = entry, keep_link and bool(player.link_hash)
    request.link_before, request.issuer_before = player.link_hash, player.link_issuer
    if not request.keeps_link:
        end_personal_link(player=player)
    _decide(actor, request, State.SAME, tidy_reason(reason, required=False))
    log_request(actor, request, "join_same", entry=entry.pk, kept=request.keeps_link, reason=request.reason)
    return request


@transaction.atomic
def accept_as_other(
    *, actor: Actor, request_id: int, name: str = "", late_policy: str = "", reason: str = ""
) -> JoinRequest:
    """The person who asks is somebody else, or comes late: a new entry, under `name` if one is given.

    A player ID that another entry has stays in the request alone, and so does a division where a year of birth decides.

    Names that read alike get their number behind them. While the Swiss rounds run the entry is a late one, with
    `late_policy`. Raises NotAllowed and what `add_entry` and `late_entry` raise, Refusal `reason_too_long`, Conflict
    `join_request_decided`, `past_entry_only` for a question about an entry that is there.
    """
    request = _lock_open(actor, request_id, Action.MANAGE_ENTRIES)
    if request.is_past:
        raise Conflict("past_entry_only", name=request.name)
    request.issuer_before = request.player.link_issuer if request.player is not None else None
    birth_year = request.birth_year or (request.player.birth_year if request.player is not None else None)
    by_year = division_of_year(divisions_of(request.tournament), birth_year)
    facts: dict[str, Any] = {
        "actor": actor,
        "tournament_id": request.tournament_id,
        "name": one_line(name) or request.name,
        "birth_year": birth_year,
        "public_name": request.public_name,
        "team": request.team,
        "division": "" if by_year else request.division,
        "age_group": request.age_group,
        "membership_id": "" if is_taken(request.tournament, request.membership_id) else request.membership_id,
        "player_id": request.player_id,
        "consent": consent_of(request),
        "allow_same_name": True,
    }
    if request.tournament.phase == Phase.REGISTRATION:
        made = add_entry(**facts)
    else:
        made = late_entry(late_policy=late_policy, **facts)
    made.is_claimable = False
    made.save(update_fields=["is_claimable"])
    request.made = made
    _decide(actor, request, State.OTHER, tidy_reason(reason, required=False))
    log_request(actor, request, "join_other", entry=made.pk, entered=made.name, reason=request.reason)
    return request


@transaction.atomic
def refuse_join_request(*, actor: Actor, request_id: int, reason: str) -> JoinRequest:
    """Say no, with a reason that the asking phone shows.

    Raises NotAllowed, Refusal `reason_required`, `reason_too_long`, Conflict `join_request_decided`.
    """
    request = _lock_open(actor, request_id, Action.MANAGE_ENTRIES)
    _decide(actor, request, State.REFUSED, tidy_reason(reason))
    log_request(actor, request, "join_refused", reason=request.reason)
    return request


@transaction.atomic
def reopen_join_request(*, actor: Actor, request_id: int) -> JoinRequest:
    """Take an answer back: the request waits again, and what the answer gave is taken away.

    A key that was given ends, and the link that it ended works again; what was filled in from the request is taken out
    again (`take_out_again`); a new entry is withdrawn. A player whom an account took as a past entry leaves it, for
    those who issue links in every event the player is in by now.
    Raises NotAllowed, `past_entry_elsewhere`, Refusal `player_has_account`, Conflict `join_request_not_decided`,
    `join_key_kept` (both phones have one key: revoke the link), `already_started` for a new entry once
    the event runs, which is dropped at its own page.
    """
    request = _lock(actor, request_id, Action.MANAGE_ENTRIES)
    if request.state in (State.OPEN, State.WITHDRAWN):
        raise Conflict("join_request_not_decided", name=request.name)
    if request.state == State.SAME:
        require(actor, Action.ISSUE_LINKS, request.tournament)
        _take_key_back(actor, request)
    elif request.state == State.OTHER:
        _withdraw_made(actor, request)
    was = request.state
    request.state, request.reason, request.made, request.keeps_link = State.OPEN, "", None, False
    request.decided_at = request.decided_by_user = request.collected_at = request.issuer_before = None
    request.decided_by = request.link_before = ""
    request.was_claimable, request.claimed_before = False, None
    request.save()
    log_request(actor, request, "join_reopened", was=was)
    return request


def _take_key_back(actor: Actor, request: JoinRequest) -> None:
    entry = request.made
    assert entry is not None
    if request.keeps_link and request.collected_at is not None:
        raise Conflict("join_key_kept", name=entry.name)
    player = Player.objects.select_for_update(of=("self",)).get(pk=entry.player_id)
    if request.is_past and request.collected_at is not None:
        _take_player_back(actor, request, entry, player)
    elif player.user_id is not None:
        raise Refusal("player_has_account")
    if not request.keeps_link:
        restore_personal_link(player=player, link_hash=request.link_before, issuer=request.issuer_before)
    if request.collected_at is not None:
        entry.is_claimable, entry.claimed_at = request.was_claimable, request.claimed_before
        entry.save(update_fields=["is_claimable", "claimed_at"])
    entry.player = player
    take_out_again(actor=actor, entry=entry, request=request.pk)


def _take_player_back(actor: Actor, request: JoinRequest, entry: Registration, player: Player) -> None:
    """Take the player of a past entry out of the account that asked, which may be a stranger's."""
    if not issuer_sees_all(actor, player):
        raise NotAllowed("past_entry_elsewhere", name=entry.name)
    if player.user_id is None:
        return
    if request.account is None or player.user_id != request.account.pk:
        raise Refusal("player_has_account")
    take_from_account(user=request.account, player=player)
    given = GuardianConsent.objects.filter(player=player, entered_by_user=request.account)
    given.filter(given_at__gte=request.collected_at).delete()


def _withdraw_made(actor: Actor, request: JoinRequest) -> None:
    entry = request.made
    assert entry is not None
    if request.tournament.phase != Phase.REGISTRATION:
        raise Conflict("already_started", phase=request.tournament.phase)
    if entry.status in (Registration.Status.ACTIVE, Registration.Status.WAITLISTED):
        withdraw(actor=actor, registration_id=entry.pk)
    if request.player_id is None:
        end_personal_link(player=entry.player)


def _lock(actor: Actor, request_id: int, action: Action) -> JoinRequest:
    request = lock_join_request(request_id)
    require(actor, action, request.tournament)
    return request


def _lock_open(actor: Actor, request_id: int, action: Action) -> JoinRequest:
    request = _lock(actor, request_id, action)
    refuse_decided(request)
    return request


def _decide(actor: Actor, request: JoinRequest, state: str, reason: str) -> None:
    request.state, request.reason = state, reason
    request.decided_at, request.decided_by_user, request.decided_by = timezone.now(), actor.user, actor.label[:150]
    request.save()
    put_away_if_done(request.tournament)
