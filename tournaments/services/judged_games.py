"""Turning entered games into lines of the slip, checked against the rules of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from accounts.actor import Actor
from accounts.refusals import Refusal
from cardpool.queries import pack_of
from tournaments import permissions
from tournaments.models import Match, Tournament
from tournaments.permissions import Action
from tournaments.play.contradictions import Contradiction, contradictions
from tournaments.play.first_player import RulingKind, next_chooser
from tournaments.play.match_state import ScoreFault, score_fault, wins_needed
from tournaments.play.records import Choice, Seat, count_games, places_of_score
from tournaments.queries.match_records import allows_draw, allows_more_games, game_one_policy_of, play_rules_of
from tournaments.queries.names import name_for, sees_private_names
from tournaments.services.reasons import tidy_reason
from tournaments.services.result_inputs import GameInput, ScoreInput
from tournaments.services.slip_contents import GameLine


def enter_line(number: int, game: GameInput) -> GameLine:
    """The entered game as line `number` of the slip; of chooser, choice and first player two give the third.

    Raises Refusal `unknown_seat`, `unknown_choice` or `game_needs_result`.
    """
    for field in ("chooser_seat", "first_seat", "winner_seat"):
        if getattr(game, field) not in (None, 1, 2):
            raise Refusal("unknown_seat", field=field, value=getattr(game, field))
    if game.choice not in ("", Choice.FIRST, Choice.SECOND):
        raise Refusal("unknown_choice", field="choice", value=game.choice)
    if (game.winner_seat is None) != game.is_draw:
        raise Refusal("game_needs_result", field="winner_seat", number=number)
    line = GameLine(number=number, **asdict(game))
    if line.chooser_seat and line.choice and line.first_seat is None:
        chooser = Seat(line.chooser_seat)
        return replace(line, first_seat=int(chooser if line.choice == Choice.FIRST else chooser.other))
    if line.chooser_seat and line.first_seat and not line.choice:
        return replace(line, choice=(Choice.FIRST if line.chooser_seat == line.first_seat else Choice.SECOND).value)
    return line


def judged_lines(
    *,
    actor: Actor,
    tournament: Tournament,
    match: Match,
    lines: Sequence[GameLine],
    override_reason: str = "",
) -> tuple[GameLine, ...]:
    """The lines, once nothing in them contradicts the rules of the game.

    A contradiction is refused under its code, naming clause, game, expected and actual value. With an
    `override_reason` a judge accepts those that a judge may; the reason and the judge are kept with the game.
    Raises Refusal, NotAllowed (an override by somebody who is not a judge).
    """
    override_reason = tidy_reason(override_reason, required=False)
    rules = play_rules_of(tournament.ruleset)
    _check_methods(lines, tournament=tournament, match=match)
    policy = game_one_policy_of(match, round=match.round)
    found = contradictions(
        [line.record for line in lines],
        rules,
        best_of=match.length,
        game_one_policy=policy,
        allow_draw=allows_draw(match.round.stage),
        more_games=allows_more_games(match.round),
    )
    if not found:
        return tuple(lines)
    if not override_reason or not all(fault.overridable for fault in found):
        worst = next((fault for fault in found if not fault.overridable), found[0])
        raise _contradicted(worst, found, match, names=_names_for(actor, tournament, match))
    permissions.require(actor, Action.OVERRIDE_RULES, tournament)
    stand = {fault.game_number for fault in found}
    judge = actor.user.pk if actor.user is not None else None
    return tuple(
        replace(line, override_reason=override_reason, overridden_by_id=judge) if line.number in stand else line
        for line in lines
    )


def _check_methods(lines: Sequence[GameLine], *, tournament: Tournament, match: Match) -> None:
    rules = play_rules_of(tournament.ruleset)
    policy = game_one_policy_of(match, round=match.round)
    records = [line.record for line in lines]
    for place, line in enumerate(lines):
        if not line.method:
            continue
        if line.method not in rules.methods:
            raise Refusal("method_not_in_pack", field="method", method=line.method, known=list(rules.methods))
        ruling = next_chooser(records[:place], rules, game_one_policy=policy)
        if ruling.kind is RulingKind.SEAT:
            raise Refusal("no_method_in_this_game", clause=ruling.clause, field="method", number=line.number)


def _names_for(actor: Actor, tournament: Tournament, match: Match) -> dict[Seat, str]:
    """The two players as the actor reads them: the words that refuse a player's report have no masked name in full."""
    staff = sees_private_names(actor, tournament)
    return {seat: name_for(actor, entry, staff=staff) for seat, entry in zip(Seat, match.entries, strict=True)}


