"""Turning a list in another format into DuelDesk's own text, for editing it card by card."""

import re

from decks.text.catalogue import Catalogue
from decks.text.linked import LinkedCard, UnusableLink, shared_cards, ydke_cards
from decks.text.listing import LineKind, ListEntry, ListForm, ListFormat, ReadLine, ReadList
from decks.text.printing import entry_rows, print_line
from decks.text.reading import LINE_ENDS, read_list
from decks.text.share import payload_in

_PARTED = re.compile(r"[,;\t]+")
EDITED_AS_TEXT = (ListFormat.TABLE, ListFormat.YDKE, ListFormat.LINK)
"""What a change of a single card turns into DuelDesk's own text; the other formats take such a change as they are."""


def as_own_text(text: str, *, form: ListForm, catalogue: Catalogue) -> str:
    """The list in DuelDesk's own text. A table keeps its lines; of a link every card gets one, known or not.

    A text of another format, or a link that is no list, stays as it is.
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
    errors = {error.line: error.text for error in read.errors}
    section = form.sections[0].key
    lines = []
    for line in read.lines:
        written = _row_text(line, errors, form, catalogue)
        if line.kind in (LineKind.ENTRY, LineKind.ERROR) and line.section != section:
            section = line.section
            written = f"{titles[section]}: {written}"
        lines.append(written)
    return "\n".join(lines)


def _row_text(line: ReadLine, errors: dict[int, str], form: ListForm, catalogue: Catalogue) -> str:
    if line.kind is LineKind.ENTRY:
        entry = ListEntry(line.section, line.number, line.name, line.count, ())
        return print_line(entry, form=form, catalogue=catalogue)
    if line.kind is LineKind.ERROR:
        return _unread(errors.get(line.line, line.text), form, catalogue)
    return f"# {line.text}" if line.kind is LineKind.COMMENT else _PARTED.sub(" ", line.text).strip()


def _link_text(cards: tuple[LinkedCard, ...], read: ReadList, form: ListForm, catalogue: Catalogue) -> str:
    """Section by section; cards of a part the game has not stand last, on lines that go on being errors."""
    known = {(entry.section, entry.number): entry for entry in read.entries}
    parts: list[str] = []
    for section in form.sections:
        held = [row for (key, _), entry in known.items() if key == section.key for row in entry_rows(entry)]
        lines = [print_line(row, form=form, catalogue=catalogue) for row in held]
        strange = [f"{card.count} {card.code} {card.name}" for card in cards if _is_open(card, section.key, read)]
        lines += [_unread(line.strip(), form, catalogue) for line in strange]
        if lines:
            parts.append("\n".join([section.title, *lines]) + "\n")
    strays = [card for card in cards if not card.section]
    if strays:
        lines = [f"{card.part.strip('#!')}: {card.count} {card.code} {card.name}".strip() for card in strays]
        parts.append("\n".join(_unread(line, form, catalogue) for line in lines) + "\n")
    return "\n".join(parts)


def _is_open(card: LinkedCard, section: str, read: ReadList) -> bool:
    said = f"{card.code} {card.name}".strip()
    return card.section == section and any(error.text == said for error in read.errors)


def _unread(line: str, form: ListForm, catalogue: Catalogue) -> str:
    """A line that could not be read, so that it cannot be in own text either: nothing becomes a card by itself."""
    read = read_list(line, form=form, catalogue=catalogue)
    return line if line and not read.entries and read.errors and read.errors[0].line else f"?? {line}"
