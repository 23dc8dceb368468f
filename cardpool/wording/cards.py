"""Refusals about cards and judge notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cardpool.wording.pack_problems import say_stored_problem


def _rules_wrong(facts: Mapping[str, Any]) -> str:
    """Every problem of the rules printed on a card once, with its place inside them."""
    start = f"{facts['number']}."
    said = (
        _("%(place)s: %(problem)s.") % {"place": one["path"].removeprefix(start), "problem": say_stored_problem(one)}
        for one in facts["problems"]
    )
    return " ".join(dict.fromkeys(said))


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "no_such_card": lambda facts: _("The pool has no card “%(card)s”.") % facts,
    "answer_required": lambda facts: _("Write the answer."),
    "note_too_long": lambda facts: (
        ngettext("Use at most %(limit)s character.", "Use at most %(limit)s characters.", facts["limit"]) % facts
    ),
    "note_replaced": lambda facts: (
        _("%(by)s has changed this note in the meantime. Read the new version first; yours was not saved.") % facts
    ),
    "note_withdrawn": lambda facts: _("%(by)s has withdrawn this note in the meantime. Yours was not saved.") % facts,
    "card_exists": lambda facts: _("%(number)s is in the pool already: %(name)s.") % facts,
    "card_changed": lambda facts: _(
        "This card was changed while you were editing it. Nothing was saved; what you typed is kept."
    ),
    "card_number_stays": lambda facts: (
        _("The number of a card stays %(number)s: lists name it so. Add another card for another number.") % facts
    ),
    "card_name_required": lambda facts: _("Enter the name printed on the card."),
    "card_text_too_long": lambda facts: (
        ngettext("Use at most %(limit)s character.", "Use at most %(limit)s characters.", facts["limit"]) % facts
    ),
    "too_many_lines": lambda facts: _("Use at most %(limit)s lines.") % facts,
    "no_card_number": lambda facts: (
        _("“%(number)s” is not a card number of this game; they look like %(example)s.") % facts
    ),
    "attribute_wrong": lambda facts: _("“%(value)s” is not one of the values this game knows here.") % facts,
    "attribute_not_whole": lambda facts: _("Enter a whole number, 0 or more."),
    "code_taken": lambda facts: _("%(typed)s belongs to another card: %(number)s %(name)s.") % facts,
    "printing_without_code": lambda facts: _("Line %(line)s: a printing needs a code.") % facts,
    "printing_twice": lambda facts: _("Line %(line)s repeats line %(first)s.") % facts,
    "deck_rules_wrong": _rules_wrong,
}
