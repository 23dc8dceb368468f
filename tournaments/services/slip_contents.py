"""What a result slip says: its games and what was declared, as it is read, kept in a revision, and compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from tournaments.models import Game, Match
from tournaments.play.records import GameRecord
from tournaments.queries.match_records import record_of


@dataclass(frozen=True)
class GameLine:
    """One game as the slip has it; the fields are those of `Game`."""

    number: int
    chooser_seat: int | None = None
    method: str = ""
    choice: str = ""
    first_seat: int | None = None
    winner_seat: int | None = None
    is_draw: bool = False
    ending: str = ""
    conceded: bool = False
    stopped_by_time: bool = False
    details_known: bool = True
    order_known: bool = True
    is_penalty: bool = False
    override_reason: str = ""
    overridden_by_id: int | None = None

    @property
    def record(self) -> GameRecord:
        """The line as the play core reads it."""
        return record_of(cast("Game", self))  # It has a game's fields.


def line_of(record: GameRecord) -> GameLine:
    """A game record as a line of the slip."""
    return GameLine(
        number=record.number,
        chooser_seat=record.chooser,
        choice=record.choice.value if record.choice is not None else "",
        first_seat=record.first,
        winner_seat=record.winner,
        is_draw=record.drawn,
        ending=record.ending or "",
        conceded=record.conceded,
        details_known=record.known,
    )


def without_details(record: GameRecord) -> GameRecord:
    """The same game with nothing known but its result."""
    return GameRecord(record.number, winner=record.winner, drawn=record.drawn, known=False)


FACTS_OF_A_GAME = [name for name in GameLine.__dataclass_fields__ if name != "number"]


@dataclass(frozen=True)
class Slip:
    """Everything a match's result consists of."""

    outcome: str
    winner_seat: int | None
    stopped_by_time: bool
    is_complete: bool
    reason: str
    games: tuple[GameLine, ...]

    @property
    def records(self) -> tuple[GameRecord, ...]:
        """The games as the play core reads them."""
        return tuple(line.record for line in self.games)

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been recorded yet."""
        return not self.games and not self.is_complete


EMPTY_SLIP = Slip(Match.Outcome.PLAYED.value, None, False, False, "", ())


def read_slip(match: Match) -> Slip:
    """The slip as stored; reads `match.games`, which those who change it keep at the match."""
    return Slip(
        outcome=match.outcome,
        winner_seat=match.winner_seat,
        stopped_by_time=match.stopped_by_time,
        is_complete=match.is_complete,
        reason=match.reason,
        games=tuple(_line(game) for game in sorted(match.games.all(), key=lambda game: game.number)),
    )


def _line(game: Game) -> GameLine:
    return GameLine(**{name: getattr(game, name) for name in GameLine.__dataclass_fields__})


def slip_facts(match: Match, slip: Slip) -> dict[str, Any]:
    """The slip as a revision keeps it, with the two players by registration."""
    return {**vars(slip), "games": [dict(vars(line)) for line in slip.games], "players": _players(match)}


def kept_slip(facts: Mapping[str, Any]) -> Slip:
    """The slip that a revision kept, as `slip_facts` gave it."""
    own = {name: facts[name] for name in Slip.__dataclass_fields__ if name != "games"}
    return Slip(**own, games=tuple(GameLine(**game) for game in facts["games"]))


def _players(match: Match) -> list[int]:
    return [match.player1_id, match.player2_id]


def slip_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The differences of two kept slips: `{"field", "before", "after"}` for the match, `{"game", …}` for a game."""
    changes = [
        {"field": name, "before": before.get(name), "after": after.get(name)}
        for name in sorted(set(before) | set(after))
        if name != "games" and before.get(name) != after.get(name)
    ]
    old = {game["number"]: game for game in before.get("games", [])}
    new = {game["number"]: game for game in after.get("games", [])}
    return changes + [
        {"game": number, "before": old.get(number), "after": new.get(number)}
        for number in sorted(set(old) | set(new))
        if old.get(number) != new.get(number)
    ]
