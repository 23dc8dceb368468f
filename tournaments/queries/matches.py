"""One match in full: how it stands, who chooses next and why, and how its record changed."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Game, Match, MatchRevision, Registration, Round, Tournament
from tournaments.play.first_player import ChooserRuling, GameOnePolicy, next_chooser
from tournaments.play.match_state import MatchState, QuickScore, quick_scores
from tournaments.play.play_table import PlayRules
from tournaments.play.records import Seat
from tournaments.queries.match_records import (
    allows_draw,
    game_one_policy_of,
    play_rules_of,
    records_of,
    state_of,
    winner_seat_of,
)


@dataclass(frozen=True)
class MatchView:
    """Everything a match page shows.

    `ruling` says who chooses in the next game, by which clause and why; None once no further game is needed.
    `chooser` is the entrant it names, if it names one. `revisions` are all changes, newest first.
    `later_rounds` are rounds already paired after this one: a correction leaves their pairings as they were played.
    `quick_scores` are the final scores worth a button.
    """

    tournament: Tournament
    round: Round
    match: Match
    games: tuple[Game, ...]
    state: MatchState
    winner_seat: int | None
    ruling: ChooserRuling | None
    policy: GameOnePolicy
    rules: PlayRules
    revisions: tuple[MatchRevision, ...]
    later_rounds: tuple[int, ...]
    quick_scores: tuple[QuickScore, ...]

    @property
    def chooser(self) -> Registration | None:
        return self.player(self.ruling.seat) if self.ruling is not None else None

    @property
    def winner(self) -> Registration | None:
        return self.player(self.winner_seat)

    def player(self, seat: int | None) -> Registration | None:
        """Who sits at a seat."""
        return {Seat.ONE: self.match.player1, Seat.TWO: self.match.player2}[Seat(seat)] if seat is not None else None


def find_match(tournament: Tournament, match_id: int, *, drafts: bool = False) -> Match | None:
    """A match of this tournament with its round and players; one of a draft round only with `drafts` (staff)."""
    matches = Match.objects.filter(round__tournament=tournament, pk=match_id)
    if not drafts:
        matches = matches.exclude(round__status=Round.Status.DRAFT)
    matches = matches.select_related("round", "player1__player", "player2__player")
    match = matches.prefetch_related("games", "time_extensions").first()
    if match is not None:
        match.round.tournament = match.player1.tournament = match.player2.tournament = tournament
    return match


def match_view(match: Match) -> MatchView:
    """The match in full; the match as `find_match` gives it, or any stored match."""
    round, tournament = match.round, match.round.tournament
    stage = round.stage
    rules = play_rules_of(tournament.ruleset)
    policy = game_one_policy_of(match, tournament=tournament, stage=stage)
    games = tuple(sorted(match.games.all(), key=lambda game: game.number))
    state = state_of(match, best_of=tournament.best_of, stage=stage)
    is_open = not match.is_complete and state.needs_game
    return MatchView(
        tournament=tournament,
        round=round,
        match=match,
        games=games,
        state=state,
        winner_seat=winner_seat_of(match, best_of=tournament.best_of, stage=stage),
        ruling=next_chooser(records_of(games), rules, game_one_policy=policy) if is_open else None,
        policy=policy,
        rules=rules,
        revisions=tuple(match.revisions.select_related("changed_by_user").order_by("-version")),
        later_rounds=later_rounds_of(match),
        quick_scores=quick_scores(tournament.best_of, allow_draw=allows_draw(stage)),
    )


def later_rounds_of(match: Match) -> tuple[int, ...]:
    """Numbers of the rounds already paired after the match's own."""
    later = Round.objects.filter(tournament_id=match.round.tournament_id, number__gt=match.round.number)
    return tuple(later.order_by("number").values_list("number", flat=True))
