"""What a workbook holds, as plain data: sheets of typed columns, before any spreadsheet library is involved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

Cell = str | int | float | bool | datetime | None
Row = Sequence[Cell]


class Kind(StrEnum):
    """How a column's values are shown; the stored value keeps full precision."""

    TEXT = "text"
    WHOLE = "whole"
    PERCENT = "percent"
    DECIMAL = "decimal"
    MOMENT = "moment"


@dataclass(frozen=True)
class Column:
    """A column's header in the viewer's language and the kind of its values."""

    header: str
    kind: Kind = Kind.TEXT


@dataclass(frozen=True)
class Sheet:
    """One sheet: a title, typed columns, and rows as long as the columns. `landscape` is for wide printed pages."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    landscape: bool = False
