"""Named links by which helpers without an account work at one event: issuing, opening and revoking them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import User
from accounts.refusals import Conflict, Refusal
from accounts.secrets import new_secret, secret_hash
from accounts.services import USE_NOTED_WITHIN
from accounts.visible_names import visible_line
from tournaments.models import StaffLink, Tournament
from tournaments.permissions import Action, require
from tournaments.queries.staff_links import WITH, End, LinkState, end_of, pass_of
from tournaments.services.entries.person import name_key
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log

MAX_NAME_LENGTH = 60
MAX_LINKS = 60
"""Links of one event that are not revoked."""


@transaction.atomic
def issue_staff_link(
    *, actor: Actor, tournament_id: int, name: str, role: str, expires_at: datetime | None = None
) -> tuple[StaffLink, str]:
    """A link for a helper, and its path, which is shown this once. `name` stands in the log for what is done by it.

    Links that have ended leave their names and places to new ones.

    Raises NotAllowed, Refusal `name_required`, `hidden_character`, `name_too_long`, `no_such_role`,
    `link_ends_before_now`, `too_many_staff_links`, Conflict `already_cancelled`, `already_finished` or
    `staff_name_taken`: by another link, an account on the staff, or an owner of the site.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.ISSUE_STAFF_LINKS, tournament)
    assert actor.user is not None, "only accounts are organisers"
    if tournament.phase == Tournament.Phase.CANCELLED:
        raise Conflict("already_cancelled")
    if tournament.phase == Tournament.Phase.FINISHED:
        raise Conflict("already_finished")
    tidy = visible_line(name)
    if len(tidy) > MAX_NAME_LENGTH:
        raise Refusal("name_too_long", field="name", limit=MAX_NAME_LENGTH)
    if role not in StaffLink.Role.values:
        raise Refusal("no_such_role", field="role", role=role)
    if expires_at is not None and expires_at <= timezone.now():
        raise Refusal("link_ends_before_now", field="expires_at")
    revoke_ended(tournament.staff_links.all())
    live = tournament.staff_links.filter(revoked_at__isnull=True)
    if live.count() >= MAX_LINKS:
        raise Refusal("too_many_staff_links", limit=MAX_LINKS)
    names = {name_key(other) for other in live.values_list("name", flat=True)}
    if name_key(tidy) in names or _is_on_the_staff(tournament, tidy):
        raise Conflict("staff_name_taken", field="name", name=tidy)
    secret = new_secret()
    link = StaffLink.objects.create(
        tournament=tournament,
        name=tidy,
        role=role,
        secret_hash=secret_hash(secret),
        issued_by=actor.user,
        expires_at=expires_at,
    )
    write_log(tournament, actor, "staff_link_issued", name=tidy, role=role)
    return link, f"/staff-link/{secret}/"


@transaction.atomic
def revoke_staff_link(*, actor: Actor, tournament_id: int, link_id: int) -> StaffLink:
    """End a link: the phones that work by it are signed out with their next request.

    Raises NotAllowed, Refusal `no_such_staff_link` or Conflict `staff_link_revoked`.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.ISSUE_STAFF_LINKS, tournament)
    link = StaffLink.objects.filter(tournament=tournament, pk=link_id).first()
    if link is None:
        raise Refusal("no_such_staff_link")
    if link.revoked_at is not None:
        raise Conflict("staff_link_revoked", name=link.name)
    link.revoked_at = timezone.now()
    link.save(update_fields=["revoked_at"])
    log_revoked(tournament, actor, link)
    return link


def log_revoked(tournament: Tournament, actor: Actor, link: StaffLink) -> None:
    """A line in the log about a link that somebody ended, or that ended with what they did."""
    write_log(tournament, actor, "staff_link_revoked", name=link.name, role=link.role)


def revoke_ended(links: QuerySet[StaffLink]) -> list[LinkState]:
    """Revoke those of the links that have ended without it, so that none of them works again; those, and why.

    Links of a cancelled event rest and have not ended: it can be reinstated as it was.
    """
    now = timezone.now()
    states = [LinkState(link, end_of(link, now)) for link in links.filter(revoked_at=None).select_related(*WITH)]
    ended = [state for state in states if state.end is not None and not _rests(state)]
    links.filter(pk__in=[state.link.pk for state in ended], revoked_at=None).update(revoked_at=now)
    return ended


def _rests(state: LinkState) -> bool:
    return state.end is End.EVENT_OVER and state.link.tournament.phase == Tournament.Phase.CANCELLED


def refuse_name_of_link(tournament: Tournament, user: User) -> None:
    """Raise Conflict `staff_name_taken` if a link of the event that works has a name of the account.

    The caller holds the tournament's row.
    """
    revoke_ended(tournament.staff_links.all())
    names = _log_names(user)
    for link in tournament.staff_links.filter(revoked_at=None):
        if name_key(link.name) in names:
            raise Conflict("staff_name_taken", field="username", name=link.name)


@transaction.atomic
def open_staff_link(*, link: StaffLink) -> Actor | None:
    """Let a browser work by a link, with a line in the log under its name; None if it works no more."""
    tournament = lock_tournament(link.tournament_id)
    actor = actor_by_link(key=link.pk, hashed=link.secret_hash)
    if actor is not None:
        write_log(tournament, actor, "staff_link_opened", role=link.role)
    return actor


def actor_by_link(*, key: int, hashed: str) -> Actor | None:
    """Who works by the link with this key and hash; None once it works no more.

    Notes when it was last used, to `USE_NOTED_WITHIN`.
    """
    found = pass_of(key, hashed)
    if found is None:
        return None
    staff_pass, link = found
    now = timezone.now()
    if link.last_used_at is None or now - link.last_used_at > USE_NOTED_WITHIN:
        StaffLink.objects.filter(pk=link.pk).update(last_used_at=now)
    return Actor(staff_pass=staff_pass)


def _is_on_the_staff(tournament: Tournament, name: str) -> bool:
    """Whether an account on the staff, or an owner of the site, could stand in the log under this name."""
    accounts = User.objects.filter(Q(is_superuser=True) | Q(pk__in=tournament.staff.values("user")))
    return any(name_key(name) in _log_names(user) for user in accounts)


def _log_names(user: User) -> set[str]:
    """The keys of the names under which an account stands in the log."""
    return {name_key(name) for name in (user.get_username(), user.get_full_name()) if name}
