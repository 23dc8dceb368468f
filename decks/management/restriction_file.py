"""Restriction lists for the command line: a CSV table or an lflist.conf in place of the lists of the site."""

from __future__ import annotations

from pathlib import Path

from django.utils.translation import gettext as _

from cardpool.legality.restriction import ListInForce, Restriction
from cardpool.lists.entries import Entry, RestrictionKind, UnreadableList
from cardpool.lists.file_text import MAX_BYTES, list_text
from cardpool.lists.lflist import NamedList, looks_like_lflist, read_lflist
from cardpool.lists.resolving import KnownCards, resolve
from cardpool.lists.table import read_table
from cardpool.wording.restrictions import say_line


class RestrictionFileError(Exception):
    """A file that cannot be read as a restriction list; its message says why."""


def read_restrictions(path: str, *, name: str | None, known: KnownCards) -> tuple[tuple[Restriction, ...], ListInForce]:
    """What a file restricts, in every format and on every day unless it states days; and the list by name.

    `name` chooses a list of an lflist.conf that contains several. Raises `RestrictionFileError`.
    """
    try:
        with open(path, "rb") as file:
            text = list_text(file.read(MAX_BYTES + 1))
        label, entries = _chosen(text, path, name)
        found = resolve(entries, known).entries
    except OSError as mistake:
        facts = {"file": path, "reason": mistake.strerror or str(mistake)}
        raise RestrictionFileError(_("%(file)s cannot be read: %(reason)s.") % facts) from mistake
    except UnreadableList as unreadable:
        said = [
            say_line({"code": one.code, "line": one.line, "text": one.text, "other": one.other})
            for one in unreadable.problems
        ]
        raise RestrictionFileError("\n".join(f"{path}: {line}" for line in said)) from unreadable
    return tuple(_restriction(one, found, label) for one in found), ListInForce(label)


def _restriction(one: Entry, listed: tuple[Entry, ...], label: str) -> Restriction:
    """What an entry restricts; one that bans every other card exempts all cards that the list names."""
    cards = [card for other in listed for card in other.cards] if one.kind is RestrictionKind.UNLISTED else one.cards
    kind = RestrictionKind(one.kind.value)
    return Restriction(kind, tuple(dict.fromkeys(cards)), one.limit, one.starts, one.ends, label)


def _chosen(text: str, path: str, name: str | None) -> tuple[str, tuple[Entry, ...]]:
    """The list's label and entries."""
    if not looks_like_lflist(text):
        return Path(path).stem, read_table(text)
    lists = read_lflist(text)
    one = _of_name(lists, name)
    if one is None:
        facts = {"file": path, "names": ", ".join(one.name for one in lists)}
        raise RestrictionFileError(_("%(file)s contains several lists; choose one with --list: %(names)s.") % facts)
    if one.problems:
        raise UnreadableList(one.problems)
    return one.name, one.entries


def _of_name(lists: tuple[NamedList, ...], name: str | None) -> NamedList | None:
    if name is None:
        return lists[0] if len(lists) == 1 else None
    return next((one for one in lists if one.name == name), None)
