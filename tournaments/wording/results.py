"""Games, match results and corrections, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.languages import language_key
from cardpool.wording.play import say_best_of
from tournaments.models import Match

FIELD_NAMES: dict[str, Callable[[], str]] = {
    "outcome": lambda: _("how it was decided"),
    "winner_seat": lambda: _("the winner"),
    "stopped_by_time": lambda: _("time"),
    "is_complete": lambda: _("whether it is over"),
    "reason": lambda: _("the reason"),
    "players": lambda: _("the players"),
}
"""What each part of a match is called where a change of it is reported."""


def say_changes(changes: Sequence[Mapping[str, Any]]) -> str:
    """The parts of a match that changed, as a list: games by number, the rest by name."""
    parts = [
        _("game %(number)s") % {"number": change["game"]}
        if "game" in change
        else FIELD_NAMES.get(change["field"], lambda: "")()
        for change in changes
    ]
    return _(", ").join(part for part in parts if part)


def _changed(facts: Mapping[str, Any]) -> str:
    words = {"by": facts["by"] or _("Somebody"), "changes": say_changes(facts["changes"])}
    if not words["changes"]:
        return _("%(by)s has changed this match since you opened it. Your entry was not saved; look again.") % words
    return (
        _("%(by)s has changed this match since you opened it (%(changes)s). Your entry was not saved; look again.")
        % words
    )


def _score(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with `score`: 2–1, or 1–1–1 with drawn games."""
    score = f"{facts['wins1']}–{facts['wins2']}"
    return {**facts, "score": f"{score}–{facts['draws']}" if facts["draws"] else score}


def _outcome(facts: Mapping[str, Any]) -> dict[str, Any]:
    winner = {1: facts.get("player1"), 2: facts.get("player2")}.get(facts.get("winner_seat") or 0)
    return {**facts, "outcome": Match.Outcome(facts["outcome"]).label, "winner": winner}


def _recorded_outcome(facts: Mapping[str, Any]) -> str:
    words = _outcome(facts)
    if words["winner"]:
        return _("%(player1)s – %(player2)s: %(outcome)s, won by %(winner)s") % words
    return _("%(player1)s – %(player2)s: %(outcome)s") % words


def _recorded_game(facts: Mapping[str, Any]) -> str:
    words = _score(facts)
    if facts.get("override_reason"):
        return (
            _(
                "recorded game %(number)s of %(player1)s – %(player2)s against the rule, "
                "now %(score)s: %(override_reason)s"
            )
            % words
        )
    return _("recorded game %(number)s of %(player1)s – %(player2)s: now %(score)s") % words


def _corrected(facts: Mapping[str, Any]) -> str:
    if facts["outcome"] != Match.Outcome.PLAYED:
        words = _outcome(facts)
        return _("corrected %(player1)s – %(player2)s in %(round_name)s to %(outcome)s: %(reason)s") % words
    return _("corrected %(player1)s – %(player2)s in %(round_name)s to %(score)s: %(reason)s") % _score(facts)


