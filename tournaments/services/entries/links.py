"""Personal links for everybody at once, for a sheet of codes that is printed and cut."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from accounts.actor import Actor
from accounts.models import Player
from accounts.services import issue_personal_links
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action, may, require
from tournaments.queries.name_order import spoken_key
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log


@dataclass(frozen=True)
class LinkCounts:
    """How many players of an event can get a personal link, and how many of them have one that works."""

    able: int
    having: int

    @property
    def missing(self) -> int:
        return self.able - self.having


@dataclass(frozen=True)
class Issued:
    """Fresh personal links: each entry with its path, by name as spoken, and whom none was issued for.

    `with_account` sign in themselves; `elsewhere` have entries in events that the issuer does not organise;
    `kept` have a link already, where only missing ones were asked for.
    """

    links: tuple[tuple[Registration, str], ...]
    with_account: tuple[Registration, ...]
    elsewhere: tuple[Registration, ...]
    kept: tuple[Registration, ...]


def links_to_issue(tournament: Tournament) -> LinkCounts:
    """For the question before; who plays elsewhere too is known only when links are issued."""
    able = Player.objects.filter(registrations__in=_playing(tournament), user=None)
    return LinkCounts(able.count(), able.exclude(link_hash="").count())


@transaction.atomic
def issue_all_links(*, actor: Actor, tournament_id: int, only_missing: bool) -> Issued:
    """A fresh personal link for every active entrant without an account, or only for those who have none.

    Links issued before, and the sessions they opened, stop working. Who may get one is decided as in
    `issue_entry_link`; nobody is refused for others.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.ISSUE_LINKS, tournament)
    entries = list(_playing(tournament).select_related("player"))
    keys = [entry.player_id for entry in entries]
    locked = Player.objects.select_for_update(of=("self",)).filter(pk__in=keys).order_by("pk")
    players = {player.pk: player for player in locked}
    elsewhere = _play_elsewhere(actor, tournament, keys)
    groups: dict[str, list[Registration]] = defaultdict(list)
    for entry in sorted(entries, key=lambda entry: (spoken_key(entry.name), entry.number)):
        groups[_group(players[entry.player_id], elsewhere, only_missing)].append(entry)
    fresh = groups["fresh"]
    paths = issue_personal_links(players=[players[entry.player_id] for entry in fresh], issuer=actor.user)
    if fresh:
        write_log(tournament, actor, "entry_links_issued", count=len(fresh))
    return Issued(
        links=tuple((entry, paths[entry.player_id]) for entry in fresh),
        with_account=tuple(groups["account"]),
        elsewhere=tuple(groups["elsewhere"]),
        kept=tuple(groups["kept"]),
    )


def _playing(tournament: Tournament) -> QuerySet[Registration]:
    return Registration.people.filter(tournament=tournament, status=Registration.Status.ACTIVE, is_anonymous=False)


def _group(player: Player, elsewhere: Collection[int], only_missing: bool) -> str:
    if player.user_id is not None:
        return "account"
    if player.pk in elsewhere:
        return "elsewhere"
    return "kept" if only_missing and player.link_hash else "fresh"


def _play_elsewhere(issuer: Actor, tournament: Tournament, players: Collection[int]) -> set[int]:
    """Those who have an entry in an event in which the issuer hands out no links."""
    others = Registration.everybody.filter(player__in=players).exclude(tournament=tournament)
    pairs = set(others.values_list("player", "tournament"))
    events = Tournament.objects.filter(pk__in={event for _player, event in pairs})
    closed = {event.pk for event in events if not may(issuer, Action.ISSUE_LINKS, event)}
    return {player for player, event in pairs if event in closed}
