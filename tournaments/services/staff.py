"""Who is on a tournament's staff."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from accounts.actor import Actor
from accounts.models import Player, User
from accounts.refusals import Conflict, Refusal
from accounts.services import end_personal_links
from tournaments.models import Registration, StaffMember, Tournament
from tournaments.permissions import PERMITTED, Action, require
from tournaments.queries.staff_links import End
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log
from tournaments.services.staff_links import log_revoked, refuse_name_of_link, revoke_ended


@transaction.atomic
def add_staff(*, actor: Actor, tournament_id: int, username: str, role: str) -> StaffMember:
    """Give an account a role.

    Raises Refusal `no_such_user`, `no_such_role`, Conflict `already_staff`, or `staff_name_taken`: by a staff link.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.MANAGE_STAFF, tournament)
    wanted = _role(role)
    user = User.objects.filter(username__iexact=username.strip(), is_active=True).first()
    if user is None:
        raise Refusal("no_such_user", field="username", username=username.strip())
    refuse_name_of_link(tournament, user)
    member, is_new = StaffMember.objects.get_or_create(tournament=tournament, user=user, role=wanted)
    if not is_new:
        raise Conflict("already_staff", field="username", username=user.username, role=wanted.value)
    write_log(tournament, actor, "staff_added", username=user.username, role=wanted.value)
    return member


@transaction.atomic
def remove_staff(*, actor: Actor, tournament_id: int, username: str, role: str) -> None:
    """Remove a role: owners from anybody, everybody from themselves; a tournament always has an owner.

    A member who may no longer give out personal links here keeps none that works: the links they gave out end, and
    the log says how many. The staff links they made end likewise, each with a line in the log.

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
    links = end_personal_links(players=_handed_out(member))
    write_log(tournament, actor, "staff_removed", username=member.user.username, role=wanted.value, links=links)
    member.delete()
    for state in revoke_ended(tournament.staff_links.filter(issued_by=member.user)):
        if state.end is End.ISSUER_LEFT:
            log_revoked(tournament, actor, state.link)


def links_ended_by_removing(*, tournament: Tournament, username: str, role: str) -> list[str]:
    """The names of the players whose personal links end with this role; none where nobody has it."""
    member = tournament.staff.filter(user__username__iexact=username.strip(), role=role).select_related("user").first()
    return list(_handed_out(member).order_by("name").values_list("name", flat=True)) if member is not None else []


def _handed_out(member: StaffMember) -> QuerySet[Player]:
    """The players here whose link this member handed out and, without this role, could hand out no more."""
    others = StaffMember.objects.filter(tournament=member.tournament_id, user=member.user_id).exclude(pk=member.pk)
    if member.user.is_superuser or others.filter(role__in=PERMITTED[Action.ISSUE_LINKS]).exists():
        return Player.objects.none()
    here = Registration.everybody.filter(tournament=member.tournament).values("player")
    return Player.objects.filter(link_issuer=member.user, link_by_account=False, pk__in=here).exclude(link_hash="")


def _role(role: str) -> StaffMember.Role:
    try:
        return StaffMember.Role(role)
    except ValueError as error:
        raise Refusal("no_such_role", field="role", role=role) from error
