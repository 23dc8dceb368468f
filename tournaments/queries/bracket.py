"""The top cut as it stands, or one for each division: seeds, results, and every slot of the picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Match, Registration, Round, Tournament
from tournaments.play.bracket import (
    Bracket,
    BracketMatch,
    BracketPairing,
    MatchKey,
    Slot,
    SlotKind,
    draw_bracket,
    next_round_pairs,
    round_pairs,
)
from tournaments.play.records import Seat
from tournaments.queries.cut_rounds import division_codes, division_in_cut, places_in_cut
from tournaments.queries.match_records import score_in_games, state_of, winner_seat_of


@dataclass(frozen=True)
class CutRecord:
    """A top cut read from the database: seeds, rounds and matches by their place in the bracket.

    `division` is the code of the division it is of, empty where everybody plays one cut. The cuts of several divisions
    begin in the same round; `rounds` are those that its own bracket has.
    """

    tournament: Tournament
    bracket: Bracket
    registrations: dict[int, Registration]
    rounds: tuple[Round, ...]
    matches: dict[MatchKey, Match]
    division: str = ""

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

    def players_in(self, number: int) -> int:
        """How many are left in the round of this number in the bracket: 8, 4, 2."""
        return self.bracket.size >> (number - 1)


@dataclass(frozen=True)
class Side:
    """One side of a drawn match. `registration` is None for a place nobody has reached yet or ever will (`is_empty`):
    in the first round the other side has the bye (`is_bye`), later both lost before. `wins` counts games; None before
    anything was recorded.
    """

    registration: Registration | None
    seed: int | None
    wins: int | None
    is_winner: bool
    is_empty: bool
    is_bye: bool


@dataclass(frozen=True)
class DrawnMatch:
    """One box of the picture, sides from top to bottom. `match` is None before it is paired and for a walkover.

    `played` are the recorded games, won by the first and the second player of the match and drawn; the wins of the
    sides are those that count.
    """

    key: MatchKey
    match: Match | None
    top: Side
    bottom: Side
    draws: int
    played: tuple[int, int, int]

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
    """The whole picture, first column first; `division` is the code of the division it is of, empty for everybody's.

    `winner` of the event once the final is over: where they were disqualified, who moved up to the first place, which
    is nobody before the event has finished.
    """

    size: int
    rounds: tuple[DrawnRound, ...]
    winner: Registration | None
    division: str = ""


def read_cuts(tournament: Tournament) -> tuple[CutRecord, ...]:
    """The top cuts in four queries, in the order of their divisions; none where none has started, nor in pods."""
    if tournament.is_in_pods:
        return ()
    seeded = list(
        Registration.objects.filter(tournament=tournament, seed__isnull=False).select_related("player").order_by("seed")
    )
    rounds = list(Round.objects.filter(tournament=tournament, stage=Round.Stage.TOP_CUT).order_by("number"))
    if len(seeded) < 2 or not rounds:
        return ()
    matches = Match.objects.filter(round__in=rounds).prefetch_related("games")
    by_key = {seeded_match.pk: seeded_match for seeded_match in seeded}
    for entry in seeded:
        entry.tournament = tournament
    for round in rounds:
        round.tournament = tournament
    placed = _placed(matches, rounds, by_key)
    own: dict[str, list[Registration]] = {code: [] for code in division_codes(tournament)}
    for entry in seeded:
        own[division_in_cut(tournament, entry.division)].append(entry)
    return tuple(_cut_of(tournament, code, entries, rounds, placed) for code, entries in own.items() if entries)


def _cut_of(
    tournament: Tournament, code: str, seeded: list[Registration], rounds: list[Round], placed: list[Match]
) -> CutRecord:
    bracket = Bracket(tuple(entry.pk for entry in seeded), third_place=tournament.third_place_match)
    people = {entry.pk: entry for entry in seeded}
    matches = {key_of(match, rounds[0].number): match for match in placed if match.player1_id in people}
    return CutRecord(tournament, bracket, people, tuple(rounds[: bracket.rounds]), matches, code)


@dataclass(frozen=True)
class NextCutRound:
    """The next round of the top cut: its number in the brackets, its matches in each cut that has any, and what it is
    called by (see `places_in_cut`).
    """

    number: int
    pairs: tuple[tuple[CutRecord, tuple[BracketPairing, ...]], ...]
    places: int


def next_cut_round(cuts: Sequence[CutRecord]) -> NextCutRound | None:
    """The earliest round in which a cut still has a match to play; None when all are played.

    A cut whose bracket is smaller ends in an earlier round than the others.
    """
    upcoming = [pairs[0].key.round for cut in cuts if (pairs := next_round_pairs(cut.bracket, cut.results))]
    if not upcoming:
        return None
    number = min(upcoming)
    drawn = [(cut, round_pairs(cut.bracket, cut.results, number)) for cut in cuts if number <= cut.bracket.rounds]
    seeds = [len(cut.bracket.entrants) for cut in cuts]
    places = places_in_cut(seeds, range(1, number + 1))[number]
    return NextCutRound(number, tuple((cut, pairs) for cut, pairs in drawn if pairs), places)


def cut_of(cuts: Iterable[CutRecord], match: Match) -> CutRecord:
    """The cut that a match belongs to."""
    return next(cut for cut in cuts if match.player1_id in cut.registrations)


def board_length(cut: CutRecord, round: Round) -> int | None:
    """How long the matches that players play in a bracket are, be they boards of teams, where they are not as long as
    its round; None where they are."""
    length = cut.tournament.cut_length(cut.players_in(round.number - cut.first_round + 1))
    return None if length == round.match_length else length


def _placed(matches: Iterable[Match], rounds: Sequence[Round], by_key: dict[int, Registration]) -> list[Match]:
    placed = []
    by_round = {round.pk: round for round in rounds}
    for match in matches:
        match.round = by_round[match.round_id]
        match.player1, match.player2 = by_key[match.player1_id], by_key[match.player2_id]
        placed.append(match)
    return placed


def key_of(match: Match, first_round: int) -> MatchKey:
    """Where a stored match is in the bracket whose first round has that number."""
    return MatchKey(match.round.number - first_round + 1, match.bracket_slot or 0, match.is_third_place)


def brackets_of(tournament: Tournament, *, drafts: bool = False) -> tuple[DrawnBracket, ...]:
    """The picture of each bracket, in the order of the divisions; none before the top cut.

    A draft round's tables show only with `drafts` (staff).
    """
    cuts = read_cuts(tournament)
    if not cuts or (cuts[0].rounds[0].status == Round.Status.DRAFT and not drafts):
        return ()
    return tuple(_drawn(cut, drafts) for cut in cuts)


def passed_through(round: Round) -> list[Registration]:
    """Who advances from a round of the top cut without a match, because both who might have come lost before: in the
    order of the brackets. Byes of the first round are records of their own. Four queries for a round of the cut.
    """
    if round.stage != Round.Stage.TOP_CUT:
        return []
    found = []
    for cut in read_cuts(round.tournament):
        place = round.number - cut.first_round
        if 0 < place < cut.bracket.rounds:
            matches = draw_bracket(cut.bracket, cut.results)[place]
            through = (one.winner.entrant for one in matches if one.walkover and not one.key.third_place)
            found += [cut.registrations[entrant] for entrant in through if entrant is not None]
    return found


def _drawn(cut: CutRecord, drafts: bool) -> DrawnBracket:
    drawn = draw_bracket(cut.bracket, cut.results)
    by_number = {round.number: round for round in cut.rounds if drafts or round.status != Round.Status.DRAFT}
    columns = []
    for place, matches in enumerate(drawn):
        number = cut.first_round + place
        boxes = tuple(_box(cut, match, by_number.get(number)) for match in matches)
        columns.append(DrawnRound(number, by_number.get(number), cut.players_in(place + 1), boxes))
    winner = _champion(cut, drawn[-1][0].winner.entrant)
    return DrawnBracket(cut.bracket.size, tuple(columns), winner, cut.division)


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
    played = (0, 0, 0)
    if match is not None and (match.is_complete or match.games.all()):
        state = state_of(match, round=match.round)
        played = (state.wins1, state.wins2, state.draws)
        wins1, wins2, draws = score_in_games(match, state, round=match.round)
        wins = {match.player1_id: wins1, match.player2_id: wins2}
    return DrawnMatch(
        key=drawn.key,
        match=match,
        top=_side(cut, drawn.one, drawn, wins),
        bottom=_side(cut, drawn.two, drawn, wins),
        draws=draws,
        played=played,
    )


def _side(cut: CutRecord, slot: Slot, drawn: BracketMatch, wins: dict[int, int]) -> Side:
    is_empty = slot.kind is SlotKind.EMPTY
    return Side(
        registration=cut.registrations[slot.entrant] if slot.entrant is not None else None,
        seed=slot.seed,
        wins=wins.get(slot.entrant) if slot.entrant is not None else None,
        is_winner=slot.entrant is not None and drawn.winner.entrant == slot.entrant,
        is_empty=is_empty,
        is_bye=is_empty and drawn.key.round == 1,
    )
