"""One typed line of the desk in an event in pods: a table and the places of its players, as read off a slip.

| typed | means |
|---|---|
| `3` | open table 3 |
| `3 2143`, `3 2 1 4 3`, `3 2-1-4-3` | the places of the players in the order of turns, as on the slip |
| `3 1222` | who shares a place gets the same number |
| `3 213n`, `3 21q3`, `3 213m` | the fourth did not come; the third is disqualified; the fourth lost by a penalty |
| `3 w2`, `3 2胜` | the second player won, the others are level |
| `3 d`, `3 平` | drawn by all |
| `3 2143 t` | as it stood when time ran out |
| `3 2143 x2`, `3 2143 退14` | player two drops; players one and four drop |
| `3 2143 ! wrong slip` | words after `!` are the reason, as a correction needs one |

Table, capitals and full-width characters are read as `tournaments.forms.desk.typed_result` has it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.forms.desk.typed_result import AGREED, DRAWN, TypedProblem, read_line
from tournaments.pods.results import Manner

_TIME = re.compile(r"(?P<result>.+?)\s*(?:t|到时)")
_PLACES = re.compile(r"[1-4nqm缺取判](?:[\s,:/-]*[1-4nqm缺取判]){0,3}")
_WON = re.compile(r"(?:w|won|win|胜|赢)\s*([1-4])|([1-4])\s*(?:w|won|wins|胜|赢)")
_AWAY = str.maketrans({"缺": "n", "取": "q", "判": "m"})
WITHOUT_PLACE = {"n": Manner.NO_SHOW, "q": Manner.DISQUALIFIED, "m": Manner.MATCH_LOSS}
"""In the place of a place: did not come, is disqualified, lost by a penalty."""


class PodKind(StrEnum):
    """What a line asks for."""

    OPEN = "open"
    PLACES = "places"
    WON = "won"
    DRAWN = "drawn"


@dataclass(frozen=True)
class TypedPod:
    """A line as read. `marks` are the places in the order of turns, or of `WITHOUT_PLACE`; `winner` is the seat of who
    won where only that is typed; `drops` are the seats of those who leave the event."""

    kind: PodKind
    table: int
    marks: tuple[str, ...] = ()
    winner: int = 0
    ended_by_time: bool = False
    reason: str = ""
    drops: tuple[int, ...] = ()


def read_typed_pod(line: str) -> TypedPod:
    """Read one line; raises TypedProblem `empty`, `no_table`, `no_places` naming what it could not make out."""
    typed = read_line(line, seats="[1-4]{1,4}")
    if typed.board:
        raise TypedProblem("no_places", f"{typed.table}{' ab'[typed.board]}")
    if typed.result is None:
        return TypedPod(PodKind.OPEN, typed.table)
    result, stopped = typed.result, _TIME.fullmatch(typed.result)
    if stopped is not None:
        result = stopped["result"].strip()
    drawn = TypedPod(
        PodKind.DRAWN, typed.table, ended_by_time=stopped is not None, reason=typed.reason, drops=typed.drops
    )
    if _PLACES.fullmatch(result):
        marks = re.findall(r"[1-4nqm]", result.translate(_AWAY))
        return replace(drawn, kind=PodKind.PLACES, marks=tuple(marks))
    if won := _WON.fullmatch(result):
        return replace(drawn, kind=PodKind.WON, winner=int(won[1] or won[2]))
    if result in DRAWN | AGREED:
        return drawn
    raise TypedProblem("no_places", typed.result)
