"""Who may do what in a tournament: one table, asked by every view and every service."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from accounts.actor import Actor
from accounts.compiled import Compiled
from accounts.models import Player
from accounts.refusals import NotAllowed
from tournaments.models import Export, Registration, Season, StaffMember, Tournament

NOT_PLAYING = (Registration.Status.WITHDRAWN, Registration.Status.WAITLISTED)
"""Standings of an entry that never had, or gave back, its seat."""


class Role(StrEnum):
    """A standing towards one tournament. FLOOR is given by staff links alone, PUBLIC is everybody's."""

    OWNER = "owner"
    ORGANISER = "organiser"
    SCOREKEEPER = "scorekeeper"
    JUDGE = "judge"
    FLOOR = "floor"
    PLAYER = "player"
    PUBLIC = "public"


class Action(StrEnum):
    """What can be asked of a tournament."""

    VIEW = "view"
    REGISTER_SELF = "register_self"
    EDIT_TOURNAMENT = "edit_tournament"
    MANAGE_STAFF = "manage_staff"
    ISSUE_STAFF_LINKS = "issue_staff_links"
    CANCEL_TOURNAMENT = "cancel_tournament"
    MANAGE_ENTRIES = "manage_entries"
    CHECK_IN = "check_in"
    ISSUE_LINKS = "issue_links"
    ERASE_PLAYERS = "erase_players"
    RUN_ROUNDS = "run_rounds"
    RECORD_RESULTS = "record_results"
    OVERRIDE_RULES = "override_rules"
    CORRECT_RESULTS = "correct_results"
    VIEW_DESK = "view_desk"
    VIEW_LOG = "view_log"
    VIEW_PRIVATE_NAMES = "view_private_names"
    VIEW_ALL_DECKLISTS = "view_all_decklists"
    EDIT_ALL_DECKLISTS = "edit_all_decklists"
    CHECK_DECKS = "check_decks"
    SETTLE_CARDS = "settle_cards"
    GIVE_PENALTIES = "give_penalties"
    GIVE_TIME = "give_time"
    ANNOUNCE = "announce"
    CALL_JUDGE = "call_judge"
    ANSWER_CALLS = "answer_calls"
    EXPORT = "export"
    TAKE_SNAPSHOTS = "take_snapshots"
    RESTORE_SNAPSHOTS = "restore_snapshots"


_OWNER = frozenset({Role.OWNER})
_ORGANISERS = frozenset({Role.OWNER, Role.ORGANISER})
_SCOREKEEPERS = _ORGANISERS | {Role.SCOREKEEPER}
_JUDGES = _ORGANISERS | {Role.JUDGE}
_STAFF = _SCOREKEEPERS | {Role.JUDGE}
_FLOOR = _STAFF | {Role.FLOOR}
_EVERYBODY = frozenset(Role)

PERMITTED: dict[Action, frozenset[Role]] = {
    Action.VIEW: _EVERYBODY,
    Action.REGISTER_SELF: _EVERYBODY,
    Action.EXPORT: _EVERYBODY,
    Action.EDIT_TOURNAMENT: _ORGANISERS,
    Action.MANAGE_STAFF: _OWNER,
    Action.ISSUE_STAFF_LINKS: _ORGANISERS,
    Action.CANCEL_TOURNAMENT: _OWNER,
    Action.MANAGE_ENTRIES: _SCOREKEEPERS,
    Action.CHECK_IN: _FLOOR,
    Action.ISSUE_LINKS: _ORGANISERS,  # For players all of whose events the issuer organises.
    Action.ERASE_PLAYERS: _ORGANISERS,  # And read what is stored, of players all of whose events they organise.
    Action.RUN_ROUNDS: _SCOREKEEPERS,
    Action.RECORD_RESULTS: _FLOOR,
    Action.CORRECT_RESULTS: _STAFF,
    Action.OVERRIDE_RULES: _JUDGES,
    Action.VIEW_DESK: _FLOOR,
    Action.VIEW_LOG: _STAFF,
    Action.VIEW_PRIVATE_NAMES: _FLOOR,
    Action.VIEW_ALL_DECKLISTS: _JUDGES,
    Action.EDIT_ALL_DECKLISTS: _JUDGES,
    Action.CHECK_DECKS: _JUDGES,
    Action.SETTLE_CARDS: _JUDGES,
    Action.GIVE_PENALTIES: _JUDGES,
    Action.GIVE_TIME: _JUDGES,
    Action.ANNOUNCE: _STAFF,
    Action.CALL_JUDGE: _FLOOR,  # And the players of a table that is playing, to it.
    Action.ANSWER_CALLS: _JUDGES,
    Action.TAKE_SNAPSHOTS: _ORGANISERS,
    Action.RESTORE_SNAPSHOTS: _OWNER,  # Who may open tournaments too.
}


_HELD = Compiled(
    lambda tournament, user: (
        StaffMember.objects.filter(tournament=tournament, user=user).order_by().values_list("role")
    ),
    parameters=2,
)


def roles_of(actor: Actor, tournament: Tournament) -> frozenset[Role]:
    """Every role the actor has in the tournament; a superuser is an owner everywhere."""
    return roles_in(actor, tournament.pk)


