"""Ignored lines that may be headings nobody knows (`Swap:`), and whether that can matter to what the deck holds.

It cannot where no card stands between the line and the next heading, where the line stands above all cards as a title
does, and where the same words with a colon stand several times, as a chat group's members do. Anywhere else the cards
below may belong to another part, and somebody has to say that the line is none.
"""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import replace

from decks.text.listing import IgnoredLine, LineKind, ReadLine
from decks.text.no_cards import is_speaker, says_of_above
from decks.text.spelling import loose_key, plain_line

_CARDS = (LineKind.ENTRY, LineKind.APART, LineKind.QUESTION, LineKind.ERROR)


def with_headings_open(
    ignored: Sequence[IgnoredLine], lines: Sequence[ReadLine], may_head: Set[int], main: str
) -> tuple[IgnoredLine, ...]:
    """The ignored lines of a list, each of those in `may_head` to be confirmed where it can matter.

    `main` is the section that cards without any heading stand in.
    """
    speakers = Counter(loose_key(one.text) for one in ignored if is_speaker(plain_line(one.text)))
    places = {line.line: place for place, line in enumerate(lines)}
    found = []
    for one in ignored:
        if one.is_clear and _is_about_above(lines, places[one.line]):
            found.append(replace(one, is_clear=False))
        elif one.line in may_head:
            said = loose_key(one.text)
            is_clear = speakers[said] > 1 or not _matters(lines, places[one.line], main)
            found.append(replace(one, is_clear=is_clear and (one.is_clear or said in speakers)))
        else:
            found.append(one)
    return tuple(found)


def _is_about_above(lines: Sequence[ReadLine], place: int) -> bool:
    """Whether a line says of the cards above it that they are another part, or not here: `以上备牌暂不用`."""
    return says_of_above(plain_line(lines[place].text)) and any(line.kind in _CARDS for line in lines[:place])


def _matters(lines: Sequence[ReadLine], place: int, main: str) -> bool:
    """Whether cards may belong to another part by the line at this place being a heading."""
    has_cards_above = any(line.kind in _CARDS for line in lines[:place])
    section, has_cards_below = lines[place].section, False
    for line in lines[place + 1 :]:
        if line.kind in _CARDS and line.section == section:
            has_cards_below = True
            if has_cards_above:
                return True
        elif line.kind is LineKind.HEADER and line.section == main and not has_cards_above:
            return has_cards_below
        elif line.kind in (*_CARDS, LineKind.HEADER) and line.section != section and not has_cards_below:
            return False
    return False
