"""Formatting a list as the site's own text, so that reading it gives the same list again."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from decks.text.catalogue import Catalogue
from decks.text.listing import MAX_COPIES, LineCard, ListEntry, ListForm
from decks.text.new_card_doubts import is_meant_so
from decks.text.reading import read_list
from decks.text.remark_words import MEANT_SO
from decks.text.remarks import SURE
from decks.text.spelling import loose_key
from decks.text.unknown_names import like_before
from decks.text.unknown_numbers import UnknownNumbers


def format_list(entries: Iterable[ListEntry], *, form: ListForm, catalogue: Catalogue) -> str:
    """Format a deck: each section's title with its total, one card per line in the order given.

    Sections without cards are left out.
    """
    cards = tuple(entries)
    unknown = UnknownNumbers(form, catalogue)
    sure = like_others(cards, form=form, catalogue=catalogue)
    parts: list[str] = []
    for section in form.sections:
        held = [entry for entry in cards if entry.section == section.key]
        if not held:
            continue
        total = sum(entry.count for entry in held)
        rows = [row for entry in held for row in entry_rows(entry)]
        written = [sure.get(row) or format_line(row, form=form, catalogue=catalogue) for row in rows]
        is_slip = [unknown.has_like(row.number, row.name) for row in rows]
        marked = (_meant_so(line) if slip else line for line, slip in zip(written, is_slip, strict=True))
        lines = [f"{section.title} ({total})", *marked]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def like_others(cards: Iterable[ListEntry], *, form: ListForm, catalogue: Catalogue) -> dict[ListEntry, str]:
    """The lines of cards that nobody knows whose names are like those of others in the list, so that they stay two."""
    order = [section.key for section in form.sections]
    rows = [row for entry in sorted(cards, key=lambda one: order.index(one.section)) for row in entry_rows(entry)]
    listed = [LineCard(row.number, row.name, row.count, row.name) for row in rows]
    alike = like_before(listed, form, catalogue)
    return {rows[at]: surely_named(rows[at].count, rows[at].number, rows[at].name) for at in alike}


def surely_named(count: int, number: str, name: str) -> str:
    """A line of a card that is called just so, however much another card's name is like it."""
    said = f"{SURE[0]}{' '.join(name.split())}{SURE[1]}"
    return f"{count} {said}" if number in ("", name) else f"{count} {number} {said}"


def entry_rows(entry: ListEntry) -> Iterator[ListEntry]:
    """The entry in as many lines as its copies need."""
    for start in range(0, entry.count, MAX_COPIES):
        yield replace(entry, count=min(MAX_COPIES, entry.count - start))


def format_line(entry: ListEntry, *, form: ListForm, catalogue: Catalogue) -> str:
    """One line of a list, `3 NUMBER Name`: with the card's name unless that would make it read differently, in
    quotation marks if only they keep an unknown card's name together, in guillemets if it is like a known card's."""
    card = catalogue.by_number(entry.number)
    plain = f"{entry.count} {entry.number}".strip()
    name = card.name if card else entry.name
    if not name.strip() or "\n" in name:
        return plain if card or not entry.number or _reads(plain, entry, form, catalogue) else f"{plain} ({MEANT_SO})"
    if not entry.number or (form.by_name and not card and entry.number == entry.name):
        return _named_only(entry, form=form, catalogue=catalogue)
    kept = "" if card else " ".join(name.split())
    marked = [f'{plain} "{kept}"', f"{plain} {SURE[0]}{kept}{SURE[1]}"] if kept else []
    for written in (f"{plain} {name}".strip(), *marked):
        again = read_list(written, form=form, catalogue=catalogue, suggests=False)
        same = [(read.number, read.count) for read in again.entries] == [(entry.number, entry.count)]
        if same and again.is_settled and not again.notices and _is_kept(again.entries[0].name, kept, catalogue):
            return written
    return plain if card or _reads(plain, entry, form, catalogue) else f"{plain} ({MEANT_SO})"


def _meant_so(line: str) -> str:
    """A line that says of its number that it is meant so."""
    return line if is_meant_so(line) else f"{line} ({MEANT_SO})"


def _reads(written: str, entry: ListEntry, form: ListForm, catalogue: Catalogue) -> bool:
    """Whether a line is read as an entry's card and count."""
    read = read_list(written, form=form, catalogue=catalogue, suggests=False)
    return read.is_settled and [(one.number, one.count) for one in read.entries] == [(entry.number, entry.count)]


def _is_kept(name: str, kept: str, catalogue: Catalogue) -> bool:
    """Whether a name reads back as it was, or as a known card of that name spells it."""
    return kept in ("", name) or (loose_key(name) == loose_key(kept) and bool(catalogue.by_name(kept)))


def _named_only(entry: ListEntry, *, form: ListForm, catalogue: Catalogue) -> str:
    """The line of a card of which only the name is known. Where cards count by name it reads as that card, in
    guillemets if only they say so. In any other game it asks for its number, and nothing else: in quotation marks if
    part of the name would be taken for a number or a count."""
    name = " ".join(entry.name.split())
    plain = f"{entry.count} {name}"
    for written in (plain, f"{entry.count} {SURE[0]}{name}{SURE[1]}") if form.by_name else ():
        again = read_list(f"{form.sections[0].title}\n{written}", form=form, catalogue=catalogue)
        if again.is_settled and [(one.name, one.count) for one in again.entries] == [(name, entry.count)]:
            return written
    read = read_list(plain, form=form, catalogue=catalogue, suggests=False)
    return f'{entry.count} "{name}"' if read.entries or read.questions else plain
