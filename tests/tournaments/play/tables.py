"""Play tables for the tests: the home game's, and every variant of the others."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournaments.play.play_table import PlayRules, read_play
from tournaments.play.records import Choice, GameRecord, Seat

ONE, TWO = Seat.ONE, Seat.TWO
FIRST, SECOND = Choice.FIRST, Choice.SECOND


def names(word: str) -> dict[str, str]:
    return {"zh": word, "en": word}


def play_table(**changes: Any) -> dict[str, Any]:
    table: dict[str, Any] = {
        "best_of": [1, 3, 5],
        "first_game": {
            "chooser": "winner_of_method",
            "clause": "1.2.2",
            "methods": [{"key": "rps", "names": names("rps")}, {"key": "dice", "names": names("dice")}],
        },
        "later_games": {"chooser": "loser_of_previous", "clause": "1.2.2a"},
        "after_draw": {"chooser": "same_chooser", "clause": "1.2.2a"},
        "simultaneous_loss": {"result": "draw", "clause": "1.3.3"},
        "endings": [
            {"key": "damage", "names": names("damage"), "results": ["win"], "clause": "1.3.2a"},
            {"key": "simultaneous", "names": names("simultaneous"), "results": ["draw"], "clause": "1.3.3"},
            {"key": "time", "names": names("time"), "results": ["win", "draw"], "clause": ""},
        ],
    }
    for path, value in changes.items():
        part, _, key = path.partition("__")
        if key:
            table[part] = {**table[part], key: value}
        else:
            table[part] = value
    return table


def rules(table: Mapping[str, Any] | None = None) -> PlayRules:
    return read_play(table if table is not None else play_table())


def won(
    number: int, winner: Seat, *, chooser: Seat | None = None, choice: Choice = FIRST, **details: Any
) -> GameRecord:
    """A fully recorded won game."""
    if chooser is None:
        return GameRecord(number, winner=winner, **details)
    first = chooser if choice is FIRST else chooser.other
    return GameRecord(
        **{"number": number, "chooser": chooser, "choice": choice, "first": first, "winner": winner, **details}
    )


def drawn(number: int, *, chooser: Seat | None = None, **details: Any) -> GameRecord:
    """A drawn game in which the chooser started."""
    choice = FIRST if chooser is not None else None
    return GameRecord(
        **{"number": number, "chooser": chooser, "choice": choice, "first": chooser, "drawn": True, **details}
    )


def bare(script: str) -> list[GameRecord]:
    """Games entered one by one of which only the result is known: ``1`` and ``2`` are won, ``0`` is drawn."""
    return [
        GameRecord(number, winner=Seat(int(letter)) if letter != "0" else None, drawn=letter == "0", known=False)
        for number, letter in enumerate(script, start=1)
    ]


def loose(script: str) -> list[GameRecord]:
    """Games entered as one bare score: nobody noted when each of them was played."""
    return [replace(game, placed=False) for game in bare(script)]
