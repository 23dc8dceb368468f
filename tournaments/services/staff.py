"""Who is on a tournament's staff."""

from __future__ import annotations

from django.db import transaction

from accounts.actor import Actor
from accounts.models import User
from accounts.refusals import Conflict, Refusal
from tournaments.models import StaffMember
from tournaments.permissions import Action, require
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log


@transaction.atomic
def add_staff(*, actor: Actor, tournament_id: int, username: str, role: str) -> StaffMember:
    """Give an account a role. Raises Refusal `no_such_user`, `no_such_role` or Conflict `already_staff`."""
    tournament = lock_tournament(tournament_id)
    require(actor, Action.MANAGE_STAFF, tournament)
    wanted = _role(role)
    user = User.objects.filter(username__iexact=username.strip(), is_active=True).first()
    if user is None:
        raise Refusal("no_such_user", field="username", username=username.strip())
    member, is_new = StaffMember.objects.get_or_create(tournament=tournament, user=user, role=wanted)
    if not is_new:
        raise Conflict("already_staff", field="username", username=user.username, role=wanted.value)
    write_log(tournament, actor, "staff_added", username=user.username, role=wanted.value)
    return member


@transaction.atomic
def remove_staff(*, actor: Actor, tournament_id: int, username: str, role: str) -> None:
    """Take a role away: owners from anybody, everybody from themselves; somebody always owns the tournament.

    Raises Refusal `not_staff` or Conflict `last_owner`.
    """
    tournament = lock_tournament(tournament_id)
    wanted = _role(role)
    member = (
        StaffMember.objects.select_related("user")
        .filter(tournament=tournament, user__username__iexact=username.strip(), role=wanted)
        .first()
    )
    leaves = member is not None and actor.user is not None and member.user_id == actor.user.pk
    if not leaves:
        require(actor, Action.MANAGE_STAFF, tournament)
    if member is None:
        raise Refusal("not_staff", field="username", username=username.strip(), role=wanted.value)
    owners = tournament.staff.filter(role=StaffMember.Role.OWNER).count()
    if wanted is StaffMember.Role.OWNER and owners == 1:
        raise Conflict("last_owner")
    write_log(tournament, actor, "staff_removed", username=member.user.username, role=wanted.value)
    member.delete()


def _role(role: str) -> StaffMember.Role:
    try:
        return StaffMember.Role(role)
    except ValueError as error:
        raise Refusal("no_such_role", field="role", role=role) from error
