"""The top cut: a single-elimination bracket.

Seeds are drawn so that the best meet last: with eight, 1 v 8, 4 v 5, 2 v 7, 3 v 6 from top to bottom. A field that does
not fill the bracket leaves its lowest places empty, so the highest seeds have byes. Nobody is promoted into the place
of a player who left: the opponent advances (Magic Tournament Rules 2.10 on drops after the cut).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from tournaments.play.first_player import AGREED_METHOD, GameOneKind, GameOnePolicy
from tournaments.play.records import Seat

MIN_SIZE, MAX_SIZE = 2, 128


@dataclass(frozen=True, slots=True)
class Bracket:
    """The fixed part of a bracket: entrants in seed order (seed 1 first), and whether third place is played.

    ``ValueError`` for a field outside 2 to 128, or one that names an entrant twice. With fewer than four entrants there
    is no third-place match.
    """

    entrants: tuple[int, ...]
    third_place: bool = False

    def __post_init__(self) -> None:
        if not MIN_SIZE <= len(self.entrants) <= MAX_SIZE:
            raise ValueError(f"a bracket of {len(self.entrants)}: {MIN_SIZE} to {MAX_SIZE} entrants are needed")
        if len(set(self.entrants)) != len(self.entrants):
            raise ValueError("an entrant is seeded twice")

    @property
    def size(self) -> int:
        """Places in the first round: the next power of two."""
        return 1 << (len(self.entrants) - 1).bit_length()

    @property
    def rounds(self) -> int:
        """Number of rounds; the last is the final (and the third-place match, where it is played)."""
        return self.size.bit_length() - 1

    @property
    def plays_third_place(self) -> bool:
        """Whether there is a third-place match."""
        return self.third_place and len(self.entrants) >= 4

    def seed(self, entrant: int) -> int:
        """The entrant's seed, 1 the highest. ``ValueError`` for one who is not in the bracket."""
        return self.entrants.index(entrant) + 1


@dataclass(frozen=True, slots=True, order=True)
class MatchKey:
    """Where a match is: its round from 1, its position from the top from 0; position 1 of the last round is the
    third-place match.
    """

    round: int
    position: int
    third_place: bool = False


class SlotKind(StrEnum):
    """Who is in a place: an entrant, nobody yet, or nobody ever (a bye, or both players of the match before lost)."""

    ENTRANT = "entrant"
    PENDING = "pending"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Slot:
    """One side of a bracket match."""

    kind: SlotKind
    entrant: int | None = None
    seed: int | None = None


