"""What of a list is certain while lines of it are open: the cards that are in their sections whatever those lines mean.

A line that nobody can read may be a card, words, or a heading nobody knows, and then the cards below it may be in
another part or in another deck. One that speaks of what stands above says something about those cards instead.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from decks.text.headers import speaks_of_above
from decks.text.listing import LineKind, ListEntry, QuestionCode, ReadingErrorCode, ReadLine, ReadList
from decks.text.spelling import plain_line
from decks.text.totals import merged

_OF_A_CARD = (ReadingErrorCode.COUNT_OUT_OF_RANGE, ReadingErrorCode.UNKNOWN_CODE)
"""Errors of lines that surely mean a card."""


@dataclass(frozen=True)
class Certain:
    """The cards that are certain, and the sections in which others may be: empty for any section."""

    entries: tuple[ListEntry, ...]
    open_in: tuple[str, ...]


def certain_cards(read: ReadList) -> Certain:
    """What is certain of a list with open lines; of one without any, all of it."""
    parting = _parting_lines(read)
    if not parting:
        open_lines = (line for line in read.lines if line.kind in (LineKind.QUESTION, LineKind.ERROR, LineKind.LINK))
        return Certain(read.entries, tuple(dict.fromkeys(line.section for line in open_lines if line.section)))
    first = min(parting)
    if any(speaks_of_above(plain_line(line.text)) for line in read.lines if line.line in parting):
        return Certain((), ())
    return Certain(merged(_before(read.lines, first), LineKind.ENTRY), ())


def _before(lines: Iterable[ReadLine], first: int) -> Iterable[ReadLine]:
    return (line for line in lines if line.line < first)


def _parting_lines(read: ReadList) -> frozenset[int]:
    """The open lines that may be headings."""
    unread = {error.line for error in read.errors if error.code not in _OF_A_CARD}
    unlike = {question.line for question in read.questions if question.code is QuestionCode.NO_SUCH_CARD}
    return frozenset({one.line for one in read.unconfirmed} | unread | unlike)
