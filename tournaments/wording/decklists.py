"""Decklists, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cardpool.legality.violations import Verdict


def _submitted(facts: Mapping[str, Any]) -> str:
    verdict = logged_verdict(facts)
    if verdict is Verdict.LEGAL:
        return _("submitted a decklist for %(name)s (version %(version)s, legal)") % facts
    if verdict is Verdict.UNDECIDED:
        return _("submitted a decklist for %(name)s (version %(version)s, cannot be decided)") % facts
    return _("submitted a decklist for %(name)s (version %(version)s, not legal)") % facts


def logged_verdict(facts: Mapping[str, Any], key: str = "verdict", was: str = "legal") -> Verdict:
    """The verdict noted in facts; those from before there were three say only whether a list was legal."""
    if key in facts:
        return Verdict(facts[key])
    return Verdict.LEGAL if facts[was] else Verdict.NOT_LEGAL


def _fixed(facts: Mapping[str, Any]) -> str:
    if facts["reason"]:
        return _("changed the decklist of %(name)s to version %(version)s: %(reason)s") % facts
    return _("submitted version %(version)s of the decklist of %(name)s for them") % facts


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "decklist_empty": lambda facts: _("The list is empty. Paste it or add cards first."),
    "decklist_too_long": lambda facts: _("The list has %(length)s characters; at most %(limit)s can be read.") % facts,
    "decklist_unreadable": lambda facts: (
        ngettext(
            "%(count)s line could not be read. Fix it, then submit.",
            "%(count)s lines could not be read. Fix them, then submit.",
            facts["count"],
        )
        % facts
    ),
    "deck_locked": lambda facts: _("Lists are locked now. Ask a judge if something is wrong with yours."),
    "deck_of_nobody": lambda facts: _(
        "Sign in or open your personal link, then come back to this page. What you typed is kept on this device."
    ),
    "no_such_version": lambda facts: _("This version of the list does not exist."),
    "submitted_too_often": lambda facts: (
        _(
            "%(limit)s different versions of this list were submitted, and all of them are kept; there is no room for"
            " more. Save it as a draft and ask a judge or organiser to submit it."
        )
        % facts
    ),
}


def _verdicts_changed(facts: Mapping[str, Any]) -> str:
    listed = {key: _(", ").join(facts[key]) or "–" for key in ("names", "cards")}
    return ngettext(
        "the verdict on %(count)s list changed (%(names)s), because of: %(cards)s",
        "the verdict on %(count)s lists changed (%(names)s), because of: %(cards)s",
        facts["count"],
    ) % {**facts, **listed}


LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "decklist_submitted": _submitted,
    "decklist_fixed_by_staff": _fixed,
    "decklist_saved_by_staff": lambda facts: (
        _("saved version %(version)s of the decklist of %(name)s without submitting it") % facts
    ),
    "verdicts_changed": _verdicts_changed,
    "decklists_rejudged": lambda facts: (
        ngettext(
            "judged the decklists again; the verdict on %(count)s changed",
            "judged the decklists again; the verdict on %(count)s changed",
            facts["count"],
        )
        % facts
    ),
}
