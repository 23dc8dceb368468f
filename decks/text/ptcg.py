"""The text of PTCG Live and PTCG Online: `4 Dreepy TWM 128` under `Pokémon: 23`, `Trainer: 30`, `Energy: 7`.

PTCG Live writes how many *rows* follow a heading, PTCG Online and Limitless how many cards
(https://github.com/AlexWilsonNC/ptcg-story, https://limitlesstcg.com); both are read. Known variants: the printing in
brackets (`4 Dreepy (TWM 128)`), a star at the start of a row, `PH` after the number for a holographic copy, a kind
after the name (` - ACESPEC`), Energy symbols in braces (`Basic {R} Energy`), a basic Energy without any set, `Energy 2`
in place of its set; the number of the card as printed, with its set's size (`128/167`).
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from cardpool.packs.list_formats import PtcgLists
from decks.text.spelling import code_key

_KIND = re.compile(r"\s+[-–—]\s+(?:Basic|Special|ACE ?SPEC)\s*$", re.IGNORECASE)
_BASIC = re.compile(r"Basic\s+(?=.)", re.IGNORECASE)
_SYMBOL = re.compile(r"[{\[(](?P<symbol>[A-Z])[}\])]")
_PROMO = re.compile(r"(?P<letters>[A-Z]{2,5})[0-9]{1,3}[A-Z]?")
_GALLERY = re.compile(r"(?P<letters>[A-Z]{1,4})[0-9]{1,3}")
_LANGUAGE = re.compile(
    r"\b(?P<set>[A-Z][A-Z0-9]{1,5})[ -]"
    r"(?P<language>EN|CN|JP|JA|KR|KO|FR|DE|IT|ES|PT|TW|HK|SC|TC|TH|ID)[ -]?(?=[0-9]{1,3}\b)"
)
_MAY_BE_MARKED = re.compile(r"[-–—{\[(]|Energ(?:y|ies)|基[本础].*能量| and ", re.IGNORECASE)
"""What a name has that is spelled in another way: a kind, a symbol, an Energy, two names."""
_CHINESE_BASIC = re.compile(
    "(?P<type>[^ ]{1,3}?)(?:属性|系)?基[本础]能量|基[本础](?P<other>[^ ]{1,3}?)(?:属性|系)?能量"
)
_ENERGIES = re.compile(r"(?<=\bEnerg)ies$", re.IGNORECASE)
_AND = re.compile(r"(?<=[^\W_]) and (?=[^\W_])", re.IGNORECASE)
_CELLS = re.compile(
    r"(?P<before>[,;|(\[]) ?(?P<set>[A-Z][A-Z0-9]{1,4}(?:-[A-Z]{1,3})?)(?P<between> ?[)\]]? ?[,;|(\[] ?|[)\]] ?)"
    r"(?P<number>[A-Z]{0,4}[0-9]{1,3})(?![0-9A-Za-z/])[)\]]?"
)
"""A set and a number in cells of their own, or each in brackets: `,SVI,85`, `| SVI | 85`, `(SVI) (85)`."""
_SET_BEHIND = re.compile(
    r"(?<![0-9A-Za-z/])(?P<printed>(?P<number>[0-9]{1,3})/[0-9]{2,3}) (?P<set>[A-Z][A-Z0-9]{1,5})(?![A-Za-z0-9/-])"
    r"(?! ?[0-9]{1,3}/)"
)
_SET_NAME = re.compile(
    r"(?<=[(\[])(?P<name>[A-Z][A-Za-z&' :—–-]*[a-z][A-Za-z&' :—–-]*[ :#,-]+)(?=(?P<number>[0-9]{1,3}/[0-9]{2,3}[)\]]))"
)
_LONE_COUNT = re.compile(r"(?<![0-9A-Za-z./-])[xX×]?[0-9]{1,2}[xX×]?(?![0-9A-Za-z./-])")
_ENERGY_SET = re.compile(r"(?<=Energy )[A-Z]{2,4}Energy [0-9]{1,2}$")
"""A basic Energy's set in PTCG Online: `8 Water Energy SMEnergy 3`."""
_ENERGY_NUMBER = re.compile(r"(?P<front>(?:[0-9]{1,2} ?[x×]? )?)[A-Z]{0,4}Energy [0-9]{1,2}")
_LONE_SYMBOL = re.compile(r"^(?P<count>[0-9]{1,2}[x×]? )?\{(?P<symbol>[A-Z])\}$")
_LAST_WORD = re.compile(r"(?<=[- ])[A-Za-z]+$")
_LETTERED = frozenset(("unown", "zarbi", "icognito", "アンノーン", "未知图腾", "未知圖騰"))
"""The Pokémon of which every letter is a card of its own."""
_NO_SET = re.compile(r"(?:(?<=Energy)|(?<=[}\])]))\s+Energy\s+[0-9]{1,3}$")