def _contradicted(
    worst: Contradiction, found: Sequence[Contradiction], match: Match, *, names: Mapping[Seat, str]
) -> Refusal:
    facts = partial(_facts, match=match, names=names)
    return Refusal(
        worst.code.value,
        clause=worst.clause,
        **facts(worst),
        overridable=all(fault.overridable for fault in found),
        contradictions=[{"code": fault.code.value, "clause": fault.clause, **facts(fault)} for fault in found],
    )


def _facts(fault: Contradiction, *, match: Match, names: Mapping[Seat, str]) -> dict[str, Any]:
    word = pack_of(match.round.tournament.ruleset).labels["game"]
    facts: dict[str, Any] = {"number": fault.game_number, "game_word": {"zh": word.zh, "en": word.en}}
    for name, value in (("expected", fault.expected), ("actual", fault.actual)):
        if isinstance(value, Seat):
            facts[f"{name}_name"] = names[value]
            facts[name] = int(value)
        else:
            facts[name] = value
    return facts


SCORE_CODES = {
    ScoreFault.NEGATIVE: "score_negative",
    ScoreFault.EMPTY: "score_empty",
    ScoreFault.TOO_MANY_WINS: "score_too_many_wins",
    ScoreFault.DRAWN_MATCH: "no_draws_in_top_cut",
    ScoreFault.AFTER_DRAWN_GAME: "score_after_drawn_game",
}


def score_lines(known: Sequence[GameLine], score: ScoreInput, *, match: Match) -> tuple[GameLine, ...]:
    """The lines of a bare score: the games already on the slip, then games of which only the result is known, and of
    some not even in which order they were played (`order_known`).

    Raises Refusal `score_…` for a score no match can have, `score_contradicts_games` where the slip already holds
    more wins or draws than the score.
    """
    round = match.round
    draw, best_of = allows_draw(round.stage), match.length
    fault = score_fault(
        score.wins1,
        score.wins2,
        score.draws,
        best_of=best_of,
        allow_draw=draw,
        more_games=allows_more_games(round),
    )
    if fault is ScoreFault.EMPTY and score.stopped_by_time and draw:
        fault = None
    if fault is not None:
        raise Refusal(
            SCORE_CODES[fault], field="score", wins1=score.wins1, wins2=score.wins2, draws=score.draws, best_of=best_of
        )
    have = count_games(line.record for line in known)
    left = (score.wins1 - have.wins1, score.wins2 - have.wins2, score.draws - have.draws)
    if min(left) < 0:
        raise Refusal("score_contradicts_games", field="score", wins1=have.wins1, wins2=have.wins2, draws=have.draws)
    wins = {1: left[0], 2: left[1]}
    last = 1 if score.wins1 > score.wins2 else 2
    winners: list[int | None] = [None] * left[2] + [3 - last] * wins[3 - last] + [last] * wins[last]
    won_in_full = max(score.wins1, score.wins2) == wins_needed(best_of) and not allows_more_games(round)
    places = places_of_score([None if winner is None else Seat(winner) for winner in winners], last_decided=won_in_full)
    added = tuple(
        GameLine(number=number, winner_seat=winner, is_draw=winner is None, details_known=False, order_known=placed)
        for number, (winner, placed) in enumerate(zip(winners, places, strict=True), start=len(known) + 1)
    )
    return (*known, *added)
