"""The preview of a pasted list of names: what each line is, who is known, and who would wait."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from accounts.actor import Actor
from accounts.consents import may_be_under_14, year_for_consent
from tournaments.models import Registration, Tournament
from tournaments.play.divisions import division_unchosen
from tournaments.queries.divisions import division_names
from tournaments.queries.known_people import KnownPerson, known_people
from tournaments.queries.settings import divisions_of
from tournaments.services.entries.listed import ALREADY_ENTERED
from tournaments.services.entries.listed_ages import AGES_UNKNOWN, ListAges
from tournaments.services.entries.listed_divisions import BY_YEAR, ListDivisions
from tournaments.services.entries.pasted import LineKind, PastedLine, read_pasted
from tournaments.services.entries.person import name_key, taken_names
from tournaments.services.entries.preview_rows import Preview, Remark, digest_of
from tournaments.services.entries.seats import free_seats, seat_status

BRINGS_OTHERS = "brings_others"


@dataclass(frozen=True)
class PreviewRow:
    """A line of the preview. `known` are players of that name from earlier events; `remark` says why it is not entered
    unasked, or not at all (`person` empty). `division` is the name of the one it would play in, empty for none.
    `age` is the age group that was said of this line, None where it is that of everybody in the list; `chosen_division`
    the code of the division likewise, empty for that of the year of birth, where the line names none itself
    (`takes_division`).
    """

    line: PastedLine
    is_taken: bool
    is_chosen: bool
    waits: bool
    known: tuple[KnownPerson, ...]
    player: int | None
    remark: Remark | None
    division: str = ""
    may_be_child: bool = False
    age: str | None = None
    takes_division: bool = False
    chosen_division: str | None = None

    @property
    def field(self) -> str:
        """The field of the choice among the known."""
        return f"player-{self.line.line}"


def preview_of(
    actor: Actor,
    tournament: Tournament,
    lines: Sequence[str],
    sent: Mapping[int, int | None] | None,
    split: Collection[int] | None,
    ages: ListAges = AGES_UNKNOWN,
    chosen_divisions: ListDivisions = BY_YEAR,
) -> Preview[PreviewRow]:
    """What would become of each line; `sent` are the lines ticked on a preview of the same list, `split` those whose
    team is."""
    as_typed = ages.of_people(read_pasted(lines, divisions_of(tournament), split=split))
    read = chosen_divisions.of(as_typed)
    typed = {line.person.name for line in read if line.person is not None}
    known = known_people(actor, tournament, typed)
    names, divisions = division_names(tournament), divisions_of(tournament)

    def year_of(line: PastedLine, player: KnownPerson | None) -> int | None:
        typed_year = line.person.birth_year if line.person is not None else None
        return typed_year or (player.birth_year if player is not None else None)

    taken = taken_names(tournament)
    free = len(lines) if (seats := free_seats(tournament)) is None else seats
    if seat_status(tournament) == Registration.Status.WAITLISTED:
        free = 0
    rows: list[PreviewRow] = []
    for line, typed_line in zip(read, as_typed, strict=True):
        if line.kind is LineKind.BLANK:
            continue
        is_taken = line.person is not None and name_key(line.person.name) in taken
        people = known.get(line.person.name, ()) if line.person is not None and not is_taken else ()
        is_chosen = line.kind is LineKind.PERSON and not is_taken if sent is None else line.line in sent
        player = _player_of(line, people) if sent is None else sent.get(line.line)
        known_as = next((one for one in people if one.player_id == player), None)
        rows.append(
            PreviewRow(
                line,
                is_taken,
                is_chosen,
                is_chosen and free <= 0,
                people,
                player,
                _remark(line, is_taken),
                names.get(line.division or division_unchosen(divisions, year_of(line, known_as)), ""),
                any(
                    may_be_under_14(year_for_consent(year_of(line, one), ages.on(line.line))) for one in (None, *people)
                ),
                ages.by_line.get(line.line),
                bool(names) and not typed_line.division,
                chosen_divisions.by_line.get(line.line),
            )
        )
        free -= is_chosen
    return Preview(tuple(rows), digest_of(lines))


def _player_of(line: PastedLine, people: Sequence[KnownPerson]) -> int | None:
    """The known player meant until somebody says otherwise: the only one of the name, for the first line with it."""
    is_plain = len(people) == 1 and line.kind is not LineKind.DUPLICATE
    return people[0].player_id if is_plain else None


_COMPANY = re.compile(r"(?P<plus>[+＋]\s*[1-9１-９一二两三])\s*$")
"""Behind a name in a chat: this many others come along."""


def _remark(line: PastedLine, is_taken: bool) -> Remark | None:
    if line.kind is LineKind.PERSON and not is_taken:
        brings = _COMPANY.search(line.text)
        return Remark(BRINGS_OTHERS, line.text, plus=brings["plus"]) if brings else None
    reason = ALREADY_ENTERED if line.kind is LineKind.PERSON else line.kind.value
    text = line.text if line.person is None or line.kind in (LineKind.TITLE, LineKind.COUNT) else line.person.name
    return Remark(reason, text, line.first_line, line.character)
