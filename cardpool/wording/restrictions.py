"""Restriction lists, in words: what cannot be taken, and what an entry says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cardpool.lists.entries import Entry, Fault, RestrictionKind

PROBLEMS: Mapping[str, Callable[[], str]] = {
    Fault.EMPTY: lambda: _("There is no card in it."),
    Fault.FILE_TOO_LARGE: lambda: _("The file is larger than %(other)s kB."),
    Fault.NOT_TEXT: lambda: _("The file is not text. Save it as CSV, or use the lflist.conf as it is."),
    Fault.TOO_MANY: lambda: _("A list has at most %(other)s entries."),
    Fault.NO_CARD_COLUMN: lambda: _("No column is headed “card”; found: %(text)s."),
    Fault.COLUMN_TWICE: lambda: _("The column “%(text)s” is there twice."),
    Fault.BROKEN_QUOTES: lambda: _("A quotation mark opens here or just above and does not close as it should."),
    Fault.ROW_TOO_LONG: lambda: _("The row is too long."),
    Fault.NO_CARD: lambda: _("No card is named."),
    Fault.CARD_TOO_LONG: lambda: _("“%(text)s…” is longer than %(other)s characters."),
    Fault.UNKNOWN_KIND: lambda: _("“%(text)s” is not one of: banned, limited, choose one, unreleased, unlisted."),
    Fault.NO_LIMIT: lambda: _("%(text)s is limited, but it does not say to how many copies."),
    Fault.BAD_LIMIT: lambda: _("“%(text)s” is not a number of copies from 1 to %(other)s."),
    Fault.LIMIT_NOT_MEANT: lambda: _("A banned or unreleased card has no number of copies; found: %(text)s."),
    Fault.BAD_DATE: lambda: _("“%(text)s” is not a date. Write it as 2026-05-01."),
    Fault.ENDS_BEFORE_START: lambda: _("It ends on %(text)s, before it starts on %(other)s."),
    Fault.GROUP_TOO_SMALL: lambda: _(
        "A choice needs more cards than may be chosen (%(other)s); give its rows the same group. First card: %(text)s."
    ),
    Fault.GROUP_TOO_LARGE: lambda: _("There can be at most %(other)s cards here; first card: %(text)s."),
    Fault.GROUP_DIFFERS: lambda: _("Group %(text)s says something else here than on line %(other)s."),
    Fault.NOTE_TOO_LONG: lambda: _("The note on %(text)s is longer than %(other)s characters."),
    Fault.CARD_TWICE: lambda: _("%(text)s is restricted in another way already (line %(other)s)."),
    Fault.UNKNOWN_CARD: lambda: _("No card is called “%(text)s”, and it is not a card number of this game."),
    Fault.AMBIGUOUS_CARD: lambda: _("Several cards are called “%(text)s”: %(other)s. Write the number."),
    Fault.NO_LIST_NAME: lambda: _("A list begins with “!” and its name; found: %(text)s."),
    Fault.NO_COUNT: lambda: _("“%(text)s” is not a card's code and a number of copies."),
    Fault.UNKNOWN_DIRECTIVE: lambda: _("“%(text)s” asks for something that lists of restricted cards cannot say."),
    Fault.LIST_TWICE: lambda: _("A list called “%(text)s” is in the file already."),
}


def say_problem(facts: Mapping[str, Any]) -> str:
    """What is wrong with a line, from `{"code", "text", "other"}`; the line is shown beside it."""
    return PROBLEMS[facts["code"]]() % {"text": facts["text"], "other": facts["other"] or "–"}


def say_line(facts: Mapping[str, Any]) -> str:
    """What is wrong with a line, the line's number in front where it has one."""
    said = say_problem(facts)
    return _("Line %(line)s: %(problem)s") % {"line": facts["line"], "problem": said} if facts["line"] else said


