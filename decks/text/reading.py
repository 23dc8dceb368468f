"""Reading a list in any format: the one way from a text to its cards."""

import re
import unicodedata
from itertools import islice

from decks.text.catalogue import Catalogue
from decks.text.columns import table_head
from decks.text.line_reader import LineReader
from decks.text.linked import UnusableLink, link_lines, read_linked, shared_cards, ydke_cards
from decks.text.listing import (
    MAX_CARDS,
    MAX_CHARACTERS,
    MAX_LINES,
    MAX_PLAIN_CHARACTERS,
    ListForm,
    ListFormat,
    ReadingError,
    ReadingErrorCode,
    ReadList,
)
from decks.text.recognising import recognise
from decks.text.share import payload_in
from decks.text.tables import TableReader
from decks.text.ydk_reader import YdkReader

LINE_ENDS = re.compile("\r\n|[\n\r\u0085\u2028\u2029]")


def read_list(text: str, *, form: ListForm, catalogue: Catalogue, suggests: bool = True) -> ReadList:
    """Read a list in DuelDesk's own text as people type it, or in any other `ListFormat`; the text itself says which.

    Cards without any header are in the form's first section. The same card on several lines of a section adds up. A
    text over the limits, one in a format the game does not use, or one without any card gives a single error for line
    0. Without `suggests`, cards similar to unknown lines are not searched for, which takes most of the time.
    """
    lines = LINE_ENDS.split(text.removeprefix("\ufeff"))
    if len(text) > MAX_CHARACTERS:
        return _refused(ReadingErrorCode.TEXT_TOO_LONG, str(len(text)), MAX_CHARACTERS)
    if len(lines) > MAX_LINES:
        return _refused(ReadingErrorCode.TOO_MANY_LINES, str(len(lines)), MAX_LINES)
    plain = len(unicodedata.normalize("NFKC", text))
    if plain > MAX_PLAIN_CHARACTERS:
        return _refused(ReadingErrorCode.TEXT_SPELLS_OUT_TOO_LONG, str(plain), MAX_PLAIN_CHARACTERS)
    kind = recognise(text, lines, form)
    if kind in (ListFormat.YDK, ListFormat.YDKE) and form.formats.ydk is None:
        return _unusable(ReadingError(ReadingErrorCode.NO_SUCH_FORMAT, found=kind), lines, kind)
    if kind in (ListFormat.YDKE, ListFormat.LINK):
        return _read_link(text, lines, kind, form, catalogue)
    reader = _line_reader(kind, lines, form, catalogue)
    reader.expect(lines)
    if not suggests:
        reader.suggest_nothing()
    for line, raw in enumerate(lines, start=1):
        reader.take(line, raw)
        if reader.named > MAX_CARDS:
            return _too_many_cards()
    return reader.finish()


def _line_reader(kind: ListFormat, lines: list[str], form: ListForm, catalogue: Catalogue) -> LineReader:
    if kind is ListFormat.YDK:
        return YdkReader(form, catalogue)
    table = table_head(lines) if kind is ListFormat.TABLE else None
    return TableReader(form, catalogue, table) if table else LineReader(form, catalogue)


def _read_link(text: str, lines: list[str], kind: ListFormat, form: ListForm, catalogue: Catalogue) -> ReadList:
    try:
        found = ydke_cards(text, form) if kind is ListFormat.YDKE else shared_cards(payload_in(text) or "", form)
        cards = tuple(islice(found, MAX_CARDS + 1))
        return _too_many_cards() if len(cards) > MAX_CARDS else read_linked(lines, cards, kind, form, catalogue)
    except UnusableLink as mistake:
        return _unusable(mistake.error, lines, kind)


def _too_many_cards() -> ReadList:
    return _refused(ReadingErrorCode.TOO_MANY_CARDS, "", MAX_CARDS)


def _refused(code: ReadingErrorCode, found: str, limit: int) -> ReadList:
    return ReadList((), (), (ReadingError(code, found=found, limit=limit),), ())


def _unusable(error: ReadingError, lines: list[str], kind: ListFormat) -> ReadList:
    """A list that as a whole cannot be used for this game."""
    return ReadList((), link_lines(lines), (error,), (), kind)
