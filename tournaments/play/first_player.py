"""Who chooses, and therefore who starts, each game of a match.

The home rule is Ultraman Hero Duel V1.9: game 1 by any method both accept, whose winner usually decides (1.2.2); later
games by the loser of the previous game, and after a drawn game by the player who decided before it (1.2.2a). The rules
of other games differ in the pack's ``play`` table only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.play.play_table import DrawChooser, FirstChooser, LaterChooser, PlayRules
from tournaments.play.records import GameRecord, Seat


class GameOneKind(StrEnum):
    """How the chooser of game 1 is found. In Swiss always the agreed method; a top cut may say otherwise."""

    AGREED_METHOD = "agreed_method"
    HIGHER_SEED = "higher_seed"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class GameOnePolicy:
    """The policy for one match. ``seat`` is the higher seed's, or the one drawn; empty for an agreed method."""

    kind: GameOneKind = GameOneKind.AGREED_METHOD
    seat: Seat | None = None

    def __post_init__(self) -> None:
        if (self.kind is GameOneKind.AGREED_METHOD) != (self.seat is None):
            raise ValueError(f"{self.kind.value} {'names no seat' if self.seat else 'needs a seat'}")


AGREED_METHOD = GameOnePolicy()


class RulingKind(StrEnum):
    """What is known about the chooser of the next game."""

    AGREED_METHOD = "agreed_method"
    SEAT = "seat"
    UNKNOWN = "unknown"


class Reason(StrEnum):
    """Why a ruling is as it is."""

    FIRST_GAME = "first_game"
    HIGHER_SEED = "higher_seed"
    RANDOM_DRAW = "random_draw"
    LOST_PREVIOUS = "lost_previous"
    WON_PREVIOUS = "won_previous"
    DID_NOT_CHOOSE_PREVIOUS = "did_not_choose_previous"
    METHOD_EVERY_GAME = "method_every_game"
    SAME_AFTER_DRAW = "same_after_draw"
    OTHER_AFTER_DRAW = "other_after_draw"
    METHOD_AFTER_DRAW = "method_after_draw"
    PREVIOUS_UNFINISHED = "previous_unfinished"
    PREVIOUS_CHOOSER_UNKNOWN = "previous_chooser_unknown"
    ORDER_UNKNOWN = "order_unknown"


@dataclass(frozen=True, slots=True)
class ChooserRuling:
    """Who chooses in game ``number``.

    ``seat`` is set for ``SEAT`` alone. ``may_choose`` is false where the rule lets the ruled player start without a
    choice. ``previous`` is the game the ruling follows from, empty for game 1.
    """

    number: int
    kind: RulingKind
    seat: Seat | None
    clause: str
    reason: Reason
    previous: GameRecord | None = None
    may_choose: bool = True


def next_chooser(
    games: Sequence[GameRecord], rules: PlayRules, *, game_one_policy: GameOnePolicy = AGREED_METHOD
) -> ChooserRuling:
    """Rule who chooses in the game after ``games``, which are the games so far in order.

    Whether the match still needs a game is not looked at. The ruling follows the records as they stand: a game a judge
    let stand against the rule is the previous game like any other. Where it depends on who chose in the previous game
    and nobody noted that, it was the player whom the rule gave the choice then, if the rule named one.
    """
    if not games:
        return _first_ruling(rules, game_one_policy)
    previous = games[-1]
    number = len(games) + 1
    if not previous.placed:
        clause = rules.later_clause
        return ChooserRuling(number, RulingKind.UNKNOWN, None, clause, Reason.ORDER_UNKNOWN, previous)
    chose = _chooser_of_last(games, rules, game_one_policy)
    if previous.drawn:
        return _ruling_after_draw(number, previous, chose, rules)
    if previous.winner is None:
        clause = rules.later_clause
        return ChooserRuling(number, RulingKind.UNKNOWN, None, clause, Reason.PREVIOUS_UNFINISHED, previous)
    return _ruling_after_win(number, previous, previous.winner, chose, rules)


def _chooser_of_last(games: Sequence[GameRecord], rules: PlayRules, policy: GameOnePolicy) -> Seat | None:
    last = games[-1]
    if last.chooser is not None or last.penalty:
        return last.chooser
    return next_chooser(games[:-1], rules, game_one_policy=policy).seat


def _first_ruling(rules: PlayRules, policy: GameOnePolicy) -> ChooserRuling:
    if policy.seat is not None:
        reason = Reason.HIGHER_SEED if policy.kind is GameOneKind.HIGHER_SEED else Reason.RANDOM_DRAW
        return ChooserRuling(1, RulingKind.SEAT, policy.seat, "", reason)
    return ChooserRuling(
        1,
        RulingKind.AGREED_METHOD,
        None,
        rules.first_clause,
        Reason.FIRST_GAME,
        may_choose=rules.first is FirstChooser.WINNER_OF_METHOD,
    )


def _ruling_after_win(
    number: int, previous: GameRecord, winner: Seat, chose: Seat | None, rules: PlayRules
) -> ChooserRuling:
    clause = rules.later_clause
    match rules.later:
        case LaterChooser.LOSER_OF_PREVIOUS:
            return ChooserRuling(number, RulingKind.SEAT, winner.other, clause, Reason.LOST_PREVIOUS, previous)
        case LaterChooser.WINNER_OF_PREVIOUS:
            return ChooserRuling(number, RulingKind.SEAT, winner, clause, Reason.WON_PREVIOUS, previous)
        case LaterChooser.ALTERNATE:
            seat = None if chose is None else chose.other
            return _from_previous_chooser(number, previous, seat, clause, Reason.DID_NOT_CHOOSE_PREVIOUS)
        case LaterChooser.METHOD_AGAIN:
            return _method_again(number, previous, rules, clause, Reason.METHOD_EVERY_GAME)


def _ruling_after_draw(number: int, previous: GameRecord, chose: Seat | None, rules: PlayRules) -> ChooserRuling:
    clause = rules.after_draw_clause
    match rules.after_draw:
        case DrawChooser.SAME_CHOOSER:
            return _from_previous_chooser(number, previous, chose, clause, Reason.SAME_AFTER_DRAW)
        case DrawChooser.OTHER_PLAYER:
            seat = None if chose is None else chose.other
            return _from_previous_chooser(number, previous, seat, clause, Reason.OTHER_AFTER_DRAW)
        case DrawChooser.METHOD_AGAIN:
            return _method_again(number, previous, rules, clause, Reason.METHOD_AFTER_DRAW)


def _from_previous_chooser(
    number: int, previous: GameRecord, seat: Seat | None, clause: str, reason: Reason
) -> ChooserRuling:
    if seat is None:
        unknown = Reason.PREVIOUS_CHOOSER_UNKNOWN
        return ChooserRuling(number, RulingKind.UNKNOWN, None, clause, unknown, previous)
    return ChooserRuling(number, RulingKind.SEAT, seat, clause, reason, previous)


def _method_again(number: int, previous: GameRecord, rules: PlayRules, clause: str, reason: Reason) -> ChooserRuling:
    may_choose = rules.first is FirstChooser.WINNER_OF_METHOD
    return ChooserRuling(number, RulingKind.AGREED_METHOD, None, clause, reason, previous, may_choose)
