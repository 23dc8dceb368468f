"""Whether an event is ready to start: who is here, whose deck is missing."""

from __future__ import annotations

from dataclasses import dataclass

from cardpool.packs import FieldSize
from cardpool.queries import pack_of
from tournaments.models import Registration, Tournament
from tournaments.queries.assigned import awarded_byes, players_for_byes
from tournaments.queries.card_rulings import OpenCards, open_cards
from tournaments.queries.decks import DecklistProblem, decklist_problems
from tournaments.queries.divisions import PartRounds, largest_part, rounds_by_part
from tournaments.queries.name_order import in_spoken_order
from tournaments.queries.pairing_settings import table_settings
from tournaments.queries.shared_tables import matches_of
from tournaments.swiss.tables import first_tables


@dataclass(frozen=True)
class Readiness:
    """What the organiser has to decide before the start.

    `check_in_used`: at least one entrant was checked in, so that the others count as absent. `open` are the cards that
    leave lists undecided. `rounds` is what will be played with everybody entered, `rounds_here` with those checked in
    alone; `cut` is the top cut that the game's own table has for everybody entered, and `players` for how many that is:
    `for_byes` of them are what awarded byes count as. `parts` is what the table has for each division that is paired by
    itself, while all play `rounds`.
    """

    entered: tuple[Registration, ...]
    absent: tuple[Registration, ...]
    problems: tuple[DecklistProblem, ...]
    open: OpenCards
    waiting: int
    rounds: int
    rounds_here: int
    rounds_are_set: bool
    parts: tuple[PartRounds, ...]
    players: int
    for_byes: int
    cut: int
    table: tuple[FieldSize, ...]
    source: str
    tables_needed: int
    tables_there: int

    @property
    def too_few_tables(self) -> bool:
        """Whether round 1 has more matches than the event has tables."""
        return self.tables_there < self.tables_needed

    @property
    def here(self) -> int:
        return len(self.entered) - len(self.absent)

    @property
    def check_in_used(self) -> bool:
        return self.here > 0

    @property
    def is_ready(self) -> bool:
        """Whether there is nothing to decide: everybody is here (or check-in is not used), every list is in, and there
        are tables for all."""
        return not self.problems and not (self.absent and self.check_in_used) and not self.too_few_tables


def readiness_of(tournament: Tournament) -> Readiness:
    """How ready the event is."""
    active = tournament.registrations.filter(status=Registration.Status.ACTIVE)
    entered = tuple(in_spoken_order(active.select_related("player")))
    absent = tuple(entry for entry in entered if entry.checked_in_at is None)
    planned = tournament.planned_rounds
    present = [entry for entry in entered if entry.checked_in_at is not None]
    for_byes = players_for_byes(tournament)
    everybody = largest_part(tournament, entered) + for_byes
    here = largest_part(tournament, present) + players_for_byes(tournament, only_checked_in=True)
    defaults = pack_of(tournament.ruleset).tournament
    needed = matches_of(tournament, len(entered) - awarded_byes().filter(number=1, registration__in=entered).count())
    return Readiness(
        entered=entered,
        absent=absent,
        problems=tuple(decklist_problems(tournament)),
        open=open_cards(tournament),
        waiting=tournament.registrations.filter(status=Registration.Status.WAITLISTED).count(),
        rounds=planned or defaults.recommended_rounds(everybody),
        rounds_here=planned or defaults.recommended_rounds(here),
        rounds_are_set=planned is not None,
        parts=tuple(rounds_by_part(tournament, entered)),
        players=everybody,
        for_byes=for_byes,
        cut=defaults.recommended_cut(everybody),
        table=defaults.field_sizes(),
        source=defaults.rounds_source,
        tables_needed=needed,
        tables_there=len(first_tables(table_settings(tournament), needed)),
    )
