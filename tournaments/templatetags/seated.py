"""Pages of the desk about one table, whether a match or a pod is played there: `{% load seated %}`."""

from __future__ import annotations

from django import template
from django.template import Context
from django.urls import reverse

from tournaments.models import Match, Pod, Tournament
from tournaments.templatetags.teams import desk_name

register = template.Library()

OF_POD = {
    "desk_match": "desk_pod",
    "desk_check_table": "desk_check_pod",
    "desk_check_table_start": "desk_check_pod_start",
    "desk_call_raise": "desk_pod_call",
    "desk_time_give": "desk_pod_time",
}
"""The route about a pod that does what one about a match does."""


@register.simple_tag(takes_context=True)
def who_sits(context: Context, seated: Match | Pod) -> str:
    """Who sits at a table, for a page of the desk: names as entered, of a team with its members."""
    return " – ".join(desk_name(context, entry) for entry in seated.entries)


@register.simple_tag
def seated_url(name: str, tournament: Tournament, seated: Match | Pod) -> str:
    """The address of a route about a match, or of the one like it about a pod."""
    route = OF_POD[name] if isinstance(seated, Pod) else name
    return reverse(route, args=[tournament.code, seated.pk])
