"""The cores' view of a tournament: its Swiss rounds as plain records whose ids are registration keys."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournaments.models import AssignedRound, Bye, Match, MissedRound, Registration, Round, Tournament
from tournaments.models.match import TEAM_MATCH_LENGTH
from tournaments.play.records import Seat
from tournaments.queries.match_records import result_kind
from tournaments.scoring.explanations import Explanation, explain
from tournaments.scoring.history import Entrant, History, MatchResult, PointSystem, ResultKind
from tournaments.scoring.presets import Preset, find_preset
from tournaments.scoring.standings import Standing, compute_standings
from tournaments.scoring.tallies import Row, rows_by_entrant
from tournaments.scoring.tiebreakers import Field, read_field
from tournaments.swiss.history import Entrant as PairingEntrant
from tournaments.swiss.history import PairingHistory

GONE = (Registration.Status.DROPPED, Registration.Status.NO_SHOW, Registration.Status.DISQUALIFIED)
"""Statuses of entrants who have left; `status_round` is their last round."""


@dataclass(frozen=True)
class SwissRecord:
    """Everything the Swiss rounds have produced up to one round, read in five queries of plain rows.

    `registrations` holds every entrant by key, with the player; `tables` the table numbers each has sat at.
    """

    tournament: Tournament
    history: History
    preset: Preset
    registrations: dict[int, Registration]
    tables: dict[int, tuple[int, ...]]
    after_round: int

    def standings(self) -> tuple[Standing, ...]:
        """The table of the scoring core, disqualified entrants left out."""
        return compute_standings(self.history, self.preset)

    @cached_property
    def rows(self) -> Mapping[int, Sequence[Row]]:
        """Every entrant's rounds in order."""
        return rows_by_entrant(self.history, self.preset)

    @cached_property
    def field(self) -> Field:
        """Every result judged, for explaining values one after the other."""
        return read_field(self.history, self.preset)

    def explained(self, key: int, code: str) -> Explanation:
        """The arithmetic behind one tiebreaker of an entrant. Raises ValueError for an unknown code."""
        return explain(self.history, self.preset, key, code, field=self.field)

    def byes_of(self, key: int) -> tuple[int, ...]:
        """The rounds that the entrant had a bye in, as far as the tiebreakers count them."""
        return tuple(row.round for row in self.field.counted_rows(key) if row.is_bye)

    def __len__(self) -> int:
        """How much it takes to keep, in rows of a table; eight results take as much as a row."""
        return len(self.registrations) + len(self.history.results) // 8


def rounds_counted(tournament: Tournament) -> int:
    """The last completed Swiss round, 0 before the first: up to it a table counts by default."""
    return (
        Round.objects.filter(tournament=tournament, stage=Round.Stage.SWISS, status=Round.Status.COMPLETED)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
        or 0
    )


def first_tiebreak_round(tournament: Tournament, after_round: int) -> int:
    """The round from which the tiebreakers of the table after `after_round` count: the tournament's, once it is played.

    Until then they count every round, or a first day would have none.
    """
    first = tournament.tiebreaks_from
    return first if first is not None and first <= after_round else 1


def read_swiss(tournament: Tournament, *, after_round: int | None = None) -> SwissRecord:
    """The Swiss rounds up to `after_round`; up to the last completed one by default.

    Matches without a result yet are left out, so a round under way counts as far as it has got.
    """
    rounds = rounds_shown(tournament)
    completed = [number for _, number, status in rounds if status == Round.Status.COMPLETED]
    last = max(completed, default=0) if after_round is None else after_round
    counted = {key: number for key, number, _ in rounds if number <= last}
    matches = matches_played(counted)
    byes = Bye.objects.filter(round__in=counted).values_list("round", "registration", "kind")
    missed = MissedRound.objects.filter(round__in=counted).values_list("round", "registration")
    results = [_match_result(match) for match in matches if match.is_complete]
    results += [MatchResult(counted[round], entry, kind=BYES[kind]) for round, entry, kind in byes]
    results += [MatchResult(counted[round], entry, kind=ResultKind.MISSED) for round, entry in missed]
    seen = {key for result in results for key in (result.one, result.two) if key is not None}
    seen |= {key for match in matches for key in (match.one, match.two)}
    registrations = {entry.pk: entry for entry in entrants_of(tournament) if took_part(entry, seen)}
    history = History(
        entrants=tuple(_entrant(entry, last) for entry in registrations.values()),
        results=tuple(results),
        points=PointSystem(tournament.points_win, tournament.points_draw, tournament.points_loss),
        best_of=TEAM_MATCH_LENGTH if tournament.is_by_seat else tournament.best_of,
        planned_rounds=tournament.planned_rounds,
        tiebreaks_from=first_tiebreak_round(tournament, last),
    )
    return SwissRecord(
        tournament, history.up_to(last), find_preset(tournament.preset), registrations, _tables(matches), last
    )


def rounds_shown(tournament: Tournament) -> list[tuple[int, int, str]]:
    """Key, number and status of the Swiss rounds that count; the long pairing facts stay unread."""
    rounds = Round.objects.filter(tournament=tournament, stage=Round.Stage.SWISS).exclude(status=Round.Status.DRAFT)
    return list(rounds.values_list("pk", "number", "status"))


def entrants_of(tournament: Tournament) -> list[Registration]:
    entries = list(
        Registration.objects.filter(tournament=tournament, status__in=[Registration.Status.ACTIVE, *GONE])
        .select_related("player")
        .order_by("pk")
    )
    for entry in entries:
        entry.tournament = tournament
    return entries


