"""The divisions of an event: which there are, who belongs to which by year of birth, and how they are written down.

A division without bounds takes nobody by year of birth. The last one of an event is the one of everybody who belongs to
no other.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from typing import Any

from cardpool.packs import Names

MAX_DIVISIONS = 6
MAX_CODE = 20
MAX_NAME = 20
FIRST_YEAR, LAST_YEAR = 1900, 2199

MAX_LINE = 100

_YEAR = r"(?<!\d)(?P<{}>\d{{4}}) ?年?(?:出?生)?"
_TO = r" ?(?:[-–—−~〜]{1,2}|至|到) ?"
_SPANS = tuple(
    re.compile(pattern + " ?$")
    for pattern in (
        _YEAR.format("low") + _TO + _YEAR.format("high"),
        _YEAR.format("low") + r"(?: ?起| ?及?以后(?:出?生)?|" + _TO + ")",
        _YEAR.format("high") + r" ?及?以前(?:出?生)?",
        _TO + _YEAR.format("high"),
        _YEAR.format("only"),
    )
)
_A_YEAR = re.compile(r"(?<!\d)(?:19|20|21)\d\d(?!\d)")
_NAMES = re.compile(r"\s*[/|]\s*")


@dataclass(frozen=True)
class Division:
    """One division: its key in the event, its names, and the first and last year of birth it takes (None: no bound)."""

    code: str
    zh: str
    en: str
    born_from: int | None = None
    born_to: int | None = None

    @property
    def has_years(self) -> bool:
        """Whether it takes players by year of birth."""
        return self.born_from is not None or self.born_to is not None

    def takes(self, birth_year: int) -> bool:
        """Whether somebody born in this year belongs to it."""
        low, high = self.born_from or FIRST_YEAR, self.born_to or LAST_YEAR
        return self.has_years and low <= birth_year <= high

    @property
    def names(self) -> Names:
        """What it is called in each language."""
        return Names(self.zh, self.en)


class UnreadableDivision(ValueError):
    """A line that cannot be read as a division: `line`."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line


def division_of_year(divisions: Sequence[Division], birth_year: int | None) -> str:
    """The code of the division of somebody born in this year, empty where none takes them."""
    if birth_year is None:
        return ""
    return next((one.code for one in divisions if one.takes(birth_year)), "")


def division_unchosen(divisions: Sequence[Division], birth_year: int | None) -> str:
    """The code of the division of somebody for whom nobody has chosen one; empty while it is open.

    Who was born in a year that no division takes belongs to the last one where that has no years and others have.
    """
    by_year, last = division_of_year(divisions, birth_year), divisions[-1:]
    if by_year or birth_year is None or not any(one.has_years for one in divisions):
        return by_year
    return "".join(one.code for one in last if not one.has_years)


def deciding_year(birth_years: Iterable[int | None]) -> int | None:
    """The year of birth that decides the division of those who play as one: that of the oldest, None where one year is
    not known. So nobody plays below the own division by a younger partner."""
    years = list(birth_years)
    return min((year for year in years if year is not None), default=None) if None not in years else None


def default_division(divisions: Sequence[Division]) -> str:
    """The code of the division of those who belong to no other, empty for an event without divisions."""
    return divisions[-1].code if divisions else ""


def read_divisions(plain: Iterable[Mapping[str, Any]]) -> tuple[Division, ...]:
    """The divisions that `plain_divisions` wrote."""
    return tuple(Division(**one) for one in plain)


def plain_divisions(divisions: Iterable[Division]) -> list[dict[str, Any]]:
    """The divisions as JSON values."""
    return [asdict(one) for one in divisions]


def write_lines(divisions: Iterable[Division]) -> str:
    """The divisions as `read_lines` reads them, one to a line: `少年组 / Junior, 2013-2016`."""
    return "\n".join(_write_line(one) for one in divisions)


def _write_line(one: Division) -> str:
    names = one.zh if one.zh == one.en else f"{one.zh} / {one.en}"
    if not one.has_years:
        return names
    if one.born_from == one.born_to:
        return f"{names}, {one.born_from}"
    return f"{names}, {one.born_from or ''}-{one.born_to or ''}"


