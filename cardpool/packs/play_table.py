"""What a pack's play table must hold: its shape is judged when the pack is read, its meaning by the play core."""

from collections.abc import Set

from cardpool.intake.problems import TableFault
from cardpool.packs.table import TableReader

FIRST_CHOOSERS = ("winner_of_method", "winner_of_method_starts")
LATER_CHOOSERS = ("loser_of_previous", "winner_of_previous", "alternate", "method_again")
DRAW_CHOOSERS = ("same_chooser", "other_player", "method_again")
SIMULTANEOUS_RESULTS = ("draw", "sudden_death")
GAME_RESULTS = ("win", "draw")


def check_play(play: TableReader, sections: Set[str]) -> None:
    """Report every mistake in the play table; `sections` are the section keys the pack declares."""
    for position, length in enumerate(play.integers("best_of")):
        if length < 1 or length % 2 == 0:
            play.problem(f"best_of[{position}]", TableFault.OUT_OF_RANGE, wanted="an odd number", found=str(length))
    first = play.table("first_game")
    first.text("chooser", choices=FIRST_CHOOSERS)
    first.text("clause", empty=True)
    _check_methods(first)
    first.finish()
    for key, field, choices in (
        ("later_games", "chooser", LATER_CHOOSERS),
        ("after_draw", "chooser", DRAW_CHOOSERS),
        ("simultaneous_loss", "result", SIMULTANEOUS_RESULTS),
    ):
        table = play.table(key)
        table.text(field, choices=choices)
        table.text("clause", empty=True)
        table.finish()
    if play.has("between_games"):
        _check_between_games(play.table("between_games"), sections)
    _check_endings(play)
    play.finish()


def _check_methods(first: TableReader) -> None:
    keys: list[str] = []
    for method in first.tables("methods"):
        keys.append(method.text("key"))
        method.unique(keys, "key")
        method.names("names")
        method.finish()


def _check_between_games(table: TableReader, sections: Set[str]) -> None:
    table.text("exchange", choices=("one_for_one", "none"))
    for position, key in enumerate(table.texts("sections")):
        if key not in sections:
            table.problem(
                f"sections[{position}]", TableFault.BAD_VALUE, known=", ".join(sorted(sections)), found=f'"{key}"'
            )
    table.text("clause", empty=True)
    table.text("restore", choices=("after_match", "never"))
    table.text("restore_clause", empty=True)
    table.finish()


def _check_endings(play: TableReader) -> None:
    keys: list[str] = []
    for ending in play.tables("endings"):
        keys.append(ending.text("key"))
        ending.unique(keys, "key")
        ending.names("names")
        ending.text("clause", empty=True)
        for position, result in enumerate(ending.texts("results")):
            if result not in GAME_RESULTS:
                ending.problem(
                    f"results[{position}]",
                    TableFault.BAD_VALUE,
                    known=", ".join(GAME_RESULTS),
                    found=f'"{result}"',
                )
        ending.finish()
