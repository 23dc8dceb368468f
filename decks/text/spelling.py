"""Spelling differences that make no difference: width, letter case, dashes, spaces, accents, invisible signs."""

import unicodedata

_INVISIBLE = dict.fromkeys(
    [0x00AD, 0xFEFF, 0x2060, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)
_ACCENTS = range(0x0300, 0x0370)


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
    key = "".join(sign for sign in unicodedata.normalize("NFKC", bare) if unicodedata.category(sign)[0] not in "PZC")
    return key or exact_key(name)
