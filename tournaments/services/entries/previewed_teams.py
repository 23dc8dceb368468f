"""The preview of a pasted list of teams of two: what each line is, who of it is known, and who would wait."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from accounts.actor import Actor
from accounts.consents import may_be_under_14, year_for_consent
from tournaments.models import Registration, Tournament
from tournaments.play.divisions import deciding_year, division_unchosen
from tournaments.queries.divisions import division_names
from tournaments.queries.known_people import KnownPerson, known_people
from tournaments.queries.settings import divisions_of
from tournaments.services.entries.listed_ages import AGES_UNKNOWN, ListAges
from tournaments.services.entries.listed_divisions import BY_YEAR, ListDivisions
from tournaments.services.entries.listed_teams import Taken, obstacle_of, taken_in
from tournaments.services.entries.pasted import LineKind
from tournaments.services.entries.pasted_teams import PastedTeam, read_pasted_teams
from tournaments.services.entries.person import PersonData, name_key
from tournaments.services.entries.preview_rows import Preview, Remark, digest_of
from tournaments.services.entries.seats import free_seats, seat_status

Players = tuple[int | None, ...]
"""The known player of each member by seat, None for somebody new."""


@dataclass(frozen=True)
class MemberRow:
    """A player of a line: `known` are players of that name from earlier events, `player` the one who is meant."""

    person: PersonData
    field: str
    known: tuple[KnownPerson, ...]
    player: int | None


@dataclass(frozen=True)
class TeamRow:
    """A line of the preview; `members` is empty where it cannot be entered. `is_taken`: a player of that name is
    entered, so that it is asked whether this is somebody else. `remark` says why it is not entered unasked. `age` is
    the age group that was said of this line's players, None where it is that of everybody in the list;
    `chosen_division` the code of the division likewise, empty for that of the years of birth, where no column names one
    (`takes_division`)."""

    line: PastedTeam
    members: tuple[MemberRow, ...]
    is_taken: bool
    is_chosen: bool
    waits: bool
    remark: Remark | None
    division: str
    may_be_child: bool
    age: str | None = None
    takes_division: bool = False
    chosen_division: str | None = None


def preview_of_teams(
    actor: Actor,
    tournament: Tournament,
    lines: Sequence[str],
    sent: Mapping[int, Players] | None,
    ages: ListAges = AGES_UNKNOWN,
    chosen_divisions: ListDivisions = BY_YEAR,
) -> Preview[TeamRow]:
    """What would become of each line; `sent` are the lines ticked on a preview of the same list."""
    divisions = divisions_of(tournament)
    pasted = ages.of_teams(read_pasted_teams(lines, divisions))
    as_typed = [line for line in pasted if line.kind is not LineKind.BLANK]
    read = chosen_divisions.of(as_typed)
    typed = {one.name for line in read for one in line.members}
    known, taken = known_people(actor, tournament, typed), taken_in(tournament)
    names = division_names(tournament)
    free = len(lines) if (seats := free_seats(tournament)) is None else seats
    if seat_status(tournament) == Registration.Status.WAITLISTED:
        free = 0
    rows: list[TeamRow] = []
    for line, typed_line in zip(read, as_typed, strict=True):
        obstacle = obstacle_of(line, taken)
        members = _members(line, taken, known, sent)
        is_chosen = bool(members) and (obstacle is None if sent is None else line.line in sent)
        rows.append(
            TeamRow(
                line,
                members,
                any(name_key(one.name) in taken.people for one in line.members),
                is_chosen,
                is_chosen and free <= 0,
                _remark(line, obstacle),
                names.get(line.division or division_unchosen(divisions, _year_of(members)), ""),
                any(may_be_under_14(year) for one in members for year in _years(one)),
                ages.by_line.get(line.line),
                bool(names) and not typed_line.division,
                chosen_divisions.by_line.get(line.line),
            )
        )
        free -= is_chosen
    return Preview(tuple(rows), digest_of(lines))


def _members(
    line: PastedTeam,
    taken: Taken,
    known: Mapping[str, tuple[KnownPerson, ...]],
    sent: Mapping[int, Players] | None,
) -> tuple[MemberRow, ...]:
    """The players of a line; none of a team that is entered already."""
    if name_key(line.name) in taken.teams:
        return ()
    rows = []
    for seat, person in enumerate(line.members, start=1):
        people = () if name_key(person.name) in taken.people else known.get(person.name, ())
        is_plain = len(people) == 1 and line.kind is not LineKind.PLAYER_TWICE
        meant = people[0].player_id if is_plain else None
        if sent is not None:
            meant = sent[line.line][seat - 1] if line.line in sent else None
        rows.append(MemberRow(person, field_of(line.line, seat), people, meant))
    return tuple(rows)


def field_of(line: int, seat: int) -> str:
    return f"player-{line}-{seat}"


def _years(member: MemberRow) -> list[int | None]:
    years = [member.person.birth_year, *(member.person.birth_year or one.birth_year for one in member.known)]
    return [year_for_consent(year, member.person.age_group) for year in years]


def _year_of(members: Sequence[MemberRow]) -> int | None:
    """The year of birth that decides the team's division, by who its players are meant to be."""
    known = [next((one.birth_year for one in row.known if one.player_id == row.player), None) for row in members]
    return deciding_year(row.person.birth_year or year for row, year in zip(members, known, strict=True))


def _remark(line: PastedTeam, obstacle: tuple[str, str] | None) -> Remark | None:
    return Remark(*obstacle, line.first_line, line.character) if obstacle is not None else None
