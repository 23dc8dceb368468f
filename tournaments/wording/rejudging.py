"""Runs over open decks, in words: what made them necessary, and why one failed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from jobs.wording import say_reason
from tournaments.models import Rejudging

_LISTS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "added": lambda facts: _("New list %(list)s") % facts,
    "edited": lambda facts: _("List %(list)s changed") % facts,
    "withdrawn": lambda facts: _("List %(list)s withdrawn") % facts,
    "restored": lambda facts: _("List %(list)s restored") % facts,
}


def say_cause(run: Rejudging) -> str:
    """What changed, so that decks had to be judged again."""
    cause = run.cause
    kind = cause.get("kind")
    if kind == "restrictions":
        say = _LISTS.get(cause.get("done", ""), _LISTS["edited"])
        return say({"list": cause.get("list", "–")})
    if kind == "pool":
        return _("The card pool changed")
    if kind == "settled":
        return _("A judge decided about: %(cards)s") % {"cards": _(", ").join(cause["cards"])}
    if kind == "reopened":
        return _("An event or an entry is open again")
    return _("An event's settings changed") if kind == "settings" else _("Asked for at the desk")


def say_run_error(run: Rejudging) -> str:
    """Why a run failed, and what to do; empty for one that did not."""
    code, _colon, count = run.error.partition(":")
    if code == "decks_failed":
        failed = int(count or 0)
        return ngettext(
            "%(count)s deck could not be judged because of an internal error; the others are done.",
            "%(count)s decks could not be judged because of an internal error; the others are done.",
            failed,
        ) % {"count": failed}
    return say_reason(run.error) or run.error
