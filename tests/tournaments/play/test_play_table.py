"""Reading a pack's play table: what is read, and what is refused."""

import tomllib
from pathlib import Path

import pytest

from tests.tournaments.play.tables import play_table
from tournaments.play.play_table import DrawChooser, Ending, FirstChooser, LaterChooser, PlayTableError, read_play

PACKS = sorted((Path(__file__).parents[3] / "cardpool" / "games").glob("*.toml"))


def test_the_home_game_is_read_with_its_clauses() -> None:
    rules = read_play(play_table())
    assert rules.best_of == (1, 3, 5)
    assert (rules.first, rules.first_clause) == (FirstChooser.WINNER_OF_METHOD, "1.2.2")
    assert (rules.later, rules.later_clause) == (LaterChooser.LOSER_OF_PREVIOUS, "1.2.2a")
    assert (rules.after_draw, rules.after_draw_clause) == (DrawChooser.SAME_CHOOSER, "1.2.2a")
    assert rules.methods == ("rps", "dice")
    assert rules.ending("simultaneous") == Ending("simultaneous", may_win=False, may_draw=True, clause="1.3.3")
    assert rules.ending("nothing") is None


@pytest.mark.parametrize("pack", PACKS, ids=lambda path: path.stem)
def test_every_shipped_pack_is_readable(pack: Path) -> None:
    rules = read_play(tomllib.loads(pack.read_text(encoding="utf-8"))["play"])
    assert rules.best_of
    assert rules.endings


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"best_off": [1]}, "play.best_off: unknown key"),
        ({"best_of": [1, 2]}, "play.best_of: a list of different odd numbers is needed"),
        ({"best_of": [3, 3]}, "play.best_of: a list of different odd numbers is needed"),
        ({"best_of": "135"}, "play.best_of: a list of different odd numbers is needed"),
        ({"best_of": [True]}, "play.best_of: a list of different odd numbers is needed"),
        ({"first_game": 3}, "play.first_game: a table is needed"),
        ({"first_game__methods": []}, "play.first_game.methods: a list of tables is needed"),
        ({"first_game__methods": [{"key": ""}]}, "play.first_game.methods[0].key: text is needed"),
        ({"first_game__methods": ["rps"]}, "play.first_game.methods[0]: a table is needed"),
        ({"later_games__chooser": "nobody"}, "play.later_games.chooser: 'nobody' is not one of loser_of_previous"),
        ({"later_games__clause": 122}, "play.later_games.clause: text is needed"),
        ({"after_draw__who": "x"}, "play.after_draw.who: unknown key"),
        ({"simultaneous_loss__result": "win"}, "play.simultaneous_loss.result: 'win' is not one of draw, sudden_death"),
        (
            {"endings": [{"key": "a", "results": ["loss"], "clause": ""}]},
            "play.endings[0].results: a list of win, draw is needed",
        ),
        (
            {"endings": [{"key": "a", "results": ["win"], "clause": ""}] * 2},
            "play.endings: 'a' is there twice",
        ),
    ],
)
def test_a_wrong_table_is_refused_with_its_path(changes: dict[str, object], problem: str) -> None:
    with pytest.raises(PlayTableError) as refused:
        read_play(play_table(**changes))
    assert any(text.startswith(problem) for text in refused.value.problems), refused.value.problems


def test_a_method_that_is_there_twice_is_refused_with_its_path() -> None:
    with pytest.raises(PlayTableError) as refused:
        read_play(play_table(first_game__methods=[{"key": "rps"}] * 2))
    assert refused.value.problems == ("play.first_game.methods: 'rps' is there twice",)


@pytest.mark.parametrize("part", ["first_game", "later_games", "after_draw", "simultaneous_loss"])
def test_every_part_names_its_own_path(part: str) -> None:
    word = "result" if part == "simultaneous_loss" else "chooser"
    with pytest.raises(PlayTableError) as refused:
        read_play(play_table(**{f"{part}__{word}": 1, f"{part}__clause": 2}))
    assert [problem.partition(":")[0] for problem in refused.value.problems] == [
        f"play.{part}.{word}",
        f"play.{part}.clause",
    ]


def test_all_problems_come_together() -> None:
    with pytest.raises(PlayTableError) as refused:
        read_play({})
    assert [problem.partition(":")[0] for problem in refused.value.problems][:6] == [
        "play.first_game",
        "play.later_games",
        "play.after_draw",
        "play.simultaneous_loss",
        "play.best_of",
        "play.first_game.chooser",
    ]
