"""Entering a pasted list of teams of two before the start: which lines are entered, and what became of the others."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from accounts.actor import Actor
from accounts.consents import Consent, learn_age_groups, record_consents, require_consent
from accounts.models import Player
from accounts.refusals import Refusal
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action, require
from tournaments.queries.settings import divisions_of
from tournaments.services.entries.known_players import NewEntry, consent_year_of, players_known
from tournaments.services.entries.listed import ALREADY_ENTERED, MAX_LINES, NOT_CHOSEN, AddedEntries, SkippedLine
from tournaments.services.entries.listed_ages import AGES_UNKNOWN, ListAges
from tournaments.services.entries.listed_divisions import BY_YEAR, ListDivisions
from tournaments.services.entries.numbers import next_number, tell_names_apart
from tournaments.services.entries.pasted import LineKind
from tournaments.services.entries.pasted_teams import PastedTeam, read_pasted_teams
from tournaments.services.entries.person import PersonData, name_key, refuse_erased, taken_names
from tournaments.services.entries.seats import free_seats, refuse_started, refuse_too_many, seat_status
from tournaments.services.entries.teams import WantedTeam, build_team
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log

Status = Registration.Status
Known = Mapping[int, Sequence[int | None]]
"""The lines to enter, each with the known player of each member, or None for somebody new."""


@transaction.atomic
def add_teams(
    *,
    actor: Actor,
    tournament_id: int,
    names: Sequence[str],
    chosen: Known,
    same_name: Collection[int] = (),
    ages: ListAges = AGES_UNKNOWN,
    divisions: ListDivisions = BY_YEAR,
    consent: Consent | None = None,
) -> AddedEntries:
    """Staff enter a pasted list of teams (`read_pasted_teams`), all in one transaction; every line is accounted for.

    A team whose name is entered already is skipped and reported. One with a player whose name is, unless `same_name`
    (these lines) says that they are different people. A known player must be one of those that `known_people` gives the
    actor. The first teams take the free seats, the rest waits. `ages` is how old the players are without a year of
    birth, `divisions` what is chosen for teams whose line names none. `consent` is that of the guardians of all players
    who may be under 14.

    Raises Refusal `not_for_teams`, `guardian_consent_needed`, `too_many_lines`, `no_teams`, `no_such_player`,
    `no_such_division`, `player_twice` or `too_many_entries`, Conflict `already_started`.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.MANAGE_ENTRIES, tournament)
    refuse_started(tournament)
    if not tournament.is_for_teams:
        raise Refusal("not_for_teams")
    if len(names) > MAX_LINES:
        raise Refusal("too_many_lines", field="names", limit=MAX_LINES, lines=len(names))
    ages.refuse_unknown()
    read = divisions.of(ages.of_teams(read_pasted_teams(names, divisions_of(tournament))))
    taken = taken_in(tournament)
    wanted = [line for line in read if line.line in chosen and _may_enter(line, taken, line.line in same_name)]
    if not wanted:
        raise Refusal("no_teams", field="names")
    added = _enter_many(actor, tournament, wanted, chosen, consent)
    skipped = []
    for line in read:
        if line not in wanted and line.kind is not LineKind.BLANK:
            reason, text = obstacle_of(line, taken) or (NOT_CHOSEN, line.name)
            skipped.append(SkippedLine(line.line, text, reason, line.first_line, line.character))
    entered = [team.name for team in added]
    write_log(tournament, actor, "teams_added", count=len(added), names=entered, skipped=len(skipped))
    return AddedEntries(tuple(added), tuple(skipped), sum(line.kind is LineKind.BLANK for line in read))


@dataclass(frozen=True)
class Taken:
    """The keys of the names in a tournament: of its teams, and of their members."""

    teams: Collection[str]
    people: Collection[str]


def taken_in(tournament: Tournament) -> Taken:
    """The names in the tournament. Two queries."""
    return Taken(taken_names(tournament), taken_names(tournament, Registration.people))


def obstacle_of(line: PastedTeam, taken: Taken) -> tuple[str, str] | None:
    """Why a line is not entered unasked, as `SkippedLine.reason` has it, and the name or text it is about."""
    if line.members and name_key(line.name) in taken.teams:
        return ALREADY_ENTERED, line.name
    known = next((one.name for one in line.members if name_key(one.name) in taken.people), None)
    if known is not None:
        return ALREADY_ENTERED, known
    return None if line.kind is LineKind.TEAM else (line.kind.value, line.again or line.text)


def _may_enter(line: PastedTeam, taken: Taken, allow_same_name: bool) -> bool:
    is_known = any(name_key(one.name) in taken.people for one in line.members)
    is_free = bool(line.members) and name_key(line.name) not in taken.teams
    return is_free and (allow_same_name or not is_known)


def _enter_many(
    actor: Actor, tournament: Tournament, lines: Sequence[PastedTeam], chosen: Known, consent: Consent | None
) -> list[Registration]:
    """Teams entered in one go, in their order."""
    refuse_too_many(tournament, sum(1 + len(line.members) for line in lines))
    people = [
        NewEntry(person, player)
        for line in lines
        for person, player in zip(line.members, chosen[line.line], strict=True)
    ]
    known = players_known(actor, tournament, people)
    years = [consent_year_of(one, known) for one in people]
    require_consent([(known.get(one.player or 0), year) for one, year in zip(people, years, strict=True)], consent)
    new = [
        Player(name=one.name, birth_year=one.birth_year, age_group=one.age_group)
        for one, player, _division in people
        if player is None
    ]
    made = iter(Player.objects.bulk_create([Player(name=line.name) for line in lines] + new))
    own = [next(made) for _line in lines]
    players = [next(made) if one.player is None else known[one.player] for one in people]
    entries = _built(tournament, lines, own, players, by=actor.label, chosen=chosen)
    Registration.everybody.bulk_create([team for team, _members in entries])
    Registration.everybody.bulk_create([member for _team, members in entries for member in members])
    refuse_erased(known.keys())
    learn_age_groups((known[one.player], one.person.age_group) for one in people if one.player is not None)
    record_consents(zip(players, years, strict=True), consent, actor=actor)
    tell_names_apart(tournament)
    return [team for team, _members in entries]


def _built(
    tournament: Tournament,
    lines: Sequence[PastedTeam],
    own: Sequence[Player],
    players: Sequence[Player],
    *,
    by: str,
    chosen: Known,
) -> list[tuple[Registration, tuple[Registration, ...]]]:
    seats = free_seats(tournament)
    free = len(lines) if seats is None else seats
    if seat_status(tournament) == Status.WAITLISTED:
        free = 0
    built = []
    number = next_number(tournament)
    waiting = iter(players)
    for place, line in enumerate(lines):
        built.append(
            build_team(
                tournament,
                WantedTeam(PersonData(line.name, None, "", ""), line.members),
                [own[place], *(next(waiting) for _member in line.members)],
                status=Status.ACTIVE if place < free else Status.WAITLISTED,
                by=by,
                division=line.division,
                number=number,
                by_staff=True,
                prepared=[known is None for known in chosen[line.line]],
            )
        )
        number += 1 + len(line.members)
    return built
