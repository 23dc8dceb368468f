"""Deck checks, penalties, extra time and reminders, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.infraction_names import infraction_in_log
from tournaments.models import DeckCheck, Penalty
from tournaments.play.table_draw import NoTable

NO_TABLE: dict[str, str | Promise] = {
    NoTable.NOTHING_OPEN: gettext_lazy("No table is still playing."),
    NoTable.LITTLE_TIME: gettext_lazy(
        "The round has less than ten minutes left, and a check takes most of that. Choose a table yourself if you must."
    ),
    NoTable.LAST_TABLES: gettext_lazy(
        "Only the last tables are still playing, and the round waits for them. Choose one yourself if you must."
    ),
    NoTable.ALL_CHECKED: gettext_lazy(
        "Every table still playing was checked this round, has extra time or waits for a judge."
    ),
    NoTable.HOLDS_UP: gettext_lazy(
        "A table checked now would hold up the round in more than one of four cases, by this event's table times."
    ),
    NoTable.OVER_TIME: gettext_lazy(
        "By the clock, a check that begins now usually takes longer than the round has left. Whether it would hold up "
        "the round is not known: too few tables of this event have finished yet."
    ),
    NoTable.NO_LISTS: gettext_lazy("Nobody at the tables still playing has submitted a list."),
}
"""Why no table can be drawn."""


def level_name(level: str) -> str:
    """What a penalty is called; a level no longer known is shown as it stands."""
    return str(Penalty.Level(level).label) if level in Penalty.Level.values else level


def _by(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {**facts, "by": facts.get("by") or "–"}


def _penalty(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **facts,
        "level": level_name(facts["level"]),
        "infraction": infraction_in_log(facts),
    }


def _check_given(facts: Mapping[str, Any]) -> str:
    said = _penalty(facts)
    if facts.get("applied") and facts["level"] != Penalty.Level.DISQUALIFICATION:
        return _("gave %(name)s a penalty and entered it: %(level)s, %(infraction)s") % said
    return _("gave %(name)s a penalty: %(level)s, %(infraction)s") % said


def _drawn(facts: Mapping[str, Any]) -> str:
    said = {"table": facts["table"] or "–"}
    if facts.get("holds_up"):
        return _("drew table %(table)s for a deck check, although it may hold up the round") % said
    if facts.get("over_time"):
        return _("drew table %(table)s for a deck check, which may take longer than the round has left") % said
    return _("drew table %(table)s for a deck check") % said


def _started(facts: Mapping[str, Any]) -> str:
    between = facts["mode"] == DeckCheck.Mode.BETWEEN_GAMES
    if facts.get("drawn"):
        return _("began to check the deck of %(name)s (drawn by lot)") % facts
    if between:
        return _("began to check the deck of %(name)s between games") % facts
    return _("began to check the deck of %(name)s") % facts


def _ended(clean: bool, facts: Mapping[str, Any]) -> str:
    minutes = -(-(facts["seconds"] or 0) // 60)
    said = {"name": facts["name"], "minutes": minutes, "more": facts["minutes"]}
    if clean and facts["minutes"]:
        return _("checked the deck of %(name)s in %(minutes)s min: clean, +%(more)s min for the table") % said
    if clean:
        return _("checked the deck of %(name)s in %(minutes)s min: clean") % said
    if facts["minutes"]:
        return _("checked the deck of %(name)s in %(minutes)s min: with findings, +%(more)s min for the table") % said
    return _("checked the deck of %(name)s in %(minutes)s min: with findings") % said


def _time(plain: str, reasoned: str, facts: Mapping[str, Any]) -> str:
    said = {**facts, "table": facts["table"] or "–"}
    return (reasoned if facts.get("reason") else plain) % said


def _reminded(facts: Mapping[str, Any]) -> str:
    if facts["count"] == 1:
        return _("reminded %(name)s of the decklist") % {"name": facts["names"][0]}
    return (
        ngettext(
            "reminded %(count)s player of the decklist", "reminded %(count)s players of their decklists", facts["count"]
        )
        % facts
    )


def _too_soon(facts: Mapping[str, Any]) -> str:
    if facts["count"] == 1:
        return (
            ngettext(
                "%(name)s was reminded a short while ago. Again in %(minutes)s minute.",
                "%(name)s was reminded a short while ago. Again in %(minutes)s minutes.",
                facts["minutes"],
            )
            % facts
        )
    return (
        ngettext(
            "All of them were reminded a short while ago. Again in %(minutes)s minute.",
            "All of them were reminded a short while ago. Again in %(minutes)s minutes.",
            facts["minutes"],
        )
        % facts
    )


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "no_round_running": lambda facts: _("No round is running, so there is no table to draw."),
    "no_table_to_draw": lambda facts: str(NO_TABLE[facts["reason"]]),
    "unknown_check_mode": lambda facts: _("Choose what to compare the deck with."),
    "unknown_check_outcome": lambda facts: _("Say whether the deck was clean."),
    "no_list_to_check": lambda facts: (
        _("%(name)s has not submitted a list, so there is nothing to compare with.") % facts
    ),
    "check_already_open": lambda facts: _("%(by)s is checking the deck of %(name)s right now.") % _by(facts),
    "no_such_check": lambda facts: _("There is no such deck check."),
    "check_ended": lambda facts: _("This deck check has ended."),
    "check_still_open": lambda facts: _("This deck check is still under way."),
    "check_changed": lambda facts: (
        _("%(by)s has counted here in the meantime. Your last taps were not saved; review the current counts.")
        % _by(facts)
    ),
    "check_note_needed": lambda facts: (
        _("The count shows differences. Write down why the deck is clean nevertheless.")
        if facts["outcome"] == DeckCheck.Outcome.CLEAN
        else _("The count shows no difference. Write down what was found.")
    ),
    "check_has_penalty": lambda facts: _("A penalty of %(name)s refers to this check. Withdraw it first.") % facts,
    "check_has_time": lambda facts: _("The table has its extra time for this check already."),
    "no_table_for_time": lambda facts: _("This check was made at no table, so none gets extra time."),
    "unknown_section": lambda facts: _("The game knows no section “%(section)s”.") % facts,
    "count_out_of_range": lambda facts: _("Count from 0 to %(limit)s copies.") % facts,
    "no_such_card_in_check": lambda facts: _("Name the card by its number or name."),
    "too_many_cards_in_check": lambda facts: (
        _("A count has at most %(limit)s different cards. Start it again.") % facts
    ),
    "minutes_out_of_range": lambda facts: _("Give from 1 to %(limit)s minutes.") % facts,
    "no_such_extension": lambda facts: _("There is no such extension."),
    "extension_withdrawn": lambda facts: _("This extra time was already withdrawn."),
    "unknown_infraction": lambda facts: _("Choose what was done."),
    "unknown_level": lambda facts: _("Choose a penalty."),
    "no_match_for_loss": lambda facts: _(
        "There is no match to enter the loss at. Give the penalty without entering it."
    ),
    "no_pod_for_loss": lambda facts: _(
        "There is no open pod to enter the loss at, or it is entered there. Give the penalty without entering it; a "
        "pod with a result is corrected on its page."
    ),
    "nothing_to_apply": lambda facts: _("This penalty changes no result, so there is nothing to enter."),
    "no_such_penalty": lambda facts: _("There is no such penalty."),
    "penalties_changed": lambda facts: (
        _(
            "The penalties of %(name)s have changed since this form was opened; perhaps it was sent twice. Look at "
            "them, and send it again if this is another penalty."
        )
        % facts
    ),
    "penalty_withdrawn": lambda facts: _("This penalty was already withdrawn."),
    "remark_too_long": lambda facts: _("The note is too long: at most %(limit)s characters.") % facts,
    "nobody_to_remind": lambda facts: _("There is nobody to remind."),
    "reminded_recently": _too_soon,
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "check_table_drawn": _drawn,
    "check_started": _started,
    "check_clean": lambda facts: _ended(True, facts),
    "check_with_findings": lambda facts: _ended(False, facts),
    "check_abandoned": lambda facts: _("stopped checking the deck of %(name)s") % facts,
    "check_reopened": lambda facts: _("went on with the deck check of %(name)s") % facts,
    "penalty_given": _check_given,
    "penalty_taken_back": lambda facts: (
        _("took back a penalty of %(name)s (%(level)s, %(infraction)s): %(reason)s") % _penalty(facts)
    ),
    "time_given": lambda facts: _time(
        _("gave table %(table)s %(minutes)s minutes more"),
        _("gave table %(table)s %(minutes)s minutes more: %(reason)s"),
        facts,
    ),
    "time_taken_back": lambda facts: _time(
        _("took back %(minutes)s minutes of extra time from table %(table)s"),
        _("took back %(minutes)s minutes of extra time from table %(table)s"),
        facts,
    ),
    "decklists_reminded": _reminded,
}
