"""The rounds of a tournament and the tables of one round, ready to be shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from accounts.compiled import Compiled
from tournaments.models import (
    Bye,
    DeckCheck,
    JudgeCall,
    LogEntry,
    Match,
    MissedRound,
    Penalty,
    Pod,
    Registration,
    Round,
    TimeExtension,
    Tournament,
)
from tournaments.play.match_state import MatchState
from tournaments.queries.cut_rounds import cut_places
from tournaments.queries.match_records import declared_winner, is_played, score_in_games, state_of
from tournaments.queries.pods import count_pods, entries_in_pods, pod_keys


@dataclass(frozen=True)
class MatchRow:
    """One table of a round as it stands.

    `wins1`, `wins2`, `draws` count the recorded games; `winner_seat` is 1, 2 or None (drawn, lost by both, or open).
    `score` is what the standings count: won to nil after a no-show.
    """

    match: Match
    state: MatchState
    winner_seat: int | None

    @property
    def wins1(self) -> int:
        return self.state.wins1

    @property
    def wins2(self) -> int:
        return self.state.wins2

    @property
    def draws(self) -> int:
        return self.state.draws

    @property
    def score(self) -> tuple[int, int, int]:
        """Games won by the first and the second player and drawn, as the standings count them."""
        return score_in_games(self.match, self.state, round=self.match.round)

    @property
    def is_open(self) -> bool:
        """Whether the table waits for its result."""
        return self.match.is_open

    @property
    def winner(self) -> Registration | None:
        return {1: self.match.player1, 2: self.match.player2}.get(self.winner_seat or 0)


_ROUNDS = Compiled(
    lambda tournament: Round.objects.filter(tournament=tournament).defer("pairing").order_by("number"), parameters=1
)
_PUBLISHED_ROUNDS = Compiled(
    lambda tournament: (
        Round.objects.filter(tournament=tournament)
        .exclude(status=Round.Status.DRAFT)
        .defer("pairing")
        .order_by("number")
    ),
    parameters=1,
)


def rounds_of(tournament: Tournament, *, drafts: bool = False) -> list[Round]:
    """The rounds in order; drafts only for those who may see them (staff who run rounds).

    Their pairing facts, which are long, are read when asked for.
    """
    return (_ROUNDS if drafts else _PUBLISHED_ROUNDS).ask(tournament.pk)


@dataclass(frozen=True)
class CutInLog:
    """What the log calls the rounds of a standing top cut: its `cut_places`, and the key of the line that began it."""

    places: Mapping[int, int]
    since: int

    def places_at(self, line: int) -> Mapping[int, int]:
        """The places as of a line: a round that an older line is about was a Swiss one, whatever has its number now."""
        return self.places if line >= self.since else {}


def cut_in_log(tournament: Tournament) -> CutInLog:
    """How the lines of a tournament's log are to name their rounds; without places before the top cut."""
    places = cut_places(tournament) if tournament.top_cut else {}
    if not places:
        return CutInLog({}, 0)
    began = LogEntry.objects.filter(tournament=tournament, verb="top_cut_started").values_list("pk", flat=True).first()
    return CutInLog(places, began or 0)


def refusal_facts(round: Round) -> dict[str, Any]:
    """The facts by which a refusal names a round: its number, and in the top cut how many places it has."""
    places = cut_places(round.tournament).get(round.number, 0) if round.stage == Round.Stage.TOP_CUT else 0
    return {"number": round.number, "places": places} if places else {"number": round.number}


def current_round(tournament: Tournament, *, drafts: bool = False) -> Round | None:
    """The newest round, or None before the first."""
    rounds = rounds_of(tournament, drafts=drafts)
    return rounds[-1] if rounds else None


def newest_round(tournament: Tournament) -> Round | None:
    """The newest round of any status, drafts included; what the next step follows from."""
    return Round.objects.filter(tournament=tournament).defer("pairing").order_by("-number").first()


def seating_of(round: Round) -> list[tuple[int, int | None]]:
    """Key and table of each match of a round, in the order of `matches_of`; of each pod in a round in pods."""
    if round.tournament.is_in_pods:
        return pod_keys(round)
    return list(in_order(Match.objects.filter(round=round)).values_list("pk", "table"))


