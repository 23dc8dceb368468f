"""Spelling differences that make no difference: width, letter case, dashes, spaces, accents, invisible signs."""

import re
import unicodedata

_INVISIBLE = dict.fromkeys(
    [
        0x00AD,
        0xFEFF,
        0x2060,
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
        *range(0xFE00, 0xFE10),  # which picture a sign such as ♂ is drawn as
    ]
)
_ACCENTS = range(0x0300, 0x0370)
_APOSTROPHES = frozenset("`´ʹʻʼʽˈ")
_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
_PARTING = re.compile(r"[\s_./‐-―−-]+")


def plain_line(line: str) -> str:
    """A typed line in Unicode form NFKC, without invisible signs, every run of blank or control signs one space.

    Full-width letters, digits and signs become plain ones. Chinese text stays as it is.
    """
    text = unicodedata.normalize("NFKC", line.translate(_INVISIBLE))
    spaced = "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in text)
    return " ".join(spaced.split())


def exact_key(name: str) -> str:
    """The form in which two names are equal but for width, letter case and spaces."""
    return "".join(plain_line(name).casefold().split())


def loose_key(name: str) -> str:
    """The form in which two names are equal but for punctuation and Latin accents as well; symbols such as ♂ count.

    A name of nothing but punctuation keeps it.
    """
    decomposed = unicodedata.normalize("NFKD", plain_line(name).casefold())
    bare = "".join(sign for sign in decomposed if ord(sign) not in _ACCENTS)
    key = "".join(sign for sign in unicodedata.normalize("NFKC", bare) if not _is_mute(sign))
    return key or exact_key(name)


def code_key(code: str) -> str:
    """The form in which two codes are equal but for width, letter case and what stands between their parts."""
    return _PARTING.sub("-", plain_line(code).upper()).strip("-")


def folded_code(code: str) -> str:
    """The same form without the zeros before a number: `TWM 007` and `twm-7`, `00123456` and `123456`."""
    return _ZEROS.sub("", code_key(code))


def _is_mute(sign: str) -> bool:
    return sign in _APOSTROPHES or unicodedata.category(sign)[0] in "PZC"
