"""The members of teams of two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db.models import Prefetch, QuerySet

from accounts.actor import Actor
from tournaments.marks import Mark
from tournaments.models import Registration, Tournament
from tournaments.queries.decks import with_decks
from tournaments.queries.kept import kept_for
from tournaments.queries.names import shown_name

SEATS = (1, 2)


def entrant_of(entry: Registration) -> Registration:
    """What is paired: the entry itself, or the team of a member, which then stands for that member."""
    team = entry.team_entry
    if team is None:
        return entry
    team.member, team.player, team.tournament = entry, entry.player, entry.tournament
    return team


def members_of(team: Registration) -> list[Registration]:
    """The members of a team by seat; none of a player's entry. One query, unless they are read along."""
    if not team.is_team:
        return []
    members = list(team.members(manager="everybody").all())
    for member in members:
        member.tournament, member.team_entry = team.tournament, team
    return sorted(members, key=lambda member: member.seat or 0)


def own_members(actor: Actor, team: Registration) -> list[Registration]:
    """The members of a team whom the actor stands for, their lists selected along; of a player's entry that entry."""
    if not team.is_team:
        return [team]
    mine = with_decks(Registration.people.filter(team_entry=team, player__in=actor.player_keys)).order_by("seat")
    members = list(mine)
    for member in members:
        member.tournament, member.team_entry = team.tournament, team
    return members


def members_by_team(tournament: Tournament, *, decks: bool = False) -> dict[int, list[Registration]]:
    """The members of every team of the event, by the team's key, in the order of seats; with `decks` their lists are
    selected along. One query in an event for teams, none in others.
    """
    found: dict[int, list[Registration]] = defaultdict(list)
    if not tournament.is_for_teams:
        return found
    members = Registration.people.filter(tournament=tournament).select_related("player")
    members = members.order_by("team_entry", "seat")
    for member in with_decks(members) if decks else members:
        member.tournament = tournament
        found[member.team_entry_id or 0].append(member)
    return found


def paired_as(entries: Iterable[int]) -> dict[int, int]:
    """These entries by the key of what is paired: a member's by that of the team. One query."""
    rows = Registration.people.filter(pk__in=entries).values_list("pk", "team_entry")
    return {team or key: key for key, team in rows}


def keys_of_members(teams: Collection[int]) -> dict[int, list[int]]:
    """The keys of the members of those of these entries that are teams. One query."""
    found: dict[int, list[int]] = defaultdict(list)
    for key, team in Registration.people.filter(team_entry__in=teams).order_by("pk").values_list("pk", "team_entry"):
        found[team or 0].append(key)
    return found


def with_members(entries: QuerySet[Registration]) -> QuerySet[Registration]:
    """The entries with their members read along."""
    members = with_decks(Registration.people.order_by("seat"))
    return entries.prefetch_related(Prefetch("members", members))


def names_by_team(tournament: Tournament, *, private: bool) -> dict[int, list[str]]:
    """The names of each team's members in the order of seats, by the team's key: as entered if `private`, else as
    everybody reads them. One query in an event for teams, none in others.
    """
    found = members_by_team(tournament)
    return {key: [shown_name(one, private=private) for one in two] for key, two in found.items()}


def member_names(tournament: Tournament, mark: Mark, *, private: bool) -> dict[int, str]:
    """The names of each team's members as the viewer may read them, by the team's key; kept for the version `mark`."""

    def read() -> dict[int, str]:
        return {key: join_names(two) for key, two in names_by_team(tournament, private=private).items()}

    return kept_for(mark, ("names of members", private), read) if tournament.is_for_teams else {}


def join_names(names: Iterable[str]) -> str:
    """Two names in one line: neither language joins them with a word."""
    return " + ".join(names)


def name_with_members(name: str, members: Collection[str]) -> str:
    """A team with the names of its members behind it, where it has any."""
    return f"{name} ({join_names(members)})" if members else name


def who_play(tournament: Tournament, entries: Iterable[Registration]) -> list[Registration]:
    """The people behind the entries: the members of teams, else the entries themselves. One query for teams."""
    if not tournament.is_for_teams:
        return list(entries)
    members = members_by_team(tournament, decks=True)
    return [one for entry in entries for one in members[entry.pk]]
