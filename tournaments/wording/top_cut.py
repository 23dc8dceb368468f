"""The top cut, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.wording.divisions import say_sizes


def _started(facts: Mapping[str, Any]) -> str:
    if facts.get("divisions"):
        return _started_apart(facts)
    if not facts["lots"]:
        return _("started the top %(size)s") % facts
    lots = _("; ").join(_(", ").join(names) for names in facts["lots"])
    return _("started the top %(size)s; level players in drawn order: %(lots)s") % {"size": facts["size"], "lots": lots}


def _started_apart(facts: Mapping[str, Any]) -> str:
    cuts = {"cuts": say_sizes(facts["divisions"])}
    if not facts["lots"]:
        return _("started the top cuts: %(cuts)s") % cuts
    lots = _("; ").join(_(", ").join(names) for names in facts["lots"])
    return _("started the top cuts: %(cuts)s; level players in drawn order: %(lots)s") % {**cuts, "lots": lots}


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "top_cut_already_started": lambda facts: _("The top cut has been started already."),
    "no_top_cut_planned": lambda facts: _("This event has no top cut. Choose a size."),
    "unknown_size": lambda facts: _("Choose a top 2, 4, 8, 16 or 32."),
    "cut_out_of_date": lambda facts: (
        _(
            "%(names)s left after the seeding. Discard the draft and seed the cut again: the next in the standings "
            "moves up."
        )
        % {"names": _(", ").join(facts["left"])}
    ),
    "no_top_cut": lambda facts: _("There is no top cut to discard."),
    "bracket_is_fixed": lambda facts: _(
        "The bracket of the top cut follows from the seeds; players cannot be exchanged."
    ),
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "top_cut_started": _started,
    "top_cut_discarded": lambda facts: _("discarded the top cut"),
}
