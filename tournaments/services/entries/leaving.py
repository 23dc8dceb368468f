"""Leaving a tournament and coming back: withdraw before the start, drop during play, no-shows, disqualification."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict
from tournaments.models import Bye, Match, MissedRound, PodSeat, Registration, Round, Tournament
from tournaments.permissions import Action, is_own, require
from tournaments.queries.coming_back import may_undo_own_drop, rounds_since
from tournaments.queries.cut_drops import cut_drop_of, is_before_cut
from tournaments.queries.names import sees_private_names
from tournaments.queries.pods import open_pod_of
from tournaments.queries.stays import STAYS, newest_absence
from tournaments.queries.teams import who_play
from tournaments.services.entries.forfeits import (
    DISQUALIFIED,
    facts_of,
    give_open_match,
    leave_open_pod,
    lose_open_pod,
    open_given_match,
    undo_lost_pod,
)
from tournaments.services.entries.gone_before import be_gone, how_gone
from tournaments.services.entries.membership import refuse_taken_id
from tournaments.services.entries.person import refuse_anonymous, refuse_same_name
from tournaments.services.entries.seats import promote_waiting, refuse_started, seat_status
from tournaments.services.finish import give_final_places
from tournaments.services.locking import lock_entrant
from tournaments.services.log import write_log
from tournaments.services.reasons import tidy_reason
from tournaments.services.rejudging import rejudge_reopened
from tournaments.services.versions import tell_entries, tell_pod

Phase = Tournament.Phase
Status = Registration.Status

PLAYING = (Phase.SWISS, Phase.TOP_CUT)


@transaction.atomic
def withdraw(*, actor: Actor, registration_id: int) -> Registration:
    """Withdraw an entry before the start, by its player or by staff; the first on the waiting list gets the seat.

    Raises Conflict `already_started` (drop then) or `not_entered`.
    """
    registration = lock_entrant(registration_id)
    tournament = registration.tournament
    _require_own_or_staff(actor, registration)
    refuse_started(tournament)
    if registration.status not in (Status.ACTIVE, Status.WAITLISTED):
        raise Conflict("not_entered", name=registration.name, status=registration.status)
    registration.checked_in_at = None
    _set_status(registration, Status.WITHDRAWN, at_round=0)
    write_log(tournament, actor, "entry_withdrawn", entry=registration.pk, name=registration.name)
    promote_waiting(tournament=tournament)
    return registration


@transaction.atomic
def reinstate(*, actor: Actor, registration_id: int) -> Registration:
    """Undo a withdrawal before the start, or a no-show or disqualification during play, with the match it gave away, or
    the pod.

    Who had dropped, or was a no-show, when they were disqualified is that again, as before. A withdrawn entry comes
    back at the end of the queue; its player may do that while registration is open. One who comes back during play has
    a loss for each round published in between. Raises Conflict `not_gone`, `already_started` (a late entry is meant),
    `already_registered`, or Refusal `registration_closed`.
    """
    registration = lock_entrant(registration_id)
    tournament = registration.tournament
    was = registration.status
    if was == Status.WITHDRAWN:
        _reinstate_withdrawn(actor, registration)
    elif was in (Status.NO_SHOW, Status.DISQUALIFIED):
        require(actor, Action.OVERRIDE_RULES if was == Status.DISQUALIFIED else Action.MANAGE_ENTRIES, tournament)
        if was == Status.NO_SHOW or not _is_gone_as_before(registration):
            _come_back(registration)
        if was == Status.DISQUALIFIED:
            open_given_match(actor=actor, registration=registration)
        undo_lost_pod(actor=actor, registration=registration)
    else:
        raise Conflict("not_gone", name=registration.name, status=was)
    write_log(tournament, actor, "entry_reinstated", entry=registration.pk, name=registration.name, was=was)
    return registration


@transaction.atomic
def drop(*, actor: Actor, registration_id: int, reason: str = "") -> Registration:
    """Leave during play, by the player or by staff; the round under way is still played.

    What a drop between the Swiss rounds and the top cut means is the event's setting, `Tournament.cut_drop`.

    Raises Conflict `not_started` (withdraw then), `not_running` or `not_entered`.
    """
    registration = lock_entrant(registration_id)
    _require_own_or_staff(actor, registration)
    _refuse_unless_playing(registration.tournament)
    _refuse_unless_active(registration)
    at_round = last_round_of(registration)
    in_cut, before_cut = cut_drop_of(registration), is_before_cut(registration.tournament)
    _set_status(
        registration,
        Status.DROPPED,
        at_round=at_round,
        reason=tidy_reason(reason, required=False),
        before_cut=before_cut,
    )
    _tell_table(registration)
    write_log(
        registration.tournament,
        actor,
        "entry_dropped",
        entry=registration.pk,
        name=registration.name,
        round=at_round,
        reason=registration.status_reason,
        **_still_playing(registration),
        **({"cut_drop": in_cut.policy, "place": in_cut.place} if in_cut is not None else {}),
    )
    return registration


@transaction.atomic
def undrop(*, actor: Actor, registration_id: int) -> Registration:
    """Undo a drop: by staff, or by the player until the next round is published, unless the settings made the drop.

    The player is paired again from the next round on, with a loss for each Swiss round published in between.
    Raises Conflict `not_dropped` or `not_running`.
    """
    registration = lock_entrant(registration_id)
    _refuse_unless_playing(registration.tournament)
    if registration.status != Status.DROPPED:
        raise Conflict("not_dropped", name=registration.name, status=registration.status)
    if not (is_own(actor, registration) and may_undo_own_drop(registration)):
        require(actor, Action.MANAGE_ENTRIES, registration.tournament)
    before = {"round": registration.status_round, **how_gone(registration)}
    missed, given = _come_back(registration)
    _tell_table(registration)
    facts = {"entry": registration.pk, "name": registration.name, "missed": missed, "given": given}
    write_log(registration.tournament, actor, "entry_undropped", **facts, **before)
    return registration


@transaction.atomic
def disqualify(*, actor: Actor, registration_id: int, reason: str) -> Registration:
    """Expel a player, with a reason that is kept; by judges and organisers, before the start or during play. A match
    they have not finished goes to the opponent, a pod is lost.

    Raises Conflict `not_running` or `already_disqualified`, Refusal `reason_required`.
    """
    registration = lock_entrant(registration_id)
    tournament = registration.tournament
    require(actor, Action.OVERRIDE_RULES, tournament)
    reason = tidy_reason(reason)
    if tournament.phase == Phase.CANCELLED:
        raise Conflict("not_running", phase=tournament.phase)
    if registration.status in (Status.DISQUALIFIED, Status.WITHDRAWN):
        raise Conflict("not_entered", name=registration.name, status=registration.status)
    left_at = registration.status_round
    at_round = left_at if left_at is not None else last_round_of(registration)
    before = how_gone(registration)
    _set_status(registration, Status.DISQUALIFIED, at_round=at_round, reason=reason)
    if tournament.phase == Phase.FINISHED:
        give_final_places(tournament)
    given = give_open_match(actor=actor, registration=registration, reason=reason)
    lose_open_pod(actor=actor, registration=registration)
    facts = {"entry": registration.pk, "name": registration.name, "round": at_round, "reason": reason}
    write_log(tournament, actor, DISQUALIFIED, **facts, **given, **before)
    promote_waiting(tournament=tournament)
    return registration


@transaction.atomic
def mark_no_show(*, actor: Actor, registration_id: int) -> Registration:
    """Mark an entrant as a no-show: they are not paired any more. Their open match keeps its own result;
    whom it leaves alone in an open pod has won.

    Raises Conflict `not_running` or `not_entered`.
    """
    registration = lock_entrant(registration_id)
    tournament = registration.tournament
    require(actor, Action.MANAGE_ENTRIES, tournament)
    if tournament.phase in (Phase.FINISHED, Phase.CANCELLED):
        raise Conflict("not_running", phase=tournament.phase)
    _refuse_unless_active(registration)
    at_round = last_round_of(registration)
    _set_status(registration, Status.NO_SHOW, at_round=at_round)
    write_log(tournament, actor, "entry_no_show", entry=registration.pk, name=registration.name, round=at_round)
    leave_open_pod(actor=actor, registration=registration)
    promote_waiting(tournament=tournament)
    return registration


@transaction.atomic
def stay(*, actor: Actor, registration_id: int) -> Registration:
    """Say that an entrant who did not come to the newest round stays in the event: it is logged and not asked again,
    unless that result is changed.

    Raises Conflict `not_entered`, `did_come` where no result says that they did not come.
    """
    registration = lock_entrant(registration_id)
    require(actor, Action.MANAGE_ENTRIES, registration.tournament)
    _refuse_unless_active(registration)
    absence = newest_absence(registration)
    if absence is None:
        raise Conflict("did_come", name=registration.name)
    write_log(registration.tournament, actor, STAYS, entry=registration.pk, name=registration.name, **absence)
    return registration


def last_round_of(registration: Registration) -> int:
    """The last published round the entrant took part in; 0 before the first."""
    rounds = registration.tournament.rounds.exclude(status=Round.Status.DRAFT)
    newest = rounds.order_by("-number").values_list("number", flat=True).first() or 0
    return newest if newest >= registration.first_round else 0


def _require_own_or_staff(actor: Actor, registration: Registration) -> None:
    if not is_own(actor, registration):
        require(actor, Action.MANAGE_ENTRIES, registration.tournament)


def _refuse_unless_playing(tournament: Tournament) -> None:
    if tournament.phase == Phase.REGISTRATION:
        raise Conflict("not_started")
    if tournament.phase not in PLAYING:
        raise Conflict("not_running", phase=tournament.phase)


def _refuse_unless_active(registration: Registration) -> None:
    if registration.status != Status.ACTIVE:
        raise Conflict("not_entered", name=registration.name, status=registration.status)


def _set_status(
    registration: Registration, status: str, *, at_round: int | None, reason: str = "", before_cut: bool = False
) -> None:
    registration.left_before_cut = before_cut
    registration.status = status
    registration.status_round = at_round
    registration.status_reason = reason
    registration.drop_rule = ""
    written = ["status", "status_round", "status_reason", "drop_rule", "checked_in_at", "left_before_cut"]
    registration.save(update_fields=written)


def _still_playing(registration: Registration) -> dict[str, Any]:
    """The table that the entrant plays to its end, for the line of the log; nothing where there is none."""
    seated = Q(player1=registration) | Q(player2=registration)
    under_way = Match.objects.filter(seated, round__status=Round.Status.PUBLISHED, is_complete=False).order_by()
    table = under_way.values_list("table", flat=True).first()
    pod = open_pod_of(registration) if table is None else None
    table = pod.table if pod is not None else table
    return {"plays_at": table} if table is not None else {}


def _tell_table(registration: Registration) -> None:
    """Let the open pages of the entrant, and of who plays with them now, read at once who plays on."""
    seated = Q(player1=registration) | Q(player2=registration)
    under_way = Match.objects.filter(seated, round__status=Round.Status.PUBLISHED, is_complete=False).order_by()
    both = under_way.values_list("player1", "player2").first() or ()
    tell_entries(registration.tournament.code, {registration.pk, *both})
    pod = open_pod_of(registration)
    if pod is not None:
        tell_pod(registration.tournament.code, pod)


def _reinstate_withdrawn(actor: Actor, registration: Registration) -> None:
    tournament = registration.tournament
    _require_own_or_staff(actor, registration)
    refuse_started(tournament)
    refuse_anonymous(registration)
    if is_own(actor, registration) and not tournament.registration_open:
        require(actor, Action.MANAGE_ENTRIES, tournament)
    people = who_play(tournament, [registration])
    others = Registration.people.filter(tournament=tournament, player__in=[one.player_id for one in people])
    if others.exclude(status=Status.WITHDRAWN).exists():
        raise Conflict("already_registered", name=registration.name)
    private = sees_private_names(actor, tournament)
    refuse_same_name(tournament, registration.name, besides=registration, private=private, kind=registration.kind)
    refuse_taken_id(tournament, registration.membership_id, besides=registration)
    registration.registered_at = timezone.now()
    registration.save(update_fields=["registered_at"])
    _set_status(registration, seat_status(tournament), at_round=None)
    rejudge_reopened(actor=actor, tournament=tournament)


def _is_gone_as_before(registration: Registration) -> bool:
    """Restore how the entrant was gone before the disqualification; false of one who played until then."""
    _refuse_ended(registration.tournament)
    facts = facts_of(registration)
    if "was" not in facts:
        return False
    be_gone(registration, facts)
    return True


def _refuse_ended(tournament: Tournament) -> None:
    if tournament.phase in (Phase.FINISHED, Phase.CANCELLED):
        raise Conflict("not_running", phase=tournament.phase)


def _come_back(registration: Registration) -> tuple[list[int], list[int]]:
    """Make the entrant active again; a round published in between without them is a missed one. Returns the numbers of
    these, and of those among them that were none before."""
    tournament = registration.tournament
    _refuse_ended(tournament)
    missed, given = [], []
    for round_ in rounds_since(registration):
        seated = Q(player1=registration) | Q(player2=registration)
        paired = Match.objects.filter(seated, round=round_)
        in_pod = PodSeat.objects.filter(registration=registration, round=round_)
        with_bye = Bye.objects.filter(round=round_, registration=registration)
        if not (paired.exists() or in_pod.exists() or with_bye.exists()):
            _row, is_new = MissedRound.objects.get_or_create(round=round_, registration=registration)
            missed.append(round_.number)
            given += [round_.number] if is_new else []
    status = seat_status(tournament) if tournament.phase == Phase.REGISTRATION else Status.ACTIVE
    _set_status(registration, status, at_round=None)
    return missed, given
