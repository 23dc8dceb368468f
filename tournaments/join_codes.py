"""The six characters by which a phone joins an event: made, written, and read as people type them.

The alphabet is Crockford's Base32 (https://www.crockford.com/base32.html): digits and capital letters without I, L, O
and U. What looks alike is read as one character, O as 0, I and L as 1: a code read aloud or copied by hand works.
There are 32 to the power of 6 of them, about 1,070 million.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from urllib.parse import unquote_plus

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 6
MAX_TYPED = 200
"""Characters of what was typed that are looked at."""

_READ_AS = str.maketrans("OIL", "011")
_WORDS_OF = {1: LENGTH, 2: LENGTH // 2}
"""Characters in a word of a code that stands among others: a code of one word, or of two groups."""

_LEFT_OUT = re.compile(r"[\s\-–—_.·]+")
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff]")
_IN_LINK = re.compile(r"/(?:join/(?:\?code=)?|t/)([^/?&#\s，。；！、）)]+)")
_PERSONAL = re.compile(r"/me/([A-Za-z0-9_-]+)")


def new_join_code() -> str:
    """Six characters, each by chance."""
    return "".join(secrets.choice(ALPHABET) for _place in range(LENGTH))


def read_join_code(typed: str) -> str | None:
    """The code that was typed, whatever its case, width, spaces and dashes, also with what stood around it where it was
    copied from (`Code: K7M 2Q0`); None for what cannot be one, and where two could be meant."""
    found = _codes(typed)
    return found.pop() if len(found) == 1 else None


def is_ambiguous(typed: str) -> bool:
    """Whether more than one code could be meant by what was typed."""
    return len(_codes(typed)) > 1


def _codes(typed: str) -> set[str]:
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", typed[:MAX_TYPED])).upper()
    whole = _code_of(plain)
    return {whole} if whole is not None else {code for part in _parts(plain) for code in _codes_in(part)}


def _code_of(text: str) -> str | None:
    code = _LEFT_OUT.sub("", text).translate(_READ_AS)
    return code if len(code) == LENGTH and all(character in ALPHABET for character in code) else None


def _parts(plain: str) -> list[str]:
    """What stands between marks and Chinese characters. Letters that no code has are part of a word, as numbers are."""
    return "".join("/" if _is_between(character) else character for character in plain).split("/")


def _is_between(character: str) -> bool:
    kind = unicodedata.category(character)
    return (kind == "Lo" or kind[0] in "PS") and not _LEFT_OUT.match(character)


def _codes_in(part: str) -> set[str]:
    """The codes that a part is, or else those of its words that are one, alone or with the next."""
    whole = _code_of(part)
    if whole is not None:
        return {whole}
    words = _LEFT_OUT.sub(" ", part).split()
    runs = ((count, words[start : start + count]) for count in _WORDS_OF for start in range(len(words)))
    found = (_code_of("".join(run)) for count, run in runs if all(len(word) == _WORDS_OF[count] for word in run))
    return {code for code in found if code is not None}


def without_link(typed: str) -> str:
    """The code in a link that was pasted in place of it; anything else as it was typed, also two links that differ."""
    found = set(_IN_LINK.findall(typed))
    return unquote_plus(found.pop()) if len(found) == 1 else typed


def personal_secret(typed: str) -> str:
    """What a personal link that was pasted in place of a code ends with; empty for anything else."""
    found = _PERSONAL.search(typed)
    return found[1] if found is not None else ""


def format_join_code(code: str) -> str:
    """The code in two groups, as it is shown: `K7M 2Q0`."""
    return f"{code[:3]} {code[3:]}"