PENDING, EMPTY = Slot(SlotKind.PENDING), Slot(SlotKind.EMPTY)


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match as it stands. ``winner`` and ``loser`` are slots; ``walkover`` says nobody had to play for the result."""

    key: MatchKey
    one: Slot
    two: Slot
    winner: Slot
    loser: Slot
    walkover: bool

    @property
    def playable(self) -> bool:
        """Both players are known and nobody has won yet."""
        return self.one.kind is self.two.kind is SlotKind.ENTRANT and self.winner.kind is SlotKind.PENDING


@dataclass(frozen=True, slots=True)
class BracketPairing:
    """A match to play: the entrant of seat one is the higher seed."""

    key: MatchKey
    one: int
    two: int


Results = Mapping[MatchKey, int | None]
"""Who advanced, by match; ``None``: nobody did (both were disqualified or lost)."""


class ResultFault(ValueError):
    """A result that names somebody who is not in that match, or a match that is not there or not yet playable."""

    def __init__(self, key: MatchKey) -> None:
        self.key = key
        super().__init__(f"no such result in {key}")


def seed_order(size: int) -> tuple[int, ...]:
    """Seeds from top to bottom of a full bracket: 8 gives 1 8 4 5 2 7 3 6. ``ValueError`` unless a power of two."""
    if size < MIN_SIZE or size & (size - 1) or size > MAX_SIZE:
        raise ValueError(f"a bracket of {size} places: a power of two from {MIN_SIZE} to {MAX_SIZE} is needed")
    order = [1]
    while len(order) < size:
        pair = 2 * len(order) + 1
        order = [seed for high in order for seed in (high, pair - high)]
    return tuple(order)


def draw_bracket(bracket: Bracket, results: Results) -> tuple[tuple[BracketMatch, ...], ...]:
    """Every match of every round as the results have it, rounds first to last, the third-place match last of all.

    Raises ``ResultFault`` for results that do not fit.
    """
    remaining = dict(results)
    slots = [
        Slot(SlotKind.ENTRANT, bracket.entrants[seed - 1], seed) if seed <= len(bracket.entrants) else EMPTY
        for seed in seed_order(bracket.size)
    ]
    rounds: list[tuple[BracketMatch, ...]] = []
    for number in range(1, bracket.rounds + 1):
        matches = [
            _match(MatchKey(number, position), slots[2 * position], slots[2 * position + 1], remaining)
            for position in range(len(slots) // 2)
        ]
        if number == bracket.rounds and bracket.plays_third_place:
            semifinals = rounds[-1]
            key = MatchKey(number, 1, third_place=True)
            matches.append(_match(key, semifinals[0].loser, semifinals[1].loser, remaining))
        slots = [match.winner for match in matches]
        rounds.append(tuple(matches))
    if remaining:
        raise ResultFault(min(remaining))
    return tuple(rounds)


def _match(key: MatchKey, one: Slot, two: Slot, results: dict[MatchKey, int | None]) -> BracketMatch:
    kinds = (one.kind, two.kind)
    if SlotKind.PENDING in kinds:
        return BracketMatch(key, one, two, PENDING, PENDING, False)
    if SlotKind.EMPTY in kinds:
        winner = two if one.kind is SlotKind.EMPTY else one
        return BracketMatch(key, one, two, winner, EMPTY, True)
    if key not in results:
        return BracketMatch(key, one, two, PENDING, PENDING, False)
    entrant = results.pop(key)
    if entrant is None:
        return BracketMatch(key, one, two, EMPTY, EMPTY, False)
    if entrant not in (one.entrant, two.entrant):
        raise ResultFault(key)
    winner, loser = (one, two) if entrant == one.entrant else (two, one)
    return BracketMatch(key, one, two, winner, loser, False)


def next_round_pairs(bracket: Bracket, results: Results) -> tuple[BracketPairing, ...]:
    """The matches of the earliest round that still has one to play, top to bottom; nothing when all are played.

    In each, seat one is the higher seed.
    """
    drawn = (round_pairs(bracket, results, number) for number in range(1, bracket.rounds + 1))
    return next((pairs for pairs in drawn if pairs), ())


def round_pairs(bracket: Bracket, results: Results, number: int) -> tuple[BracketPairing, ...]:
    """The matches of a round that are to be played now, top to bottom; none where everybody in it passes through, as
    two neighbours do whose opponents would have come from matches that both players lost.
    """
    return tuple(_pairing(match) for match in draw_bracket(bracket, results)[number - 1] if match.playable)


def _pairing(match: BracketMatch) -> BracketPairing:
    one, two = sorted((match.one, match.two), key=lambda slot: slot.seed or 0)
    assert one.entrant is not None
    assert two.entrant is not None
    return BracketPairing(match.key, one.entrant, two.entrant)


class SharedPlaces(StrEnum):
    """How those who lost in the same round are placed: level, or by their seed (the Swiss rank)."""

    SHARED = "shared"
    BY_SEED = "by_seed"


@dataclass(frozen=True, slots=True)
class Placing:
    """A final place, from ``first`` to ``last`` where it is shared (5 to 8), and the round the entrant lost in."""

    entrant: int
    first: int
    last: int
    lost_in: int | None


def final_placings(
    bracket: Bracket, results: Results, *, shared: SharedPlaces = SharedPlaces.SHARED
) -> tuple[Placing, ...]:
    """The places known so far, best first: everybody who lost, and the winner once there is one.

    The finalists are 1 and 2; the losing semifinalists 3 and 4 by their match where it is played; then those who lost
    in each earlier round, level or in seed order by ``shared``. Where a place stays empty because nobody advanced, the
    places of the others do not move; who then lost beyond the places of a round share the last of them.
    """
    rounds = draw_bracket(bracket, results)
    placings: list[Placing] = []
    for entrants, first, last, lost_in in _losing_groups(bracket, rounds):
        ordered = sorted(entrants, key=bracket.seed)
        for offset, entrant in enumerate(ordered):
            if shared is SharedPlaces.BY_SEED:
                place = min(first + offset, last)
                placings.append(Placing(entrant, place, place, lost_in))
            else:
                placings.append(Placing(entrant, first, last, lost_in))
    return tuple(placings)


def _losing_groups(
    bracket: Bracket, rounds: tuple[tuple[BracketMatch, ...], ...]
) -> Iterator[tuple[list[int], int, int, int | None]]:
    final = rounds[-1][0]
    if final.winner.entrant is not None:
        yield [final.winner.entrant], 1, 1, None
    yield from _losers([final], 2, 2)
    field = len(bracket.entrants)
    first = 3
    if bracket.plays_third_place:
        third = rounds[-1][1]
        if third.winner.entrant is not None:
            yield [third.winner.entrant], 3, 3, bracket.rounds - 1
        yield from _losers([third], 4, 4)
        first = 5
    for number in range(bracket.rounds - 1, 0, -1):
        matches = rounds[number - 1]
        if number == bracket.rounds - 1 and bracket.plays_third_place:
            yield from _losers([match for match in matches if match.winner.kind is SlotKind.EMPTY], 4, 4)
            continue
        last = min(first + len(matches) - 1, field)
        yield from _losers(list(matches), first, last)
        first = last + 1


def _losers(matches: list[BracketMatch], first: int, last: int) -> Iterator[tuple[list[int], int, int, int]]:
    losers: list[int] = []
    for match in matches:
        if match.loser.entrant is not None:
            losers.append(match.loser.entrant)
        elif match.winner.kind is SlotKind.EMPTY:
            losers += [slot.entrant for slot in (match.one, match.two) if slot.entrant is not None]
    if losers:
        yield losers, first, last, matches[0].key.round


def who_has_choice(kind: GameOneKind, seed_one: int, seed_two: int, rng: Random | None = None) -> GameOnePolicy:
    """The game-1 policy of one bracket match: the higher seed's seat (the lower number), a drawn seat, or nobody's.

    ``ValueError`` for a random policy without ``rng``. The drawn seat is the caller's to keep.
    """
    match kind:
        case GameOneKind.AGREED_METHOD:
            return AGREED_METHOD
        case GameOneKind.HIGHER_SEED:
            return GameOnePolicy(kind, Seat.ONE if seed_one < seed_two else Seat.TWO)
        case GameOneKind.RANDOM:
            if rng is None:
                raise ValueError("a random choice needs a generator")
            return GameOnePolicy(kind, Seat.ONE if rng.random() < 0.5 else Seat.TWO)
