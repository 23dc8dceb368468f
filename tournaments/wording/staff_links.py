"""Staff links, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import StaffLink
from tournaments.queries.staff_links import End, LinkState

ENDS: dict[End, Callable[[], str]] = {
    End.REVOKED: lambda: _("revoked"),
    End.EXPIRED: lambda: _("its time is over"),
    End.EVENT_OVER: lambda: _("the event is over"),
    End.ISSUER_LEFT: lambda: _("who made it is not an organiser any more"),
}


def say_end(state: LinkState) -> str:
    """Why the link works no more; empty while it does."""
    return ENDS[state.end]() if state.end is not None else ""


def _role(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": facts.get("name", ""), "role": StaffLink.Role(facts["role"]).label}


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "link_ends_before_now": lambda facts: _("This time has passed already."),
    "too_many_staff_links": lambda facts: (
        ngettext(
            "An event has at most %(limit)s link for helpers. End one first.",
            "An event has at most %(limit)s links for helpers. End some first.",
            facts["limit"],
        )
        % facts
    ),
    "staff_name_taken": lambda facts: (
        _("“%(name)s” is the name of another link or account on the staff. The log has to tell them apart.") % facts
    ),
    "no_such_staff_link": lambda facts: _("There is no such link."),
    "staff_link_revoked": lambda facts: _("The link “%(name)s” has been ended already.") % facts,
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "staff_link_issued": lambda facts: _("made the link “%(name)s” for a helper: %(role)s") % _role(facts),
    "staff_link_revoked": lambda facts: _("ended the link “%(name)s” (%(role)s)") % _role(facts),
    "staff_link_opened": lambda facts: _("began to work by link as %(role)s") % _role(facts),
}
