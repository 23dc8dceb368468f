"""One typed line of the desk: a table and its result, as a scorekeeper reads it off a slip.

| typed | means |
|---|---|
| `12` | open table 12 |
| `12 21`, `12 2-1`, `12 2:1`, `12 2 1` | player one won two games, player two one |
| `12 111`, `12 1-1-1` | the third number counts drawn games |
| `12 2-1 3` | nothing: the third number stands apart from the score, so it is asked what it means |
| `12 10 t`, `12 10 时间到` | as it stood when time ran out |
| `12 d`, `12 id`, `12 约平`, `12 约定平局` | intentional draw |
| `12 平`, `12 和`, `12 打平`, `12 平局`, `12 draw` | a draw without a score |
| `12 n1`, `12 n2`, `12 未到2`, `12 2未到` | player one (two) did not come |
| `12 nn`, `12 双方未到` | neither came |
| `12 l1`, `12 l2`, `12 判负2`, `12 2判负` | match loss for player one (two) |
| `12 dl`, `12 双方判负` | loss for both |
| `12 21 x2`, `12 21 退2`, `12 21 x12` | player two drops, or both do, as ticked on the slip |
| `12平`, `12协议平局`, `12draw` | a draw in words, right behind the table |
| `12号桌 21`, `第12桌 平`, `12、21`, `12. 21` | table 12, in words and as lists number it |
| `12a 21`, `12b 0-2` | the same on board A, or B, of teams that play by seat |
| `12 20 ! wrong slip` | words after `!` are the reason, as a correction needs one |

Full-width digits and characters count as plain ones, capitals as small letters; a full stop at the end says nothing.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from enum import StrEnum

MAX_LENGTH = 240
_LINE = re.compile(
    r"第?\s*(?P<table>\d{1,5})(?P<named>\s*(?:号[桌台]?|[桌台]))?(?:\s*(?P<board>[ab])(?![a-z0-9]))?"
    r"(?:(?:[\s,:、]+|\.\s+|(?=[平和约打协]|(?:agreed |intentional )?draw)|(?(named)|(?!)))(?P<result>.+))?"
)
_SCORE = re.compile(
    r"(?P<one>\d)(?P<sign>[\s:/-]*)(?P<two>\d)(?:(?P<other_sign>[\s:/-]*)(?P<draws>\d))?(?:\s*(?P<time>t|时间到|到时间?))?"
)
_ABSENT = frozenset({"n", "未到", "缺席", "没来"})
_NAMED = re.compile(
    r"(?P<word>n|l|未到|缺席|没来|判负)\s*(?P<seat>[12])|(?P<first>[12])号?\s*(?P<behind>未到|缺席|没来|判负)"
)
_DROPS = r"(?P<result>.+?)[\s,]+(?:x|drop|退赛?)\s*(?P<seats>{seats})"
SEATS = "12|1|2"
"""The seats of two players, as who drops is typed."""
DRAWN = frozenset({"平", "平局", "打平", "和", "打和", "和局", "平手", "draw", "drawn"})
AGREED = frozenset({"d", "id", "约平", "约和", "约定平局", "协议平局", "intentional draw", "agreed draw"})
_REASON = re.compile("[!！]")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−~比", "-"))


class TypedKind(StrEnum):
    """What a line asks for; none reads as a `DECIDED_DRAW`, which a `DRAW` of unknown games is entered as."""

    OPEN = "open"
    SCORE = "score"
    DRAW = "draw"
    INTENTIONAL_DRAW = "intentional_draw"
    DECIDED_DRAW = "judge_award"
    NO_SHOW = "no_show"
    MATCH_LOSS = "match_loss"
    DOUBLE_LOSS = "double_loss"
    DOUBLE_NO_SHOW = "double_no_show"


_FOR_BOTH = {
    **dict.fromkeys(("dl", "双方判负", "双败", "双负"), TypedKind.DOUBLE_LOSS),
    **dict.fromkeys(("nn", "双方未到", "双未到", "都没来"), TypedKind.DOUBLE_NO_SHOW),
}


@dataclass(frozen=True)
class TypedResult:
    """A line as read. `seat` is the player who came short: the absent one, the one given the loss. `drops` are the
    seats of those who leave the event. `board` is 0 where none was named.
    """

    kind: TypedKind
    table: int
    wins1: int = 0
    wins2: int = 0
    draws: int = 0
    stopped_by_time: bool = False
    seat: int | None = None
    reason: str = ""
    drops: tuple[int, ...] = ()
    board: int = 0


class TypedProblem(ValueError):
    """A line that cannot be entered. `code` says why, `empty`, `no_table`, `no_result` or `mixed_score` what cannot be
    read; `part` is the text concerned.
    """

    def __init__(self, code: str, part: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.part = part


@dataclass(frozen=True)
class TypedLine:
    """What every line has: the table, its board where one was named, what is typed of the result, the reason behind
    `!`, and the seats of those who drop."""

    table: int
    board: int = 0
    result: str | None = None
    reason: str = ""
    drops: tuple[int, ...] = ()


def read_line(line: str, *, seats: str = SEATS) -> TypedLine:
    """The parts of a line, small letters and plain characters, the reason as it was typed; `seats` is what may be typed
    of who drops. Raises TypedProblem `empty`, `no_table`.
    """
    typed, *behind = _REASON.split(line[:MAX_LENGTH], maxsplit=1)
    typed = unicodedata.normalize("NFKC", typed).strip().rstrip("。").translate(_DASHES).lower()
    reason = "".join(behind).strip()
    if not typed:
        raise TypedProblem("empty")
    match = _LINE.fullmatch(typed)
    if match is None:
        raise TypedProblem("no_table", typed)
    table, board = int(match["table"]), " ab".index(match["board"] or " ")
    if match["result"] is None:
        return TypedLine(table, board)
    result, drops = match["result"].strip(), ""
    if leaving := re.fullmatch(_DROPS.format(seats=seats), result):
        result, drops = leaving["result"].strip(), leaving["seats"]
    return TypedLine(table, board, result, reason, tuple(dict.fromkeys(int(seat) for seat in drops)))


def read_typed_result(line: str) -> TypedResult:
    """Read one line; raises TypedProblem naming what it could not make out."""
    typed = read_line(line)
    if typed.result is None:
        return TypedResult(TypedKind.OPEN, typed.table, board=typed.board)
    read = _read_result(typed.table, typed.result, typed.reason)
    return replace(read, board=typed.board, drops=typed.drops)


def _plain_sign(typed: str) -> str:
    """What joins two numbers: a sign, a space where there is nothing else, or nothing."""
    return typed.strip() or typed[:1]


def _read_result(table: int, result: str, reason: str) -> TypedResult:
    if score := _SCORE.fullmatch(result):
        if score["draws"] is not None and _plain_sign(score["sign"]) != _plain_sign(score["other_sign"]):
            raise TypedProblem("mixed_score", result)
        return TypedResult(
            TypedKind.SCORE,
            table,
            wins1=int(score["one"]),
            wins2=int(score["two"]),
            draws=int(score["draws"] or 0),
            stopped_by_time=score["time"] is not None,
            reason=reason,
        )
    if named := _NAMED.fullmatch(result):
        word, seat = named["word"] or named["behind"], named["seat"] or named["first"]
        kind = TypedKind.NO_SHOW if word in _ABSENT else TypedKind.MATCH_LOSS
        return TypedResult(kind, table, seat=int(seat), reason=reason)
    if result in DRAWN:
        return TypedResult(TypedKind.DRAW, table, reason=reason)
    if result in AGREED:
        return TypedResult(TypedKind.INTENTIONAL_DRAW, table, reason=reason)
    if result in _FOR_BOTH:
        return TypedResult(_FOR_BOTH[result], table, reason=reason)
    raise TypedProblem("no_result", result)
