"""Refusals about packs written and published at the desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def _has_problems(facts: Mapping[str, Any]) -> str:
    said = ngettext(
        "The pack has %(count)s mistake and was not published. The draft is kept.",
        "The pack has %(count)s mistakes and was not published. The draft is kept.",
        facts["count"],
    )
    return said % facts


def _changed(facts: Mapping[str, Any]) -> str:
    by = facts["by"] or _("Somebody")
    return _("%(by)s has saved this draft since you opened it. What you typed is below and was not saved.") % {"by": by}


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "pack_too_long": lambda facts: (
        _("The pack has %(length)s characters; at most %(limit)s are kept. Nothing was saved.") % facts
    ),
    "cards_too_long": lambda facts: (
        _("The cards have %(length)s characters; at most %(limit)s are kept here. Publish first, then import them.")
        % facts
    ),
    "sample_too_long": lambda facts: (
        _("The sample deck has %(length)s characters; at most %(limit)s are kept. Nothing was saved.") % facts
    ),
    "pack_has_problems": _has_problems,
    "draft_changed": _changed,
    "draft_gone": lambda facts: _("This draft no longer exists: it was published or discarded."),
    "draft_exists": lambda facts: (
        _("You are writing a new version of %(game)s already. Publish or discard that draft first.") % facts
    ),
    "version_published": lambda facts: (
        _("Version %(version)s of %(game)s is published already, with another text.") % facts
    ),
    "game_key_taken": lambda facts: _("There is a game with the key “%(key)s” already. Choose another key.") % facts,
}