def entries_seated_in(round: Round) -> Sequence[tuple[int, ...]]:
    """The keys of the entries at each table of a round, in the order of `seating_of`."""
    if round.tournament.is_in_pods:
        return entries_in_pods(round)
    return list(in_order(Match.objects.filter(round=round)).values_list("player1", "player2"))


def in_order(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches of a round in order of table, those without one last."""
    return matches.order_by(F("table").asc(nulls_last=True), "bracket_slot", "id")


def matches_of(round: Round, *, only: Collection[int] | None = None) -> list[MatchRow]:
    """The tables of a round in order of table number, with players, games and extra time, in three queries.

    `only` the matches of these keys, where given.
    """
    tournament = round.tournament
    chosen = Match.objects.filter(round=round) if only is None else Match.objects.filter(round=round, pk__in=only)
    matches = (
        in_order(chosen)
        .select_related("player1__player", "player2__player")
        .prefetch_related("games", "time_extensions")
    )
    return [match_row(match, round, tournament) for match in matches]


def match_row(match: Match, round: Round, tournament: Tournament) -> MatchRow:
    """A match, read with players and games, of this round as a table."""
    match.round = round
    match.player1.tournament = match.player2.tournament = tournament
    state = state_of(match, round=round)
    return MatchRow(match=match, state=state, winner_seat=declared_winner(match, state))


def tables_done(round: Round) -> tuple[int, int]:
    """How many tables of a round have finished, and how many it has."""
    if round.tournament.is_in_pods:
        return count_pods(round)
    counted = round.matches.aggregate(done=Count("pk", filter=Q(is_complete=True)), total=Count("pk"))
    return counted["done"], counted["total"]


def count_open_tables(round: Round) -> int:
    """How many tables of a round have no result yet."""
    done, total = tables_done(round)
    return total - done


def numbers_of_open_tables(round: Round) -> list[int | None]:
    """The numbers of the tables, of pods too, that have no result yet."""
    tables = Pod if round.tournament.is_in_pods else Match
    found = tables.objects.filter(round=round, is_complete=False).order_by(F("table").asc(nulls_last=True), "id")
    return list(found.values_list("table", flat=True))


def open_tables(round: Round) -> list[Match]:
    """The matches of a round without a result, in order of table."""
    return list(
        Match.objects.filter(round=round, is_complete=False)
        .select_related("player1__player", "player2__player")
        .order_by(F("table").asc(nulls_last=True), "id")
    )


def byes_of(round: Round) -> list[Bye]:
    """The byes of a round, paired before awarded."""
    return list(Bye.objects.filter(round=round).select_related("registration__player").order_by("-kind", "id"))


def missed_of(round: Round) -> list[MissedRound]:
    """The late entrants who were not there for a round."""
    return list(MissedRound.objects.filter(round=round).select_related("registration__player").order_by("id"))


def has_results(round: Round) -> bool:
    """Whether anything has been recorded in a round: then it can no longer be undone, only corrected."""
    if Pod.objects.filter(round=round, is_complete=True).exists():
        return True
    matches = Match.everything.filter(round=round).prefetch_related("games", "revisions")
    return any(is_played(match) for match in matches) or has_rulings(round)


def has_rulings(round: Round) -> bool:
    """Whether judges recorded anything in a round: deck checks, penalties, extra time, rulings on calls. These stay.

    A call without a ruling does not hold the round: players who find a wrong opponent call a judge first of all.
    """
    here = Q(round=OuterRef("pk")) | Q(match__round=OuterRef("pk"))
    seated = Q(match__round=OuterRef("pk")) | Q(pod__round=OuterRef("pk"))
    left = (
        Exists(DeckCheck.objects.filter(here))
        | Exists(Penalty.objects.filter(here))
        | Exists(TimeExtension.objects.filter(seated))
        | Exists(JudgeCall.objects.filter(seated, state=JudgeCall.State.CLOSED))
    )
    return Round.objects.filter(left, pk=round.pk).exists()
