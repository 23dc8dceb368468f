"""Printing a list in the site's own text format, so that reading it gives the same list again."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from decks.text.catalogue import Catalogue
from decks.text.listing import MAX_COPIES, ListEntry, ListForm
from decks.text.reading import read_list


def format_list(entries: Iterable[ListEntry], *, form: ListForm, catalogue: Catalogue) -> str:
    """Print a deck: each section's title with its total, one card per line in the order given.

    Sections without cards are left out.
    """
    cards = tuple(entries)
    parts: list[str] = []
    for section in form.sections:
        held = [entry for entry in cards if entry.section == section.key]
        if not held:
            continue
        total = sum(entry.count for entry in held)
        rows = [row for entry in held for row in entry_rows(entry)]
        lines = [f"{section.title} ({total})", *(format_line(row, form=form, catalogue=catalogue) for row in rows)]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def entry_rows(entry: ListEntry) -> Iterator[ListEntry]:
    """The entry in as many lines as its copies need."""
    for start in range(0, entry.count, MAX_COPIES):
        yield replace(entry, count=min(MAX_COPIES, entry.count - start))


def format_line(entry: ListEntry, *, form: ListForm, catalogue: Catalogue) -> str:
    """One line of a list, `3 NUMBER Name`: with the card's name unless that would make it read differently."""
    card = catalogue.by_number(entry.number)
    plain = f"{entry.count} {entry.number}"
    named = f"{plain} {card.name if card else entry.name}".strip()
    if "\n" in named or named == plain:
        return plain
    again = read_list(named, form=form, catalogue=catalogue, suggests=False)
    same = [(read.number, read.count) for read in again.entries] == [(entry.number, entry.count)]
    return named if same and again.is_settled and not again.notices else plain
