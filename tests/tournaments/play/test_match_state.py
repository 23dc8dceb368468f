"""How a match stands, by hand for every shape, and for any list of games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.play.tables import ONE, TWO, bare, drawn, won
from tournaments.play.match_state import (
    Closing,
    MatchCode,
    ScoreFault,
    match_state,
    quick_scores,
    score_fault,
    wins_needed,
)
from tournaments.play.records import GameRecord, Seat


def games(script: str) -> list[GameRecord]:
    """``1`` and ``2`` are won games, ``0`` a drawn one."""
    return [
        drawn(number) if letter == "0" else won(number, Seat(int(letter)))
        for number, letter in enumerate(script, start=1)
    ]


@pytest.mark.parametrize(("best_of", "needed"), [(1, 1), (3, 2), (5, 3)])
def test_wins_needed(best_of: int, needed: int) -> None:
    assert wins_needed(best_of) == needed


@pytest.mark.parametrize("best_of", [0, 2, -1])
def test_an_even_length_is_refused(best_of: int) -> None:
    with pytest.raises(ValueError, match="odd"):
        wins_needed(best_of)


TIME, NONE, DECLARED = Closing.TIME, Closing.NONE, Closing.DECLARED
STATES = [
    ("", 3, NONE, True, MatchCode.UNDECIDED, None, 1),
    ("1", 3, NONE, True, MatchCode.UNDECIDED, None, 2),
    ("11", 3, NONE, True, MatchCode.WON, ONE, None),
    ("22", 3, NONE, True, MatchCode.WON, TWO, None),
    ("12", 3, NONE, True, MatchCode.UNDECIDED, None, 3),
    ("122", 3, NONE, True, MatchCode.WON, TWO, None),
    ("10", 3, NONE, True, MatchCode.UNDECIDED, None, 3),
    ("102", 3, NONE, True, MatchCode.UNDECIDED, None, 4),
    ("1020", 3, NONE, True, MatchCode.UNDECIDED, None, 5),
    ("1", 3, TIME, True, MatchCode.LEADER_WON, ONE, None),
    ("12", 3, TIME, True, MatchCode.DRAWN, None, None),
    ("0", 3, TIME, True, MatchCode.DRAWN, None, None),
    ("", 3, TIME, True, MatchCode.DRAWN, None, None),
    ("10", 3, TIME, True, MatchCode.LEADER_WON, ONE, None),
    ("20", 3, DECLARED, True, MatchCode.LEADER_WON, TWO, None),
    ("11", 3, TIME, True, MatchCode.WON, ONE, None),
    ("1", 3, TIME, False, MatchCode.LEADER_WON, ONE, None),
    ("12", 3, TIME, False, MatchCode.DECIDER_NEEDED, None, 3),
    ("0", 3, TIME, False, MatchCode.DECIDER_NEEDED, None, 2),
    ("1", 1, NONE, True, MatchCode.WON, ONE, None),
    ("0", 1, NONE, True, MatchCode.DRAWN, None, None),
    ("0", 1, NONE, False, MatchCode.UNDECIDED, None, 2),
    ("02", 1, NONE, False, MatchCode.WON, TWO, None),
    ("112", 5, NONE, True, MatchCode.UNDECIDED, None, 4),
    ("1121", 5, NONE, True, MatchCode.WON, ONE, None),
]


@pytest.mark.parametrize(("script", "best_of", "closing", "allow_draw", "code", "winner", "number"), STATES)
def test_every_state(
    script: str,
    best_of: int,
    closing: Closing,
    allow_draw: bool,
    code: MatchCode,
    winner: Seat | None,
    number: int | None,
) -> None:
    state = match_state(games(script), best_of=best_of, closing=closing, allow_draw=allow_draw)
    assert (state.code, state.winner, state.next_number) == (code, winner, number)
    assert state.decided == (code in (MatchCode.WON, MatchCode.LEADER_WON, MatchCode.DRAWN))
    assert state.needs_game == (number is not None)


def test_a_game_stopped_by_time_ends_the_match() -> None:
    state = match_state([won(1, ONE), drawn(2, stopped_by_time=True)], best_of=3)
    assert (state.code, state.winner, state.closing) == (MatchCode.LEADER_WON, ONE, TIME)


def test_a_game_being_played_is_the_next_game() -> None:
    state = match_state([won(1, ONE), GameRecord(2, chooser=TWO)], best_of=3)
    assert (state.code, state.next_number) == (MatchCode.UNDECIDED, 2)


def test_the_buttons_of_a_best_of_three() -> None:
    scores = [(score.wins1, score.wins2, score.draws) for score in quick_scores(3)]
    assert scores == [
        (2, 0, 0),
        (2, 1, 0),
        (1, 2, 0),
        (0, 2, 0),
        (1, 0, 0),
        (0, 1, 0),
        (1, 1, 0),
        (0, 0, 1),
        (1, 1, 1),
    ]


@pytest.mark.parametrize("best_of", [1, 3, 5])
def test_a_button_ends_the_match_early_exactly_where_nobody_has_the_wins(best_of: int) -> None:
    for score in quick_scores(best_of):
        is_full = max(score.wins1, score.wins2) > best_of // 2 or best_of == 1
        assert score.closing is (NONE if is_full else DECLARED)


def test_the_buttons_of_the_other_lengths() -> None:
    assert [(s.wins1, s.wins2, s.draws) for s in quick_scores(1)] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert [(s.wins1, s.wins2, s.draws) for s in quick_scores(1, allow_draw=False)] == [(1, 0, 0), (0, 1, 0)]
    five = [(s.wins1, s.wins2, s.draws) for s in quick_scores(5, allow_draw=False)]
    assert five[:6] == [(3, 0, 0), (3, 1, 0), (3, 2, 0), (2, 3, 0), (1, 3, 0), (0, 3, 0)]
    assert set(five[6:]) == {(2, 0, 0), (2, 1, 0), (1, 0, 0), (0, 2, 0), (1, 2, 0), (0, 1, 0)}


@pytest.mark.parametrize("best_of", [1, 3, 5])
@pytest.mark.parametrize("allow_draw", [True, False])
def test_every_button_is_a_valid_final_score(best_of: int, allow_draw: bool) -> None:
    buttons = quick_scores(best_of, allow_draw=allow_draw)
    assert len(set(buttons)) == len(buttons)
    for score in buttons:
        assert score_fault(score.wins1, score.wins2, score.draws, best_of=best_of, allow_draw=allow_draw) is None
        last = "1" * score.wins1 if score.wins1 >= score.wins2 else "2" * score.wins2
        lower = "2" * score.wins2 if score.wins1 >= score.wins2 else "1" * score.wins1
        records = bare("0" * score.draws + lower + last)
        state = match_state(records, best_of=best_of, closing=score.closing, allow_draw=allow_draw)
        assert state.decided
        assert (state.wins1, state.wins2, state.draws) == (score.wins1, score.wins2, score.draws)


@pytest.mark.parametrize(
    ("score", "best_of", "allow_draw", "fault"),
    [
        ((3, 0, 0), 3, True, ScoreFault.TOO_MANY_WINS),
        ((2, 2, 0), 3, True, ScoreFault.TOO_MANY_WINS),
        ((-1, 2, 0), 3, True, ScoreFault.NEGATIVE),
        ((0, 0, 0), 3, True, ScoreFault.EMPTY),
        ((1, 1, 0), 3, False, ScoreFault.DRAWN_MATCH),
        ((1, 0, 1), 1, True, ScoreFault.AFTER_DRAWN_GAME),
        ((0, 1, 1), 1, True, ScoreFault.AFTER_DRAWN_GAME),
        ((1, 0, 1), 1, False, None),
        ((1, 0, 1), 3, True, None),
        ((2, 1, 4), 3, True, None),
    ],
)
def test_what_is_wrong_with_a_score(
    score: tuple[int, int, int], best_of: int, allow_draw: bool, fault: ScoreFault | None
) -> None:
    assert score_fault(*score, best_of=best_of, allow_draw=allow_draw) is fault


@given(st.text("012", max_size=9), st.sampled_from([1, 3, 5]), st.sampled_from(Closing), st.booleans())
def test_a_state_is_decided_or_asks_for_a_game(script: str, best_of: int, closing: Closing, allow_draw: bool) -> None:
    state = match_state(games(script), best_of=best_of, closing=closing, allow_draw=allow_draw)
    assert state.decided != state.needs_game
    assert (state.next_number is None) == state.decided
    if state.code is MatchCode.WON:
        needed = best_of // 2 + 1
        reached = {seat: [n for n, letter in enumerate(script) if letter == str(int(seat))] for seat in Seat}
        assert state.winner == min(
            (seat for seat in Seat if len(reached[seat]) >= needed), key=lambda seat: reached[seat][needed - 1]
        )
    elif state.winner:
        mine, theirs = (state.wins1, state.wins2) if state.winner is ONE else (state.wins2, state.wins1)
        assert mine > theirs
    if state.decided and not state.winner:
        assert allow_draw
        assert state.wins1 == state.wins2 or best_of == 1


@pytest.mark.parametrize(
    ("script", "closing", "code", "winner"),
    [
        ("11", NONE, MatchCode.WON, ONE),
        ("11112", NONE, MatchCode.WON, ONE),
        ("22111", NONE, MatchCode.WON, ONE),
        ("1122", NONE, MatchCode.UNDECIDED, None),
        ("1122", DECLARED, MatchCode.DRAWN, None),
        ("1", DECLARED, MatchCode.LEADER_WON, ONE),
    ],
)
def test_with_more_games_all_of_them_count(script: str, closing: Closing, code: MatchCode, winner: Seat | None) -> None:
    state = match_state(games(script), best_of=3, closing=closing, more_games=True)
    assert (state.code, state.winner) == (code, winner)


@pytest.mark.parametrize(("score", "best_of"), [((4, 1, 0), 3), ((2, 2, 0), 3), ((1, 0, 1), 1)])
def test_more_games_are_a_score_where_they_are_allowed(score: tuple[int, int, int], best_of: int) -> None:
    assert score_fault(*score, best_of=best_of) is not None
    assert score_fault(*score, best_of=best_of, more_games=True) is None
