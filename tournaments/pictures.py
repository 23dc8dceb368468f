"""Where everything goes in the drawings of an event: numbers for SVG, no words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.paper_layout import cut_to, text_width
from tournaments.queries.bracket import DrawnBracket, DrawnMatch, Side
from tournaments.queries.drawn_finals import DrawnFinals, DrawnPod, FinalSide

BOX_WIDTH, ROW, GAP_X, GAP_Y, TOP = 232, 34, 44, 22, 40
BOX_HEIGHT, DECISION = 2 * ROW, 14
NAME_WIDTH, SMALL_NAME_WIDTH = 10.9, 13.6
"""Ems that a name has in its box, as it is written (15 units high) and small (12)."""


@dataclass(frozen=True)
class DrawnSide:
    """One line of a box: its text is the template's, its place is here."""

    side: Side
    y: int
    text_y: int


@dataclass(frozen=True)
class Box:
    """A match of the picture with its corner; `sides` from top to bottom, `label_y` above a third-place match,
    `decision_y` below one that its games did not decide."""

    drawn: DrawnMatch
    x: int
    y: int
    sides: tuple[DrawnSide, DrawnSide]

    @property
    def label_y(self) -> int:
        return self.y - 9

    @property
    def decision_y(self) -> int:
        return self.y + BOX_HEIGHT + DECISION

    @property
    def middle(self) -> int:
        return self.y + ROW


@dataclass(frozen=True)
class Column:
    """A round of the picture. `players` is how many are left in it."""

    x: int
    number: int
    players: int
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class BracketPicture:
    """The whole drawing. `lines` are SVG paths that join each pair of boxes to the next one."""

    width: int
    height: int
    columns: tuple[Column, ...]
    lines: tuple[str, ...]


