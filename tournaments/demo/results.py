"""Invented results that keep every rule: who chooses is asked of the play core before each game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from accounts.actor import Actor
from tournaments.models import Match, Tournament
from tournaments.play.first_player import GameOnePolicy, RulingKind, next_chooser
from tournaments.play.play_table import PlayRules
from tournaments.play.records import GameRecord
from tournaments.queries.matches import find_match, match_view
from tournaments.services.judged_games import enter_line
from tournaments.services.result_inputs import GameInput
from tournaments.services.results import end_match_on_time, record_game, record_outcome, record_score

GOES_FIRST = 0.75
FIRST_PLAYER_EDGE = 40


@dataclass
class _Slip:
    """A match being played: the row as last written, its rules, its games so far."""

    match: Match
    rules: PlayRules
    policy: GameOnePolicy
    games: list[GameRecord] = field(default_factory=list)


class ResultWriter:
    """Plays the matches of one event by the players' invented strengths and enters them at the desk."""

    def __init__(self, actor: Actor, tournament: Tournament, strengths: Mapping[int, int], rng: Random) -> None:
        self._actor = actor
        self._tournament = tournament
        self._strengths = strengths
        self._rng = rng

    def play(self, match_id: int, *, drawn_game: int = 0) -> None:
        """Game by game until the match is decided; the game numbered `drawn_game` is drawn."""
        slip = self._open(match_id)
        while not slip.match.is_complete:
            self._record(slip, is_draw=len(slip.games) + 1 == drawn_game)

    def play_until_time(self, match_id: int, *, winners: tuple[int, ...]) -> None:
        """These seats win a game each, then time is up and the match counts as it stands."""
        slip = self._open(match_id)
        for winner in winners:
            self._record(slip, winner=winner)
        end_match_on_time(actor=self._actor, match_id=match_id, expected_version=slip.match.version)

    def quick_score(self, match_id: int, wins1: int, wins2: int) -> None:
        """A slip with nothing but the score on it."""
        version = self._open(match_id).match.version
        record_score(actor=self._actor, match_id=match_id, expected_version=version, wins1=wins1, wins2=wins2)

    def outcome(self, match_id: int, outcome: str, *, winner_seat: int | None = None) -> None:
        """A result that no games decide."""
        record_outcome(
            actor=self._actor,
            match_id=match_id,
            expected_version=self._open(match_id).match.version,
            outcome=outcome,
            winner_seat=winner_seat,
        )

    def favourite(self, match: Match) -> int:
        """The seat of the stronger player."""
        return 1 if self._strengths[match.player1_id] >= self._strengths[match.player2_id] else 2

    def _open(self, match_id: int) -> _Slip:
        match = find_match(self._tournament, match_id)
        if match is None:
            raise LookupError(f"match {match_id} is not published")
        view = match_view(match)
        return _Slip(match, view.rules, view.policy)

    def _record(self, slip: _Slip, *, winner: int | None = None, is_draw: bool = False) -> None:
        game = self._game(slip, winner=winner, is_draw=is_draw)
        version = slip.match.version
        slip.match = record_game(actor=self._actor, match_id=slip.match.pk, expected_version=version, game=game)
        slip.games.append(enter_line(len(slip.games) + 1, game).record)

    def _game(self, slip: _Slip, *, winner: int | None, is_draw: bool) -> GameInput:
        ruling = next_chooser(slip.games, slip.rules, game_one_policy=slip.policy)
        chooser = self._rng.choice((1, 2)) if ruling.seat is None else int(ruling.seat)
        goes_first = self._rng.random() < GOES_FIRST
        first = chooser if goes_first else 3 - chooser
        if not is_draw and winner is None:
            winner = 1 if self._rng.random() < self._chance_of_one(slip.match, first) else 2
        return GameInput(
            winner_seat=None if is_draw else winner,
            is_draw=is_draw,
            chooser_seat=chooser,
            method=self._rng.choice(slip.rules.methods[:2]) if ruling.kind is RulingKind.AGREED_METHOD else "",
            choice="first" if goes_first else "second",
            first_seat=first,
            ending=self._ending(slip.rules, is_draw=is_draw),
        )

    def _chance_of_one(self, match: Match, first: int) -> float:
        """The chance of player 1 by the Elo formula, the player who goes first a little ahead."""
        ahead = self._strengths[match.player1_id] - self._strengths[match.player2_id]
        ahead += FIRST_PLAYER_EDGE if first == 1 else -FIRST_PLAYER_EDGE
        return float(1 / (1 + 10 ** (-ahead / 400)))

    def _ending(self, rules: PlayRules, *, is_draw: bool) -> str:
        """An ending of the game's own rules; the one its rules name first is by far the most common."""
        endings = [ending.key for ending in rules.endings if ending.clause and ending.may_draw == is_draw]
        return self._rng.choices(endings, [8, *[1] * (len(endings) - 1)])[0]
