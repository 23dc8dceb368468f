"""Who of a table that is still played leaves the event after it: `{% load leaving %}`."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from tournaments.models import Match, Registration
from tournaments.templatetags.event import shown_opponent

register = template.Library()


@register.inclusion_tag("tournaments/public/_leaving.html", takes_context=True)
def leaving(context: Context, match: Match, entry: Registration) -> dict[str, Any]:
    """The lines for the player of `entry`: the opponent leaves, the player does; nothing once the match is over."""
    gone = {one.pk for one in match.leaving}
    return {
        "opponent": shown_opponent(context, match, entry) if match.opponent_of(entry.pk).pk in gone else "",
        "is_own": entry.pk in gone,
    }