def bracket_picture(bracket: DrawnBracket) -> BracketPicture:
    """Columns from left to right; each box sits halfway between the two it follows from.

    The third-place match stands below the final, with no lines of its own.
    """
    columns: list[Column] = []
    middles: list[int] = []
    lines: list[str] = []
    lowest = 0
    for place, column in enumerate(bracket.rounds):
        x = place * (BOX_WIDTH + GAP_X)
        main = [drawn for drawn in column.matches if not drawn.is_third_place]
        if place == 0:
            tops = [TOP + position * (BOX_HEIGHT + GAP_Y) for position in range(len(main))]
        else:
            tops = [(middles[2 * at] + middles[2 * at + 1]) // 2 - ROW for at in range(len(main))]
            lines += [_joint(x, middles[2 * at], middles[2 * at + 1], top + ROW) for at, top in enumerate(tops)]
        boxes = [_box(drawn, x, top) for drawn, top in zip(main, tops, strict=True)]
        for drawn in column.matches:
            if drawn.is_third_place:
                boxes.append(_box(drawn, x, tops[0] + BOX_HEIGHT + GAP_Y + 26))
        middles = [top + ROW for top in tops]
        lowest = max([lowest, *(box.y + BOX_HEIGHT for box in boxes)])
        columns.append(Column(x, column.number, column.players, tuple(boxes)))
    width = len(columns) * (BOX_WIDTH + GAP_X) - GAP_X
    return BracketPicture(width + 2, lowest + DECISION + 6, tuple(columns), tuple(lines))


def _box(drawn: DrawnMatch, x: int, y: int) -> Box:
    text = y + ROW // 2 + 5
    return Box(drawn, x, y, (DrawnSide(drawn.top, y, text), DrawnSide(drawn.bottom, y + ROW, text + ROW)))


def _joint(x: int, upper: int, lower: int, middle: int) -> str:
    """From the right edges of two boxes to the left edge of the next."""
    left, bend = x - GAP_X, x - GAP_X // 2
    return f"M{left} {upper}H{bend}V{lower}H{left}M{bend} {middle}H{x}"


@dataclass(frozen=True)
class PodLine:
    """One line of a pod's box: its text is the template's, its place is here."""

    side: FinalSide
    y: int
    text_y: int


@dataclass(frozen=True)
class PodBox:
    """A pod of the picture with its corner; `dividers` are the heights between its lines."""

    drawn: DrawnPod
    x: int
    y: int

    @property
    def height(self) -> int:
        return ROW * len(self.drawn.sides)

    @property
    def middle(self) -> int:
        return self.y + self.height // 2

    @property
    def lines(self) -> list[PodLine]:
        tops = [self.y + ROW * at for at in range(len(self.drawn.sides))]
        return [PodLine(side, y, y + ROW // 2 + 5) for side, y in zip(self.drawn.sides, tops, strict=True)]

    @property
    def dividers(self) -> list[int]:
        return [self.y + ROW * at for at in range(1, len(self.drawn.sides))]


@dataclass(frozen=True)
class PodColumn:
    """A round of the picture; `places` is what it is called by."""

    x: int
    places: int
    boxes: tuple[PodBox, ...]


@dataclass(frozen=True)
class FinalsPicture:
    """The whole drawing. `lines` are SVG paths that join the pods before the final to it."""

    width: int
    height: int
    columns: tuple[PodColumn, ...]
    lines: tuple[str, ...]


def finals_picture(finals: DrawnFinals, *, both_sides: bool = False) -> FinalsPicture:
    """The pods of the first round one below the other, and right of them, halfway down, the final; with `both_sides`,
    for a wide screen, half of the pods stand right of the final."""
    first, *rest = finals.rounds
    count = -(-len(first.pods) // 2) if both_sides and rest else len(first.pods)
    step = BOX_WIDTH + GAP_X
    left, right = _stacked(first.pods[:count], 0), _stacked(first.pods[count:], 2 * step)
    middle = (left[0].middle + left[-1].middle) // 2
    columns, lines = [PodColumn(0, first.places, left)], []
    for column in rest:
        final = PodBox(column.pods[0], step, middle - ROW * len(column.pods[0].sides) // 2)
        columns.append(PodColumn(step, column.places, (final,)))
        lines = _joints(left, BOX_WIDTH, step, middle) + _joints(right, 2 * step, step + BOX_WIDTH, middle)
    if right:
        columns.append(PodColumn(2 * step, first.places, right))
    lowest = max(box.y + box.height for column in columns for box in column.boxes)
    return FinalsPicture(len(columns) * step - GAP_X + 2, lowest + 2, tuple(columns), tuple(lines))


def _stacked(pods: Sequence[DrawnPod], x: int) -> tuple[PodBox, ...]:
    boxes: list[PodBox] = []
    for drawn in pods:
        boxes.append(PodBox(drawn, x, boxes[-1].y + boxes[-1].height + GAP_Y if boxes else TOP))
    return tuple(boxes)


def _joints(boxes: Sequence[PodBox], start: int, end: int, middle: int) -> list[str]:
    """From an edge of each box to one of the final, whose middle is there; none without boxes."""
    bend = (start + end) // 2
    tail = [f"M{bend} {middle}H{end}"] if boxes else []
    return [f"M{start} {box.middle}H{bend}V{middle}" for box in boxes] + tail


@dataclass(frozen=True)
class BoxedName:
    """A name as it fits into its box: small where it is long, and with an ellipsis where that is not enough."""

    whole: str
    text: str
    is_small: bool


def boxed_name(name: str) -> BoxedName:
    """How a name of the bracket is written."""
    return BoxedName(name, cut_to(name, SMALL_NAME_WIDTH), text_width(name) > NAME_WIDTH)


STRIP_STEP = 16


@dataclass(frozen=True)
class Dot:
    """One round of a record strip: `kind` is win, loss, draw, bye or none."""

    x: int
    kind: str


def record_dots(results: tuple[str | None, ...]) -> tuple[Dot, ...]:
    """A dot for each round, 16 units apart, the first in the middle of its own."""
    return tuple(Dot(STRIP_STEP // 2 + place * STRIP_STEP, outcome or "none") for place, outcome in enumerate(results))
