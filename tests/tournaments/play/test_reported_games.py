"""Two players' reports of one match: where they differ, and what both together say."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.play.records import Choice, Seat
from tournaments.play.reported_games import (
    SCORE_DIFFERS,
    Result,
    Said,
    SaidGame,
    Side,
    find_difference,
    merge_games,
)

WON, LOST, DRAWN = (SaidGame(result) for result in Result)
games = st.lists(
    st.builds(
        SaidGame,
        result=st.sampled_from(Result),
        chose=st.sampled_from(Side),
        first=st.sampled_from(Side),
        ending=st.sampled_from(["", "damage", "deck_out"]),
        conceded=st.booleans(),
    ),
    max_size=5,
).map(tuple)


def said(*reported: SaidGame, final: bool = True, score: tuple[int, int, int] | None = None) -> Said:
    results = [game.result for game in reported]
    counted = tuple(results.count(result) for result in Result)
    return Said(score or counted, tuple(reported), final)


def test_reports_of_the_whole_match():
    assert find_difference(said(WON, WON), said(WON, WON)) is None
    assert find_difference(said(WON, WON), said(WON, LOST, WON)) == 2
    assert find_difference(said(LOST, WON, WON), said(WON, LOST, WON)) == 1, "the same score, other games"
    assert find_difference(said(score=(2, 0, 0)), said(score=(2, 1, 0))) == SCORE_DIFFERS
    assert find_difference(said(score=(2, 1, 0)), said(LOST, WON, WON)) is None, "one reported only the score"


def test_reports_of_the_games_so_far():
    assert find_difference(said(WON, final=False), said(WON, LOST, final=False)) is None
    assert find_difference(said(WON, final=False), said(LOST, final=False)) == 1
    assert find_difference(said(WON, final=False), said(score=(2, 1, 0))) is None
    assert find_difference(said(LOST, final=False), said(score=(2, 0, 0))) == SCORE_DIFFERS
    assert find_difference(said(score=(2, 0, 0)), said(DRAWN, final=False)) == SCORE_DIFFERS
    assert find_difference(said(WON, WON), said(WON, final=False)) is None


def test_a_game_as_a_record():
    game = SaidGame(Result.LOST, chose=Side.OTHER, first=Side.ME, ending="damage")
    record = game.record(2, Seat.TWO)
    assert (record.number, record.winner, record.chooser, record.first) == (2, Seat.ONE, Seat.ONE, Seat.TWO)
    assert (record.choice, record.ending, record.known) == (Choice.SECOND, "damage", True)
    assert game.turned.record(2, Seat.ONE) == record
    plain = DRAWN.record(1, Seat.ONE)
    assert (plain.drawn, plain.winner, plain.known, plain.chooser) == (True, None, False, None)
    assert SaidGame(Result.WON, chose=Side.ME).record(1, Seat.ONE).choice is None


def test_what_either_noted_counts_and_what_they_noted_differently_is_open():
    one = SaidGame(Result.WON, chose=Side.ME, ending="damage")
    two = SaidGame(Result.WON, chose=Side.OTHER, first=Side.OTHER, ending="damage", conceded=True)
    merged, left_open = merge_games((one, WON), (two,))
    assert merged == (SaidGame(Result.WON, first=Side.OTHER, ending="damage", conceded=True), WON)
    assert left_open == (1,)
    assert merge_games((SaidGame(Result.WON, ending="damage"),), (SaidGame(Result.WON, ending="deck_out"),)) == (
        (WON,),
        (1,),
    )


@given(games, games)
def test_both_sides_see_the_same_difference(one, two):
    for final in (True, False):
        first, second = said(*one, final=final), said(*two, final=final)
        assert find_difference(first, second) == find_difference(second.turned, first.turned)
        assert find_difference(first, first) is None


@given(games, games)
def test_merging_knows_no_order_and_invents_nothing(one, two):
    length = min(len(one), len(two))
    two = tuple(SaidGame(a.result, b.chose, b.first, b.ending, b.conceded) for a, b in zip(one, two, strict=False))
    merged, left_open = merge_games(one, two)
    assert (merged, left_open) == merge_games(two, one)
    assert [game.result for game in merged] == [game.result for game in one]
    for place, game in enumerate(merged):
        reported = [one[place], *two[place : place + 1]]
        for name in ("chose", "first", "ending"):
            noted = {getattr(each, name) for each in reported} - {""}
            assert getattr(game, name) == (noted.pop() if len(noted) == 1 else "")
            assert place + 1 in left_open or len(noted) < 2
    assert all(place <= length for place in left_open)
