"""Entering teams of two: by one of the players, by staff, late."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from typing import Any

from django.db import transaction

from accounts.actor import Actor
from accounts.consents import Consent, learn_age, record_consents, require_age, require_consent
from accounts.models import Player
from accounts.refusals import Conflict, Refusal, refuse_together
from accounts.services import create_player, issue_personal_link
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action, require
from tournaments.play.divisions import deciding_year
from tournaments.queries.names import sees_private_names
from tournaments.queries.teams import SEATS
from tournaments.services.entries.arriving import late_entry
from tournaments.services.entries.divisions import put_into_division
from tournaments.services.entries.link_issuers import issuer_stays_out
from tournaments.services.entries.numbers import next_number, tell_names_apart
from tournaments.services.entries.person import (
    COUNTED,
    PersonData,
    consent_year,
    name_key,
    refuse_erased,
    refuse_same_name,
    year_of,
)
from tournaments.services.entries.registering import own_player, refuse_unknown_name
from tournaments.services.entries.seats import refuse_closed, refuse_started, refuse_too_many, seat_status
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log

Kind = Registration.Kind
Status = Registration.Status


@dataclass(frozen=True)
class MemberData:
    """One member of a team as entered; `age_group` is what is said where no year of birth is known."""

    name: str
    birth_year: int | None = None
    public_name: str = ""
    age_group: str = ""


@dataclass(frozen=True)
class RegisteredTeam:
    """A team that entered itself, and the personal links made with it, by member's key; they are shown this once."""

    team: Registration
    members: tuple[Registration, ...]
    links: dict[int, str]


@transaction.atomic
def register_team(
    *,
    actor: Actor,
    tournament_id: int,
    name: str,
    members: Sequence[MemberData],
    team: str = "",
    division: str = "",
    as_new_person: bool = False,
    same_person: bool = False,
    consent: Consent | None = None,
) -> RegisteredTeam:
    """Enter a team with both members, oneself first; past capacity on the waiting list. `team` is its club.

    With `as_new_person` the actor is no member (a parent entering two children); with `same_person` the first
    member is the actor under a new name. A second member of the name of another player of the phone is that player, a
    sibling. The members who are new get personal links of their own. `consent` is that of the guardians of both.

    Raises Refusal `whose_name` as `register_self` does, `yourself_first`, `not_for_teams`, `two_members_needed`,
    `registration_closed`, `too_many_entries`, `age_needed`, `birth_year_needed`, `guardian_consent_needed`,
    `same_name_at_desk` where the name of the team or of a member is in the list, Conflict `already_registered`, or a
    refusal with every field that cannot be accepted.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.REGISTER_SELF, tournament)
    refuse_closed(tournament)
    with _sent_to_desk():
        wanted = WantedTeam.of(actor, tournament, name, members, club=team, allow_same_name=False)
    if not (as_new_person or same_person):
        _refuse_second(actor, wanted)
        refuse_unknown_name(actor, wanted.people[0])
    here = (None, None) if as_new_person else (own_player(actor, wanted.people[0]), _sibling(actor, wanted.people[1]))
    years = [year_of(one, known) for one, known in zip(wanted.people, here, strict=True)]
    ages = [member.age_group for member in members]
    asked = [consent_year(one, known) for one, known in zip(wanted.people, here, strict=True)]
    refuse_together(
        [
            *map(partial, repeat(_require_age_at), SEATS, years, ages, here),
            lambda: require_consent(zip(here, asked, strict=True), consent),
        ]
    )
    for known in here:
        _refuse_entered(tournament, known)
    links: dict[int, str] = {}
    players = []
    for person, known in zip(wanted.people, here, strict=True):
        player = known or create_player(name=person.name)
        learn_age(player, person.birth_year, person.age_group)
        if known is None:
            links[player.pk] = issue_personal_link(player=player)
        elif issuer_stays_out(known, tournament):
            # The phone may be the issuer's own, so the new link is no more the player's secret than the old one was.
            links[player.pk] = issue_personal_link(player=player, issuer=player.link_issuer)
        players.append(player)
    entrant = Actor(user=actor.user, player=players[0])
    entered, seated = _enter(tournament, wanted, players, by=entrant.label, division=division)
    record_consents(zip(players, asked, strict=True), consent, actor=entrant)
    _log(tournament, entrant, "team_registered", entered, seated)
    return RegisteredTeam(entered, seated, {one.pk: links[one.player_id] for one in seated if one.player_id in links})


@transaction.atomic
def add_team(
    *,
    actor: Actor,
    tournament_id: int,
    name: str,
    members: Sequence[MemberData],
    team: str = "",
    division: str = "",
    allow_same_name: bool = False,
    late_policy: str | None = None,
    consent: Consent | None = None,
) -> Registration:
    """Staff enter a team: before the start, past capacity on the waiting list; with `late_policy` during the Swiss.

    Raises Conflict `already_started` (a late entry is meant then), and what `register_team` and `late_entry` raise.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.MANAGE_ENTRIES, tournament)
    if late_policy is None:
        refuse_started(tournament)
    wanted = WantedTeam.of(actor, tournament, name, members, club=team, allow_same_name=allow_same_name)
    years = [consent_year(one, None) for one in wanted.people]
    require_consent([(None, year) for year in years], consent)
    players = [
        create_player(name=one.name, birth_year=one.birth_year, age_group=one.age_group) for one in wanted.people
    ]
    late = late_policy is not None
    entered, seated = _enter(
        tournament, wanted, players, by=actor.label, division=division, by_staff=True, late=late, prepared=(True, True)
    )
    record_consents(zip(players, years, strict=True), consent, actor=actor)
    _log(tournament, actor, "team_added", entered, seated)
    if late_policy is None:
        return entered
    return late_entry(actor=actor, tournament_id=tournament.pk, registration_id=entered.pk, late_policy=late_policy)


