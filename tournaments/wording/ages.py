"""How old players are said to be, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import AgeGroup


def _ages_said(facts: Mapping[str, Any]) -> str:
    """How old all those are of whom nobody had said it."""
    if facts["age_group"] == AgeGroup.ADULT:
        said = ngettext(
            "said of %(count)s player without an age: 18 or older",
            "said of %(count)s players without an age: 18 or older",
            facts["count"],
        )
    else:
        said = ngettext(
            "said of %(count)s player without an age: 14 to 17",
            "said of %(count)s players without an age: 14 to 17",
            facts["count"],
        )
    return said % facts


def _ages_unsaid(facts: Mapping[str, Any]) -> str:
    """Of how many of them nobody has said it again."""
    said = ngettext(
        "took back what was said of the age of %(count)s player: %(age)s",
        "took back what was said of the age of %(count)s players: %(age)s",
        facts["count"],
    )
    return said % {"count": facts["count"], "age": say_age_group(facts["age_group"])}


def ages_before_and_after(facts: Mapping[str, Any], *, is_undone: bool) -> tuple[str, str, str]:
    """Who they are, in one line, and what was said of their age before and after it."""
    unknown, said = _("unknown"), say_age_group(facts["age_group"])
    before, after = (said, unknown) if is_undone else (unknown, said)
    return _(", ").join(facts["names"]), before, after


def say_age_group(age_group: str) -> str:
    """How old somebody is said to be; a dash where nobody has said it."""
    return str(AgeGroup(age_group).label) if age_group else "–"


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "ages_changed": lambda facts: (
        _("Of %(count)s players nobody has said how old they are; the page had %(seen)s. Look again.") % facts
    ),
    "ages_said_since": lambda facts: _("There is nothing of this left to undo."),
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "ages_said": _ages_said,
    "ages_unsaid": _ages_unsaid,
}
