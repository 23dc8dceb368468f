"""Calls for a judge, in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from cardpool.packs import GamePack
from tournaments.models import JudgeCall
from tournaments.queries.floor import FloorState
from tournaments.wording.reports import say_entered
from tournaments.wording.rulings import pack_words

STATES: dict[FloorState, tuple[str, str | Promise]] = {
    FloorState.CALLED: ("bell", gettext_lazy("Judge called")),
    FloorState.DISPUTED: ("alert", gettext_lazy("Disputed")),
    FloorState.LEVEL: ("flag", gettext_lazy("Level: a judge decides")),
    FloorState.SILENT: ("question", gettext_lazy("Not confirmed")),
    FloorState.OVERDUE: ("clock", gettext_lazy("Over time, no report")),
    FloorState.CHECK: ("eye", gettext_lazy("Deck check")),
    FloorState.EXTRA: ("clock", gettext_lazy("Extra time")),
    FloorState.PLAYING: ("swords", pgettext_lazy("a table", "Playing")),
    FloorState.RESULT: ("check", gettext_lazy("Result in")),
}
"""The picture and the name of what goes on at a table."""


def state_icon(state: FloorState) -> str:
    """The picture of the sprite for what goes on at a table."""
    return STATES[state][0]


def state_name(state: FloorState) -> str:
    """What goes on at a table, in a word or two."""
    return str(STATES[state][1])


def _at(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {**facts, "table": facts.get("table") or "–", "by": facts.get("by") or "–"}


_BESIDE_A_RESULT = re.compile(r"=(?P<result>[\d–]+|[a-z_]+) / (?P<scores>[\d–]+)")
"""The words of a call about a report beside a result (`services/kept_reports.py`)."""


def _raised(facts: Mapping[str, Any]) -> str:
    late = _BESIDE_A_RESULT.fullmatch(facts.get("words", ""))
    if late is not None:
        both = {"result": say_entered(late["result"]), "scores": late["scores"]}
        return _("called a judge to table %(table)s: entered is %(result)s, reported %(scores)s") % (_at(facts) | both)
    if facts.get("words"):
        return _("called a judge to table %(table)s: %(words)s") % _at(facts)
    return _("called a judge to table %(table)s") % _at(facts)


_ABOUT_A_GAME = re.compile(r"#(?P<number>\d+): (?P<scores>.+)")


def say_asked(call: JudgeCall, pack: GamePack) -> str:
    """What the call is about: as somebody typed it, or where two reports differ, or one and the result."""
    if not call.about_reports:
        return call.words
    late = _BESIDE_A_RESULT.fullmatch(call.words)
    if late is not None:
        name = call.registration.entered_name if call.registration is not None else "–"
        facts = {"name": name, "result": say_entered(late["result"]), "scores": late["scores"]}
        return _("The result entered is %(result)s; %(name)s has reported %(scores)s since") % facts
    found = _ABOUT_A_GAME.fullmatch(call.words)
    if found is None:
        return _("The reports differ: %(scores)s") % {"scores": call.words}
    facts = {"which": _("%(game)s %(number)s") % {"game": pack_words(pack)["Game"], "number": found["number"]}}
    return _("The reports differ on %(which)s: %(scores)s") % {**facts, "scores": found["scores"]}


def say_span(seconds: int) -> str:
    """How long something took or takes, as on a clock: 3:07."""
    minutes, rest = divmod(max(seconds, 0), 60)
    return f"{minutes}:{rest:02d}"


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "no_open_call": lambda facts: _("No judge is called to table %(table)s.") % _at(facts),
    "no_such_call": lambda facts: _("There is no such call."),
    "call_already_open": lambda facts: _("A judge has been called to table %(table)s already.") % _at(facts),
    "call_words_too_long": lambda facts: _("At most %(limit)s characters; tell the judge the rest.") % facts,
    "too_many_calls": lambda facts: _("A judge was called to this table very often. Please go to the judges' desk."),
    "call_claimed": lambda facts: _("%(by)s is on the way to table %(table)s already.") % _at(facts),
    "call_not_claimed": lambda facts: _("Nobody has claimed this call."),
    "call_closed": lambda facts: _("%(by)s has closed this call already.") % _at(facts),
    "call_withdrawn": lambda facts: _("This call was withdrawn by %(by)s.") % _at(facts),
    "call_still_open": lambda facts: _("This call is still open."),
    "not_your_call": lambda facts: _("Only who called the judge can withdraw the call."),
    "ruling_required": lambda facts: _("Write down what was ruled."),
    "ruling_too_long": lambda facts: _("The ruling is too long: at most %(limit)s characters.") % facts,
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "call_raised": _raised,
    "call_claimed": lambda facts: (
        _("is going to table %(table)s, after %(span)s min") % {**_at(facts), "span": say_span(facts["seconds"])}
    ),
    "call_released": lambda facts: _("gave the call of table %(table)s back (it was with %(by)s)") % _at(facts),
    "call_closed": lambda facts: (
        _("closed the call of table %(table)s after %(span)s min: %(ruling)s")
        % {**_at(facts), "span": say_span(facts["seconds"])}
    ),
    "call_reopened": lambda facts: _("opened the call of table %(table)s again") % _at(facts),
    "call_withdrawn": lambda facts: _("withdrew the call of table %(table)s") % _at(facts),
}
