"""Entering a pasted list of names before the start: which lines are entered, as whom, and what became of the others."""

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
from tournaments.services.entries.divisions import put_into_division
from tournaments.services.entries.known_players import NewEntry, consent_year_of, players_known
from tournaments.services.entries.listed_ages import AGES_UNKNOWN, ListAges
from tournaments.services.entries.listed_divisions import BY_YEAR, ListDivisions
from tournaments.services.entries.numbers import next_number, tell_names_apart
from tournaments.services.entries.pasted import LineKind, PastedLine, read_pasted
from tournaments.services.entries.person import name_key, refuse_erased, taken_names
from tournaments.services.entries.seats import free_seats, refuse_started, refuse_teams, refuse_too_many, seat_status
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log

MAX_LINES = 2000
ALREADY_ENTERED = "already_entered"
NOT_CHOSEN = "not_chosen"


@dataclass(frozen=True)
class SkippedLine:
    """A line of a pasted list that was not entered. `line` counts from 1.

    `reason`: the kind of a line without a name (`LineKind`: `title`, `duplicate_in_list` with the `first_line` of the
    name, `hidden_character` with the `character` as U+200B …), `already_entered`, or `not_chosen`.
    """

    line: int
    text: str
    reason: str
    first_line: int | None = None
    character: str = ""


@dataclass(frozen=True)
class AddedEntries:
    """What became of a pasted list: every line is an entry, a skipped line or blank."""

    added: tuple[Registration, ...]
    skipped: tuple[SkippedLine, ...]
    blank_lines: int


@transaction.atomic
def add_entries(
    *,
    actor: Actor,
    tournament_id: int,
    names: Sequence[str],
    allow_same_name: bool = False,
    chosen: Mapping[int, int | None] | None = None,
    same_name: Collection[int] = (),
    split: Collection[int] | None = None,
    ages: ListAges = AGES_UNKNOWN,
    divisions: ListDivisions = BY_YEAR,
    consent: Consent | None = None,
) -> AddedEntries:
    """Staff enter a pasted list (`read_pasted`), all in one transaction; every line is accounted for.

    `chosen` are the lines to enter, with the known player of each where it has one; without it all that are read as
    names. A name that stands twice in the list or is already entered is skipped and reported, unless `allow_same_name`
    (all of them) or `same_name` (these lines) says that they are different people. A known player must be one of those
    that `known_people` gives the actor. `split` are the lines of a name and a team with a space between them
    (`read_pasted`). `ages` is how old the people are without a year of birth, `divisions` what is chosen for those
    whose line names none. `consent` is that of the guardians of all players who may be under 14.

    Raises Refusal `guardian_consent_needed`, `too_many_lines`, `no_names`, `no_such_player`, `no_such_division`,
    `player_twice` or `too_many_entries`.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.MANAGE_ENTRIES, tournament)
    refuse_started(tournament)
    refuse_teams(tournament)
    if len(names) > MAX_LINES:
        raise Refusal("too_many_lines", field="names", limit=MAX_LINES, lines=len(names))
    ages.refuse_unknown()
    read = divisions.of(ages.of_people(read_pasted(names, divisions_of(tournament), split=split)))
    wanted = {LineKind.PERSON, LineKind.DUPLICATE} if allow_same_name else {LineKind.PERSON}
    lines = {line.line: None for line in read if line.kind in wanted} if chosen is None else chosen
    entered = () if allow_same_name else taken_names(tournament)
    found = _choose(read, entered, lines, same_name)
    if not found.people and (chosen is not None or not found.skipped):
        raise Refusal("no_names", field="names")
    added = _enter_many(actor, tournament, found.people, consent)
    if added:
        names_added = [registration.name for registration in added]
        write_log(tournament, actor, "entries_added", count=len(added), names=names_added, skipped=len(found.skipped))
    return AddedEntries(tuple(added), tuple(found.skipped), sum(line.kind is LineKind.BLANK for line in read))


@dataclass(frozen=True)
class _Chosen:
    """The people to enter with their known players, and the lines to skip."""

    people: list[NewEntry]
    skipped: list[SkippedLine]


def _choose(
    read: Sequence[PastedLine], entered: Collection[str], chosen: Mapping[int, int | None], same_name: Collection[int]
) -> _Chosen:
    people: list[NewEntry] = []
    skipped: list[SkippedLine] = []
    for line in read:
        if line.kind is LineKind.BLANK:
            continue
        if line.person is None or line.line not in chosen:
            reason = NOT_CHOSEN if line.kind is LineKind.PERSON else line.kind.value
            skipped.append(SkippedLine(line.line, line.text, reason, line.first_line, line.character))
        elif name_key(line.person.name) in entered and line.line not in same_name:
            skipped.append(SkippedLine(line.line, line.text, ALREADY_ENTERED))
        else:
            people.append(NewEntry(line.person, chosen[line.line], line.division))
    return _Chosen(people, skipped)


def _enter_many(
    actor: Actor, tournament: Tournament, people: Sequence[NewEntry], consent: Consent | None
) -> list[Registration]:
    """People entered in one go, in their order: the first take the free seats, the rest waits."""
    refuse_too_many(tournament, len(people))
    seats = free_seats(tournament)
    free = len(people) if seats is None else seats
    if seat_status(tournament) == Registration.Status.WAITLISTED:
        free = 0
    known = players_known(actor, tournament, people)
    years = [consent_year_of(one, known) for one in people]
    require_consent(zip((known.get(one.player or 0) for one in people), years, strict=True), consent)
    new = [one.person for one in people if one.player is None]
    made = iter(
        Player.objects.bulk_create(
            [Player(name=one.name, birth_year=one.birth_year, age_group=one.age_group) for one in new]
        )
    )
    first = next_number(tournament)
    entries = []
    for place, (person, key, division) in enumerate(people):
        player = next(made) if key is None else known[key]
        entry = Registration(
            tournament=tournament,
            player=player,
            number=first + place,
            name=person.name,
            team=person.team,
            status=Registration.Status.ACTIVE if place < free else Registration.Status.WAITLISTED,
            registered_by=actor.label[:150],
            is_claimable=key is None,
        )
        birth_year = person.birth_year or player.birth_year
        put_into_division(entry, birth_year=birth_year, chosen=division, by_staff=True)
        entries.append(entry)
    added = Registration.objects.bulk_create(entries)
    refuse_erased(known.keys())
    learn_age_groups((known[one.player], one.person.age_group) for one in people if one.player is not None)
    record_consents(zip((entry.player for entry in entries), years, strict=True), consent, actor=actor)
    tell_names_apart(tournament)
    return added
