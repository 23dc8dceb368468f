"""Spelling differences that make no difference: width, letter case, dashes, spaces, accents, invisible characters, and
traditional for simplified Chinese characters.

Every function takes time in the length of its text; the worst character grows eighteenfold (U+FDFA under NFKC), so
callers bound the line before and the plain line after.
"""

import re
import unicodedata
from functools import lru_cache
from html import unescape

from decks.text.traditional import SIMPLIFIED

OPENS_NUMERAL, CLOSES_NUMERAL = "⦅", "⦆"
"""The characters around a numeral in a circle or on a keycap in a plain line: `④` and `4️⃣` are `⦅4⦆`."""
MAX_REMEMBERED_CHARACTERS = 20_000
MAX_REMEMBERED_NAMES = 4_096
"""A line needs the keys of the same words again and again; nothing longer than a line is stored."""

_INVISIBLE = [
    0x00AD,
    0xFEFF,
    0x2060,
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    *range(0xFE00, 0xFE10),  # variation selectors: how a character such as ♂ is drawn
]
_CONTROLS = [*range(0x20), *range(0x7F, 0xA0)]
_CIRCLED = (
    (0x2460, 1, 20),
    (0x24EB, 11, 10),
    (0x24F5, 1, 10),
    (0x2776, 1, 10),
    (0x2780, 1, 10),
    (0x278A, 1, 10),
    (0x3251, 21, 15),
    (0x3280, 1, 10),
    (0x32B1, 36, 15),
    (0x1F51F, 10, 1),
)
"""Runs of circled numerals: the first character, the number it means, and how many there are."""
_CIRCLES = {
    first + step: f"{OPENS_NUMERAL}{number + step}{CLOSES_NUMERAL}"
    for first, number, characters in _CIRCLED
    for step in range(characters)
}
_PLAIN = {**dict.fromkeys(_CONTROLS, " "), **dict.fromkeys(_INVISIBLE), **_CIRCLES}
_ODD = re.compile(f"[{re.escape(''.join(map(chr, _PLAIN)))}]")
_TRADITIONAL = re.compile(f"[{''.join(map(chr, SIMPLIFIED))}]")
_ENTITY = re.compile("&(?:#[0-9]{1,6}|#[xX][0-9A-Fa-f]{1,5}|[A-Za-z]{2,8});")
_KEYCAP = re.compile("([0-9]{1,2})\u20e3")
_SAME_CHARACTERS = {"☆": "★", "♢": "◇"}
_ACCENTS = range(0x0300, 0x0370)
_APOSTROPHES = frozenset("`´ʹʻʼʽˈ")
_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
_PARTING = re.compile(r"[\s_./‐-―−-]+")
_NO_CODE = re.compile(r"[^A-Z0-9]+")


def plain_line(line: str) -> str:
    """A typed line in Unicode form NFKC, without invisible characters, every run of blank or control characters one
    space.

    Full-width letters, digits and characters become plain ones; circled numerals and keycaps are marked as such.
    Chinese text stays as it is. Characters that a web page wrote as entities (`&#39;`) are read.
    """
    if "&" in line:
        line = _ENTITY.sub(lambda found: unescape(found[0]), line)
    if line.isascii() and line.isprintable():
        return " ".join(line.split())
    # To search for characters is much faster than to replace none.
    text = unicodedata.normalize("NFKC", line.translate(_PLAIN) if _ODD.search(line) else line)
    if "\u20e3" in text:
        text = _KEYCAP.sub(rf"{OPENS_NUMERAL}\1{CLOSES_NUMERAL}", text)
    return " ".join(text.split())


def simplified(plain: str) -> str:
    """The text with simplified characters for common traditional ones, character for character, so that places stay."""
    return plain.translate(SIMPLIFIED) if not plain.isascii() and _TRADITIONAL.search(plain) else plain


@lru_cache(maxsize=MAX_REMEMBERED_NAMES)
def exact_key(name: str) -> str:
    """The form in which two names are equal except for width, letter case and spaces."""
    return "".join(plain_line(name).casefold().split())


@lru_cache(maxsize=MAX_REMEMBERED_NAMES)
def loose_key(name: str) -> str:
    """The form in which two names are equal but for punctuation, Latin accents and traditional characters as well;
    symbols such as ♂ count, outlined or filled. A name of nothing but punctuation keeps it.
    """
    plain = name if name.isascii() else unicodedata.normalize("NFKC", name)
    return plain.translate(_LOOSE) or exact_key(name)


@lru_cache(maxsize=MAX_REMEMBERED_NAMES)
def code_key(code: str) -> str:
    """The form in which two codes are equal except for width, letter case and what separates their parts."""
    return _PARTING.sub("-", plain_line(code).upper()).strip("-")


@lru_cache(maxsize=MAX_REMEMBERED_NAMES)
def folded_code(code: str) -> str:
    """The same form without leading zeros of a number: `TWM 007` and `twm-7`, `00123456` and `123456`."""
    return _ZEROS.sub("", code_key(code))


@lru_cache(maxsize=MAX_REMEMBERED_NAMES)
def bare_code(code: str) -> str:
    """A code's letters and digits alone, in capitals: the same however its parts are separated."""
    return _NO_CODE.sub("", code.upper())


class _LooseSigns(dict[int, str]):
    """What each character is in a loose key, computed once; a bounded memory, since texts have any character."""

    def __missing__(self, point: int) -> str:
        character = chr(point)
        if point in _ZERO_WIDTH:
            found = ""
        elif character in _CIRCLE_CHARACTERS:
            found = _loose_character(_CIRCLES[point])
        else:
            found = _loose_character(SIMPLIFIED.get(point, _SAME_CHARACTERS.get(character, character)))
        if len(self) < MAX_REMEMBERED_CHARACTERS:
            self[point] = found
        return found


def _loose_character(character: str) -> str:
    decomposed = unicodedata.normalize("NFKD", character.casefold())
    bare = "".join(part for part in decomposed if ord(part) not in _ACCENTS)
    return "".join(part for part in unicodedata.normalize("NFKC", bare) if not _is_mute(part))


def _is_mute(character: str) -> bool:
    return character in _APOSTROPHES or unicodedata.category(character)[0] in "PZC"


_ZERO_WIDTH = frozenset(_INVISIBLE)
_CIRCLE_CHARACTERS = frozenset(map(chr, _CIRCLES))
_LOOSE = _LooseSigns()
