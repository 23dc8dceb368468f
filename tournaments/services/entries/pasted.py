"""Reading a pasted list of names: what each line is, before anybody looks into an event.

Lists come from a sheet (name, tab, team), a file (`name,team`, with or without a heading), or a WeChat 接龙: `#接龙`, a
title, then numbered names. A pure function of the text; line numbers count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from accounts.typed_text import one_line
from accounts.visible_names import first_hidden, is_readable
from tournaments.play.divisions import Division
from tournaments.services.entries.pasted_lines import (
    Column,
    arranged,
    birth_year_in,
    cells_of,
    codes_of,
    columns_of,
    counts_people,
    division_heading,
    name_and_division,
    name_and_year,
    number_by_place,
    starts_chain,
    title_lines,
    without_number,
    without_number_by_space,
)
from tournaments.services.entries.person import PersonData, name_key


class LineKind(StrEnum):
    """What a line is. A `PERSON` or a `TEAM` alone is entered unasked; a `NOTE` or `TITLE` may be a name that lacks its
    number, a `COUNT` of people a name with one, a team `BY_SPACES` three words that are no team."""

    PERSON = "person"
    TEAM = "team"
    BY_SPACES = "by_spaces"
    NOT_A_TEAM = "not_a_team"
    SAME_TWICE = "same_twice"
    PLAYER_TWICE = "player_in_list"
    NOTE = "note"
    COUNT = "count"
    TITLE = "title"
    BLANK = "blank"
    HIDDEN_CHARACTER = "hidden_character"
    NAME_TOO_LONG = "name_too_long"
    TOO_MANY_COLUMNS = "too_many_columns"
    DUPLICATE = "duplicate_in_list"


@dataclass(frozen=True)
class PastedLine:
    """One line as read. `person` where it can be entered; `first_line` has a duplicate's name; `character` is the
    hidden one, as U+200B; `division` is the code of the one that a column names.

    `words` are the name and the team that a line may have with a space between them, `is_split` whether it is read so.
    """

    line: int
    text: str
    kind: LineKind
    person: PersonData | None = None
    first_line: int | None = None
    character: str = ""
    division: str = ""
    words: tuple[str, str] | None = None
    is_split: bool = False


_NAMES = (LineKind.PERSON, LineKind.NOTE)
_NAME_FIRST = {Column.PERSON: 0, Column.OTHER: 1, Column.TEAM: 2}
_CJK = re.compile(r"[\u3400-\u9fff]")


def read_pasted(
    lines: Sequence[str], divisions: Sequence[Division] = (), *, split: Collection[int] | None = None
) -> tuple[PastedLine, ...]:
    """What each line of a pasted list is, in order.

    The number a chat or a sheet puts before a name is left out, in its place also one with a space behind it
    (`number_by_place`); the second column is the team, unless a heading says which one is; a line whose column for the
    name is empty has nobody to enter. A year behind the name, or in a column of its own, is that of birth. In an event
    with `divisions` a column that is the name of one says the division, or words behind the name (`name_and_division`);
    a line that is nothing else is a heading, and those below it that say none are in that division.

    Two words with a space between them are a name and a team where another line has that team in its column. Where both
    are Chinese they may be. `split` are the lines that somebody wants read so, in place of the former.

    Lines before the first number of a numbered list are its title, as is a heading of columns; in a 接龙 a line without
    a number is a note. A line that says how many people did something is a note in every list (`counts_people`).
    """
    plain = number_by_place([line.lstrip("\ufeff") for line in lines])
    is_chain = any(map(starts_chain, plain))
    begin = title_lines(plain)
    columns = columns_of(plain[:begin])
    codes, heading = codes_of(divisions), ""
    found_lines: list[PastedLine] = []
    for number, text in enumerate(plain, start=1):
        named = division_heading(text, codes)
        heading = named or heading
        found = _read_line(number, text, codes, columns, is_title=number <= begin or bool(named), is_chain=is_chain)
        found_lines.append(replace(found, division=found.division or heading))
    teams = {name_key(line.person.team) for line in found_lines if line.person is not None and line.kind in _NAMES}
    read: list[PastedLine] = []
    first_lines: dict[str, int] = {}
    for number, line in enumerate(found_lines, start=1):
        found = _by_words(line, teams, split)
        if found.kind is LineKind.PERSON and found.person is not None:
            first = first_lines.setdefault(name_key(found.person.name), number)
            if first != number:
                found = replace(found, kind=LineKind.DUPLICATE, first_line=first)
        read.append(found)
    return tuple(read)


def _read_line(
    number: int,
    line: str,
    codes: Mapping[str, str],
    columns: Sequence[Column],
    *,
    is_title: bool,
    is_chain: bool,
) -> PastedLine:
    text = one_line(line)
    hidden = first_hidden(line)
    if hidden is not None:
        return PastedLine(number, text, LineKind.HIDDEN_CHARACTER, character=hidden)
    if not is_readable(text):
        return PastedLine(number, text, LineKind.BLANK)
    without = without_number(line)
    cells = cells_of(without)
    if not cells:
        return PastedLine(number, text, LineKind.BLANK)
    if Column.TEAM in columns:
        cells = arranged(without, columns, _NAME_FIRST, had_number=without != line)
    cells, division, birth_year = _without_division(cells, codes)
    name, team, *_rest = [*cells, "", ""]
    if birth_year is None:
        name, birth_year = _with_year(name)
    person = PersonData(name, birth_year, "", team)
    is_person = len(cells) <= 2 and not person.problems() and not starts_chain(line)
    if is_title or not name:
        return PastedLine(number, text, LineKind.TITLE, person if is_person else None, division=division)
    if not is_person:
        is_wide = len(cells) > 2
        kind = LineKind.TOO_MANY_COLUMNS if is_wide else LineKind.NAME_TOO_LONG
        return PastedLine(number, text if is_wide else name, kind)
    if counts_people(without):
        meant = replace(person, name=without_number_by_space(name))
        return PastedLine(number, text, LineKind.COUNT, meant, division=division)
    is_note = is_chain and without == line
    return PastedLine(number, name, LineKind.NOTE if is_note else LineKind.PERSON, person, division=division)


def _by_words(line: PastedLine, teams: Collection[str], split: Collection[int] | None) -> PastedLine:
    """The line with its name and team apart, where a space parts them."""
    if line.person is None or line.kind not in _NAMES or line.person.team:
        return line
    words = line.person.name.split(" ")
    if len(words) != 2:
        return line
    name, team = words
    is_known = name_key(team) in teams
    if not is_known and not all(_CJK.search(word) for word in words):
        return line
    is_split = is_known if split is None else line.line in split
    if is_split:
        text = name if line.text == line.person.name else line.text
        line = replace(line, text=text, person=replace(line.person, name=name, team=team))
    return replace(line, words=(name, team), is_split=is_split)


def _with_year(cell: str) -> tuple[str, int | None]:
    """The name and the year of birth behind it; a year in which nobody can have been born is part of the name."""
    name, year = name_and_year(cell)
    return (name, year) if _can_be_birth(year) else (cell, None)


def _can_be_birth(year: int | None) -> bool:
    return year is not None and not PersonData("-", year, "", "").problems()


def _without_division(cells: list[str], codes: Mapping[str, str]) -> tuple[list[str], str, int | None]:
    """The columns without those that name a division or a year of birth; its code; the year."""
    kept, division, birth_year = cells[:1], "", None
    for cell in cells[1:]:
        year = birth_year_in(cell)
        if not division and name_key(cell) in codes:
            division = codes[name_key(cell)]
        elif birth_year is None and _can_be_birth(year):
            birth_year = year
        else:
            kept.append(cell)
    if not division:
        name, division = name_and_division(kept[0], codes)
        kept = [name, *kept[1:]]
    return kept, division, birth_year
