"""Turning a list in another format into DuelDesk's own text, for editing it card by card."""

import re

from decks.text.catalogue import Catalogue
from decks.text.formatting import entry_rows, format_line, like_others
from decks.text.headers import HeaderReader
from decks.text.line_words import UNREAD
from decks.text.linked import LinkedCard, UnusableLink, shared_cards, ydke_cards
from decks.text.listing import LineKind, ListEntry, ListForm, ListFormat, ReadLine, ReadList
from decks.text.reading import LINE_ENDS, read_list
from decks.text.share import payload_in
from decks.text.spelling import plain_line

_PARTED = re.compile(r"[,;\t]+")
_WITH_CARDS = (LineKind.ENTRY, LineKind.APART, LineKind.ERROR, LineKind.QUESTION)
APART = "maybeboard"
"""A heading that no game has: what follows it is not part of the deck."""
IGNORED = "ignored"
"""A word that, with a colon after it, keeps a comment from being a heading."""
EDITED_AS_TEXT = (ListFormat.TABLE, ListFormat.YDKE, ListFormat.LINK)
"""The formats that changing a single card turns into DuelDesk's own text; the others can be changed as they are."""


def as_own_text(text: str, *, form: ListForm, catalogue: Catalogue) -> str:
    """The list in DuelDesk's own text. A table keeps its lines; every card of a link gets one, known or not.

    A text of another format, or a link that is not a list, stays as it is.
    """
    read = read_list(text, form=form, catalogue=catalogue)
    if read.format is ListFormat.TABLE:
        return _table_text(read, form, catalogue)
    if read.format in EDITED_AS_TEXT:
        try:
            found = ydke_cards(text, form) if read.format is ListFormat.YDKE else shared_cards(_payload(text), form)
            return _link_text(tuple(found), read, form, catalogue)
        except UnusableLink:
            return text
    return text


def _payload(text: str) -> str:
    return payload_in("\n".join(LINE_ENDS.split(text))) or ""


def _table_text(read: ReadList, form: ListForm, catalogue: Catalogue) -> str:
    titles = {section.key: section.title for section in form.sections}
    unread = {error.line: error.text for error in read.errors} | {one.line: one.text for one in read.questions}
    clear = {one.line for one in read.ignored if one.is_clear}
    section = form.sections[0].key
    lines = []
    firsts = {line.line: line for line in reversed(read.lines)}
    # A row with several cards keeps its line for the first; the others follow below all rows.
    for line in sorted(read.lines, key=lambda one: one is not firsts[one.line]):
        written = _row_text(line, unread, clear, form, catalogue)
        if line.kind in _WITH_CARDS and line.section != section:
            section = line.section
            written = f"{titles.get(section, APART)}: {written}"
        elif line.kind is LineKind.HEADER:
            section = line.section
        lines.append(written)
    return "\n".join(lines)


def _row_text(line: ReadLine, unread: dict[int, str], clear: set[int], form: ListForm, catalogue: Catalogue) -> str:
    if line.kind in (LineKind.ENTRY, LineKind.APART):
        entry = ListEntry(line.section, line.number, line.name, line.count, ())
        return format_line(entry, form=form, catalogue=catalogue)
    if line.kind in (LineKind.ERROR, LineKind.QUESTION):
        is_like_a_card = line.kind is LineKind.QUESTION
        return _unread(unread.get(line.line, line.text), form, catalogue, suggests=is_like_a_card)
    if line.kind is LineKind.IGNORED:
        return f"# {IGNORED}: {line.text}" if line.line in clear else f"{UNREAD}: {line.text}"
    written = _PARTED.sub(" ", line.text).strip()
    if line.kind is LineKind.COMMENT:
        is_heading = HeaderReader(form).read(plain_line(f"# {line.text}")) is not None
        return f"# {IGNORED}: {line.text}" if is_heading else f"# {line.text}"
    # A heading among the rows may have cells beside it that were not read.
    read = read_list(written, form=form, catalogue=catalogue, suggests=False)
    return f"# {written}" if read.entries else written


def _link_text(cards: tuple[LinkedCard, ...], read: ReadList, form: ListForm, catalogue: Catalogue) -> str:
    """Section by section; cards of a part the game does not have come last, on lines that remain errors."""
    known = {(entry.section, entry.number): entry for entry in read.entries}
    sure = like_others(known.values(), form=form, catalogue=catalogue)
    parts: list[str] = []
    for section in form.sections:
        held = [row for (key, _), entry in known.items() if key == section.key for row in entry_rows(entry)]
        lines = [sure.get(row) or format_line(row, form=form, catalogue=catalogue) for row in held]
        strange = [f"{card.count} {card.code} {card.name}" for card in cards if _is_open(card, section.key, read)]
        lines += [_unread(line.strip(), form, catalogue) for line in strange]
        if lines:
            parts.append("\n".join([section.title, *lines]) + "\n")
    strays = [card for card in cards if not card.section]
    if strays:
        lines = [f"{card.count} {card.code} {card.name}".strip() for card in strays]
        parts.append("\n".join([APART, *lines]) + "\n" if read.apart else _strays(strays, form, catalogue))
    return "\n".join(parts)


def _strays(cards: list[LinkedCard], form: ListForm, catalogue: Catalogue) -> str:
    lines = (f"{card.part.strip('#!')}: {card.count} {card.code} {card.name}".strip() for card in cards)
    return "\n".join(_unread(line, form, catalogue) for line in lines) + "\n"


def _is_open(card: LinkedCard, section: str, read: ReadList) -> bool:
    said = f"{card.code} {card.name}".strip()
    return card.section == section and any(error.text == said for error in read.errors)


def _unread(line: str, form: ListForm, catalogue: Catalogue, *, suggests: bool = False) -> str:
    """A line that could not be read, written so that it cannot be read here either: nothing becomes a card by accident.

    A line that states a count asks whether or not a card is similar; others need `suggests` to ask.
    """
    read = read_list(line, form=form, catalogue=catalogue, suggests=suggests)
    is_line = bool(line) and read.format is ListFormat.TEXT  # A link is none among other lines.
    asks = is_line and not read.entries and not read.apart and not read.is_settled and not read.is_empty
    return line if asks else f"{UNREAD}: {line}"
