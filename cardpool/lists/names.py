"""When two names of cards are equal."""

from __future__ import annotations

import unicodedata

_QUOTES = str.maketrans({"‘": "'", "’": "'", "‛": "'", "′": "'", "“": '"', "”": '"'})


def fold_name(name: str) -> str:
    """The form in which two spellings of one name are equal: width, letter case, spaces and the shape of quotes go."""
    return "".join(unicodedata.normalize("NFKC", name.translate(_QUOTES)).casefold().split())
