"""The top cut as it stands: its seeds, its results, and every slot of the picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Match, Registration, Round, Tournament
from tournaments.play.bracket import Bracket, BracketMatch, MatchKey, Slot, SlotKind, draw_bracket
from tournaments.play.records import Seat
from tournaments.queries.match_records import score_in_games, state_of, winner_seat_of


@dataclass(frozen=True)
class CutRecord:
    """A top cut read from the database: seeds, rounds and matches by their place in the bracket."""

    tournament: Tournament
    bracket: Bracket
    registrations: dict[int, Registration]
    rounds: tuple[Round, ...]
    matches: dict[MatchKey, Match]

    @property
    def results(self) -> dict[MatchKey, int | None]:
        """Who advanced from each match that is over; None where nobody did."""
        return {key: self.winner_of(match) for key, match in self.matches.items() if match.is_complete}

    def winner_of(self, match: Match) -> int | None:
        """The entrant who won a match, or None."""
        seat = winner_seat_of(match, round=match.round)
        return {Seat.ONE: match.player1_id, Seat.TWO: match.player2_id}[seat] if seat is not None else None

    @property
    def first_round(self) -> int:
        """The tournament's number of the first cut round; the others follow it."""
        return self.rounds[0].number


@dataclass(frozen=True)
class Side:
    """One side of a drawn match. `registration` is None for a place nobody has reached yet or ever will (`is_empty`: a
    bye, or both lost before). `wins` counts games; None before anything was recorded.
    """

    registration: Registration | None
    seed: int | None
    wins: int | None
    is_winner: bool
    is_empty: bool


@dataclass(frozen=True)
class DrawnMatch:
    """One box of the picture, sides from top to bottom. `match` is None before it is paired and for a walkover."""

    key: MatchKey
    match: Match | None
    top: Side
    bottom: Side
    draws: int

    @property
    def is_third_place(self) -> bool:
        return self.key.third_place

    @property
    def is_open(self) -> bool:
        """Paired and still without a result."""
        return self.match is not None and not self.match.is_complete


@dataclass(frozen=True)
class DrawnRound:
    """One column: its matches from top to bottom, the third-place match last; `round` is None before it is paired.

    `players` is how many are left in it: 8, 4, 2 (2: the final).
    """

    number: int
    round: Round | None
    players: int
    matches: tuple[DrawnMatch, ...]


@dataclass(frozen=True)
class DrawnBracket:
    """The whole picture, first column first.

    `winner` of the event once the final is over: where they were disqualified, who moved up to the first place, which
    is nobody before the event has finished.
    """

    size: int
    rounds: tuple[DrawnRound, ...]
    winner: Registration | None


def read_cut(tournament: Tournament) -> CutRecord | None:
    """The top cut in four queries, or None where none has started."""
    seeded = list(
        Registration.objects.filter(tournament=tournament, seed__isnull=False).select_related("player").order_by("seed")
    )
    rounds = list(Round.objects.filter(tournament=tournament, stage=Round.Stage.TOP_CUT).order_by("number"))
    if len(seeded) < 2 or not rounds:
        return None
    matches = Match.objects.filter(round__in=rounds).prefetch_related("games")
    by_key = {seeded_match.pk: seeded_match for seeded_match in seeded}
    bracket = Bracket(tuple(entry.pk for entry in seeded), third_place=tournament.third_place_match)
    for entry in seeded:
        entry.tournament = tournament
    for round in rounds:
        round.tournament = tournament
    return CutRecord(tournament, bracket, by_key, tuple(rounds), _placed(matches, rounds, by_key))


def _placed(
    matches: Iterable[Match], rounds: Sequence[Round], by_key: dict[int, Registration]
) -> dict[MatchKey, Match]:
    placed = {}
    by_round = {round.pk: round for round in rounds}
    for match in matches:
        match.round = by_round[match.round_id]
        match.player1, match.player2 = by_key[match.player1_id], by_key[match.player2_id]
        placed[key_of(match, rounds[0].number)] = match
    return placed


def key_of(match: Match, first_round: int) -> MatchKey:
    """Where a stored match is in the bracket whose first round has that number."""
    return MatchKey(match.round.number - first_round + 1, match.bracket_slot or 0, match.is_third_place)


def bracket_of(tournament: Tournament, *, drafts: bool = False) -> DrawnBracket | None:
    """The bracket picture, or None before the top cut. A draft round's tables show only with `drafts` (staff)."""
    cut = read_cut(tournament)
    if cut is None or (cut.rounds[0].status == Round.Status.DRAFT and not drafts):
        return None
    drawn = draw_bracket(cut.bracket, cut.results)
    by_number = {round.number: round for round in cut.rounds if drafts or round.status != Round.Status.DRAFT}
    columns = []
    for place, matches in enumerate(drawn):
        number = cut.first_round + place
        boxes = tuple(_box(cut, match, by_number.get(number)) for match in matches)
        columns.append(DrawnRound(number, by_number.get(number), cut.bracket.size >> place, boxes))
    return DrawnBracket(cut.bracket.size, tuple(columns), _champion(cut, drawn[-1][0].winner.entrant))


def _champion(cut: CutRecord, winner: int | None) -> Registration | None:
    if winner is None:
        return None
    if cut.registrations[winner].status != Registration.Status.DISQUALIFIED:
        return cut.registrations[winner]
    return next((entry for entry in cut.registrations.values() if entry.final_place == 1), None)


def _box(cut: CutRecord, drawn: BracketMatch, round: Round | None) -> DrawnMatch:
    match = cut.matches.get(drawn.key) if round is not None else None
    wins: dict[int, int] = {}
    draws = 0
    if match is not None and (match.is_complete or match.games.all()):
        state = state_of(match, round=match.round)
        wins1, wins2, draws = score_in_games(match, state, round=match.round)
        wins = {match.player1_id: wins1, match.player2_id: wins2}
    return DrawnMatch(
        key=drawn.key,
        match=match,
        top=_side(cut, drawn.one, drawn, wins),
        bottom=_side(cut, drawn.two, drawn, wins),
        draws=draws,
    )


def _side(cut: CutRecord, slot: Slot, drawn: BracketMatch, wins: dict[int, int]) -> Side:
    return Side(
        registration=cut.registrations[slot.entrant] if slot.entrant is not None else None,
        seed=slot.seed,
        wins=wins.get(slot.entrant) if slot.entrant is not None else None,
        is_winner=slot.entrant is not None and drawn.winner.entrant == slot.entrant,
        is_empty=slot.kind is SlotKind.EMPTY,
    )
