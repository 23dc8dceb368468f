"""Records that contradict the rules or themselves, each by hand; and that rightful records never do."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.play.tables import FIRST, ONE, SECOND, TWO, bare, drawn, play_table, rules, won
from tournaments.play.contradictions import ContradictionCode, contradictions
from tournaments.play.first_player import GameOneKind, GameOnePolicy, RulingKind, next_chooser
from tournaments.play.records import Choice, GameRecord, Seat

HOME = rules()
Code = ContradictionCode

WRONG = [
    ("gap", [won(1, ONE), won(3, ONE)], (3, Code.NUMBER_GAP, "", 2, 3)),
    ("starts at two", [won(2, ONE)], (2, Code.NUMBER_GAP, "", 1, 2)),
    ("decided", [won(1, ONE), won(2, ONE), won(3, TWO)], (3, Code.AFTER_DECIDED, "", 2, 3)),
    ("stopped", [won(1, ONE), drawn(2, stopped_by_time=True), won(3, TWO)], (3, Code.AFTER_DECIDED, "", 2, 3)),
    ("unfinished", [GameRecord(1), won(2, ONE)], (2, Code.AFTER_UNFINISHED, "", 1, 2)),
    ("won and drawn", [GameRecord(1, winner=TWO, drawn=True)], (1, Code.WON_AND_DRAWN, "", None, TWO)),
    ("conceded draw", [drawn(1, conceded=True)], (1, Code.CONCEDED_DRAW, "", "winner", "draw")),
    (
        "details of a bare game",
        [GameRecord(1, winner=ONE, first=TWO, known=False)],
        (1, Code.DETAILS_OF_UNKNOWN, "", None, TWO),
    ),
    (
        "ending of a bare game",
        [GameRecord(1, winner=ONE, ending="damage", known=False)],
        (1, Code.ENDING_OF_UNKNOWN, "", None, "damage"),
    ),
    ("unknown ending", [won(1, ONE, ending="meteor")], (1, Code.ENDING_NOT_IN_PACK, "", None, "meteor")),
    (
        "ending before the result",
        [GameRecord(1, ending="damage")],
        (1, Code.ENDING_OF_UNFINISHED, "", "result", "damage"),
    ),
    (
        "both lost and one won",
        [won(1, ONE, ending="simultaneous")],
        (1, Code.ENDING_MEANS_DRAW, "1.3.3", "draw", "simultaneous"),
    ),
    ("damage and drawn", [drawn(1, ending="damage")], (1, Code.ENDING_NEEDS_WINNER, "1.3.2a", "winner", "damage")),
    (
        "a penalty was played",
        [GameRecord(1, winner=ONE, penalty=True, first=ONE)],
        (1, Code.PENALTY_WAS_PLAYED, "", None, ONE),
    ),
    ("a penalty without a loser", [GameRecord(1, penalty=True)], (1, Code.PENALTY_WAS_PLAYED, "", None, None)),
    (
        "the winner chose",
        [won(1, ONE, chooser=ONE), won(2, TWO, chooser=ONE)],
        (2, Code.WRONG_CHOOSER, "1.2.2a", TWO, ONE),
    ),
    (
        "the other chose after a draw",
        [drawn(1, chooser=TWO), won(2, TWO, chooser=ONE)],
        (2, Code.WRONG_CHOOSER, "1.2.2a", TWO, ONE),
    ),
    (
        "chose to start and did not",
        [GameRecord(1, chooser=ONE, choice=FIRST, first=TWO, winner=ONE)],
        (1, Code.FIRST_NOT_CHOSEN, "1.2.2", ONE, TWO),
    ),
    (
        "chose not to start and did",
        [GameRecord(1, chooser=ONE, choice=SECOND, first=ONE, winner=ONE)],
        (1, Code.FIRST_NOT_CHOSEN, "1.2.2", TWO, ONE),
    ),
]


@pytest.mark.parametrize(("games", "expected"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_each_contradiction(games: list[GameRecord], expected: tuple[object, ...]) -> None:
    found = [dataclasses.astuple(fault) for fault in contradictions(games, HOME, best_of=3)]
    assert found == [expected]


def test_a_drawn_penalty_is_a_contradiction_of_its_own() -> None:
    for winner, codes in ((ONE, [Code.WON_AND_DRAWN, Code.PENALTY_WAS_PLAYED]), (None, [Code.PENALTY_WAS_PLAYED])):
        game = GameRecord(1, winner=winner, drawn=True, penalty=True)
        assert [fault.code for fault in contradictions([game], HOME, best_of=3)] == codes
    assert contradictions([GameRecord(1, winner=ONE, penalty=True)], HOME, best_of=3) == ()


def test_the_higher_seed_chooses_in_a_top_cut() -> None:
    policy = GameOnePolicy(GameOneKind.HIGHER_SEED, ONE)
    found = contradictions([won(1, ONE, chooser=TWO)], HOME, best_of=3, game_one_policy=policy)
    assert [(fault.code, fault.expected, fault.actual) for fault in found] == [(Code.WRONG_CHOOSER, ONE, TWO)]


def test_an_ending_without_a_clause_of_its_own_cites_the_simultaneous_loss() -> None:
    ending = {"key": "both", "names": {"zh": "x", "en": "x"}, "results": ["draw"], "clause": ""}
    found = contradictions([won(1, ONE, ending="both")], rules(play_table(endings=[ending])), best_of=3)
    assert [(fault.code, fault.clause) for fault in found] == [(Code.ENDING_MEANS_DRAW, "1.3.3")]


def test_no_choice_where_the_winner_of_the_method_starts() -> None:
    starts = rules(play_table(first_game__chooser="winner_of_method_starts"))
    found = contradictions([won(1, ONE, chooser=TWO, choice=SECOND)], starts, best_of=3)
    assert [(fault.code, fault.expected, fault.clause) for fault in found] == [(Code.NO_CHOICE, FIRST, "1.2.2")]


def test_an_overridden_game_stands_and_the_next_ruling_follows_it() -> None:
    games = [
        won(1, ONE, chooser=ONE),
        drawn(2, chooser=ONE, overridden=True),
        drawn(3, chooser=ONE),
        won(4, ONE, chooser=TWO),
    ]
    found = contradictions(games, HOME, best_of=3)
    assert [(fault.game_number, fault.code, fault.expected) for fault in found] == [(4, Code.WRONG_CHOOSER, ONE)]


def test_a_judge_cannot_let_the_impossible_stand() -> None:
    games = [GameRecord(1, winner=ONE, drawn=True, chooser=ONE, choice=FIRST, first=TWO, overridden=True)]
    assert [fault.code for fault in contradictions(games, HOME, best_of=3)] == [Code.WON_AND_DRAWN]


@pytest.mark.parametrize("script", ["11", "211", "0122", "000", "012"])
def test_a_bare_score_contradicts_nothing(script: str) -> None:
    assert contradictions(bare(script), HOME, best_of=3) == ()


def test_an_elimination_match_goes_on_after_a_drawn_single_game() -> None:
    games = [drawn(1, chooser=ONE), won(2, TWO, chooser=ONE)]
    assert contradictions(games, HOME, best_of=1, allow_draw=False) == ()
    assert [fault.code for fault in contradictions(games, HOME, best_of=1)] == [Code.AFTER_DECIDED]


Play = tuple[Seat, Choice, Seat | None]
plays = st.lists(
    st.tuples(st.sampled_from([ONE, TWO]), st.sampled_from([FIRST, SECOND]), st.sampled_from([ONE, TWO, None])),
    max_size=8,
)


def lawful(script: list[Play], best_of: int) -> list[GameRecord]:
    games: list[GameRecord] = []
    for method_winner, choice, winner in script:
        if max(sum(game.winner == seat for game in games) for seat in Seat) > best_of // 2:
            break
        ruling = next_chooser(games, HOME)
        chooser = ruling.seat if ruling.kind is RulingKind.SEAT else method_winner
        assert chooser is not None
        if winner is None:
            games.append(drawn(len(games) + 1, chooser=chooser))
        else:
            games.append(won(len(games) + 1, winner, chooser=chooser, choice=choice))
    return games


@given(plays, st.sampled_from([3, 5]))
def test_what_follows_the_rulings_contradicts_nothing(script: list[Play], best_of: int) -> None:
    assert contradictions(lawful(script, best_of), HOME, best_of=best_of) == ()


@given(plays, st.integers(1, 7))
def test_turning_one_later_chooser_is_found(script: list[Play], which: int) -> None:
    games = lawful(script, 5)
    if which >= len(games):
        return
    turned = dataclasses.replace(games[which], chooser=games[which].chooser.other, choice=None, first=None)  # type: ignore[union-attr]
    found = contradictions([*games[:which], turned], HOME, best_of=5)
    assert [(fault.game_number, fault.code) for fault in found] == [(which + 1, Code.WRONG_CHOOSER)]
