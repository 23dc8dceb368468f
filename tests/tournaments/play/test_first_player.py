"""Who chooses: every state by hand, then against an independent oracle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.play.tables import ONE, TWO, bare, drawn, loose, play_table, rules, won
from tournaments.play.first_player import (
    AGREED_METHOD,
    GameOneKind,
    GameOnePolicy,
    Reason,
    RulingKind,
    next_chooser,
)
from tournaments.play.records import GameRecord, Seat

HOME = rules()


def test_game_one_is_for_the_agreed_method() -> None:
    ruling = next_chooser([], HOME)
    assert (ruling.number, ruling.kind, ruling.seat, ruling.clause) == (1, RulingKind.AGREED_METHOD, None, "1.2.2")
    assert ruling.reason is Reason.FIRST_GAME
    assert ruling.previous is None
    assert ruling.may_choose


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        (GameOnePolicy(GameOneKind.HIGHER_SEED, TWO), Reason.HIGHER_SEED),
        (GameOnePolicy(GameOneKind.RANDOM, TWO), Reason.RANDOM_DRAW),
    ],
)
def test_a_top_cut_may_name_the_chooser_of_game_one(policy: GameOnePolicy, reason: Reason) -> None:
    ruling = next_chooser([], HOME, game_one_policy=policy)
    assert (ruling.kind, ruling.seat, ruling.reason, ruling.clause) == (RulingKind.SEAT, TWO, reason, "")


def test_a_policy_names_a_seat_exactly_when_it_needs_one() -> None:
    with pytest.raises(ValueError, match="higher_seed needs a seat"):
        GameOnePolicy(GameOneKind.HIGHER_SEED)
    with pytest.raises(ValueError, match="names no seat"):
        GameOnePolicy(GameOneKind.AGREED_METHOD, ONE)


TABLE = [
    ("the loser chooses", {}, [won(1, ONE, chooser=ONE)], RulingKind.SEAT, TWO, Reason.LOST_PREVIOUS),
    ("the chooser lost", {}, [won(1, TWO, chooser=ONE)], RulingKind.SEAT, ONE, Reason.LOST_PREVIOUS),
    ("a bare win suffices", {}, bare("1"), RulingKind.SEAT, TWO, Reason.LOST_PREVIOUS),
    ("same chooser after a draw", {}, [drawn(1, chooser=TWO)], RulingKind.SEAT, TWO, Reason.SAME_AFTER_DRAW),
    (
        "and again after the second",
        {},
        [won(1, ONE, chooser=ONE), drawn(2, chooser=TWO), drawn(3, chooser=TWO)],
        RulingKind.SEAT,
        TWO,
        Reason.SAME_AFTER_DRAW,
    ),
    (
        "the loser of the game after the draw",
        {},
        [drawn(1, chooser=ONE), won(2, TWO, chooser=ONE)],
        RulingKind.SEAT,
        ONE,
        Reason.LOST_PREVIOUS,
    ),
    ("unknown chooser of a draw", {}, [drawn(1)], RulingKind.UNKNOWN, None, Reason.PREVIOUS_CHOOSER_UNKNOWN),
    (
        "unknown chooser of a bare draw",
        {},
        bare("0"),
        RulingKind.UNKNOWN,
        None,
        Reason.PREVIOUS_CHOOSER_UNKNOWN,
    ),
    ("order of a bare 1-1", {}, loose("12"), RulingKind.UNKNOWN, None, Reason.ORDER_UNKNOWN),
    ("results entered one by one", {}, bare("12"), RulingKind.SEAT, ONE, Reason.LOST_PREVIOUS),
    ("a bare draw after a bare win", {}, bare("10"), RulingKind.SEAT, TWO, Reason.SAME_AFTER_DRAW),
    ("two bare draws after a bare win", {}, bare("200"), RulingKind.SEAT, ONE, Reason.SAME_AFTER_DRAW),
    (
        "who chose before a bare draw",
        {},
        [drawn(1, chooser=TWO), *bare("00")[1:]],
        RulingKind.SEAT,
        TWO,
        Reason.SAME_AFTER_DRAW,
    ),
    (
        "a draw after a lost order",
        {},
        [*loose("12"), drawn(3)],
        RulingKind.UNKNOWN,
        None,
        Reason.PREVIOUS_CHOOSER_UNKNOWN,
    ),
    (
        "a known game after a bare 1-1",
        {},
        [*loose("12"), drawn(3, chooser=TWO)],
        RulingKind.SEAT,
        TWO,
        Reason.SAME_AFTER_DRAW,
    ),
    ("still playing", {}, [GameRecord(1, chooser=ONE)], RulingKind.UNKNOWN, None, Reason.PREVIOUS_UNFINISHED),
    (
        "an overridden game counts as it stands",
        {},
        [won(1, ONE, chooser=ONE), drawn(2, chooser=ONE, overridden=True)],
        RulingKind.SEAT,
        ONE,
        Reason.SAME_AFTER_DRAW,
    ),
    (
        "a game lost by penalty is a lost game",
        {},
        [GameRecord(1, winner=TWO, penalty=True)],
        RulingKind.SEAT,
        ONE,
        Reason.LOST_PREVIOUS,
    ),
    (
        "the winner",
        {"later_games__chooser": "winner_of_previous"},
        [won(1, ONE, chooser=TWO)],
        RulingKind.SEAT,
        ONE,
        Reason.WON_PREVIOUS,
    ),
    (
        "alternating",
        {"later_games__chooser": "alternate"},
        [won(1, ONE, chooser=ONE)],
        RulingKind.SEAT,
        TWO,
        Reason.DID_NOT_CHOOSE_PREVIOUS,
    ),
    (
        "alternating from nobody knows whom",
        {"later_games__chooser": "alternate"},
        bare("1"),
        RulingKind.UNKNOWN,
        None,
        Reason.PREVIOUS_CHOOSER_UNKNOWN,
    ),
    (
        "alternating after a draw, from a noted chooser",
        {"later_games__chooser": "alternate"},
        [won(1, ONE, chooser=ONE), *bare("12")[1:]],
        RulingKind.SEAT,
        ONE,
        Reason.DID_NOT_CHOOSE_PREVIOUS,
    ),
    (
        "alternating after a penalty, in which nobody chose",
        {"later_games__chooser": "alternate"},
        [won(1, ONE, chooser=ONE), GameRecord(2, winner=ONE, penalty=True)],
        RulingKind.UNKNOWN,
        None,
        Reason.PREVIOUS_CHOOSER_UNKNOWN,
    ),
    (
        "the method every game",
        {"later_games__chooser": "method_again"},
        [won(1, ONE, chooser=ONE)],
        RulingKind.AGREED_METHOD,
        None,
        Reason.METHOD_EVERY_GAME,
    ),
    (
        "the other after a draw",
        {"after_draw__chooser": "other_player"},
        [drawn(1, chooser=ONE)],
        RulingKind.SEAT,
        TWO,
        Reason.OTHER_AFTER_DRAW,
    ),
    (
        "the other after a draw, unknown",
        {"after_draw__chooser": "other_player"},
        [drawn(1)],
        RulingKind.UNKNOWN,
        None,
        Reason.PREVIOUS_CHOOSER_UNKNOWN,
    ),
    (
        "the method after a draw",
        {"after_draw__chooser": "method_again"},
        [drawn(1, chooser=ONE)],
        RulingKind.AGREED_METHOD,
        None,
        Reason.METHOD_AFTER_DRAW,
    ),
]


@pytest.mark.parametrize(
    ("changes", "games", "kind", "seat", "reason"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_every_state(
    changes: dict[str, str], games: list[GameRecord], kind: RulingKind, seat: Seat | None, reason: Reason
) -> None:
    ruling = next_chooser(games, rules(play_table(**changes)))
    assert (ruling.kind, ruling.seat, ruling.reason) == (kind, seat, reason)
    assert ruling.clause == "1.2.2a"
    assert ruling.previous == games[-1]
    assert ruling.number == len(games) + 1


def test_the_higher_seed_who_had_to_choose_chooses_again_after_a_draw_nobody_noted() -> None:
    policy = GameOnePolicy(GameOneKind.HIGHER_SEED, TWO)
    ruling = next_chooser(bare("0"), HOME, game_one_policy=policy)
    assert (ruling.seat, ruling.reason, ruling.clause) == (TWO, Reason.SAME_AFTER_DRAW, "1.2.2a")


def test_where_the_winner_of_the_method_starts_nobody_chooses() -> None:
    starts = rules(play_table(first_game__chooser="winner_of_method_starts", later_games__chooser="method_again"))
    assert not next_chooser([], starts).may_choose
    assert not next_chooser([won(1, ONE, chooser=ONE)], starts).may_choose


seats = st.sampled_from([ONE, TWO])
outcomes = st.lists(st.tuples(st.none() | seats, st.none() | seats), max_size=6)


def oracle(games: list[tuple[Seat | None, Seat | None]]) -> int | str:
    """Ultraman Hero Duel V1.9 1.2.2 and 1.2.2a, from the text: each game as (who decided, who won or None if drawn).

    Where nobody wrote down who decided, it was the player whom 1.2.2a names.
    """
    decides: int | str = "method"
    for decided, winner in games:
        lawful = decides if decides in (1, 2) else "unknown"
        after_draw = int(decided) if decided else lawful
        decides = after_draw if winner is None else 3 - int(winner)
    return decides


@given(outcomes)
def test_against_the_oracle(games: list[tuple[Seat | None, Seat | None]]) -> None:
    records = [
        GameRecord(number, chooser=chooser, winner=winner, drawn=winner is None)
        for number, (chooser, winner) in enumerate(games, start=1)
    ]
    ruling = next_chooser(records, HOME, game_one_policy=AGREED_METHOD)
    words = {RulingKind.AGREED_METHOD: "method", RulingKind.UNKNOWN: "unknown"}
    assert words.get(ruling.kind, ruling.seat) == oracle(games)
    assert (ruling.kind is RulingKind.SEAT) == (ruling.seat is not None)


@given(outcomes)
def test_swapping_the_seats_swaps_the_ruling(games: list[tuple[Seat | None, Seat | None]]) -> None:
    def records(swap: bool) -> list[GameRecord]:
        def turn(seat: Seat | None) -> Seat | None:
            return seat.other if seat and swap else seat

        return [
            GameRecord(number, chooser=turn(chooser), winner=turn(winner), drawn=winner is None)
            for number, (chooser, winner) in enumerate(games, start=1)
        ]

    straight, turned = next_chooser(records(False), HOME), next_chooser(records(True), HOME)
    assert turned.seat == (straight.seat.other if straight.seat else None)
    assert turned.reason is straight.reason
