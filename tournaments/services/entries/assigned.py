"""Rounds settled for an entry before they are paired: awarded byes and assigned losses."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import AssignedRound, Bye, MissedRound, Registration, Round, Tournament
from tournaments.permissions import Action, require
from tournaments.queries.assigned import next_to_pair
from tournaments.queries.history import in_round
from tournaments.queries.rounds import newest_round
from tournaments.services.entries.apart import require_open
from tournaments.services.locking import lock_entrant
from tournaments.services.log import write_log
from tournaments.services.reasons import tidy_reason

MAX_AT_ONCE = 3
MAX_BYES = 3
"""Awarded byes of one entry; the largest that organised play awards is a three-round bye (Magic Tournament Rules)."""
MAX_ROUND = 30
Kind = AssignedRound.Kind


@transaction.atomic
def assign_rounds(
    *, actor: Actor, registration_id: int, kind: str, first: int, rounds: int = 1, reason: str = ""
) -> list[AssignedRound]:
    """Give an entry awarded byes or losses in `rounds` Swiss rounds from round `first`, none of which is paired yet.

    A loss needs a reason. Raises Conflict `pairing_is_over`, `not_entered`, `draft_open` (a draft without this exists:
    discard it first), Refusal `no_such_choice`, `round_is_paired`, `no_such_swiss_round`, `round_assigned`,
    `too_many_byes`, `reason_required`.
    """
    registration = lock_entrant(registration_id)
    tournament = registration.tournament
    require(actor, Action.MANAGE_ENTRIES, tournament)
    require_open(tournament)
    if registration.status != Registration.Status.ACTIVE:
        raise Conflict("not_entered", name=registration.name, status=registration.status)
    if kind not in Kind.values:
        raise Refusal("no_such_choice", field="kind", value=kind, choices=Kind.values)
    if not 1 <= rounds <= MAX_AT_ONCE:
        raise Refusal("no_such_choice", field="rounds", value=rounds, choices=list(range(1, MAX_AT_ONCE + 1)))
    last = first + rounds - 1
    _refuse_paired(tournament, max(first, 0))
    planned = tournament.planned_rounds or MAX_ROUND
    if first < registration.first_round or last > planned:
        raise Refusal("no_such_swiss_round", field="first", number=last, planned=planned)
    reason = tidy_reason(reason, required=kind == Kind.LOSS)
    made = _settle(actor, registration, Kind(kind), range(first, last + 1), reason)
    facts = {"entry": registration.pk, "name": registration.name, "kind": kind, "first": first, "last": last}
    write_log(tournament, actor, "rounds_assigned", **facts, reason=reason)
    return made


@transaction.atomic
def unassign_rounds(*, actor: Actor, registration_id: int, first: int, last: int) -> Registration:
    """Have an entry paired in these rounds after all, as long as they are not paired yet.

    Raises Conflict `pairing_is_over`, `draft_open`, Refusal `round_is_paired`, `nothing_assigned`.
    """
    registration = lock_entrant(registration_id)
    tournament = registration.tournament
    require(actor, Action.MANAGE_ENTRIES, tournament)
    require_open(tournament)
    _refuse_paired(tournament, first)
    own = AssignedRound.objects.filter(registration=registration, number__range=(first, last)).order_by("number")
    taken = list(own.values("number", "kind", "reason"))
    if not taken:
        raise Refusal("nothing_assigned", name=registration.name)
    own.delete()
    facts = {"entry": registration.pk, "name": registration.name, "first": first, "last": last}
    write_log(tournament, actor, "rounds_unassigned", **facts, kind=taken[0]["kind"], taken=taken)
    return registration


def award_in_draft(*, actor: Actor, registration: Registration, number: int, reason: str) -> None:
    """Give an entry the bye of a round that is a draft; its caller has locked the tournament's row, and pairs the round
    again. Raises Conflict `not_entered`, `round_assigned`, Refusal `too_many_byes`."""
    if registration.status != Registration.Status.ACTIVE:
        raise Conflict("not_entered", name=registration.name, status=registration.status)
    _settle(actor, registration, Kind.BYE, range(number, number + 1), reason)


def take_award_back(registration: Registration, number: int) -> None:
    """Have an entry paired after all that was given the bye of a draft; its caller pairs the round again. Raises
    Refusal `nothing_assigned`."""
    if not AssignedRound.objects.filter(registration=registration, number=number, kind=Kind.BYE).delete()[0]:
        raise Refusal("nothing_assigned", name=registration.name)


def _settle(
    actor: Actor, registration: Registration, kind: AssignedRound.Kind, numbers: range, reason: str
) -> list[AssignedRound]:
    """Write down rounds of an entry of which nothing is settled yet."""
    own = AssignedRound.objects.filter(registration=registration)
    taken = own.filter(number__in=numbers).values_list("number", flat=True).first()
    if taken is not None:
        raise Conflict("round_assigned", name=registration.name, number=taken)
    if kind == Kind.BYE and own.filter(kind=kind).count() + len(numbers) > MAX_BYES:
        raise Refusal("too_many_byes", name=registration.name, limit=MAX_BYES)
    return AssignedRound.objects.bulk_create(
        AssignedRound(registration=registration, number=number, kind=kind, reason=reason, assigned_by=actor.label[:150])
        for number in numbers
    )


def write_assigned(tournament: Tournament, round: Round) -> None:
    """Write down what staff have settled for a round that is being paired, of those who are still in it."""
    here = in_round(tournament, round.number).filter(assigned_rounds__number=round.number)
    kinds = here.annotate(assigned=F("assigned_rounds__kind")).values_list("pk", "assigned")
    byes = [key for key, kind in kinds if kind == Kind.BYE]
    losses = [key for key, kind in kinds if kind == Kind.LOSS]
    Bye.objects.bulk_create(Bye(round=round, registration_id=key, kind=Bye.Kind.AWARDED) for key in byes)
    MissedRound.objects.bulk_create(MissedRound(round=round, registration_id=key) for key in losses)


def _refuse_paired(tournament: Tournament, first: int) -> None:
    """Whether the rounds from `first` on are still to be paired."""
    newest = newest_round(tournament)
    if newest is not None and newest.status == Round.Status.DRAFT and first <= newest.number:
        raise Conflict("draft_open", number=newest.number)
    if first < next_to_pair(tournament):
        raise Refusal("round_is_paired", field="first", number=first, next=next_to_pair(tournament))