def roles_in(actor: Actor, tournament_id: int, *, held: Iterable[str] | None = None) -> frozenset[Role]:
    """Every role the actor has in the tournament with this key. `held` are those on the staff, if they were read."""
    roles = staff_roles_in(actor, tournament_id, held=held)
    keys = actor.player_keys
    if keys and Registration.people.filter(tournament=tournament_id, player__in=keys).exists():
        return roles | {Role.PLAYER}
    return roles


def staff_roles_in(actor: Actor, tournament_id: int, *, held: Iterable[str] | None = None) -> frozenset[Role]:
    """Every role of the actor but PLAYER, which follows from their entry; `held` as above.

    A staff link gives its role at its own event, and nothing anywhere else.
    """
    roles = {Role.PUBLIC}
    if actor.staff_pass is not None and actor.staff_pass.event == tournament_id:
        roles.add(Role(actor.staff_pass.role))
    if actor.user is not None and actor.user.is_active:
        if actor.user.is_superuser:
            roles.add(Role.OWNER)
        if held is None:
            held = [role for (role,) in _HELD.ask(tournament_id, actor.user.pk)]
        roles.update(map(Role, held))
    return frozenset(roles)


def permits(roles: frozenset[Role], action: Action) -> bool:
    """Whether any of these roles permits the action; for callers that ask about several actions."""
    return not PERMITTED[action].isdisjoint(roles)


def may(actor: Actor, action: Action, tournament: Tournament) -> bool:
    """Whether any of the actor's roles permits the action on this tournament."""
    return permits(roles_of(actor, tournament), action)


def require(actor: Actor, action: Action, tournament: Tournament) -> None:
    """Raise NotAllowed("not_permitted") unless the actor may perform the action on this tournament."""
    if not may(actor, action, tournament):
        raise NotAllowed("not_permitted", action=action.value)


def works_by_link(actor: Actor, tournament: Tournament) -> bool:
    """Whether the actor came by a staff link of this tournament."""
    return actor.staff_pass is not None and actor.staff_pass.event == tournament.pk


def is_own(actor: Actor, registration: Registration) -> bool:
    """Whether the registration is the entry of the actor, of another player of the same browser, or of their team."""
    return own_player_of(actor, registration) is not None


def own_player_of(actor: Actor, registration: Registration) -> int | None:
    """The key of the player of this browser who stands for the entry, the one acting now first. One query for a team
    whose members are not read along."""
    keys = actor.player_keys
    if not keys:
        return None
    people = registration.members(manager="everybody").all() if registration.is_team else [registration]
    theirs = {one.player_id for one in people}
    return next((key for key in keys if key in theirs), None)


def owns_player(actor: Actor, player_id: int) -> bool:
    """Whether the player is the actor's own, on a family's phone any of them: nobody else reads those pages."""
    return player_id in actor.player_keys


def may_handle_data(actor: Actor, player: Player) -> bool:
    """Whether the actor may read all that is stored of the player, and have it erased: the player, the owners of the
    site, and who may erase players in every event the player has an entry in."""
    if owns_player(actor, player.pk):
        return True
    events = Tournament.objects.filter(registrations__player=player).distinct()
    if actor.user is None or not events:
        return actor.user is not None and actor.user.is_active and actor.user.is_superuser
    return all(may(actor, Action.ERASE_PLAYERS, event) for event in events)


def may_view_decklist(actor: Actor, registration: Registration) -> bool:
    """Own list always; judges and organisers all lists; others once the event has finished, if its lists are public.

    Only a submitted list of somebody who had a seat ever becomes public; drafts and the lists of those who withdrew or
    kept waiting stay with their owner and staff.
    """
    tournament = registration.tournament
    if is_own(actor, registration) or may(actor, Action.VIEW_ALL_DECKLISTS, tournament):
        return True
    return lists_are_public(tournament) and registration.status not in NOT_PLAYING


def lists_are_public(tournament: Tournament) -> bool:
    """Whether everybody may read the submitted lists: the organiser said so and the event has finished."""
    return tournament.lists_public and tournament.phase == Tournament.Phase.FINISHED


def may_edit_decklist(actor: Actor, registration: Registration) -> bool:
    """The owner of the entry (while unlocked; the service checks that) and judges and organisers."""
    return is_own(actor, registration) or may(actor, Action.EDIT_ALL_DECKLISTS, registration.tournament)


def may_download(actor: Actor, export: Export) -> bool:
    """A file of everybody's is for anybody; any other for the person who asked, while they may see what it holds."""
    if export.is_everybodys:
        return True
    holds = Action.VIEW_ALL_DECKLISTS if export.kind == Export.Kind.SHEETS else Action.VIEW_PRIVATE_NAMES
    if export.requested_by_link_id is not None:
        is_asker = actor.staff_pass is not None and actor.staff_pass.link == export.requested_by_link_id
    else:
        is_asker = actor.user is not None and actor.user.pk == export.requested_by_id
    return is_asker and may(actor, holds, export.tournament)


def may_manage_season(actor: Actor, season: Season) -> bool:
    """The organiser it belongs to, and the owners of the site; no role in one of its events gives a right to it."""
    user = actor.user
    return user is not None and user.is_active and (user.is_superuser or season.owner_id == user.pk)


def may_read_season(actor: Actor, season: Season) -> bool:
    """Everybody once it is published; until then those who may manage it."""
    return season.is_published or may_manage_season(actor, season)
