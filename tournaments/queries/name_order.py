"""The order in which names are looked up: as they are spoken."""

from __future__ import annotations

import re
import unicodedata

from cardpool.searching.pinyin import readings

_NUMBER = re.compile(r"\d+")


def spoken_key(name: str) -> str:
    """The key to sort a name by: Chinese by pinyin among letters, which ignore case, accents and width; 9 before 10."""
    plain = _NUMBER.sub(lambda number: number[0].zfill(9), unicodedata.normalize("NFKD", name).casefold())
    return "".join(next(iter(readings(character)), character) for character in plain if character.isalnum())


def spoken_letter(name: str) -> str:
    """The letter under which a name is looked up, A to Z; # for a name that begins with none."""
    first = spoken_key(name)[:1].upper()
    return first if first.isascii() and first.isalpha() else "#"
