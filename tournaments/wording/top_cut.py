"""The top cut, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.queries.cut_drops import MTR, CutDrop
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


def say_cut_drop(found: CutDrop, *, private: bool) -> str:
    """What a drop means for the top cut, with where that is published; `private`: with the name of who moves up."""
    words = {"name": found.name, "place": found.place, "size": found.size, "next": found.next_up}
    if found.policy == Tournament.CutDrop.WALK_OVER:
        said = _("Place %(place)s of the top %(size)s: nobody moves up, and the opponent advances without playing.")
    elif private and found.next_up:
        said = _("Place %(place)s of the top %(size)s: %(next)s moves up.")
    else:
        said = _("Place %(place)s of the top %(size)s: the next in the standings moves up.")
    said = said % words
    if found.policy == Tournament.CutDrop.NEXT and found.is_seeded and private:
        said = _("%(said)s Discard the draft and seed the cut again.") % {"said": said}
    if found.source:
        source = _("Magic Tournament Rules 2.10") if found.source == MTR else found.source
        return _("%(said)s (%(source)s)") % {"said": said, "source": source}
    return _("%(said)s (the setting of this event)") % {"said": said}


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "top_cut_already_started": lambda facts: _("The top cut has been started already."),
    "no_top_cut_planned": lambda facts: _("This event has no top cut. Choose a size."),
    "unknown_size": lambda facts: (
        _("Choose one of these sizes: %(sizes)s.") % {"sizes": _(", ").join(str(size) for size in facts["known"])}
    ),
    "cut_out_of_date": lambda facts: (
        _(
            "%(names)s left after the seeding. Discard the draft and seed the cut again: the next in the standings "
            "moves up."
        )
        % {"names": _(", ").join(facts["left"])}
    ),
    "final_out_of_date": lambda facts: (
        _("%(names)s left after the final was seated. Discard the draft and seat the final again.")
        % {"names": _(", ").join(facts["left"])}
    ),
    "cut_passes_over": lambda facts: (
        _(
            "By the standings %(names)s would be in the top cut, but the draft was seeded without them: they came "
            "back, or a result was corrected since. Discard the draft and seed the cut again."
        )
        % {"names": _(", ").join(facts["new"])}
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
