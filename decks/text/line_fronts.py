"""What stands in front of the lines of a list: the stamps of chat programs, quotes, and bullets."""

import re
from collections.abc import Callable, Iterable

from decks.text.headers import COMMENTS
from decks.text.line_parts import line_of
from decks.text.listing import MAX_LINE_LENGTH
from decks.text.no_cards import is_sum, is_talk
from decks.text.says_more import says_part
from decks.text.spelling import plain_line

_DATE = r"[0-9]{1,4} ?[-/.年] ?[0-9]{1,2} ?[-/.月] ?[0-9]{1,4}日?"
_TIME = r"(?:[上下中]午|凌晨|晚上)? ?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})? ?(?:[AaPp]\.? ?[Mm]\.?)?"
_STAMP = re.compile(
    rf"(?:\[{_DATE},? ?{_TIME}\]|{_DATE},? ?{_TIME} [-–—])\s?(?P<sender>[^:\[\]]{{1,40}}): ?(?P<rest>.+)"
)
"""The day, the time and the sender that WhatsApp and others write in front of each message."""
_BULLET = re.compile(r"^[-*•·▪●○◦–—] (?=.)")
_DASH = re.compile(r"^[-–—−](?=[0-9]{1,2}(?![0-9]))")
_DASHED = re.compile(r"\s*[-–—−－] ?[0-9]{1,2}(?![0-9])")


def without_stamp(plain: str, heads: Callable[[str], object]) -> str:
    """A plain line without the day, the time and the sender in front of it; as it is where the sender's name is a word
    that heads a section, which `heads` tells."""
    found = _STAMP.match(plain)
    if found is None or heads(found["sender"]) is not None or says_part(found["sender"]):
        return plain
    return found["rest"]


def dashes_are_bullets(lines: Iterable[str], is_heading: Callable[[str], object]) -> bool:
    """Whether a dash right before a count (`-3 HBU01-A07`) is a bullet: every line of the list that states a count
    begins so; headings, comments, talk and sums (`40张`) apart. Beside any other it may say how a list was changed."""
    held = tuple(lines)
    if not any(map(_DASHED.match, held)):
        return False
    others = (plain_line(line) for line in held if not _DASHED.match(line) and len(line) <= MAX_LINE_LENGTH)
    return not any(
        line_of(plain).states_count()
        and line_of(plain).has_words
        and not (plain.startswith(COMMENTS) or is_talk(plain) or is_sum(plain) or is_heading(plain))
        for plain in others
    )


def without_bullet(plain: str, *, dashes: bool) -> str:
    """A plain line without the bullet in front of it; with `dashes` one that stands right before a count is one."""
    words = _BULLET.sub("", plain, count=1)
    return _DASH.sub("", words, count=1) if dashes else words