def took_part(entry: Registration, seen: set[int]) -> bool:
    """Entrants who left before playing a round are not part of the table."""
    return entry.status == Registration.Status.ACTIVE or entry.pk in seen or bool(entry.status_round)


def _entrant(entry: Registration, last: int) -> Entrant:
    left = entry.status_round if entry.status in GONE else None
    out = entry.status == Registration.Status.DISQUALIFIED and (left or 0) <= last
    return Entrant(entry.pk, dropped_after=left, ranked=not out)


class PlayedMatch(NamedTuple):
    """A match as far as a table needs it: a tuple, because a large event has tens of thousands."""

    number: int
    table: int | None
    one: int
    two: int
    outcome: str
    winner_seat: int | None
    is_complete: bool
    wins1: int
    wins2: int
    draws: int


def matches_played(numbers: Mapping[int, int]) -> list[PlayedMatch]:
    """The matches of the rounds, which are given by key with their numbers, in order of round; boards are left out, and
    games counted by the database."""
    games = {
        "counted_wins1": Count("games", filter=Q(games__is_draw=False, games__winner_seat=Seat.ONE)),
        "counted_wins2": Count("games", filter=Q(games__is_draw=False, games__winner_seat=Seat.TWO)),
        "counted_draws": Count("games", filter=Q(games__is_draw=True)),
    }
    columns = ("round", "table", "player1", "player2", "outcome", "winner_seat", "is_complete", *games)
    rows = Match.objects.filter(round__in=numbers).order_by("pk").annotate(**games).values_list(*columns)
    return sorted((PlayedMatch(numbers[round], *rest) for round, *rest in rows), key=lambda match: match.number)


def _match_result(match: PlayedMatch) -> MatchResult:
    winner = {1: match.one, 2: match.two}.get(match.winner_seat or 0)
    kind = result_kind(match.outcome)
    return MatchResult(match.number, match.one, match.two, match.wins1, match.wins2, match.draws, kind, winner)


BYES: dict[str, ResultKind] = {Bye.Kind.PAIRED: ResultKind.BYE, Bye.Kind.AWARDED: ResultKind.AWARDED_BYE}


def _tables(matches: Iterable[PlayedMatch]) -> dict[int, tuple[int, ...]]:
    tables: dict[int, list[int]] = defaultdict(list)
    for match in matches:
        if match.table is not None:
            tables[match.one].append(match.table)
            tables[match.two].append(match.table)
    return {key: tuple(numbers) for key, numbers in tables.items()}


def to_be_paired(tournament: Tournament, number: int) -> QuerySet[Registration]:
    """The entrants who get an opponent or the bye in round `number`: in it, with nothing assigned to them."""
    assigned = AssignedRound.objects.filter(registration=OuterRef("pk"), number=number)
    return in_round(tournament, number).exclude(Exists(assigned))


def in_round(tournament: Tournament, number: int) -> QuerySet[Registration]:
    """The entrants of round `number`: active, and not late beyond it."""
    return Registration.objects.filter(
        tournament=tournament, status=Registration.Status.ACTIVE, first_round__lte=number
    ).order_by("pk")


def pairing_history(
    tournament: Tournament, number: int, *, entries: Sequence[Registration] | None = None
) -> PairingHistory:
    """The field before round `number`, as the pairing core takes it: those who are to be paired, or only `entries`."""
    record = read_swiss(tournament, after_round=number - 1)
    rows = rows_by_entrant(record.history, record.preset)
    ranks = {standing.entrant: standing.rank for standing in record.standings()}
    scores = _scores_by_round(rows)
    down, up = _floats(rows, scores)
    entrants = []
    for entry in to_be_paired(tournament, number) if entries is None else entries:
        own = rows.get(entry.pk, ())
        entrants.append(
            PairingEntrant(
                id=entry.pk,
                score=sum(row.points for row in own),
                met=dict(Counter(row.opponent for row in own if row.opponent is not None)),
                had_bye=sum(row.is_bye for row in own),
                floated_down=down[entry.pk],
                floated_up=up[entry.pk],
                team=team_key(entry.team) or None,
                fixed_table=entry.fixed_table,
                rank=ranks.get(entry.pk, len(ranks) + 1),
                tables=record.tables.get(entry.pk, ()),
            )
        )
    return PairingHistory(tuple(entrants), tournament.planned_rounds, number)


def team_key(team: str) -> str:
    """What two spellings of one team have in common: width, case and spaces make no difference."""
    return " ".join(unicodedata.normalize("NFKC", team).casefold().split())


def _scores_by_round(rows: dict[int, tuple[Row, ...]]) -> dict[int, Counter[int]]:
    """Points each entrant got, by round."""
    scores: dict[int, Counter[int]] = {}
    for key, own in rows.items():
        scores[key] = Counter()
        for row in own:
            scores[key][row.round] += row.points
    return scores


def _floats(rows: dict[int, tuple[Row, ...]], scores: dict[int, Counter[int]]) -> tuple[Counter[int], Counter[int]]:
    """How often each entrant met somebody of a lower score (down) and of a higher one (up), scores before the round."""
    down: Counter[int] = Counter()
    up: Counter[int] = Counter()

    def before(key: int, number: int) -> int:
        return sum(points for played, points in scores[key].items() if played < number)

    for key, own in rows.items():
        for row in own:
            if row.opponent is None:
                continue
            mine, theirs = before(key, row.round), before(row.opponent, row.round)
            down[key] += mine > theirs
            up[key] += mine < theirs
    return down, up
