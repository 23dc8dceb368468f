"""One match in full: how it stands, who chooses next and why, and how its record changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import FilteredRelation, Q, QuerySet

from accounts.actor import Actor
from accounts.compiled import Compiled
from tournaments.models import Game, Match, MatchRevision, Registration, Round, Tournament
from tournaments.permissions import Role, roles_in
from tournaments.play.first_player import ChooserRuling, GameOnePolicy, next_chooser
from tournaments.play.match_state import MatchState, QuickScore, quick_scores
from tournaments.play.play_table import PlayRules
from tournaments.play.records import Seat
from tournaments.queries.match_records import (
    allows_draw,
    game_one_policy_of,
    in_shown_order,
    play_rules_of,
    records_of,
    score_in_games,
    state_of,
    winner_seat_of,
)


@dataclass(frozen=True)
class MatchView:
    """Everything a match page shows.

    `ruling` says who chooses in the next game, by which clause and why; None once no further game is needed, and of
    the match of teams by seat, whose games are played on its boards.
    `chooser` is the entrant it names, if it names one. `quick_scores` are the final scores worth a button.
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
    quick_scores: tuple[QuickScore, ...]

    @cached_property
    def revisions(self) -> tuple[MatchRevision, ...]:
        """All changes, newest first. One query, for those pages that show them."""
        return tuple(self.match.revisions.select_related("changed_by_user").order_by("-version"))

    @cached_property
    def later_rounds(self) -> tuple[int, ...]:
        """Rounds already paired after this one: a correction leaves their pairings as they were played. One query."""
        return later_rounds_of(self.match)

    @property
    def score(self) -> tuple[int, int, int]:
        """Games won by the first and the second player and drawn, as the standings count them."""
        return score_in_games(self.match, self.state, round=self.round)

    @property
    def is_in_order(self) -> bool:
        """Whether it was noted when each game was played."""
        return all(game.order_known for game in self.games)

    @property
    def shown_games(self) -> list[Game]:
        """The games as they are listed: in order as far as it was noted."""
        return in_shown_order(self.games)

    @property
    def chooser(self) -> Registration | None:
        return self.player(self.ruling.seat) if self.ruling is not None else None

    @property
    def winner(self) -> Registration | None:
        return self.player(self.winner_seat)

    def player(self, seat: int | None) -> Registration | None:
        """Who sits at a seat."""
        return {Seat.ONE: self.match.player1, Seat.TWO: self.match.player2}[Seat(seat)] if seat is not None else None


@dataclass(frozen=True)
class MatchPlace:
    """Where a match is: its tournament's key, whether its round is still a draft, and the asker's roles there."""

    tournament_id: int
    is_draft: bool
    roles: frozenset[Role]


_PLACE = Compiled(
    lambda match_id, code, user: (
        Match.everything.filter(pk=match_id, round__tournament__code=code)
        .annotate(held=FilteredRelation("round__tournament__staff", condition=Q(round__tournament__staff__user=user)))
        .order_by()
        .values_list("round__tournament_id", "round__status", "held__role")
    ),
    parameters=3,
)
NOBODY = 0
"""The key of no account."""


def find_place(actor: Actor, code: str, match_id: int) -> MatchPlace | None:
    """Where the match of an event is, and what the actor is there; None for another event's. One small query."""
    found = _PLACE.ask(match_id, code, actor.user.pk if actor.user is not None else NOBODY)
    if not found:
        return None
    tournament_id, status, _role = found[0]
    roles = roles_in(actor, tournament_id, held=[role for *_place, role in found if role is not None])
    return MatchPlace(tournament_id, status == Round.Status.DRAFT, roles)


def with_players(matches: QuerySet[Match]) -> QuerySet[Match]:
    """The matches with their players and round; games are prefetched apart, the tournament is `carry_tournament`'s."""
    # How a large round was paired is megabytes that no match needs.
    return matches.select_related("round", "player1__player", "player2__player").defer("round__pairing")


def locked_matches() -> QuerySet[Match]:
    """Matches, boards too, whose rows are locked once they are read, as `with_players` has them."""
    return with_players(Match.everything.select_for_update(of=("self",))).order_by()


_LOCKED = Compiled(lambda match_id: locked_matches().filter(pk=match_id), parameters=1)
GAMES = Compiled(lambda match_id: Game.objects.filter(match=match_id).order_by("number"), parameters=1)


def lock_match(match_id: int) -> Match | None:
    """A match with its round, players and games, its row locked until the transaction ends."""
    match = _LOCKED.first(match_id)
    if match is not None:
        carry_games(match, GAMES.ask(match_id))
    return match


def match_at_table(match_id: int) -> Match:
    """The match that a table belongs to: of a board that of its teams. With its round and players."""
    match = Match.everything.select_related("round", "player1", "player2").get(pk=match_id)
    return match if match.team_match_id is None else match_at_table(match.team_match_id)


def carry_games(match: Match, games: Iterable[Game]) -> None:
    """Let `match.games.all()` be these games without asking the database, as `prefetch_related` would."""
    carried = match.games.all()
    carried._result_cache = list(games)
    for game in carried._result_cache:
        game.match = match
    vars(match).setdefault("_prefetched_objects_cache", {})["games"] = carried


def carry_tournament(match: Match, tournament: Tournament) -> None:
    """Let the match, its round and its players share one tournament that has been read already."""
    match.round.tournament = match.player1.tournament = match.player2.tournament = tournament


def find_match(tournament: Tournament, match_id: int, *, drafts: bool = False) -> Match | None:
    """A match of this tournament, or a board, with its round and players; one of a draft round only with `drafts`."""
    matches = Match.everything.filter(round__tournament=tournament, pk=match_id).order_by()
    matches = matches if drafts else matches.exclude(round__status=Round.Status.DRAFT)
    match = with_players(matches).prefetch_related("games", "time_extensions").first()
    if match is not None:
        carry_tournament(match, tournament)
    return match


def match_view(match: Match) -> MatchView:
    """The match in full; the match as `find_match` gives it, or any stored match."""
    round, tournament = match.round, match.round.tournament
    rules = play_rules_of(tournament.ruleset)
    policy = game_one_policy_of(match, round=round)
    games = tuple(sorted(match.games.all(), key=lambda game: game.number))
    state = state_of(match, round=round)
    is_played_here = match.is_board or not tournament.is_by_seat
    is_open = is_played_here and match.is_open and state.needs_game
    return MatchView(
        tournament=tournament,
        round=round,
        match=match,
        games=games,
        state=state,
        winner_seat=winner_seat_of(match, round=round),
        ruling=next_chooser(records_of(games), rules, game_one_policy=policy) if is_open else None,
        policy=policy,
        rules=rules,
        quick_scores=quick_scores(match.best_of or round.match_length, allow_draw=allows_draw(round.stage)),
    )


_LATER_ROUNDS = Compiled(
    lambda tournament, number: (
        Round.objects.filter(tournament=tournament, number__gt=number).order_by("number").values_list("number")
    ),
    parameters=2,
)


def later_rounds_of(match: Match) -> tuple[int, ...]:
    """Numbers of the rounds already paired after the match's own."""
    return tuple(number for (number,) in _LATER_ROUNDS.ask(match.round.tournament_id, match.round.number))
