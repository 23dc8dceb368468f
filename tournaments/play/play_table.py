"""The play rules of a game, read from the ``play`` table of its pack (``docs/games/pack-format.md``, *Play*)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar


class FirstChooser(StrEnum):
    """Who decides who starts the first game."""

    WINNER_OF_METHOD = "winner_of_method"
    WINNER_OF_METHOD_STARTS = "winner_of_method_starts"


class LaterChooser(StrEnum):
    """Who decides who starts a game that follows a won game."""

    LOSER_OF_PREVIOUS = "loser_of_previous"
    WINNER_OF_PREVIOUS = "winner_of_previous"
    ALTERNATE = "alternate"
    METHOD_AGAIN = "method_again"


class DrawChooser(StrEnum):
    """Who decides who starts a game that follows a drawn game."""

    SAME_CHOOSER = "same_chooser"
    OTHER_PLAYER = "other_player"
    METHOD_AGAIN = "method_again"


class SimultaneousLoss(StrEnum):
    """What it means that both players lose at once."""

    DRAW = "draw"
    SUDDEN_DEATH = "sudden_death"


@dataclass(frozen=True, slots=True)
class Ending:
    """One way a game can end, whether it may leave a winner or a drawn game, and its clause."""

    key: str
    may_win: bool
    may_draw: bool
    clause: str


@dataclass(frozen=True, slots=True)
class PlayRules:
    """Who chooses, and how games end, each with its clause. An empty clause: the rule document is silent."""

    best_of: tuple[int, ...]
    first: FirstChooser
    first_clause: str
    methods: tuple[str, ...]
    later: LaterChooser
    later_clause: str
    after_draw: DrawChooser
    after_draw_clause: str
    simultaneous: SimultaneousLoss
    simultaneous_clause: str
    endings: tuple[Ending, ...]

    def ending(self, key: str) -> Ending | None:
        """The ending with this key, if the pack has it."""
        return next((ending for ending in self.endings if ending.key == key), None)


class PlayTableError(ValueError):
    """A ``play`` table that does not have the documented shape; ``problems`` lists all of them with their paths."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


_TABLES = {
    "first_game": {"chooser", "clause", "methods"},
    "later_games": {"chooser", "clause"},
    "after_draw": {"chooser", "clause"},
    "simultaneous_loss": {"result", "clause"},
}
_TOP = {"best_of", "between_games", "endings", *_TABLES}
_ROW_KEYS = {"methods": {"key", "names"}, "endings": {"key", "names", "results", "clause"}}
_RESULTS = ("win", "draw")

Word = TypeVar("Word", bound=StrEnum)


def read_play(table: Mapping[str, object]) -> PlayRules:
    """Read a pack's ``play`` table strictly; ``between_games`` belongs to the decks and is not looked into.

    Raises ``PlayTableError`` with every problem found.
    """
    reader = _Reader()
    reader.refuse_unknown("play", table, _TOP)
    parts = {name: reader.table("play", table, name, keys) for name, keys in _TABLES.items()}
    rules = PlayRules(
        best_of=reader.lengths(table.get("best_of")),
        first=reader.word("play.first_game", parts["first_game"], "chooser", FirstChooser),
        first_clause=reader.text("play.first_game", parts["first_game"], "clause"),
        methods=tuple(
            reader.text(path, row, "key")
            for path, row in reader.rows("play.first_game", parts["first_game"], "methods")
        ),
        later=reader.word("play.later_games", parts["later_games"], "chooser", LaterChooser),
        later_clause=reader.text("play.later_games", parts["later_games"], "clause"),
        after_draw=reader.word("play.after_draw", parts["after_draw"], "chooser", DrawChooser),
        after_draw_clause=reader.text("play.after_draw", parts["after_draw"], "clause"),
        simultaneous=reader.word("play.simultaneous_loss", parts["simultaneous_loss"], "result", SimultaneousLoss),
        simultaneous_clause=reader.text("play.simultaneous_loss", parts["simultaneous_loss"], "clause"),
        endings=tuple(reader.ending(path, row) for path, row in reader.rows("play", table, "endings")),
    )
    reader.refuse_doubles("play.endings", [ending.key for ending in rules.endings])
    reader.refuse_doubles("play.first_game.methods", rules.methods)
    if reader.problems:
        raise PlayTableError(reader.problems)
    return rules


class _Reader:
    """Collects problems while it reads, so that one pass reports them all."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def refuse_unknown(self, path: str, table: Mapping[str, object], known: set[str]) -> None:
        for key in sorted(set(table) - known):
            self.problems.append(f"{path}.{key}: unknown key (known: {', '.join(sorted(known))})")

    def refuse_doubles(self, path: str, keys: Sequence[str]) -> None:
        for key in sorted({key for key in keys if keys.count(key) > 1}):
            self.problems.append(f"{path}: {key!r} is there twice")

    def table(self, path: str, table: Mapping[str, object], key: str, known: set[str]) -> Mapping[str, object]:
        value = table.get(key)
        if not isinstance(value, Mapping):
            self.problems.append(f"{path}.{key}: a table is needed")
            return {}
        self.refuse_unknown(f"{path}.{key}", value, known)
        return value

    def rows(self, path: str, table: Mapping[str, object], key: str) -> list[tuple[str, Mapping[str, object]]]:
        value = table.get(key)
        if not isinstance(value, Sequence) or isinstance(value, str) or not value:
            self.problems.append(f"{path}.{key}: a list of tables is needed")
            return []
        rows = []
        for number, row in enumerate(value):
            where = f"{path}.{key}[{number}]"
            if isinstance(row, Mapping):
                self.refuse_unknown(where, row, _ROW_KEYS[key])
                rows.append((where, row))
            else:
                self.problems.append(f"{where}: a table is needed")
        return rows

    def text(self, path: str, table: Mapping[str, object], key: str) -> str:
        value = table.get(key)
        if isinstance(value, str) and (value or key == "clause"):
            return value
        self.problems.append(f"{path}.{key}: text is needed")
        return ""

    def word(self, path: str, table: Mapping[str, object], key: str, words: type[Word]) -> Word:
        value = table.get(key)
        for word in words:
            if word.value == value:
                return word
        self.problems.append(f"{path}.{key}: {value!r} is not one of {', '.join(word.value for word in words)}")
        return next(iter(words))

    def lengths(self, value: object) -> tuple[int, ...]:
        if isinstance(value, Sequence) and not isinstance(value, str) and value:
            numbers = [number for number in value if type(number) is int and number > 0 and number % 2]
            if len(numbers) == len(value) == len(set(numbers)):
                return tuple(numbers)
        self.problems.append("play.best_of: a list of different odd numbers is needed")
        return ()

    def ending(self, path: str, row: Mapping[str, object]) -> Ending:
        results = row.get("results")
        good = isinstance(results, Sequence) and not isinstance(results, str) and bool(results)
        if not isinstance(results, Sequence) or not good or not all(result in _RESULTS for result in results):
            self.problems.append(f"{path}.results: a list of {', '.join(_RESULTS)} is needed")
            results = ()
        return Ending(
            key=self.text(path, row, "key"),
            may_win="win" in results,
            may_draw="draw" in results,
            clause=self.text(path, row, "clause"),
        )
