"""What a reader sees of a name: characters that show nothing, by which two names look alike or one looks empty."""

from __future__ import annotations

import unicodedata

from accounts.refusals import Refusal, refuse_any
from accounts.typed_text import one_line

_JOINERS = frozenset("\u200c\u200d")
"""They join letters of some scripts and parts of an emoji; alone they show nothing."""
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and symbols that print as nothing."""
_SELECTORS = ((0x180B, 0x180D), (0x180F, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
"""They choose the shape of the character before them; where none is, they show nothing."""
_NEW_IDEOGRAPHS = ((0x2EBF0, 0x2EE5D), (0x31350, 0x33479))
"""Extensions H, I and J of the CJK ideographs, with rare surnames: unassigned to a Python older than they are."""
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Cn", "Co"})


def first_hidden(text: str) -> str | None:
    """The first character that a reader of a name could not see, as U+200B; None where every character shows.

    Controls other than white space, format characters, halves of pairs, unassigned characters and blank letters are
    hidden; so are a joiner that joins nothing and a variation selector without a character to vary.
    """
    stripped = text.strip().removeprefix("\ufeff")
    for place, character in enumerate(stripped):
        hidden = not character.isspace() and _category(character) in _HIDDEN
        if character in _JOINERS:
            hidden = not (_shows(stripped[place - 1 : place]) and _shows(stripped[place + 1 : place + 2]))
        elif _is_in(character, _SELECTORS):
            hidden = place == 0 or not _can_vary(stripped[place - 1])
        if hidden or character in _BLANKS:
            return f"U+{ord(character):04X}"
    return None


def is_readable(text: str) -> bool:
    """Whether a reader sees anything of the text; a name from before such characters were refused may show nothing."""
    return any(
        not character.isspace()
        and character not in _BLANKS
        and _category(character) not in _HIDDEN
        and _category(character) not in {"Mn", "Me"}
        for character in text
    )


def line_problems(typed: str, *, field: str, required: bool = True) -> list[Refusal]:
    """Why a line that others read by cannot be taken: `hidden_character`, or `name_required` where nothing shows."""
    hidden = first_hidden(typed)
    if hidden is not None:
        return [Refusal("hidden_character", field=field, character=hidden)]
    if is_readable(typed) or not (required or typed.strip()):
        return []
    return [Refusal("name_required", field=field)]


def visible_line(typed: str, *, field: str = "name", required: bool = True) -> str:
    """The text as `one_line` has it. Raises what `line_problems` finds."""
    refuse_any(line_problems(typed, field=field, required=required))
    return one_line(typed)


def _category(character: str) -> str:
    return "Lo" if _is_in(character, _NEW_IDEOGRAPHS) else unicodedata.category(character)


def _is_in(character: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= ord(character) <= last for first, last in ranges)


def _shows(character: str) -> bool:
    """Whether something of a name is there to be joined."""
    return bool(character) and (character.isalpha() or unicodedata.category(character) in {"Mn", "Mc", "So", "Sk"})


def _can_vary(character: str) -> bool:
    """Whether a character shows by itself, so that a variation selector may stand behind it."""
    return character not in _BLANKS and _category(character)[0] in "LNPS"