@dataclass(frozen=True)
class PtcgRow:
    """A card to write: its heading, its count, its name, and its set code and number apart."""

    word: str
    count: int
    name: str
    set_code: str
    number: str


def is_basic_energy(name: str, lists: PtcgLists) -> bool:
    """Whether a name says that it is a basic Energy of one of the game's types: by word, or by a symbol in braces."""
    symbol = _SYMBOL.search(name)
    said = _plain(name, lists)
    basic, kind = _BASIC.match(said), _KIND.search(name)
    if not (basic or symbol or (kind and "basic" in kind.group().casefold())):
        return False
    word = (said[basic.end() :] if basic else said).removesuffix(" Energy")
    return word.casefold() in {one.casefold() for one in lists.symbols.values()}


def is_lettered(name: str) -> bool:
    """Whether the name is that of a Pokémon whose cards only a letter tells apart."""
    return name.casefold() in _LETTERED


def promo_number(typed: str, lists: PtcgLists) -> str:
    """The number of a promo card by the number printed on it, whose letters no other set has; else empty."""
    found = _PROMO.fullmatch(typed.upper())
    set_code = lists.promos.get(found["letters"], "") if found else ""
    return f"{set_code}-{typed.upper()}" if set_code else ""


def gallery_numbers(typed: str, lists: PtcgLists) -> tuple[str, ...]:
    """The numbers that a number of a set within a set may be if its set is not named: `TG03`; none for any other."""
    found = _GALLERY.fullmatch(typed.upper())
    return tuple(f"{one}-{typed.upper()}" for one in lists.galleries.get(found["letters"], ())) if found else ()


def without_language(line: str, lists: PtcgLists, is_set: Callable[[str], bool]) -> str:
    """A line without the language that cards print between their set and number: `SVP EN 027`. What is a set's code
    itself stays, and so does what stands behind a word of names (`Charizard GX JP 9`)."""
    return _LANGUAGE.sub(
        lambda found: found[0] if found["set"] in lists.name_words or is_set(found["language"]) else f"{found['set']} ",
        line,
    )


def set_in_front(line: str, is_set: Callable[[str, str], bool]) -> str:
    """A line with the code of a set in front of the number that cards print with the set's size: `075/198 SV3`."""
    if "/" not in line:
        return line
    return _SET_BEHIND.sub(
        lambda found: (
            f"{found['set']} {found['printed']}" if is_set(found["set"], found["number"].lstrip("0")) else found[0]
        ),
        line,
    )


def without_set_name(line: str) -> tuple[str, str] | None:
    """A line without the name of a set in brackets before a card's number, and that name:
    `Charizard ex (Obsidian Flames 125/197)`; None where there is none."""
    found = _SET_NAME.search(line)
    return (f"{line[: found.start('name')]}{line[found.start('number') :]}", found["name"].strip()) if found else None


