"""The text of PTCG Live and PTCG Online: `4 Dreepy TWM 128` under `Pokémon: 23`, `Trainer: 30`, `Energy: 7`.

PTCG Live writes how many *rows* follow a heading, PTCG Online and Limitless how many cards
(https://github.com/AlexWilsonNC/ptcg-story, https://limitlesstcg.com); both are read. Variants met in the wild: the
printing in brackets (`4 Dreepy (TWM 128)`), a star before a row, `PH` after the number for a holographic copy, a kind
after the name (` - ACESPEC`), Energy signs in braces (`Basic {R} Energy`), a basic Energy without any set, `Energy 2`
in the place of its set; the number of the card as printed, with its set's size (`128/167`).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cardpool.packs.list_formats import PtcgLists

_PRINTING = re.compile(
    r"(?P<name>.*?)(?:^|\s|(?<=[(\[]))[(\[]?(?P<set>(?:[A-Z]{2}-)?[A-Z0-9]{1,6}(?:-[A-Z]{2})?)\s+"
    r"[#№]?(?P<number>[A-Za-z]{0,5}[0-9]{1,3}(?:[A-Za-z][0-9]?)?)(?:/[A-Za-z]{0,5}[0-9]{1,3})?[)\]]?"
    r"(?P<after>(?:\s+(?:PH|RH|H))?)"
)
_KIND = re.compile(r"\s+[-–—]\s+(?:Basic|Special|ACE ?SPEC)\s*$", re.IGNORECASE)
_BASIC = re.compile(r"Basic\s+(?=.)", re.IGNORECASE)
_SIGN = re.compile(r"[{\[(](?P<sign>[A-Z])[}\])]")
_NO_SET = re.compile(r"(?:(?<=Energy)|(?<=[}\])]))\s+Energy\s+[0-9]{1,3}$")
_NUMBERED = re.compile(r"(?P<energy>[0-9]+x? .*\bEnergy) [0-9]{1,3}", re.IGNORECASE)


@dataclass(frozen=True)
class PrintedName:
    """A name and the printing behind it, `SET-NUMBER`."""

    name: str
    code: str


@dataclass(frozen=True)
class PtcgRow:
    """A card to write: the heading it stands under, its count, its name, and its set code and number apart."""

    word: str
    count: int
    name: str
    set_code: str
    number: str


def split_printing(words: str) -> PrintedName | None:
    """The name and printing that words end with, or None where they end with none."""
    found = _PRINTING.fullmatch(_KIND.sub("", words).strip())
    if found is None:
        return None
    return PrintedName(_KIND.sub("", found["name"].strip(" ([")), f"{found['set']}-{found['number']}")


def without_energy_number(row: str) -> str:
    """A row such as `8 Fire Energy 2` without the number that stands where others have their set; else nothing."""
    found = _NUMBERED.fullmatch(row)
    return found["energy"] if found else ""


def spellings(name: str, lists: PtcgLists) -> Iterator[str]:
    """The names a card may have in the pool: as it stands, without its kind, with signs in words, basic or not."""
    plain = _NO_SET.sub("", _KIND.sub("", name))
    said = _SIGN.sub(lambda sign: lists.symbols.get(sign["sign"], sign.group()), plain)
    yield plain
    yield said
    if lists.groups and said.casefold().endswith("energy"):
        yield _BASIC.sub("", said, count=1)
        yield f"Basic {said}"


def write_ptcg(rows: Iterable[PtcgRow], lists: PtcgLists) -> str:
    """The text PTCG Live takes in; headings state cards, rows stand in the order given.

    Rows of no group stand first, below no heading.
    """
    listed = tuple(rows)
    loose = [_row(row) for row in listed if not row.word]
    parts = ["\n".join(loose) + "\n"] if loose else []
    for group in lists.groups:
        held = [row for row in listed if row.word == group.word]
        if held:
            heading = f"{group.word}: {sum(row.count for row in held)}"
            parts.append("\n".join([heading, *map(_row, held)]) + "\n")
    parts.append(f"Total Cards: {sum(row.count for row in listed)}\n")
    return "\n".join(parts)


def _row(row: PtcgRow) -> str:
    return " ".join(filter(None, (str(row.count), row.name, row.set_code, row.number)))
