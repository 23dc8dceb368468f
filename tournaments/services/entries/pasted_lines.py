"""The lines of a pasted list: which are its title, the number before a name, and the columns behind it. Pure."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from accounts.typed_text import one_line
from tournaments.play.divisions import Division
from tournaments.services.entries.person import name_key

_NUMBER = re.compile(r"^\s*(?P<number>\d{1,4})(?:\s*[.．、)）](?!\d)\s*|[^\S\t]*[\t,，][^\S\t]*)(?=\s*\S)")
_BY_SPACE = re.compile(r"^\s*(?P<number>\d{1,4})[^\S\t]+(?=[^\W\d])")
_COUNT = re.compile(r"\s*\d{1,4}\s*[人位名](?=[\s,，、。;；:：!！(（已未还没都全均共付报参到来交满组齐签确]|$)")
"""A number of people, and what they did: 已付款, 报名, 到了. Names such as 人杰 go on otherwise."""
_NUMBER_ALONE = re.compile(r"\s*\d{1,4}\s*[.．、)）]\s*")
_YEAR = re.compile(r"(?P<year>(?:19|20)\d\d)\s*年?生?")
_CHAIN = re.compile(r"^\s*[#＃]\s*接龙")
_OF_PEOPLE = ["name", "names", "player", "player name", "姓名", "名字", "选手", "玩家", "选手姓名", "选手名", "昵称"]
_OF_PARTNERS = ["partner", "teammate", "member", "搭档", "队友", "队员", "成员", "队长"]
_OF_NUMBERS = ["no", "no.", "#", "编号", "序号"]
_OF_TEAMS = ["team", "team name", "teams", "队名", "队伍", "队伍名", "队伍名称", "战队", "战队名", "战队名称"]
_NAMING = frozenset([*_OF_PEOPLE, *_OF_TEAMS])
_HEADINGS = _NAMING | frozenset(_OF_NUMBERS)
MAX_ABOVE_HEADING = 3
"""Lines of a title above a heading, as exported sheets have them: the event, the day, the place."""
_SEAT = re.compile(r"\s*[\da-d一二两三]$")
_OPENING, _CLOSING = "（(", "）)"
_MARKS = re.compile(r"[,，;；（()）]")
"""What parts columns, and the parentheses inside of which it does not, as in a title."""
_YEAR_BEHIND = re.compile(r"(?P<name>.+?)(?:\s+|\s*[（(]\s*)(?P<year>(?:19|20)\d\d)\s*年?生?\s*[)）]?(?P<rest>\s.+)?")
_COLON = re.compile(r"[:：]")
_BEFORE_DIVISION = re.compile(r"\s*[（(]\s*|\s*[-–—－]\s*|\s+")
_BEHIND_DIVISION = re.compile(r"[\s（()）]|$")
_FIRST_CHINESE = "\u2e80"


class Column(StrEnum):
    """What a heading says of a column."""

    TEAM = "team"
    PERSON = "person"
    NUMBER = "number"
    OTHER = "other"


_COLUMNS = {
    **dict.fromkeys(_OF_TEAMS, Column.TEAM),
    **dict.fromkeys([*_OF_PEOPLE, *_OF_PARTNERS], Column.PERSON),
    **dict.fromkeys(_OF_NUMBERS, Column.NUMBER),
}


def starts_chain(line: str) -> bool:
    """Whether the line is the head of a list collected in a WeChat chat."""
    return _CHAIN.match(line) is not None


def counts_people(line: str) -> bool:
    """Whether the line says how many people did something, as `3 人已付款` does."""
    return _COUNT.match(line) is not None


def number_by_place(lines: Sequence[str]) -> list[str]:
    """The lines, `11 周杰` as `11. 周杰` where a list that is numbered otherwise has its number 11 at that line.

    Two lines at least have a number with its mark, and no number is left out or there twice; else all lines stay.
    """
    marked = {place: int(found["number"]) for place, line in enumerate(lines) if (found := _NUMBER.match(line))}
    if len(marked) < 2:
        return list(lines)
    read, following = list(lines), None
    for place, line in enumerate(lines):
        found = _BY_SPACE.match(line) if place not in marked and not counts_people(line) else None
        number = int(found["number"]) if found else marked.get(place)
        if place in marked:
            if following not in (None, number):
                return list(lines)
        elif found is None or number != (following or _first_number(lines, place, marked)):
            continue
        else:
            read[place] = f"{number}. {line[found.end() :]}"
        following = (number or 0) + 1
    return read


def _first_number(lines: Sequence[str], place: int, marked: Mapping[int, int]) -> int:
    """What a line in front of all numbers is numbered: 1 where the next filled line is number 2, else nothing."""
    after = next((one for one in range(place + 1, len(lines)) if lines[one].strip()), place)
    return 1 if marked.get(after) == 2 else 0


def without_number(line: str) -> str:
    """The line without the number that a chat or a sheet puts before a name; nothing where it stands alone."""
    return "" if _NUMBER_ALONE.fullmatch(line) else _NUMBER.sub("", line)


def without_number_by_space(line: str) -> str:
    """The line without a number with a space behind it."""
    return _BY_SPACE.sub("", line)


def birth_year_in(cell: str) -> int | None:
    """The year that a column is, with or without 年 and 生."""
    found = _YEAR.fullmatch(cell)
    return int(found["year"]) if found else None


def name_and_year(cell: str) -> tuple[str, int | None]:
    """A name without the year of birth behind it, `小明 2015` or `小明(2015年)`, and that year; other words stay."""
    found = _YEAR_BEHIND.fullmatch(cell)
    return (one_line(found["name"] + (found["rest"] or "")), int(found["year"])) if found else (cell, None)


def codes_of(divisions: Sequence[Division]) -> dict[str, str]:
    """The code of each division by the keys of its names."""
    return {name_key(name): one.code for one in divisions for name in (one.zh, one.en)}


def name_and_division(cell: str, codes: Mapping[str, str]) -> tuple[str, str]:
    """A name without the division behind it, `小明 少年组` or `小明(少年组)`, and its code; empty for none.

    With a space alone before it a Latin word behind a Latin name is part of that: `Davis Junior`."""
    for found in _BEFORE_DIVISION.finditer(cell):
        name, behind = cell[: found.start()], cell[found.end() :]
        is_inside = found[0].strip().startswith(tuple(_OPENING))
        if not found[0].strip() and max(name + behind) < _FIRST_CHINESE:
            continue
        for end in reversed([one.start() for one in _BEHIND_DIVISION.finditer(behind)]):
            code, rest = codes.get(name_key(behind[:end]), ""), behind[end:].lstrip()
            if name.strip() and code and (not is_inside or rest.startswith(tuple(_CLOSING))):
                return one_line(f"{name} {rest[1:] if is_inside else rest}"), code
    return cell, ""


def division_heading(line: str, codes: Mapping[str, str]) -> str:
    """The code of the division that the line names and nothing else, as a heading of the names below it does."""
    return codes.get(name_key(_COLON.sub("", line)), "")


def title_lines(lines: Sequence[str]) -> int:
    """How many lines at the head are a title: those before number 1, and a heading of columns with what is above it."""
    is_chain = any(map(starts_chain, lines))
    for place, line in enumerate(lines):
        found = _NUMBER.match(line)
        if found and (is_chain or int(found["number"]) == 1):
            return place
    if is_chain:
        return next(place for place, line in enumerate(lines, start=1) if starts_chain(line))
    filled = [place for place, line in enumerate(lines) if cells_of(line)]
    for turn, place in enumerate(filled[: MAX_ABOVE_HEADING + 1]):
        cells = cells_of(lines[place])
        if _is_heading(cells) if turn == 0 else _names_columns(cells):
            return place + 1
    return 0


def columns_of(titles: Sequence[str]) -> tuple[Column, ...]:
    """What the columns are by the last heading of more than one among the title lines; nothing without such a one."""
    rows = [cells for line in titles if len(cells := _split(line)) > 1]
    heading = next((cells for cells in reversed(rows) if _is_heading([cell for cell in cells if cell])), [])
    return tuple(map(_column, heading))


def arranged(line: str, columns: Sequence[Column], places: Mapping[Column, int], *, had_number: bool) -> list[str]:
    """The first column of a line, even if it is empty, and the filled ones behind it.

    Under a heading with a team they are in the order of `places`, and kinds that it lacks are left out. `had_number`
    says that `without_number` took a number off the line. A line of one column is as it stands.
    """
    cells = _split(line)
    if len(cells) > 1 and Column.TEAM in columns:
        kinds = list(columns[1:] if had_number and columns[0] is Column.NUMBER else columns)
        kinds += [Column.OTHER] * (len(cells) - len(kinds))
        cells += [""] * (len(kinds) - len(cells))
        kept = [pair for pair in zip(kinds, cells, strict=True) if pair[0] in places]
        cells = [cell for _kind, cell in sorted(kept, key=lambda pair: places[pair[0]])]
    return [cell for place, cell in enumerate(cells) if cell or not place]


def _names_columns(cells: Sequence[str]) -> bool:
    """Whether it is a heading that has a word for people or teams, so that no name or number is taken for one."""
    return _is_heading(cells) and any(cell.casefold() in _NAMING for cell in cells)


def _is_heading(cells: Sequence[str]) -> bool:
    """Whether the first column has a heading, or each of several, one of them a team."""
    if cells and cells[0].casefold() in _HEADINGS:
        return True
    kinds = set(map(_column, cells))
    return len(cells) > 1 and Column.TEAM in kinds and Column.OTHER not in kinds


def _column(cell: str) -> Column:
    """What a column is by its heading; a player may have a seat (`选手A`), and the first one words before a colon."""
    word = one_line(_COLON.split(cell)[-1]).casefold()
    is_player = _COLUMNS.get(_SEAT.sub("", word)) is Column.PERSON
    return Column.PERSON if is_player else _COLUMNS.get(word, Column.OTHER)


def cells_of(line: str) -> list[str]:
    """The filled columns of a line."""
    return [cell for cell in _split(line) if cell]


def _split(line: str) -> list[str]:
    """The columns of a line: parted by tabs where there is one, else by commas outside of quotation marks."""
    if "\t" in line:
        parts = line.split("\t")
    elif '"' in line:
        parts = _quoted(line.strip())
    else:
        parts = _by_commas(line)
    return [one_line(part) for part in parts]


def _by_commas(line: str) -> list[str]:
    """The line parted by commas, but not by those from which on a parenthesis closes before another one opens."""
    parts, end, is_inside = [], len(line), False
    for found in reversed(list(_MARKS.finditer(line))):
        if found[0] in _OPENING:
            is_inside = False
        elif found[0] in _CLOSING:
            is_inside = True
        elif not is_inside:
            parts.append(line[found.end() : end])
            end = found.start()
    return [line[:end], *reversed(parts)]


def _quoted(line: str) -> list[str]:
    """The columns of a line with quotation marks; one that a table cannot have is a single column."""
    try:
        return next(csv.reader([line]), [])
    except csv.Error:
        return [line]