def _named(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with names for seats, and codes where there is no name; `game` is what the card game calls one."""
    label = facts.get("game_word") or {}
    game = label.get(language_key()) or _("game")
    return {
        "game": game,
        "Game": capfirst(game),
        "number": facts["number"],
        "expected": facts.get("expected_name", facts.get("expected")),
        "actual": facts.get("actual_name", facts.get("actual")),
    }


def _winner_needed(facts: Mapping[str, Any]) -> str:
    return _("Say who gets the win.")


CONTRADICTIONS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "number_gap": lambda facts: _("%(Game)s %(expected)s comes next, not %(game)s %(actual)s.") % _named(facts),
    "after_decided": lambda facts: (
        _("The match was decided after %(game)s %(expected)s; nothing is played after it.") % _named(facts)
    ),
    "after_unfinished": lambda facts: _("%(Game)s %(expected)s has no result yet.") % _named(facts),
    "won_and_drawn": lambda facts: _("%(Game)s %(number)s cannot be both won and drawn.") % _named(facts),
    "conceded_draw": lambda facts: _("%(Game)s %(number)s was conceded, so it has a winner.") % _named(facts),
    "details_of_unknown": lambda facts: (
        _("%(Game)s %(number)s is marked as without details, yet it names some.") % _named(facts)
    ),
    "ending_of_unknown": lambda facts: (
        _("%(Game)s %(number)s is marked as without details, yet it names an ending.") % _named(facts)
    ),
    "ending_not_in_pack": lambda facts: _("“%(actual)s” is not a way a game can end here.") % _named(facts),
    "ending_of_unfinished": lambda facts: _("%(Game)s %(number)s has an ending but no result.") % _named(facts),
    "penalty_was_played": lambda facts: (
        _("%(Game)s %(number)s was lost by a penalty, so nobody chose or started.") % _named(facts)
    ),
    "ending_needs_winner": lambda facts: (
        _("%(Game)s %(number)s cannot be drawn: this ending leaves a winner.") % _named(facts)
    ),
    "ending_means_draw": lambda facts: (
        _("%(Game)s %(number)s is drawn: that is what this ending means.") % _named(facts)
    ),
    "wrong_chooser": lambda facts: (
        _("In %(game)s %(number)s the choice is %(expected)s's, not %(actual)s's.") % _named(facts)
    ),
    "no_choice": lambda facts: (
        _("In %(game)s %(number)s there is nothing to choose: the ruled player starts.") % _named(facts)
    ),
    "first_not_chosen": lambda facts: (
        _("By the choice made %(expected)s starts %(game)s %(number)s, not %(actual)s.") % _named(facts)
    ),
}

REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    **CONTRADICTIONS,
    "no_such_match": lambda facts: _("There is no such match."),
    "match_changed": _changed,
    "opponent_changed": lambda facts: _(
        "You are no longer paired with the player this report was about, so it does not count. Look who you play now."
    ),
    "stack_entered": lambda facts: _(
        "This form was sent already; nothing was entered twice. Send only what is missing."
    ),
    "nothing_changed": lambda facts: _("That is already recorded."),
    "boards_decide": lambda facts: _(
        "Teams play by seat here: enter the games on the boards; the match of the teams follows them."
    ),
    "boards_level": lambda facts: _(
        "With this the boards are level, and nobody would advance. First correct the match of the teams to a judge’s "
        "award that says who advances, then this board."
    ),
    "team_match_declared": lambda facts: _(
        "The match of the teams was decided as a whole. Clear that result first, or correct the board."
    ),
    "match_already_decided": lambda facts: _("This match has its result already. Correct it instead."),
    "round_completed": lambda facts: _("%(round_title)s: completed. Correct the result instead.") % facts,
    "unknown_seat": lambda facts: _("Choose one of the two players."),
    "unknown_choice": lambda facts: _("Choose first or second."),
    "game_needs_result": lambda facts: _("Say who won game %(number)s, or that it was drawn.") % facts,
    "method_not_in_pack": lambda facts: _("Choose one of the methods given."),
    "no_method_in_this_game": lambda facts: _("Game %(number)s needs no method: the rule says who chooses.") % facts,
    "score_negative": lambda facts: _("A score cannot be negative."),
    "score_empty": lambda facts: _("Enter at least one game, or end the match on time."),
    "score_too_many_wins": lambda facts: (
        _("%(wins1)s–%(wins2)s is not a score of a %(length)s.") % {**facts, "length": say_best_of(facts["best_of"])}
    ),
    "score_after_drawn_game": lambda facts: _("A single drawn game is the whole match here."),
    "score_contradicts_games": lambda facts: (
        _("The games recorded so far (%(score)s) do not fit this score. Correct them first.") % _score(facts)
    ),
    "no_draws_in_top_cut": lambda facts: _("There are no drawn matches in the top cut."),
    "elimination_needs_winner": lambda facts: _(
        "The match is level, and the top cut needs a winner: play another game, or enter a judge award."
    ),
    "unknown_outcome": lambda facts: _("Choose one of the results given."),
    "winner_needed": _winner_needed,
    "no_winner_with_outcome": lambda facts: _("Nobody wins this way; leave the winner out."),
    "no_show_after_games": lambda facts: _("Games have been played, so this is not a no-show. Enter a match loss."),
    "no_game_to_undo": lambda facts: _("No game is recorded yet."),
    "game_order_unknown": lambda facts: _(
        "The order of the games was not recorded, so none of them is the last. Clear the result instead."
    ),
    "result_was_declared": lambda facts: _("The result was not entered game by game. Clear it instead."),
    "one_result_needed": lambda facts: _("Give games, a score or another result: exactly one of them."),
    "result_incomplete": lambda facts: _("%(round_title)s: over, so the corrected match needs a final result.") % facts,
    "advance_is_over": lambda facts: (
        _("%(round_title)s: over, and with this result a match would have to be played in it. Open it again first.")
        % facts
    ),
    "advance_already_played": lambda facts: (
        _("Table %(table)s of %(round_name)s has been played with the wrong player. Clear that result first.") % facts
    ),
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "game_recorded": _recorded_game,
    "score_recorded": lambda facts: _("entered %(player1)s – %(player2)s: %(score)s") % _score(facts),
    "match_ended_on_time": lambda facts: _("ended %(player1)s – %(player2)s on time: %(score)s") % _score(facts),
    "outcome_recorded": _recorded_outcome,
    "game_undone": lambda facts: _("undid game %(number)s of %(player1)s – %(player2)s: now %(score)s") % _score(facts),
    "result_reopened": lambda facts: _("reopened %(player1)s – %(player2)s as it stood") % facts,
    "result_cleared": lambda facts: _("cleared the result of %(player1)s – %(player2)s") % facts,
    "result_corrected": _corrected,
}
