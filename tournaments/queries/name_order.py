"""The order in which names are looked up: as they are spoken."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from cardpool.searching.pinyin import readings
from tournaments.models import Registration

_NUMBER = re.compile(r"\d+")
_SURNAMES = (
    "曾zeng 单shan 解xie 仇qiu 查zha 朴piao 区ou 覃qin 翟zhai 缪miao 召shao 员yun 郇xun 阚kan 卜bu 薄bo 都du 秘bi"
)
_AS_SURNAME = {word[0]: word[1:] for word in _SURNAMES.split()}
"""Surnames that are read in another way than the character usually is."""


def spoken_key(name: str) -> str:
    """The key to sort a name by: Chinese by pinyin among letters, which ignore case, accents and width; 9 before 10.

    Chinese names are in order character by character, so that a surname stands together: all 李 before 梁.
    """
    plain = _NUMBER.sub(lambda number: number[0].zfill(9), unicodedata.normalize("NFKD", name).casefold())
    spoken = [character for character in plain if character.isalnum()]
    return "".join(_key_of(character, is_first=not at) for at, character in enumerate(spoken))


def in_spoken_order(entries: Iterable[Registration]) -> list[Registration]:
    """The entries by name as it is spoken, as staff read it."""
    return sorted(entries, key=lambda entry: (spoken_key(entry.name), entry.pk))


def _key_of(character: str, *, is_first: bool) -> str:
    reading = _AS_SURNAME.get(character) if is_first else None
    reading = reading or next(iter(readings(character)), None)
    return f"{reading} {character}" if reading else character


def spoken_letter(name: str) -> str:
    """The letter under which a name is looked up, A to Z; # for a name that begins with none."""
    first = spoken_key(name)[:1].upper()
    return first if first.isascii() and first.isalpha() else "#"
