"""What is wrong with a list's format, a file, or an export, in the active language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.refusals import Refusal
from cardpool.wording.files import say_workbook_part
from decks.findings import numbered_name

MAX_NAMED = 6
Facts = Mapping[str, Any]

FORMAT_NAMES: dict[str, Callable[[], str]] = {
    "text": lambda: _("DuelDesk text"),
    "ptcg": lambda: "PTCG Live",
    "ydk": lambda: ".ydk",
    "ydke": lambda: "ydke://",
    "csv": lambda: "CSV",
    "table": lambda: _("table"),
    "xlsx": lambda: "Excel",
    "link": lambda: _("shared link"),
}


def say_format(key: str) -> str:
    """What a list format is called."""
    return FORMAT_NAMES[key]() if key in FORMAT_NAMES else key


ERRORS: dict[str, Callable[[Facts], str]] = {
    "ambiguous_number": lambda error: _("Several cards go by the number in “%(text)s”.") % error,
    "unknown_code": lambda error: _("%(found)s × “%(text)s” in this link is not a card known here.") % error,
    "no_such_section": lambda error: (
        _("A deck of this game has no part “%(found)s”, so “%(text)s” cannot be placed there.") % error
    ),
    "no_such_format": lambda error: (
        _("This is a %(format)s list, and the cards of this game have no such numbers.")
        % {"format": say_format(error["found"])}
    ),
    "other_game": lambda error: _("This link holds a list for another game (%(found)s).") % error,
    "damaged": lambda error: (
        _("This %(format)s is damaged or cut off; copy the whole of it again.") % {"format": say_format(error["found"])}
    ),
}
"""Why a list, or a line of it, cannot be read in its format."""

FILE_ERRORS: dict[str, Callable[[Facts], str]] = {
    "file_too_large": lambda facts: (
        _("%(file)s is larger than %(limit)s kB.") % {**facts, "limit": facts["most"] // 1000}
    ),
    "no_text": lambda facts: _("%(file)s is empty.") % facts,
    "not_text": lambda facts: (
        _("%(file)s is neither a text file nor an Excel workbook. Save the list as .txt, .csv or .xlsx and try again.")
        % facts
    ),
    "old_workbook": lambda facts: _("%(file)s is an old Excel file. Save it as .xlsx and try again.") % facts,
    "no_workbook": lambda facts: _("%(file)s is damaged or locked, or is not an Excel workbook.") % facts,
    "zip_bomb": lambda facts: _("%(file)s would unpack to many times its size, so it was not opened.") % facts,
    "xml_entities": lambda facts: (
        _("%(file)s declares entities of its own, which no list needs, so it was not read.") % facts
    ),
    "workbook_too_complex": lambda facts: (
        _(
            "%(file)s contains far more than a list does (more than %(limit)s %(what)s). Copy the list into a "
            "new workbook."
        )
        % {**facts, "limit": facts["most"], "what": say_workbook_part(facts["what"])}
    ),
    "unknown_encoding": lambda facts: (
        _("The encoding of %(file)s cannot be determined. Save it as UTF-8 or .xlsx, and try again.") % facts
    ),
    "too_many_rows": lambda facts: _("%(file)s has more than %(most)s rows; a list has far fewer.") % facts,
    "too_many_columns": lambda facts: _("%(file)s has more than %(most)s columns; a list needs four.") % facts,
    "cell_too_long": lambda facts: _("A cell of %(file)s contains more than %(most)s characters.") % facts,
}
"""Why an uploaded file was not taken."""


def say_file_error(code: str, facts: Facts) -> str:
    """Why a file was not taken. `facts` are those of the `UnreadableFile`, with the file's name as `file`."""
    return FILE_ERRORS[code](facts)


def _cards(facts: Facts) -> str:
    """The cards by number and name; if there are many, the first ones."""
    said = _(", ").join(numbered_name(card) for card in facts["cards"][:MAX_NAMED])
    more = len(facts["cards"]) - MAX_NAMED
    if more <= 0:
        return said
    return ngettext("%(cards)s and %(count)s more", "%(cards)s and %(count)s more", more) % {
        "cards": said,
        "count": more,
    }


REFUSALS: dict[str, Callable[[Facts], str]] = {
    "list_format_not_for_game": lambda facts: (
        _("Lists of this game do not come as %(format)s; possible are: %(known)s.")
        % {"format": say_format(facts["format"]), "known": _(", ").join(map(say_format, facts["known"]))}
    ),
    "list_unreadable": lambda facts: (
        ngettext(
            "%(count)s line of the list cannot be read. Fix it first, so that no card is lost.",
            "%(count)s lines of the list cannot be read. Fix them first, so that no card is lost.",
            facts["count"],
        )
        % facts
    ),
    "list_empty": lambda facts: _("The list names no card."),
    "list_needs_codes": lambda facts: (
        _("%(format)s lists contain passcodes only, and these cards have none here: %(cards)s.")
        % {"format": say_format(facts["format"]), "cards": _cards(facts)}
    ),
    "list_part_not_in_format": lambda facts: (
        _("%(format)s has no part for these cards: %(cards)s.")
        % {"format": say_format(facts["format"]), "cards": _cards(facts)}
    ),
    "list_not_exact": lambda facts: (
        _("Written as %(format)s these cards would be read as others: %(cards)s.")
        % {"format": say_format(facts["format"]), "cards": _cards(facts)}
    ),
    "list_too_long_for_link": lambda facts: _("The list is too long for a link. Save it as a file."),
    "list_link_damaged": lambda facts: _("This link is damaged or cut off; ask for it again, or copy the whole of it."),
    "list_file_unreadable": lambda facts: say_file_error(
        facts["reason"], {**facts["reason_facts"], "file": facts["file"]}
    ),
    "list_text_or_file": lambda facts: _("Send either the text of a list or a file."),
}
"""Why a list cannot be written in a format."""


def say_list_refusal(refusal: Refusal) -> str:
    """Why a list cannot be written, shared or opened."""
    return REFUSALS[refusal.code](refusal.facts)


def say_export_notice(notice: Facts) -> str:
    """Something the format could not express about some cards, which are written anyway."""
    return EXPORT_NOTICES[notice["code"]](notice)


EXPORT_NOTICES: dict[str, Callable[[Facts], str]] = {
    "not_in_deck": lambda notice: (
        _("These cards are not part of this game's deck and were not written: %(cards)s.") % {"cards": _cards(notice)}
    ),
    "kind_unknown": lambda notice: (
        _("Which part these cards belong to is not known, so they stand above the others: %(cards)s.")
        % {"cards": _cards(notice)}
    ),
}
