"""What an archive file says, as plain records. The file format is described in `docs/archive.md`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.pods.results import Manner, Place

FORMAT = "dueldesk-archive/1"
FORMAT_2 = "dueldesk-archive/2"
"""A file that may have `cuts`, and matches of the kind *award*. A file of either format without them says the same."""
FORMAT_3 = "dueldesk-archive/3"
"""A file of an event in pods, and of no other: its rounds have `pods`, and there may be `finals`."""
FORMATS = (FORMAT, FORMAT_2, FORMAT_3)


class MatchKind(StrEnum):
    """How a match of the file came to its result."""

    PLAYED = "played"
    BYE = "bye"
    LOSS = "loss"
    INTENTIONAL_DRAW = "intentional_draw"
    NO_SHOW = "no_show"
    DOUBLE_LOSS = "double_loss"
    AWARD = "award"


ALONE = frozenset({MatchKind.BYE, MatchKind.LOSS})
"""Kinds with a single player: a bye, or a round a late entrant missed."""
IN_FORMAT_2 = frozenset({MatchKind.AWARD})
"""Kinds that the first format does not have."""


class TeamRule(StrEnum):
    """What members of one team have to do with each other in the pairing."""

    IGNORE = "ignore"
    DISCOURAGE = "discourage"
    PROHIBIT = "prohibit"


class PairOrder(StrEnum):
    """Who meets whom inside a bracket."""

    RANDOM = "random"
    NEIGHBOURS = "neighbours"
    FOLD = "fold"


@dataclass(frozen=True)
class ArchiveSettings:
    """How the event is scored and paired. `rounds` is the planned number, None when it is not known."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    best_of: int = 3
    rounds: int | None = None
    preset: str = "mtr"
    tiebreaks_from: int | None = None
    order: PairOrder = PairOrder.RANDOM
    teams: TeamRule = TeamRule.DISCOURAGE
    team_rounds: int | None = None
    prohibited: tuple[tuple[int, int], ...] = ()
    discouraged: tuple[tuple[int, int], ...] = ()
    pod_places: tuple[int, ...] = ()


@dataclass(frozen=True)
class KnownState:
    """An entrant known only by what the rounds so far have made of them."""

    score: int
    met: tuple[int, ...] = ()
    had_bye: int = 0
    floated_down: int = 0
    floated_up: int = 0


@dataclass(frozen=True)
class ArchiveEntrant:
    """One entrant. `dropped_after` is the last round they were in (0: none), None while they are still in."""

    id: int
    name: str = ""
    team: str | None = None
    dropped_after: int | None = None
    disqualified: bool = False
    division: str | None = None
    fixed_table: int | None = None
    state: KnownState | None = None


@dataclass(frozen=True)
class ArchiveMatch:
    """One table, bye or missed round. `winner` is a seat, 1 or 2; games are counted from the file's list or score.

    `open` marks a match without a result: it is skipped by standings and keeps a round from being paired.
    """

    one: int
    two: int | None = None
    table: int | None = None
    wins1: int = 0
    wins2: int = 0
    draws: int = 0
    kind: MatchKind = MatchKind.PLAYED
    winner: int | None = None
    open: bool = False


@dataclass(frozen=True)
class ArchiveSeat:
    """One player of a pod; `place` is None while the pod has no result."""

    id: int
    place: int | None = None
    manner: Manner = Manner.PLAYED


@dataclass(frozen=True)
class ArchivePod:
    """One pod, its seats in the order of turns."""

    seats: tuple[ArchiveSeat, ...]
    table: int | None = None
    ended_by_time: bool = False

    @property
    def players(self) -> tuple[int, ...]:
        """The entrants in the order of turns."""
        return tuple(seat.id for seat in self.seats)

    @property
    def result(self) -> tuple[Place, ...]:
        """The places in the order of turns; empty without a result."""
        return tuple(Place(seat.id, seat.place, seat.manner) for seat in self.seats if seat.place is not None)


@dataclass(frozen=True)
class ArchiveRound:
    """One Swiss round. In pods `matches` are the byes and the missed rounds."""

    number: int
    matches: tuple[ArchiveMatch, ...]
    pods: tuple[ArchivePod, ...] = ()


@dataclass(frozen=True)
class ArchiveFinals:
    """The final pods: everybody seeded, the first seed first, and the pods of each round, the final last."""

    seeds: tuple[int, ...]
    rounds: tuple[tuple[ArchivePod, ...], ...] = ()


@dataclass(frozen=True)
class CutMatch:
    """A match of a top cut, in this round of its bracket. Who is in which match follows from the seeds."""

    round: int
    match: ArchiveMatch


@dataclass(frozen=True)
class ArchiveCut:
    """The top cut of a division (None: of everybody), its entrants by their seeds, the first one first."""

    seeds: tuple[int, ...]
    division: str | None = None
    third_place: bool = False
    matches: tuple[CutMatch, ...] = ()


@dataclass(frozen=True)
class Archive:
    """A whole file."""

    settings: ArchiveSettings
    entrants: tuple[ArchiveEntrant, ...]
    rounds: tuple[ArchiveRound, ...] = ()
    cuts: tuple[ArchiveCut, ...] = ()
    in_pods: bool = False
    finals: ArchiveFinals | None = None
    by_id: dict[int, ArchiveEntrant] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_id", {entrant.id: entrant for entrant in self.entrants})

    @property
    def last_round(self) -> int:
        """The number of the last round in the file, 0 for none."""
        return max((each.number for each in self.rounds), default=0)