@dataclass(frozen=True)
class WantedTeam:
    """A team to enter, checked: its name and club, and its members by seat."""

    data: PersonData
    people: tuple[PersonData, ...]

    @classmethod
    def of(
        cls,
        actor: Actor,
        tournament: Tournament,
        name: str,
        members: Sequence[MemberData],
        *,
        club: str,
        allow_same_name: bool,
    ) -> WantedTeam:
        if not tournament.is_for_teams:
            raise Refusal("not_for_teams")
        if len(members) != len(SEATS):
            raise Refusal("two_members_needed", field="members")
        data = PersonData.of(name, None, "", club)
        people = []
        for seat, member in zip(SEATS, members, strict=True):
            with _at_seat(seat):
                facts = member.name, member.birth_year, member.public_name
                people.append(PersonData.of(*facts, age_group=member.age_group))
        private = sees_private_names(actor, tournament)
        refuse_same_name(tournament, data.name, private=private, kind=Kind.TEAM)
        for seat, person in zip(SEATS, () if allow_same_name else people, strict=False):
            with _at_seat(seat):
                refuse_same_name(tournament, person.name, private=private, kind=Kind.MEMBER)
                if seat == SEATS[1] and name_key(person.name) == name_key(people[0].name):
                    raise Refusal("same_name", field="name", name=person.name)
        refuse_too_many(tournament, 1 + len(people))
        return cls(data, tuple(people))


@contextmanager
def _sent_to_desk() -> Iterator[None]:
    """The person who enters a team does not say that somebody of a name in the list is another person."""
    try:
        yield
    except Refusal as refusal:
        for one in refusal.problems:
            if one.code == "same_name":
                raise Refusal("same_name_at_desk", field=one.field, **one.facts) from refusal
        raise


@contextmanager
def _at_seat(seat: int) -> Iterator[None]:
    """A refusal about a member names its field with the seat behind it, as the forms have it."""
    try:
        yield
    except Refusal as refusal:
        for one in refusal.problems:
            one.field = f"{one.field}_{seat}"
        raise


def _require_age_at(seat: int, year: int | None, said: str, known: Player | None) -> None:
    with _at_seat(seat):
        require_age(year, said, known.age_group if known is not None else "")


def _enter(
    tournament: Tournament,
    wanted: WantedTeam,
    players: Sequence[Player],
    *,
    by: str,
    division: str,
    by_staff: bool = False,
    late: bool = False,
    prepared: Sequence[bool] = (),
) -> tuple[Registration, tuple[Registration, ...]]:
    """Write the team and its members."""
    team, members = build_team(
        tournament,
        wanted,
        [create_player(name=wanted.data.name), *players],
        status=Status.WAITLISTED if late else seat_status(tournament),
        by=by,
        division=division,
        number=next_number(tournament),
        by_staff=by_staff,
        prepared=prepared,
    )
    for entry in (team, *members):
        entry.save()
    refuse_erased({player.pk for player in players})
    tell_names_apart(tournament)
    return team, members


def build_team(
    tournament: Tournament,
    wanted: WantedTeam,
    players: Sequence[Player],
    *,
    status: Registration.Status,
    by: str,
    division: str,
    number: int,
    by_staff: bool = False,
    prepared: Sequence[bool] = (),
) -> tuple[Registration, tuple[Registration, ...]]:
    """The rows of a team and its members, not saved; `players` are the team's own, who has neither link nor account,
    and those of the members. `number` is the team's, the members' follow it. `prepared`: which of the members staff
    enter as new people, whose phones may claim them."""
    shared: dict[str, Any] = {"tournament": tournament, "status": status, "registered_by": by[:150]}
    team = Registration(
        kind=Kind.TEAM, player=players[0], number=number, name=wanted.data.name, team=wanted.data.team, **shared
    )
    years = [year_of(one, player) for one, player in zip(wanted.people, players[1:], strict=True)]
    put_into_division(team, birth_year=deciding_year(years), chosen=division, by_staff=by_staff)
    members = tuple(
        Registration(
            kind=Kind.MEMBER,
            team_entry=team,
            seat=seat,
            player=player,
            number=number + seat,
            name=person.name,
            public_name=person.public_name,
            division=team.division,
            is_claimable=is_prepared,
            **shared,
        )
        for seat, person, player, is_prepared in zip(
            SEATS, wanted.people, players[1:], prepared or (False, False), strict=True
        )
    )
    return team, members


def _refuse_second(actor: Actor, wanted: WantedTeam) -> None:
    """Raise Refusal `yourself_first` where the actor is the second member."""
    if actor.player is None:
        return
    first, second = (name_key(one.name) for one in wanted.people)
    if first != second == name_key(actor.player.name):
        raise Refusal("yourself_first", field="name_1", name=actor.player.name)


def _sibling(actor: Actor, person: PersonData) -> Player | None:
    """The other player of the phone who has the name; None for nobody, and for two of one name."""
    found = [player for player in actor.others if name_key(player.name) == name_key(person.name)]
    return found[0] if len(found) == 1 else None


def _refuse_entered(tournament: Tournament, player: Player | None) -> None:
    """Raise Conflict `already_registered` for a player who is in the event already."""
    if player is None:
        return
    active = Registration.people.filter(tournament=tournament, player=player, status__in=COUNTED).first()
    if active is not None:
        raise Conflict("already_registered", name=active.name, entry=active.team_entry_id)


def _log(tournament: Tournament, actor: Actor, verb: str, team: Registration, members: Sequence[Registration]) -> None:
    names = [one.name for one in members]
    write_log(tournament, actor, verb, entry=team.pk, name=team.name, names=names, status=team.status)
