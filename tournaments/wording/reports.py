"""Results that players report themselves, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.decisions import format_score


def _at(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with a dash for a table without a number."""
    return {**facts, "table": facts.get("table") or "–"}


def _agreed(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {**_at(facts), "score": format_score((facts["wins1"], facts["wins2"], facts["draws"]))}


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "not_your_match": lambda facts: _("Only the two players of a match report its result."),
    "reports_off": lambda facts: _("In this event staff enter the results. Bring your result slip to the desk."),
    "too_many_reports": lambda facts: _("This result was reported very often. Please call a judge."),
    "no_such_score": lambda facts: _("Choose one of the scores."),
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "score_reported": lambda facts: _("%(name)s reported %(score)s at table %(table)s") % _at(facts),
    "score_agreed": lambda facts: (
        _("%(name)s reported the same as the other player at table %(table)s: %(score)s counts") % _agreed(facts)
    ),
    "scores_differ": lambda facts: (
        _("%(name)s reported %(score)s at table %(table)s, the other player %(other)s") % _at(facts)
    ),
}
