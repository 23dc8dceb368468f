"""Whether the records of a match contradict each other or the rules of the game.

Some contradictions are impossible in themselves (a game both won and drawn); the others break a rule, and a judge may
let the record stand (``overridden``). Later rulings follow the records as they stand either way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.play.first_player import AGREED_METHOD, GameOnePolicy, RulingKind, next_chooser
from tournaments.play.match_state import match_state
from tournaments.play.play_table import PlayRules
from tournaments.play.records import Choice, GameRecord, Seat


class ContradictionCode(StrEnum):
    """What contradicts what."""

    NUMBER_GAP = "number_gap"
    AFTER_DECIDED = "after_decided"
    AFTER_UNFINISHED = "after_unfinished"
    WON_AND_DRAWN = "won_and_drawn"
    CONCEDED_DRAW = "conceded_draw"
    DETAILS_OF_UNKNOWN = "details_of_unknown"
    ENDING_OF_UNKNOWN = "ending_of_unknown"
    ENDING_NOT_IN_PACK = "ending_not_in_pack"
    ENDING_OF_UNFINISHED = "ending_of_unfinished"
    PENALTY_WAS_PLAYED = "penalty_was_played"
    ENDING_NEEDS_WINNER = "ending_needs_winner"
    ENDING_MEANS_DRAW = "ending_means_draw"
    WRONG_CHOOSER = "wrong_chooser"
    NO_CHOICE = "no_choice"
    FIRST_NOT_CHOSEN = "first_not_chosen"


OVERRIDABLE = frozenset(
    {
        ContradictionCode.ENDING_NEEDS_WINNER,
        ContradictionCode.ENDING_MEANS_DRAW,
        ContradictionCode.WRONG_CHOOSER,
        ContradictionCode.NO_CHOICE,
        ContradictionCode.FIRST_NOT_CHOSEN,
    }
)

Fact = Seat | int | str | None


@dataclass(frozen=True, slots=True)
class Contradiction:
    """One contradiction: in which game, against which clause (empty: common sense), what was expected and recorded.

    ``expected`` and ``actual`` are seats, game numbers or codes, as ``code`` suggests.
    """

    game_number: int
    code: ContradictionCode
    clause: str
    expected: Fact
    actual: Fact

    @property
    def overridable(self) -> bool:
        """Whether a judge may let the record stand."""
        return self.code in OVERRIDABLE


def contradictions(
    games: Sequence[GameRecord],
    rules: PlayRules,
    *,
    best_of: int,
    game_one_policy: GameOnePolicy = AGREED_METHOD,
    allow_draw: bool = True,
    more_games: bool = False,
) -> tuple[Contradiction, ...]:
    """Every contradiction in the records of a match, in order of the games.

    A record marked ``overridden`` keeps only the contradictions no judge can let stand. A missing detail contradicts
    nothing. With ``more_games`` a game after the match was decided contradicts nothing either.
    """
    found: list[Contradiction] = []
    for position, game in enumerate(games):
        before = games[:position]
        here = _place_faults(before, game)
        if not more_games and match_state(before, best_of=best_of, allow_draw=allow_draw).decided:
            code = ContradictionCode.AFTER_DECIDED
            here.append(Contradiction(game.number, code, "", before[-1].number, game.number))
        here += _own_faults(game)
        here += _ending_faults(game, rules)
        here += _chooser_faults(before, game, rules, game_one_policy)
        found += [fault for fault in here if not (game.overridden and fault.overridable)]
    return tuple(found)


def _place_faults(before: Sequence[GameRecord], game: GameRecord) -> list[Contradiction]:
    found = []
    number = len(before) + 1
    if game.number != number:
        found.append(Contradiction(game.number, ContradictionCode.NUMBER_GAP, "", number, game.number))
    if before and not before[-1].finished:
        code = ContradictionCode.AFTER_UNFINISHED
        found.append(Contradiction(game.number, code, "", before[-1].number, game.number))
    return found


def _own_faults(game: GameRecord) -> list[Contradiction]:
    found = []
    if game.drawn and game.winner is not None:
        found.append(Contradiction(game.number, ContradictionCode.WON_AND_DRAWN, "", None, game.winner))
    if game.conceded and game.drawn:
        found.append(Contradiction(game.number, ContradictionCode.CONCEDED_DRAW, "", "winner", "draw"))
    details = next((detail for detail in (game.chooser, game.choice, game.first) if detail is not None), None)
    if not game.known and details is not None:
        found.append(Contradiction(game.number, ContradictionCode.DETAILS_OF_UNKNOWN, "", None, details))
    if game.penalty and (game.drawn or game.winner is None or details is not None):
        found.append(Contradiction(game.number, ContradictionCode.PENALTY_WAS_PLAYED, "", None, details))
    return found


def _ending_faults(game: GameRecord, rules: PlayRules) -> list[Contradiction]:
    if game.ending is None:
        return []
    if not game.known:
        return [Contradiction(game.number, ContradictionCode.ENDING_OF_UNKNOWN, "", None, game.ending)]
    ending = rules.ending(game.ending)
    if ending is None:
        return [Contradiction(game.number, ContradictionCode.ENDING_NOT_IN_PACK, "", None, game.ending)]
    if not game.finished:
        return [Contradiction(game.number, ContradictionCode.ENDING_OF_UNFINISHED, "", "result", game.ending)]
    if game.drawn and not ending.may_draw:
        code = ContradictionCode.ENDING_NEEDS_WINNER
        return [Contradiction(game.number, code, ending.clause, "winner", game.ending)]
    if not game.drawn and not ending.may_win:
        code, clause = ContradictionCode.ENDING_MEANS_DRAW, ending.clause or rules.simultaneous_clause
        return [Contradiction(game.number, code, clause, "draw", game.ending)]
    return []


def _chooser_faults(
    before: Sequence[GameRecord], game: GameRecord, rules: PlayRules, policy: GameOnePolicy
) -> list[Contradiction]:
    if not game.known:
        return []
    found = []
    ruling = next_chooser(before, rules, game_one_policy=policy)
    if ruling.kind is RulingKind.SEAT and game.chooser is not None and game.chooser != ruling.seat:
        code = ContradictionCode.WRONG_CHOOSER
        found.append(Contradiction(game.number, code, ruling.clause, ruling.seat, game.chooser))
    if not ruling.may_choose and game.choice is Choice.SECOND:
        code = ContradictionCode.NO_CHOICE
        found.append(Contradiction(game.number, code, ruling.clause, Choice.FIRST, game.choice))
    follows = _first_by_choice(game)
    if follows is not None and game.first is not None and game.first != follows:
        code = ContradictionCode.FIRST_NOT_CHOSEN
        found.append(Contradiction(game.number, code, ruling.clause, follows, game.first))
    return found


def _first_by_choice(game: GameRecord) -> Seat | None:
    if game.chooser is None or game.choice is None:
        return None
    return game.chooser if game.choice is Choice.FIRST else game.chooser.other
