"""Erasing a player's data: the names go everywhere, the results stay under an entry that is nobody's.

Read `docs/privacy.md` for what goes and what stays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

import structlog
from django.db import transaction
from django.db.models import Q

from accounts.actor import SYSTEM, Actor
from accounts.erased_names import ErasedNames, plain
from accounts.erasing import close_account, erase_player_data
from accounts.models import Player, User
from accounts.refusals import Conflict, NotAllowed, Refusal
from decks.services import erase_owner
from tournaments.models import DeckCheck, Erasure, JoinRequest, Registration, Tournament
from tournaments.permissions import may_handle_data, owns_player
from tournaments.services.entries.leaving import withdraw
from tournaments.services.erased_files import ask_to_remove, forget_rows
from tournaments.services.erased_requests import forget_requests
from tournaments.services.erased_rows import Person, erase_entry, erase_in_admin_log, erase_names, names_of
from tournaments.services.log import write_log

logger = structlog.get_logger(__name__)

Phase = Tournament.Phase
Status = Registration.Status
RUNNING = (Phase.SWISS, Phase.TOP_CUT)


@transaction.atomic
def erase_player(*, actor: Actor, player_id: int, typed_name: str, closes_account: bool = True) -> Erasure:
    """Erase what is stored of a player, for the player or for staff who `may_handle_data`; it cannot be undone.

    `typed_name` is the player's name, typed as the second answer. Entries of events that have not started are
    withdrawn. All in one transaction, the events of the player locked; the files follow by a job. `closes_account`: the
    holder's erasure of their only player ends an account that was there for nothing else.

    Raises Refusal `no_such_player`, NotAllowed `data_of_others`, Refusal `name_not_typed`, Conflict `player_erased`,
    `player_in_event` (an event with the player is running), `deck_under_check`, `player_just_entered`, NotAllowed
    `account_erases` for who has only the link of a player whom an account keeps.
    """
    events = _lock_events_of(player_id)
    player = Player.objects.select_for_update(of=("self",)).filter(pk=player_id).first()
    if player is None:
        raise Refusal("no_such_player")
    if not may_handle_data(actor, player):
        raise NotAllowed("data_of_others")
    if player.erased_at is not None:
        raise Conflict("player_erased")
    if plain(typed_name) != plain(player.name):
        raise Refusal("name_not_typed", field="typed_name")
    entries = _entries_of(player, events)
    refuse_under_way(player)
    is_own = owns_player(actor, player.pk)
    if is_own:
        refuse_by_link_alone(actor, player)
    for entry in entries:
        if entry.tournament.phase == Phase.REGISTRATION and entry.status in (Status.ACTIVE, Status.WAITLISTED):
            withdraw(actor=actor, registration_id=entry.pk)
    return _erase(
        player, _entries_of(player, events), by=SYSTEM if is_own else actor, closes_account=is_own and closes_account
    )


@transaction.atomic
def erase_forgotten(*, player_id: int, is_over: Callable[[Player], bool]) -> Erasure:
    """Erase a player whose time on the site `is_over`, as the site's setting says, with an account that only played.

    Raises Conflict `player_erased` for one who is erased, or has come back meanwhile, and those of `erase_player`.
    """
    events = _lock_events_of(player_id)
    player = Player.objects.select_for_update(of=("self",)).get(pk=player_id)
    if player.erased_at is not None or not is_over(player):
        raise Conflict("player_erased")
    refuse_under_way(player)
    return _erase(player, _entries_of(player, events), by=SYSTEM, closes_account=True)


def refuse_by_link_alone(actor: Actor, player: Player) -> None:
    """Raise NotAllowed `account_erases` for who has the link of a player whom another's account keeps."""
    if player.user_id is not None and not actor.keeps(player):
        raise NotAllowed("account_erases")


def refuse_under_way(player: Player) -> None:
    """Raise Conflict `player_in_event` while an event with the player is running, `deck_under_check` while a judge has
    the deck: what is entered next would name the player again."""
    running = Registration.everybody.filter(player=player, tournament__phase__in=RUNNING).exclude(
        status=Status.WITHDRAWN
    )
    entry = running.select_related("tournament").order_by("pk").first()
    if entry is not None:
        raise Conflict("player_in_event", event=entry.tournament.name)
    if DeckCheck.objects.filter(registration__player=player, outcome=DeckCheck.Outcome.OPEN).exists():
        raise Conflict("deck_under_check")


