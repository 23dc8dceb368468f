"""Events under way: started, paired and played through the services, for tests of what happens in between."""

from __future__ import annotations

from random import Random
from typing import Any

from accounts.actor import Actor
from tests.people_and_events import enter, make_event, owner_of
from tournaments.models import Match, Round, Tournament
from tournaments.queries.bracket import DrawnBracket, brackets_of
from tournaments.services import results, rounds, top_cut
from tournaments.services.drafts import pair_next_round
from tournaments.services.result_inputs import GameInput
from tournaments.services.start import start_tournament

ONE, TWO = 1, 2


def start_event(players: int, **changes: Any) -> Tournament:
    """A best-of-three event with this many players (named P01, P02 …), just started."""
    tournament = make_event(**changes)
    enter(tournament, *(f"P{number:02}" for number in range(1, players + 1)))
    return start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)


def next_number(tournament: Tournament) -> int:
    """The number of the round to be paired next."""
    return tournament.rounds.count() + 1


def pair(tournament: Tournament) -> Round:
    """The next round as a draft."""
    return pair_next_round(actor=owner_of(tournament), tournament_id=tournament.pk, number=next_number(tournament))


def publish(tournament: Tournament) -> Round:
    """The next round, paired and published."""
    return rounds.publish_round(actor=owner_of(tournament), round_id=pair(tournament).pk)


def score(match: Match, wins1: int, wins2: int, draws: int = 0, *, actor: Actor | None = None) -> Match:
    """Quick entry of a score at the match's present version."""
    match.refresh_from_db()
    return results.record_score(
        actor=actor or owner_of(match.round.tournament),
        match_id=match.pk,
        expected_version=match.version,
        wins1=wins1,
        wins2=wins2,
        draws=draws,
    )


def play_game(match: Match, winner: int | None, *, actor: Actor | None = None, **details: Any) -> Match:
    """Record the next game at the match's present version; winner None is a drawn game."""
    match.refresh_from_db()
    game = GameInput(winner_seat=winner, is_draw=winner is None, **details)
    return results.record_game(
        actor=actor or owner_of(match.round.tournament), match_id=match.pk, expected_version=match.version, game=game
    )


def finish_round(round: Round, *scores: tuple[int, int, int], rng: Random | None = None) -> Round:
    """Scores for the open tables in order (2–0 or drawn from `rng` if none is given), then complete the round."""
    given = iter(scores)
    for match in round.matches.filter(is_complete=False).order_by("table"):
        default = rng.choice(SCORES[round.stage]) if rng is not None else (2, 0, 0)
        score(match, *next(given, default))
    return rounds.complete_round(actor=owner_of(round.tournament), round_id=round.pk)


SCORES = {
    Round.Stage.SWISS: [(2, 0, 0), (2, 1, 0), (0, 2, 0), (1, 2, 0), (1, 1, 0), (1, 1, 1), (0, 0, 1), (1, 0, 0)],
    Round.Stage.TOP_CUT: [(2, 0, 0), (2, 1, 0), (0, 2, 0), (1, 2, 1)],
}


def play_swiss(tournament: Tournament, *, count: int | None = None, rng: Random | None = None) -> None:
    """Play `count` Swiss rounds, by default all that are planned."""
    tournament.refresh_from_db()
    for _ in range(count or (tournament.planned_rounds or 0)):
        finish_round(publish(tournament), rng=rng)


def play_cut(tournament: Tournament, *, rng: Random | None = None, **how: Any) -> None:
    """Start the top cut and play it to the end."""
    owner = owner_of(tournament)
    draft = top_cut.start_top_cut(actor=owner, tournament_id=tournament.pk, **how)
    finish_round(rounds.publish_round(actor=owner, round_id=draft.pk), rng=rng)
    size = tournament.registrations.filter(seed__isnull=False).count()
    while (size := (size + 1) // 2) > 1:
        finish_round(publish(tournament), rng=rng)


def swiss_over(players: int, *, seed: int = 3, **changes: Any) -> Tournament:
    """An event whose Swiss rounds have been played."""
    tournament = start_event(players, **changes)
    play_swiss(tournament, rng=Random(seed))
    return tournament


def start_cut(tournament: Tournament, **how: Any) -> Round:
    """The first round of the top cut as a draft."""
    return top_cut.start_top_cut(actor=owner_of(tournament), tournament_id=tournament.pk, **how)


def bracket_of(tournament: Tournament, *, drafts: bool = False) -> DrawnBracket | None:
    """The bracket that everybody plays in, None before the top cut."""
    drawn = brackets_of(tournament, drafts=drafts)
    assert len(drawn) < 2
    return drawn[0] if drawn else None


def names_in(round: Round) -> list[str]:
    """Everybody who has a place in a round."""
    seated = [name for match in round.matches.all() for name in (match.player1.name, match.player2.name)]
    return sorted(seated + [bye.registration.name for bye in round.byes.all()])
