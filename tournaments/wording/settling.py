"""Settling cards, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from decks.findings import numbered_name
from tournaments.queries.card_rulings import OpenCards

Facts = Mapping[str, Any]


def _not_fitting(facts: Facts) -> str:
    if facts["values"]:
        said = {**facts, "values": _(", ").join(facts["values"])}
        return _("“%(fact)s” must be of the kind %(kind)s; the rules ask for: %(values)s.") % said
    return _("“%(fact)s” must be of the kind %(kind)s.") % facts


def _limit_wrong(facts: Facts) -> str:
    if facts["limit"] is None:
        return _("Cards of this game state no limit of copies; leave it out.")
    return _("A card states a limit of 0 to %(limit)s copies.") % facts


def say_open_cards(open_: OpenCards) -> str:
    """How many cards keep how many lists open; empty where none does."""
    if not open_.cards:
        return ""
    lists = ngettext("%(count)s list", "%(count)s lists", open_.lists) % {"count": open_.lists}
    cards = len(open_.cards)
    said = ngettext("%(count)s card keeps %(lists)s open.", "%(count)s cards keep %(lists)s open.", cards)
    return said % {"count": cards, "lists": lists}


REFUSALS: dict[str, Callable[[Facts], str]] = {
    "no_card_number": lambda facts: _("“%(number)s” is not a card number of this game.") % facts,
    "no_such_ruling": lambda facts: _("There is no such decision about a card."),
    "no_such_fact": lambda facts: (
        _("No rule asks for “%(fact)s”; possible are: %(known)s.") % {**facts, "known": _(", ").join(facts["known"])}
    ),
    "no_such_rule": lambda facts: _("Cards of this game may carry %(count)s rules; count them from 0.") % facts,
    "fact_not_fitting": _not_fitting,
    "copy_limit_out_of_range": _limit_wrong,
    "card_settled": lambda facts: (
        _("%(number)s was settled by %(by)s in the meantime. Review that decision, then correct it if needed.") % facts
        if facts["by"]
        else _("The decision about %(number)s was withdrawn in the meantime. Review the list again.") % facts
    ),
    "ruling_ended": lambda facts: _("This decision was ended by %(by)s in the meantime.") % {"by": facts["by"] or "–"},
    "ruling_not_needed": lambda facts: (
        _("The card pool has everything that rules ask of %(number)s. If it is wrong, correct the card there.") % facts
    ),
    "ruling_name_missing": lambda facts: (
        _("Copies are counted by name in this game: write the name printed on %(number)s.") % facts
    ),
    "ruling_either_or": lambda facts: _(
        "A card counts either as a card of the pool, with all of that card's facts, or as a separate card "
        "with these facts."
    ),
    "ruling_target_unknown": lambda facts: _("%(number)s is not in the card pool, so nothing can count as it.") % facts,
    "ruling_on_itself": lambda facts: _("%(number)s cannot count as itself.") % facts,
    "ruling_chain": lambda facts: (
        _(
            "The decision about %(number)s prevents this: a card can only count as one that does not count as another"
            " itself."
        )
        % facts
    ),
    "too_many_rulings": lambda facts: (
        _("An event has at most %(limit)s decisions about cards. Import the set instead.") % facts
    ),
}


def _settled(facts: Facts) -> str:
    said = {"card": numbered_name(facts), "reason": facts["reason"]}
    if facts["counts_as"]:
        said["target"] = f"{facts['counts_as']} {facts['counts_as_name']}".strip()
        if facts["corrected"]:
            return _("corrected: %(card)s counts as %(target)s, because: %(reason)s") % said
        return _("decided that %(card)s counts as %(target)s, because: %(reason)s") % said
    if facts["corrected"]:
        return _("corrected: %(card)s counts as a separate card, because: %(reason)s") % said
    return _("decided that %(card)s counts as a separate card, because: %(reason)s") % said


LOG: dict[str, Callable[[Facts], str]] = {
    "card_settled": _settled,
    "card_ruling_withdrawn": lambda facts: (
        _("withdrew the decision about %(card)s: %(reason)s")
        % {"card": numbered_name(facts), "reason": facts["reason"]}
        if facts["reason"]
        else _("withdrew the decision about %(card)s") % {"card": numbered_name(facts)}
    ),
}