def account_that_closes(player: Player) -> User | None:
    """The player's account, if it is there for nothing but this player; one that keeps others, or has any task on the
    site, stays."""
    user = player.user
    if user is None or user.players.exclude(pk=player.pk).exists():
        return None
    return None if has_tasks(user) else user


def has_tasks(user: User) -> bool:
    """Whether the account has to do with running the site, its games, an event or a season."""
    if user.is_staff or user.is_superuser or user.can_create_tournaments or user.can_manage_games:
        return True
    return bool(
        user.is_owner or user.staff_roles.exists() or user.seasons.exists() or user.created_tournaments.exists()
    )


def lock_events(*, asked: Q, entered: Q | None = None) -> list[Tournament]:
    """Every event that has such a request to join, or such an entry, locked in the order of their keys: before players
    and accounts, as everywhere (`services/locking.py`)."""
    events = Q(pk__in=JoinRequest.objects.filter(asked).values("tournament"))
    if entered is not None:
        events |= Q(pk__in=Registration.everybody.filter(entered).values("tournament"))
    return list(Tournament.objects.select_for_update(of=("self",)).filter(events).order_by("pk"))


def _lock_events_of(player_id: int) -> list[Tournament]:
    own = Q(player=player_id)
    return lock_events(entered=own, asked=own | Q(account__players=player_id))


def _asked_by(player: Player, known: Collection[str], *, closes_account: bool) -> list[int]:
    """The keys of the player's requests, and of their account's: all of one that closes, else those that name them."""
    mine = Q(player=player)
    if player.user is not None:
        mine |= Q(account=player.user) if closes_account else Q(account=player.user, name__in=known)
    return list(JoinRequest.objects.filter(mine).values_list("pk", flat=True))


def _entries_of(player: Player, events: list[Tournament]) -> list[Registration]:
    """The entries, each with its locked event. Raises Conflict `player_just_entered` for one made since."""
    locked = {event.pk: event for event in events}
    entries = list(Registration.everybody.select_for_update(of=("self",)).filter(player=player).order_by("pk"))
    for entry in entries:
        if entry.tournament_id not in locked:
            raise Conflict("player_just_entered")
        entry.tournament = locked[entry.tournament_id]
    return entries


def _erase(player: Player, entries: list[Registration], *, by: Actor, closes_account: bool) -> Erasure:
    account = player.user
    closing = account_that_closes(player) if closes_account else None
    known = names_of(player, entries)
    if closing is not None:
        known |= {closing.username, closing.get_full_name(), closing.email} - {""}
    asked = _asked_by(player, known, closes_account=closing is not None)
    events: dict[Tournament, list[Registration]] = {}
    for entry in entries:
        events.setdefault(entry.tournament, []).append(entry)
    elsewhere = Tournament.objects.exclude(pk__in=[event.pk for event in events])
    only_asked = list(elsewhere.filter(join_requests__in=asked).distinct().order_by("pk"))
    key = account.pk if account is not None else None
    for event, own in events.items():
        names = ErasedNames.of(known, f"#{own[-1].number}")
        erase_names(event, Person(frozenset(entry.pk for entry in own), names, key))
    names = ErasedNames.of(known, f"#{player.pk}")
    erase_owner(owner=player, names=names, account=account)
    erase_in_admin_log(names)
    for entry in entries:
        erase_entry(entry, ErasedNames.of(known, f"#{entry.number}"))
        write_log(entry.tournament, by, "entry_made_anonymous", entry=entry.pk, name=entry.name)
    forget_requests(JoinRequest.objects.filter(pk__in=asked), names=known)
    erase_player_data(player=player)
    if closing is not None:
        close_account(user=closing)
    files = forget_rows([*events, *only_asked])
    erasure = Erasure.objects.create(player=player, erased_by_user=by.user, left_files=files)
    ask_to_remove(erasure)
    transaction.on_commit(lambda: logger.info("player_erased", player=player.pk, entries=len(entries)))
    return erasure
