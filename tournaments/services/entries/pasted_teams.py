"""Reading a pasted list of teams of two: what each line is, before anybody looks into an event.

A line has the name of the team and two players: in columns (`银河队,小明,小红`, from a sheet with tabs), behind a colon
(`银河队：小明/小红`), in parentheses (`银河队（小明、小红）`), or with spaces between the three. A year of birth may
stand behind a player: `小明 2015`, `小明(2015)`, or in a column of its own. A pure function of the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from accounts.typed_text import one_line
from accounts.visible_names import first_hidden
from tournaments.play.divisions import Division
from tournaments.services.entries.pasted import LineKind
from tournaments.services.entries.pasted_lines import (
    Column,
    arranged,
    birth_year_in,
    codes_of,
    columns_of,
    name_and_division,
    name_and_year,
    number_by_place,
    starts_chain,
    title_lines,
    without_number,
)
from tournaments.services.entries.person import PersonData, name_key

PLAYERS = 2


@dataclass(frozen=True)
class PastedTeam:
    """One line as read. `members` where it can be entered, in the order of seats; `first_line` has the name of a
    repeated team or, for `PLAYER_TWICE`, that of the player `again`; `character` is the hidden one, as U+200B;
    `division` is the code of the one that a column names."""

    line: int
    text: str
    kind: LineKind
    name: str = ""
    members: tuple[PersonData, ...] = ()
    first_line: int | None = None
    again: str = ""
    character: str = ""
    division: str = ""


_IN_PARENTHESES = re.compile(r"(?P<team>[^（(]+)[（(](?P<players>.+)[)）]")
_COLON = re.compile(r"[:：]")
_BETWEEN = re.compile(r"[/／&＆、|｜]|[+＋](?!\s*[\d一二两三])")
_YEAR_IN_PARENTHESES = re.compile(r"[（(]\s*(?:19|20)\d\d\s*年?生?\s*[)）]")
_PARENTHESES = re.compile(r"[（()）]")
_TEAM_FIRST = {Column.TEAM: 0, Column.PERSON: 1, Column.OTHER: 1}


def read_pasted_teams(lines: Sequence[str], divisions: Sequence[Division] = ()) -> tuple[PastedTeam, ...]:
    """What each line of a pasted list is, in order; line numbers count from 1.

    Numbers, titles and headings are as in a list of names (`read_pasted`); the first column is the team, unless a
    heading says which one is. Three words with nothing but spaces between
    them are a team where the line has a number, and may be one elsewhere (`BY_SPACES`). A line that names too few or
    too many, has a year in place of a name or half of a pair of parentheses in one, or columns of which the heading
    names no team is `NOT_A_TEAM`: nothing of it is guessed.
    """
    plain = number_by_place([line.lstrip("\ufeff") for line in lines])
    titles, is_chain = title_lines(plain), any(map(starts_chain, plain))
    columns = columns_of(plain[:titles])
    codes = codes_of(divisions)
    read: list[PastedTeam] = []
    teams: dict[str, int] = {}
    players: dict[str, int] = {}
    for number, line in enumerate(plain, start=1):
        found = _read_line(number, line, codes, columns, is_title=number <= titles, is_chain=is_chain)
        read.append(_compared(found, teams, players))
    return tuple(read)


def _read_line(
    number: int, line: str, codes: Mapping[str, str], columns: Sequence[Column], *, is_title: bool, is_chain: bool
) -> PastedTeam:
    text = one_line(line)
    hidden = first_hidden(line)
    if hidden is not None:
        return PastedTeam(number, text, LineKind.HIDDEN_CHARACTER, character=hidden)
    without = without_number(line)
    is_numbered = without != line
    filled = arranged(without, columns, _TEAM_FIRST, had_number=is_numbered)
    cells, division = _without_division(filled[1:] if len(filled) == 2 and not filled[0] else filled, codes)
    if not any(cells):
        return PastedTeam(number, text, LineKind.BLANK)
    team, people, by_spaces = _parts(cells)
    data = PersonData(team, None, "", "")
    members = tuple(people)
    is_team = len(members) == PLAYERS and not starts_chain(line) and _are_names(team, members)
    if len(cells) > 1 and _lacks_team(columns):
        is_team = False
    if team and any(one.problems() for one in (data, *members)):
        return PastedTeam(number, text, LineKind.TITLE if is_title else LineKind.NAME_TOO_LONG)
    if not is_team:
        return PastedTeam(number, text, LineKind.TITLE if is_title else LineKind.NOT_A_TEAM)
    kind = LineKind.BY_SPACES if by_spaces and not is_numbered else LineKind.TEAM
    if is_chain and not is_numbered:
        kind = LineKind.NOTE
    return PastedTeam(number, text, LineKind.TITLE if is_title else kind, team, members, division=division)


def _parts(cells: Sequence[str]) -> tuple[str, list[PersonData], bool]:
    """The name of the team, the players, and whether nothing but spaces parts them."""
    first, *rest = cells
    inside = _IN_PARENTHESES.fullmatch(first)
    by_spaces = False
    if _COLON.search(first):
        first, behind = map(one_line, _COLON.split(first, maxsplit=1))
        rest = [behind, *rest]
    elif inside is not None and not rest and _has_players(inside["players"]):
        first, rest = one_line(inside["team"]), [inside["players"]]
    elif not rest and _is_by_spaces(words := first.split(" ")):
        first, *rest = words
        by_spaces = True
    return first, _people([one_line(part) for cell in rest for part in _BETWEEN.split(cell)]), by_spaces


def _people(parts: Sequence[str]) -> list[PersonData]:
    """The players, each with the year of birth behind the name, or in the part after it."""
    people: list[PersonData] = []
    for part in filter(None, parts):
        year = birth_year_in(part)
        if year is not None and people and people[-1].birth_year is None:
            people[-1] = replace(people[-1], birth_year=year)
        else:
            name, born = name_and_year(part)
            people.append(PersonData(name, born, "", ""))
    return people


def _has_players(inside: str) -> bool:
    """Whether the words in parentheses are players: several, with no further parentheses but those of a year."""
    return bool(_BETWEEN.search(inside)) and not _PARENTHESES.search(_YEAR_IN_PARENTHESES.sub("", inside))


def _are_names(team: str, members: Sequence[PersonData]) -> bool:
    """Whether the team has a name, no player a year for one, and no name half of a pair of parentheses."""
    names = [one.name for one in members]
    return bool(team) and all(map(_is_balanced, (team, *names))) and not any(map(birth_year_in, names))


def _is_balanced(name: str) -> bool:
    depth = 0
    for found in _PARENTHESES.findall(name):
        depth += 1 if found in "（(" else -1
        if depth < 0:
            return False
    return depth == 0


def _lacks_team(columns: Sequence[Column]) -> bool:
    """Whether a heading names players alone: no team, nor one more name, which would be that of the team."""
    people = columns.count(Column.PERSON)
    return Column.TEAM not in columns and 0 < people <= PLAYERS


def _is_by_spaces(words: Sequence[str]) -> bool:
    """Whether the words are a team and two players, or a team and both in one: `银河队 小明/小红`."""
    one, *rest = words
    joined = [_BETWEEN.search(word) is not None for word in rest]
    return not _BETWEEN.search(one) and joined in ([False] * PLAYERS, [True])


def _without_division(cells: list[str], codes: Mapping[str, str]) -> tuple[list[str], str]:
    """The columns without the one that names a division, or the words that do behind the last one, and its code."""
    division = next((codes[name_key(cell)] for cell in cells[1:] if name_key(cell) in codes), "")
    kept = [cell for place, cell in enumerate(cells) if not place or codes.get(name_key(cell), "") != division]
    if not division and cells:
        last, division = name_and_division(cells[-1], codes)
        kept = [*cells[:-1], last]
    return (kept, division) if division else (cells, "")


def _compared(found: PastedTeam, teams: dict[str, int], players: dict[str, int]) -> PastedTeam:
    """The line, unless it repeats a name of an earlier one; `teams` and `players` have the line of each name."""
    if not found.members or found.kind not in (LineKind.TEAM, LineKind.BY_SPACES):
        return found
    keys = [name_key(one.name) for one in found.members]
    if len(set(keys)) < len(keys):
        return replace(found, kind=LineKind.SAME_TWICE, members=())
    first = teams.setdefault(name_key(found.name), found.line)
    if first != found.line:
        return replace(found, kind=LineKind.DUPLICATE, first_line=first, members=())
    for one, key in zip(found.members, keys, strict=True):
        earlier = players.setdefault(key, found.line)
        if earlier != found.line:
            return replace(found, kind=LineKind.PLAYER_TWICE, first_line=earlier, again=one.name)
    return found
