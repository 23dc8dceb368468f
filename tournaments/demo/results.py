"""Invented results that keep every rule: who chooses is asked of the play core before each game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from accounts.actor import Actor
from tournaments.models import Match, Tournament
from tournaments.play.first_player import RulingKind
from tournaments.queries.matches import MatchView, find_match, match_view
from tournaments.services.results import GameInput, end_match_on_time, record_game, record_outcome, record_score

GOES_FIRST = 0.75
FIRST_PLAYER_EDGE = 40


class ResultWriter:
    """Plays the matches of one event by the players' invented strengths and enters them at the desk."""

    def __init__(self, actor: Actor, tournament: Tournament, strengths: Mapping[int, int], rng: Random) -> None:
        self._actor = actor
        self._tournament = tournament
        self._strengths = strengths
        self._rng = rng

    def play(self, match_id: int, *, drawn_game: int = 0) -> None:
        """Game by game until the match is decided; the game numbered `drawn_game` is drawn."""
        view = self._view(match_id)
        while view.ruling is not None:
            number = len(view.games) + 1
            self._record(view, self._game(view, is_draw=number == drawn_game))
            view = self._view(match_id)

    def play_until_time(self, match_id: int, *, winners: tuple[int, ...]) -> None:
        """These seats win a game each, then time is up and the match counts as it stands."""
        for winner in winners:
            view = self._view(match_id)
            self._record(view, self._game(view, winner=winner))
        version = self._view(match_id).match.version
        end_match_on_time(actor=self._actor, match_id=match_id, expected_version=version)

    def quick_score(self, match_id: int, wins1: int, wins2: int) -> None:
        """A slip with nothing but the score on it."""
        version = self._view(match_id).match.version
        record_score(actor=self._actor, match_id=match_id, expected_version=version, wins1=wins1, wins2=wins2)

    def outcome(self, match_id: int, outcome: str, *, winner_seat: int | None = None) -> None:
        """A result that no games decide."""
        record_outcome(
            actor=self._actor,
            match_id=match_id,
            expected_version=self._view(match_id).match.version,
            outcome=outcome,
            winner_seat=winner_seat,
        )

    def favourite(self, match: Match) -> int:
        """The seat of the stronger player."""
        return 1 if self._strengths[match.player1_id] >= self._strengths[match.player2_id] else 2

    def _view(self, match_id: int) -> MatchView:
        match = find_match(self._tournament, match_id)
        if match is None:
            raise LookupError(f"match {match_id} is not published")
        return match_view(match)

    def _record(self, view: MatchView, game: GameInput) -> None:
        record_game(actor=self._actor, match_id=view.match.pk, expected_version=view.match.version, game=game)

    def _game(self, view: MatchView, *, winner: int | None = None, is_draw: bool = False) -> GameInput:
        ruling = view.ruling
        if ruling is None:
            raise LookupError(f"match {view.match.pk} needs no further game")
        is_ruled = ruling.kind is RulingKind.SEAT and ruling.seat is not None
        chooser = int(ruling.seat) if is_ruled and ruling.seat is not None else self._rng.choice((1, 2))
        goes_first = self._rng.random() < GOES_FIRST
        first = chooser if goes_first else 3 - chooser
        if not is_draw and winner is None:
            winner = 1 if self._rng.random() < self._chance_of_one(view.match, first) else 2
        return GameInput(
            winner_seat=None if is_draw else winner,
            is_draw=is_draw,
            chooser_seat=chooser,
            method="" if is_ruled else self._rng.choice(view.rules.methods[:2]),
            choice="first" if goes_first else "second",
            first_seat=first,
            ending=self._ending(view, is_draw=is_draw),
        )

    def _chance_of_one(self, match: Match, first: int) -> float:
        """The chance of player 1 by the Elo formula, whoever goes first a little ahead."""
        ahead = self._strengths[match.player1_id] - self._strengths[match.player2_id]
        ahead += FIRST_PLAYER_EDGE if first == 1 else -FIRST_PLAYER_EDGE
        return float(1 / (1 + 10 ** (-ahead / 400)))

    def _ending(self, view: MatchView, *, is_draw: bool) -> str:
        """An ending of the game's own rules; the one its rules name first is by far the most common."""
        endings = [ending.key for ending in view.rules.endings if ending.clause and ending.may_draw == is_draw]
        return self._rng.choices(endings, [8, *[1] * (len(endings) - 1)])[0]
