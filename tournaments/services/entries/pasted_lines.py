"""The lines of a pasted list: which are its title, the number before a name, and the columns behind it. Pure."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence

from accounts.typed_text import one_line

_NUMBER = re.compile(r"^\s*(?P<number>\d{1,4})(?:\s*[.．、)）](?!\d)|\s*[\t,，])\s*(?=\S)")
_YEAR = re.compile(r"(?P<year>(?:19|20)\d\d)\s*年?生?")
_CHAIN = re.compile(r"^\s*[#＃]\s*接龙")
_OF_PEOPLE = ["name", "names", "player", "姓名", "名字", "选手", "玩家", "选手姓名", "昵称"]
_OF_NUMBERS = ["no", "no.", "#", "编号", "序号"]
_OF_TEAMS = ["team", "team name", "teams", "队名", "队伍", "队伍名", "战队", "战队名"]
_HEADINGS = frozenset([*_OF_NUMBERS, *_OF_PEOPLE, *_OF_TEAMS])
_COMMAS = re.compile(r"[,，;；]")


def starts_chain(line: str) -> bool:
    """Whether the line is the head of a list collected in a WeChat chat."""
    return _CHAIN.match(line) is not None


def without_number(line: str) -> str:
    """The line without the number that a chat or a sheet puts before a name."""
    return _NUMBER.sub("", line)


def birth_year_in(cell: str) -> int | None:
    """The year that a column is, with or without 年 and 生."""
    found = _YEAR.fullmatch(cell)
    return int(found["year"]) if found else None


def title_lines(lines: Sequence[str]) -> int:
    """How many lines at the head are a title: those before number 1, and a heading of columns."""
    is_chain = any(map(starts_chain, lines))
    for place, line in enumerate(lines):
        found = _NUMBER.match(line)
        if found and (is_chain or int(found["number"]) == 1):
            return place
    if is_chain:
        return next(place for place, line in enumerate(lines, start=1) if starts_chain(line))
    first = next((place for place, line in enumerate(lines) if line.strip()), None)
    heading = cells_of(lines[first])[:1] if first is not None else []
    return (first or 0) + 1 if heading and heading[0].casefold() in _HEADINGS else 0


def cells_of(line: str) -> list[str]:
    """The filled columns of a line: parted by tabs where there is one, else by commas outside of quotation marks."""
    if "\t" in line:
        parts = line.split("\t")
    elif '"' in line:
        parts = _quoted(line.strip())
    else:
        parts = _COMMAS.split(line)
    return [cell for cell in map(one_line, parts) if cell]


def _quoted(line: str) -> list[str]:
    """The columns of a line with quotation marks; one that a table cannot have is a single column."""
    try:
        return next(csv.reader([line]), [])
    except csv.Error:
        return [line]
