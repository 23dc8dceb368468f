"""What a verdict says besides violations and open questions, in the active language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cardpool.packs import GamePack
from cardpool.wording.sections import say_section
from decks.wording import Facts, as_printed, group_name, list_cards, with_question


def say_notice(notice: Facts, *, pack: GamePack) -> str:
    """One whole sentence for a notice of the rules or of the reading."""
    say = NOTICES.get(notice["code"]) or SAVED_NOTICES[notice["code"]]
    return as_printed(say(notice, pack), notice)


def _unknown_accepted(notice: Facts, pack: GamePack) -> str:
    cards = notice["cards"]
    said = ngettext(
        "%(cards)s is not in the card pool; the number is accepted as it is.",
        "%(cards)s are not in the card pool; the numbers are accepted as they are.",
        len(cards),
    ) % {"cards": list_cards(cards)}
    return with_question(said, notice)


def _demo_cards(notice: Facts, pack: GamePack) -> str:
    cards = list_cards(notice["cards"])
    return _("Demonstration cards, made up for trying things out and in no real pool: %(cards)s.") % {"cards": cards}


def _none_in_pool(notice: Facts, pack: GamePack) -> str:
    if notice.get("label"):
        facts = {"section": say_section(notice["section"], pack=pack), "group": group_name(notice)}
        return _("%(section)s needs %(group)s, and no card of the pool is known to be one.") % facts
    section = say_section(notice["section"], pack=pack)
    return _("No card of the pool is known to be allowed in %(section)s.") % {"section": section}


def _printed_rule_unreadable(notice: Facts, pack: GamePack) -> str:
    cards = list_cards(notice["cards"])
    return _("The deck rules noted for %(cards)s cannot be read; a judge has to decide.") % {"cards": cards}


def _total_differs(notice: Facts, pack: GamePack) -> str:
    section = notice.get("text") or say_section(notice["section"], pack=pack)
    return _("Line %(line)s says %(stated)s cards for %(section)s; %(actual)s were read.") % {
        **notice,
        "section": section,
    }


def _about_line(notice: Facts) -> dict[str, Any]:
    card = notice["card"]
    return {
        "line": notice["line"],
        "number": card["number"],
        "name": card["name"],
        "text": notice["text"],
        "typed": notice.get("number", ""),
    }


NOTICES: dict[str, Callable[[Facts, GamePack], str]] = {
    "unknown_card_accepted": _unknown_accepted,
    "demo_cards": _demo_cards,
    "none_in_pool": _none_in_pool,
    "printed_rule_unreadable": _printed_rule_unreadable,
    "total_differs": _total_differs,
    "name_shortened": lambda notice, pack: (
        _("Line %(line)s: “%(text)s” was read as %(name)s, which %(number)s is.") % _about_line(notice)
    ),
    "name_not_known": lambda notice, pack: (
        _("Line %(line)s: %(number)s is %(name)s; no card is known here as “%(text)s”.") % _about_line(notice)
    ),
    "name_under_other_numbers": lambda notice, pack: (
        _("Line %(line)s: %(text)s is known here as %(number)s; %(typed)s is taken for another card of that name.")
        % _about_line(notice)
    ),
    "number_not_known": lambda notice, pack: (
        _("Line %(line)s: the number %(typed)s is not known here; by its name the card is %(number)s %(name)s.")
        % _about_line(notice)
    ),
    "not_in_deck": lambda notice, pack: (
        ngettext(
            "Line %(line)s: %(actual)s card under “%(text)s” is not part of this game's deck.",
            "Line %(line)s: %(actual)s cards under “%(text)s” are not part of this game's deck.",
            notice["actual"],
        )
        % notice
    ),
    "none_of_it": lambda notice, pack: (
        ngettext(
            "Line %(line)s: %(actual)s row says 0 copies; its card is not in the list.",
            "Line %(line)s and below: %(actual)s rows say 0 copies; their cards are not in the list.",
            notice["actual"],
        )
        % notice
    ),
}


SAVED_NOTICES: dict[str, Callable[[Facts, GamePack], str]] = {
    "name_differs": lambda notice, pack: (
        _("Line %(line)s: %(number)s is %(name)s; “%(text)s” was not taken into account.") % _about_line(notice)
    ),
}
"""Notices of reports saved earlier; new reports do not contain them."""