def read_lines(text: str, known: Sequence[Division] = ()) -> tuple[Division, ...]:
    """The divisions of a typed text, one to a line: a name or two (Chinese / English), then the years of birth.

    `2013-`, `2013年起` and `2013年以后` are from 2013 on, `-2012` and `2012年以前` up to it, the year itself included.
    A division keeps the code it has among `known`: by a name, else by its line where there are as many lines as before.
    Raises `UnreadableDivision` for a line without a name, longer than `MAX_LINE`, or with a year that was not read.
    """
    lines = [plain for line in text.splitlines() if (plain := " ".join(unicodedata.normalize("NFKC", line).split()))]
    read = [_read_line(line) for line in lines]
    codes: list[str] = []
    for place, one in enumerate(read):
        same = (old.code for old in known if old.code not in codes and {old.zh, old.en} & {one.zh, one.en})
        code = next(same, "")
        if not code and len(known) == len(read) and known[place].code not in codes:
            others = {name for other in read for name in (other.zh, other.en)}
            code = known[place].code if not {known[place].zh, known[place].en} & others else ""
        taken = {*codes, *(old.code for old in known)}
        codes.append(code or _new_code(one.en, taken))
    return tuple(
        Division(code, one.zh, one.en, one.born_from, one.born_to) for code, one in zip(codes, read, strict=True)
    )


def _read_line(line: str) -> Division:
    if len(line) > MAX_LINE:
        raise UnreadableDivision(line)
    names, low, high = _without_years(line)
    parts = [part.strip() for part in _NAMES.split(names.strip(" ,:;、"))]
    # "Youth, before 2013": a word that was not read would be a part of the name.
    unread = _A_YEAR.search(names) or ((low or high) and any("," in part for part in parts))
    if unread or not parts[0] or not parts[-1] or len(parts) > 2:
        raise UnreadableDivision(line)
    return Division("", parts[0], parts[-1], low, high)


def _without_years(line: str) -> tuple[str, int | None, int | None]:
    """What stands before the years at the end of a line, and the first and last of them."""
    if line.endswith(")"):
        before, _bracket, inside = line[:-1].rpartition("(")
        names, low, high = _without_years(inside)
        return (line, None, None) if names else (before, low, high)
    for span in _SPANS:
        found = span.search(line)
        if found is not None:
            years = {name: int(year) for name, year in found.groupdict().items()}
            only = years.get("only")
            return line[: found.start()], years.get("low", only), years.get("high", only)
    return line, None, None


def _new_code(name: str, taken: set[str]) -> str:
    """A key for a division of this name: what of it is plain letters and digits, else its number."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[: MAX_CODE - 3].strip("-")
    if plain and plain not in taken:
        return plain
    numbers = (f"{plain}-{number}" if plain else f"d{number}" for number in count(2 if plain else 1))
    return next(code for code in numbers if code not in taken)


def overlapping(divisions: Sequence[Division]) -> tuple[Division, Division] | None:
    """Two divisions that take the same year of birth, None where there are none."""
    for place, one in enumerate(divisions):
        for other in divisions[place + 1 :]:
            low = max(one.born_from or FIRST_YEAR, other.born_from or FIRST_YEAR)
            high = min(one.born_to or LAST_YEAR, other.born_to or LAST_YEAR)
            if one.has_years and other.has_years and low <= high:
                return one, other
    return None


def ranks_in_divisions(placed: Sequence[tuple[str, int | None]]) -> list[int | None]:
    """The rank of each in its division, of whom the division and the place among all are given: equal places share a
    rank, and who has no place has no rank. None for everybody where nobody has a division."""
    above: dict[str, list[int]] = {}
    for division, place in placed:
        if place is not None:
            above.setdefault(division, []).append(place)
    if not any(division for division, _place in placed):
        return [None] * len(placed)
    for places in above.values():
        places.sort()
    return [None if place is None else bisect_left(above[division], place) + 1 for division, place in placed]
