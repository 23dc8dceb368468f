"""Why two players were paired, in words: the facts of the pairing core as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.swiss.reasons import ExclusionCode, PairDownCode
from tournaments.swiss.settings import Order


def say_reasons(
    reason: Mapping[str, Any], *, names: Mapping[int, str], order: str = Order.RANDOM, decided: str | None = None
) -> list[str]:
    """The sentences behind one pair; `reason` is its record in `Round.pairing`, empty for a table made by hand.

    `order` is what decided among equals, a value of the core's `Order`; `decided` why the staff decided that the two
    meet, None where they did not.
    """
    if decided is not None:
        return [
            _("The organiser decided that these two meet: %(reason)s") % {"reason": decided}
            if decided
            else _("The organiser decided that these two meet."),
            _("Everybody else was paired around them."),
        ]
    if not reason:
        return [_("This table was set by hand, so there are no reasons from the pairing for it.")]
    first, second = (names[key] for key in reason["pair"])
    facts = {"first": first, "second": second, "points": reason["bracket"]}
    sentences = [_score_sentence(reason, facts), _candidates_sentence(reason, facts, order)]
    sentences += [_exclusion(one, names) for one in reason["exclusions"]]
    if reason["rematch"]:
        sentences.append(
            _("They have met before: without a rematch the round could not have been paired at all.") % facts
        )
    if reason["discouraged"]:
        sentences.append(_("They were to be kept apart; that would have cost more elsewhere."))
    return [sentence for sentence in sentences if sentence]


KEPT_APART = frozenset({ExclusionCode.PROHIBITED, ExclusionCode.DISCOURAGED})


def without_kept_apart(reason: Mapping[str, Any]) -> dict[str, Any]:
    """What everybody may read of a pair's record: whom the organiser keeps apart, and why, is for the staff alone."""
    if not reason:
        return {}
    public = [one for one in reason["exclusions"] if one["code"] not in KEPT_APART]
    return {**reason, "exclusions": public, "discouraged": False}


def _score_sentence(reason: Mapping[str, Any], facts: Mapping[str, Any]) -> str:
    if reason["pair_down"] is None:
        return (
            ngettext(
                "Both stood at %(points)s point before the round.",
                "Both stood at %(points)s points before the round.",
                facts["points"],
            )
            % facts
        )
    facts = {**facts, "lower": reason["bracket"] - reason["score_difference"]}
    because = {
        PairDownCode.ODD_BRACKET: _(
            "%(first)s (%(points)s points) is paired down to %(second)s (%(lower)s): an odd number of players stood "
            "at this score or above."
        ),
        PairDownCode.NOBODY_LEFT_IN_BRACKET: _(
            "%(first)s (%(points)s points) is paired down to %(second)s (%(lower)s): nobody left at this score was "
            "a possible opponent."
        ),
        PairDownCode.BEST_FOR_THE_FIELD: _(
            "%(first)s (%(points)s points) is paired down to %(second)s (%(lower)s): any other pairing would have "
            "cost the whole field more."
        ),
    }
    return because[PairDownCode(reason["pair_down"])] % facts


def _candidates_sentence(reason: Mapping[str, Any], facts: Mapping[str, Any], order: str) -> str:
    count = reason["candidates"][0]
    if not count or reason["pair_down"] is not None:
        return ""
    if order != Order.RANDOM:
        return ngettext(
            "%(first)s had %(count)s possible opponent at this score, whatever the rank.",
            "%(first)s had %(count)s possible opponents at this score; the rank decided among them.",
            count,
        ) % {**facts, "count": count}
    return ngettext(
        "%(first)s had %(count)s possible opponent at this score.",
        "%(first)s had %(count)s possible opponents at this score; the lot decided among them.",
        count,
    ) % {**facts, "count": count}


def _exclusion(exclusion: Mapping[str, Any], names: Mapping[int, str]) -> str:
    others = pgettext("between the items of a list", ", ").join(names[key] for key in exclusion["others"])
    say = {
        ExclusionCode.ALREADY_MET: _("%(name)s has already played %(others)s."),
        ExclusionCode.SAME_TEAM: _("%(name)s is on the same team as %(others)s."),
        ExclusionCode.PROHIBITED: _("%(name)s may not be paired with %(others)s."),
        ExclusionCode.DISCOURAGED: _("%(name)s is kept apart from %(others)s where possible."),
    }
    return say[ExclusionCode(exclusion["code"])] % {"name": names[exclusion["entrant"]], "others": others}