def say_entry(entry: Entry) -> str:
    """The restriction of an entry: banned, a most number of copies, a choice, not released yet."""
    if entry.kind is RestrictionKind.LIMITED:
        said = ngettext("at most %(limit)s copy", "at most %(limit)s copies", entry.limit) % {"limit": entry.limit}
    elif entry.kind is RestrictionKind.CHOOSE_ONE:
        facts = {"limit": entry.limit, "cards": len(entry.cards)}
        said = ngettext("%(limit)s of these %(cards)s cards", "%(limit)s of these %(cards)s cards", entry.limit) % facts
    elif entry.kind is RestrictionKind.UNRELEASED:
        return _say_unreleased(entry)
    elif entry.kind is RestrictionKind.UNLISTED:
        said = _("every card that the list does not name is banned")
    else:
        said = _("banned")
    return _with_dates(said, entry)


def _say_unreleased(entry: Entry) -> str:
    if entry.ends is None:
        return _with_dates(_("not released yet"), entry)
    said = _("not released until the end of %(day)s") % {"day": _day(entry.ends)}
    return _with_dates(said, Entry(entry.kind, entry.cards, starts=entry.starts))


def _with_dates(said: str, entry: Entry) -> str:
    facts = {"said": said, "starts": _day(entry.starts), "ends": _day(entry.ends)}
    if entry.starts and entry.ends:
        return _("%(said)s, from %(starts)s to %(ends)s") % facts
    if entry.starts:
        return _("%(said)s, from %(starts)s") % facts
    return _("%(said)s, until %(ends)s") % facts if entry.ends else said


def _day(day: Any) -> str:
    return date_format(day, "Y-m-d") if day is not None else ""


def _unreadable(facts: Mapping[str, Any]) -> str:
    first = say_line(facts["problems"][0])
    if facts["count"] == 1:
        return first
    words = {"first": first, "count": facts["count"] - 1}
    return ngettext("%(first)s And %(count)s more line.", "%(first)s And %(count)s more lines.", words["count"]) % words


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "list_name_required": lambda facts: _("Give the list a name, such as the one it was published under."),
    "list_unreadable": _unreadable,
    "list_same_day": lambda facts: (
        _("“%(name)s” begins on the same day in this format. Change that list, or choose another day.") % facts
    ),
    "no_restrictions_rule": lambda facts: _(
        "The rules of this game do not ask for restriction lists, so this one would have no effect. Publish a version"
        " of its pack with a rule of the kind “restrictions” first."
    ),
    "list_changed": lambda facts: (
        _("%(by)s has saved version %(version)s of “%(name)s” in the meantime. Review it, then make your change there.")
        % {**facts, "by": facts["by"] or _("Somebody")}
    ),
    "list_withdrawn": lambda facts: (
        _("“%(name)s” was withdrawn by %(by)s. Restore it first.") % {**facts, "by": facts["by"] or _("somebody")}
    ),
    "list_not_withdrawn": lambda facts: _("“%(list)s” is not withdrawn.") % facts,
    "no_such_list": lambda facts: _("There is no such list."),
    "choose_a_list": lambda facts: _("The file contains several lists: %(names)s. Choose one of them.") % facts,
    "text_too_long": lambda facts: (
        ngettext("Use at most %(limit)s character.", "Use at most %(limit)s characters.", facts["limit"]) % facts
    ),
    "format_no_key": lambda facts: _(
        "A format is named with lowercase letters, digits and hyphens, such as “standard”."
    ),
    "date_out_of_range": lambda facts: _("Choose a date between the years %(first)s and %(last)s.") % facts,
    "reason_required": lambda facts: _("Give a reason; it is kept with the change."),
    "no_such_game": lambda facts: _("Choose a game."),
}


def say_kind_count(kind: str, count: int) -> str:
    """How many cards are restricted in one way."""
    words = {
        RestrictionKind.BANNED: lambda: ngettext("%(count)s banned", "%(count)s banned", count),
        RestrictionKind.LIMITED: lambda: ngettext("%(count)s limited", "%(count)s limited", count),
        RestrictionKind.CHOOSE_ONE: lambda: ngettext("%(count)s in a choice", "%(count)s in choices", count),
        RestrictionKind.UNRELEASED: lambda: ngettext("%(count)s unreleased", "%(count)s unreleased", count),
        RestrictionKind.UNLISTED: lambda: _("all others banned"),
    }
    return words[RestrictionKind(kind)]() % {"count": count}