def without_cells(line: str, is_set: Callable[[str], bool]) -> str:
    """A line whose set and number stand in cells of their own with them side by side, where it states a count besides:
    `4,Pikachu,SVI,85` is `4,Pikachu SVI 85`."""
    found = _CELLS.search(line)
    if found is None or not is_set(found["set"]):
        return line
    before, behind = line[: found.start()].rstrip(), line[found.end() :]
    if not (_LONE_COUNT.search(before) or _LONE_COUNT.search(behind)):
        return line
    # One that is left alone behind the count would make a running number of it.
    return f"{before} {found['set']} {found['number']}{behind}".replace(found["before"], ",")


def full_promo(typed: str, lists: PtcgLists) -> str:
    """The number of a promo card whose set is named and whose letters are left out (`PR-SW 242`); else empty."""
    set_code, _, counted = code_key(typed).rpartition("-")
    letters = next((one for one, promos in lists.promos.items() if promos == set_code), "")
    return f"{set_code}-{letters}{counted}" if letters and counted.isdigit() else ""


def written_out(line: str, lists: PtcgLists) -> str:
    """A line with what stands for a name or for its end written out (`10 {R}`, `Jirachi {*}`), and without the set of a
    basic Energy behind its name."""
    if "{" in line:
        for symbol, word in lists.symbols.items():
            if not symbol.isalpha():
                line = line.replace(f"{{{symbol}}}", word)
        found = _LONE_SYMBOL.match(line)
        return f"{line} Energy" if found and found["symbol"] in lists.symbols else line
    return _ENERGY_SET.sub("", line).rstrip() if "Energy" in line else line


def numbered_energies(line: str, lists: PtcgLists) -> tuple[str, ...]:
    """The lines that a basic Energy by the number of PTCG Online alone may be, one for each type: `4 SMEnergy 4`; none
    for any other line.

    No order of the types is known that all exports keep: the eighth of a set is Psychic in one
    (`18 Psychic Energy XYEnergy 8`), and PTCG Online and PTCG Live differ
    (https://github.com/PokemonTCG/pokemon-tcg-data/pull/516).
    """
    found = _ENERGY_NUMBER.fullmatch(line) if "Energy" in line else None
    types = (word for symbol, word in lists.symbols.items() if symbol.isalpha()) if found else ()
    return tuple(f"{found['front']}{one} Energy" for one in types) if found else ()


def mark_of(name: str, lists: PtcgLists) -> str:
    """The last word of a name if its letter case makes it another card's (`Charizard ex`, `Charizard-EX`)."""
    last = _LAST_WORD.search(name)
    word = last[0] if last else ""
    if word not in lists.name_words:
        return ""
    return word if any(word != one and word.casefold() == one.casefold() for one in lists.name_words) else ""


def as_printed(name: str, lists: PtcgLists) -> str:
    """A name whose last word cards print behind a hyphen (`-EX` among the words of names), with that hyphen."""
    mark = mark_of(name, lists)
    is_apart = bool(mark) and f"-{mark}" in lists.name_words and name.endswith(f" {mark}") and not name.isupper()
    return f"{name[: -len(mark) - 1]}-{mark}" if is_apart else name


def spellings(name: str, lists: PtcgLists) -> Iterator[str]:
    """The names a card may have in the pool: as it is, without its kind, with symbols in words, basic or not."""
    if not _MAY_BE_MARKED.search(name):
        return
    if chinese := _CHINESE_BASIC.fullmatch(name):
        yield f"基本{chinese['type'] or chinese['other']}能量"
    if " and " in name.casefold():
        yield _AND.sub(" & ", name)
    said = _plain(name, lists)
    if said != name:
        yield said
    if lists.groups and said.casefold().endswith("energy"):
        yield _BASIC.sub("", said, count=1)
        yield f"Basic {said}"


def _plain(name: str, lists: PtcgLists) -> str:
    plain = _ENERGIES.sub("y", _NO_SET.sub("", _KIND.sub("", name)))
    return _SYMBOL.sub(lambda found: lists.symbols.get(found["symbol"], found.group()), plain)


def write_ptcg(rows: Iterable[PtcgRow], lists: PtcgLists) -> str:
    """The text that PTCG Live imports; headings state cards, rows are in the order given.

    Rows without a group come first, without a heading.
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
