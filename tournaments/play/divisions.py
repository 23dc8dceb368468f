"""The divisions of an event: which there are, who belongs to which by year of birth, and how they are written down.

A division without bounds takes nobody by year of birth. The last one of an event is the one of everybody who belongs to
no other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

MAX_DIVISIONS = 6
MAX_CODE = 20
MAX_NAME = 20
FIRST_YEAR, LAST_YEAR = 1900, 2199

_YEARS = re.compile(
    r"^(?P<names>.*?)[\s,，:：;；]*(?<!\d)(?P<low>\d{4})?\s*(?P<to>[-–—~〜至到])?\s*(?P<high>\d{4})?年?$"
)
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

    def name(self, language: str) -> str:
        """Its name in the language of that key, `zh` or `en`."""
        return self.zh if language == "zh" else self.en


class UnreadableDivision(ValueError):
    """A line that is no division: `line`."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line


def division_of_year(divisions: Sequence[Division], birth_year: int | None) -> str:
    """The code of the division of somebody born in this year, empty where none takes them."""
    if birth_year is None:
        return ""
    return next((one.code for one in divisions if one.takes(birth_year)), "")


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

    `2013-` is from 2013 on, `-2012` up to it. A division keeps the code it has among `known`: by a name, else by its
    line where there are as many lines as before. Raises `UnreadableDivision` for a line without a name.
    """
    lines = [plain for line in text.splitlines() if (plain := unicodedata.normalize("NFKC", line).strip())]
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
    found = _YEARS.match(line)
    names = found["names"] if found is not None else line
    low = high = None
    if found is not None:
        low, high = (int(year) if year else None for year in (found["low"], found["high"]))
        if low is not None and not found["to"]:
            high = low
    parts = [" ".join(part.split()) for part in _NAMES.split(names.strip(" ,:;"))]
    if not parts[0] or not parts[-1] or len(parts) > 2:
        raise UnreadableDivision(line)
    return Division("", parts[0], parts[-1], low, high)


def _new_code(name: str, taken: set[str]) -> str:
    """A key for a division of this name: what of it is plain letters and digits, else its number."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[: MAX_CODE - 3].strip("-")
    numbers = (f"{plain}-{number}" if plain else f"d{number}" for number in range(2 if plain else 1, 100))
    free = (code for code in ([plain] if plain else []) if code not in taken)
    return next(free, None) or next(code for code in numbers if code not in taken)


def overlapping(divisions: Sequence[Division]) -> tuple[Division, Division] | None:
    """Two divisions that take the same year of birth, None where there are none."""
    for place, one in enumerate(divisions):
        for other in divisions[place + 1 :]:
            low = max(one.born_from or FIRST_YEAR, other.born_from or FIRST_YEAR)
            high = min(one.born_to or LAST_YEAR, other.born_to or LAST_YEAR)
            if one.has_years and other.has_years and low <= high:
                return one, other
    return None
