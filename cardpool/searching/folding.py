"""Text without the differences that a search does not care about."""

from __future__ import annotations

import unicodedata

_PROLONGED = "ー"  # Japanese keyboards put it where a number has a dash.


def fold(text: str) -> str:
    """Without differences of width, case, accents, kana script and punctuation; single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().translate(_FOLDED).split())


def bare(number: str) -> str:
    """A number without what parts it: `HBU01-A07` is `hbu01a07`."""
    return fold(number).replace(" ", "").replace(_PROLONGED, "")


class _Folded(dict[int, str]):
    """What each character is folded to, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        base, *marks = list(unicodedata.normalize("NFKD", character))
        kind = unicodedata.category(character)
        if base in "'’‘ʼ`" or "\u0300" <= character <= "\u036f":
            folded = ""
        elif "\u30a1" <= character <= "\u30f6":
            folded = chr(code - 0x60)  # Katakana to hiragana.
        elif kind[0] in "PZC" or character == "~":
            folded = " "
        else:
            folded = base if marks and base.isascii() and base.isalpha() else character
        self[code] = folded
        return folded


_FOLDED = _Folded()
