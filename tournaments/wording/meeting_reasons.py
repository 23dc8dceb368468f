"""Why somebody has no opponent in a round, and why two meet in the top cut, in words that a child reads."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.queries.way_through_cut import CutReason, WayHere
from tournaments.swiss.reasons import ByeReason
from tournaments.swiss.settings import Order


def say_bye(reason: ByeReason | None, *, name: str, order: str) -> list[str]:
    """The sentences behind a bye of the pairing; None for one that was given by hand.

    `order` is what decides among equals, a value of the core's `Order`.
    """
    if reason is None:
        return [_("This bye was set by hand, so there are no reasons from the pairing for it."), _counts_as_won()]
    sentences = [
        _("%(players)s were to be paired, an odd number: one of them has no opponent.") % {"players": reason.players},
        _("The bye goes to somebody with few points who has not had one."),
        ngettext(
            "%(name)s had %(points)s point before the round.",
            "%(name)s had %(points)s points before the round.",
            reason.score,
        )
        % {"name": name, "points": reason.score},
    ]
    if reason.had_byes:
        sentences.append(_("%(name)s has had a bye before: the round could not be paired otherwise.") % {"name": name})
    if reason.lower:
        sentences.append(
            _("Everybody with fewer points has had a bye already.")
            if reason.lower == reason.lower_had_bye
            else _("Nobody with fewer points could have it: the others could then not have been paired as well.")
        )
    if reason.candidates:
        sentences.append(_others_sentence(reason.candidates, order))
    return [*sentences, _counts_as_won()]


def say_awarded_bye(name: str) -> list[str]:
    """The sentences behind a bye that staff gave."""
    return [
        _("The organisers gave %(name)s this bye; the pairing did not choose it.") % {"name": name},
        _counts_as_won(),
    ]


def say_missed(name: str, *, is_assigned: bool) -> list[str]:
    """The sentences behind a round in which somebody was not paired and has a loss: assigned by staff, or missed."""
    words = (
        _("Before the round was paired the organisers had assigned %(name)s a loss in it.")
        if is_assigned
        else _("When the round was paired %(name)s was not in the event, so it counts as a loss.")
    )
    return [words % {"name": name}, _("In the next round the pairing is as usual.")]


def say_cut_reason(reason: CutReason, names: Mapping[int, str]) -> list[str]:
    """The sentences behind a match of the top cut."""
    sentences = [_way_sentence(way, reason, names) for way in reason.ways]
    if reason.is_third_place:
        last = _("The two play for third place.")
    elif reason.players == 2:
        last = _("This is the final.")
    else:
        last = _("Who wins plays the winner of the match beside it in the bracket.")
    if reason.is_first:
        sentences.append(_("The highest seed meets the lowest: the two best meet in the final at the earliest."))
    return [*sentences, last]


def _counts_as_won() -> str:
    return _("A bye counts as a won match.")


def _others_sentence(count: int, order: str) -> str:
    if order != Order.RANDOM:
        words = ngettext(
            "%(count)s other had as many points: the pairing that is best for all decides, then the rank.",
            "%(count)s others had as many points: the pairing that is best for all decides, then the rank.",
            count,
        )
    else:
        words = ngettext(
            "%(count)s other had as many points: the pairing that is best for all decides, then the lot.",
            "%(count)s others had as many points: the pairing that is best for all decides, then the lot.",
            count,
        )
    return words % {"count": count}


def _way_sentence(way: WayHere, reason: CutReason, names: Mapping[int, str]) -> str:
    facts = {"name": names[way.entry.pk], "seed": way.seed}
    if reason.is_first:
        return _("%(name)s came into the top cut as seed %(seed)s.") % facts
    if way.before is None:
        return _("%(name)s (seed %(seed)s) did not have to play in the round before.") % facts
    facts["other"] = names[way.before.pk]
    if reason.is_third_place:
        return _("%(name)s (seed %(seed)s) met %(other)s in the semifinal and did not advance.") % facts
    return _("%(name)s (seed %(seed)s) met %(other)s in the round before and advanced.") % facts
