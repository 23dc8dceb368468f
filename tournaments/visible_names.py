"""What a reader sees of a name: characters that show nothing, by which two names look alike or one looks empty."""

from __future__ import annotations

import unicodedata

_JOINERS = frozenset("\u200c\u200d")
"""They join letters of some scripts and parts of an emoji; alone they show nothing."""
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that print as nothing."""


def first_hidden(text: str) -> str | None:
    """The first character that a reader of a name could not see, as U+200B; None where every character shows.

    Controls other than white space, format characters, halves of pairs, unassigned characters and blank letters are
    hidden; so is a joiner that joins nothing.
    """
    stripped = text.strip().removeprefix("\ufeff")
    for place, character in enumerate(stripped):
        hidden = not character.isspace() and unicodedata.category(character) in {"Cc", "Cf", "Cs", "Cn", "Co"}
        if character in _JOINERS:
            hidden = not (_shows(stripped[place - 1 : place]) and _shows(stripped[place + 1 : place + 2]))
        if hidden or character in _BLANKS:
            return f"U+{ord(character):04X}"
    return None


def is_readable(text: str) -> bool:
    """Whether a reader sees anything of the text; a name from before such characters were refused may show nothing."""
    return any(
        not character.isspace()
        and character not in _BLANKS
        and unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Cn", "Co", "Mn", "Me"}
        for character in text
    )


def _shows(character: str) -> bool:
    """Whether something of a name is there to be joined."""
    return bool(character) and (character.isalpha() or unicodedata.category(character) in {"Mn", "Mc", "So", "Sk"})
