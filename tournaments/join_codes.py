"""The six characters by which a phone joins an event: made, written, and read as people type them.

The alphabet is Crockford's Base32 (https://www.crockford.com/base32.html): digits and capital letters without I, L, O
and U. What looks alike is read as one character, O as 0, I and L as 1: a code read aloud or copied by hand works.
There are 32 to the power of 6 of them, about 1,070 million.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from urllib.parse import unquote

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 6
MAX_TYPED = 200
"""Characters of what was typed that are looked at."""

_READ_AS = str.maketrans("OIL", "011")
_LEFT_OUT = frozenset(" \t-–—_.·")
_IN_LINK = re.compile(r"/(?:join/(?:\?code=)?|t/)([^/?&#\s]+)")
_PERSONAL = re.compile(r"/me/([A-Za-z0-9_-]+)")


def new_join_code() -> str:
    """Six characters, each by chance."""
    return "".join(secrets.choice(ALPHABET) for _place in range(LENGTH))


def read_join_code(typed: str) -> str | None:
    """The code that was typed, whatever its case, width, spaces and dashes; None for what cannot be one."""
    plain = unicodedata.normalize("NFKC", typed[:MAX_TYPED]).upper()
    code = "".join(character for character in plain if character not in _LEFT_OUT).translate(_READ_AS)
    return code if len(code) == LENGTH and all(character in ALPHABET for character in code) else None


def without_link(typed: str) -> str:
    """The code in a link that was pasted in place of it; anything else as it was typed."""
    found = _IN_LINK.search(typed)
    return unquote(found[1]) if found is not None else typed


def personal_secret(typed: str) -> str:
    """What a personal link that was pasted in place of a code ends with; empty for anything else."""
    found = _PERSONAL.search(typed)
    return found[1] if found is not None else ""


def format_join_code(code: str) -> str:
    """The code in two groups, as it is shown: `K7M 2Q0`."""
    return f"{code[:3]} {code[3:]}"
