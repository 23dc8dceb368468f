"""What is said of a match that its games did not decide; pages, API and workbook all say it the same way."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Match, Registration
from tournaments.queries.match_records import is_walk_over


def format_score(score: tuple[int, int, int]) -> str:
    """A score in games: 2–1, and with drawn games 1–1–1."""
    wins1, wins2, draws = score
    return f"{wins1}–{wins2}–{draws}" if draws else f"{wins1}–{wins2}"


def say_declared(match: Match) -> str:
    """The outcome that was declared. A match of the top cut that was given because the opponent had left is no no-show,
    unless they are one themselves: it is a walk-over."""
    if is_walk_over(match):
        loser = match.entries[2 - (match.winner_seat or 0)]
        if loser.status != Registration.Status.NO_SHOW:
            return say_walk_over()
    return str(match.get_outcome_display())


def say_walk_over() -> str:
    """How a match was won that nobody had to play."""
    return _("Walk-over: the opponent has left")


def say_decision(match: Match, *, wins1: int, wins2: int, draws: int) -> str:
    """Who or what decided the match, and the games that were played all the same; empty for one its games decided.

    A ruling may give the match to the player who won fewer games, so a score beside it is said to be what was played.
    """
    if match.outcome == Match.Outcome.PLAYED:
        return ""
    is_drawn = match.outcome == Match.Outcome.JUDGE_AWARD and match.winner_seat is None
    if not (wins1 or wins2 or draws):
        return _("Drawn, as a judge decided") if is_drawn else say_declared(match)
    score = format_score((wins1, wins2, draws))
    if is_drawn:
        return _("Drawn, as a judge decided; played %(score)s") % {"score": score}
    if match.outcome == Match.Outcome.JUDGE_AWARD:
        return _("Decided by a judge; played %(score)s") % {"score": score}
    return _("%(decision)s; played %(score)s") % {"decision": say_declared(match), "score": score}
