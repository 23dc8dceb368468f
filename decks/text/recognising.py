"""Recognising the format of a list by its text alone."""

import re

from decks.text.columns import table_head
from decks.text.listing import ListForm, ListFormat
from decks.text.share import payload_in
from decks.text.ydk import is_passcode, is_ydke, names_creator, part_headed

_FIRST_LINES = 40
_SIDE = re.compile(r"!\s*side\s*", re.IGNORECASE)


def recognise(text: str, lines: list[str], form: ListForm) -> ListFormat:
    """The format of a list. A list in lines of its own words is `TEXT`; its reader finds PTCG Live rows in it."""
    if is_ydke(text):
        return ListFormat.YDKE
    if payload_in(text):
        return ListFormat.LINK
    filled = [bare for line in lines if (bare := line.strip())]
    if table_head(filled):
        return ListFormat.TABLE
    return ListFormat.YDK if _is_ydk(filled, form) else ListFormat.TEXT


def _is_ydk(filled: list[str], form: ListForm) -> bool:
    """Whether a line heads a part as only `.ydk` files do; in a game without them the rest must be passcodes."""
    headed = [line for line in filled if (part_headed(line) and not line.startswith("!")) or _SIDE.fullmatch(line)]
    created = any(names_creator(line) for line in filled[:_FIRST_LINES])
    if not (headed or created):
        return False
    cards = [line for line in filled if not line.startswith(("#", "!"))]
    return form.formats.ydk is not None or (bool(cards) and all(is_passcode(line) and len(line) > 3 for line in cards))
