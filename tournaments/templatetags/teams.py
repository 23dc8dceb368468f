"""Teams and their members as entered, for pages of the desk, whose context has `team_names`: `{% load teams %}`."""

from __future__ import annotations

from django import template
from django.template.context import Context
from django.utils.html import format_html

from tournaments.models import Registration
from tournaments.queries.teams import join_names, name_with_members

register = template.Library()


@register.simple_tag(takes_context=True)
def entered_members(context: Context, registration: Registration) -> str:
    """The members of a team as entered, for a page of the desk (its `team_names`); nothing for a player."""
    return join_names(context["team_names"].get(registration.pk, ())) if registration.is_team else ""


@register.simple_tag(takes_context=True)
def desk_name(context: Context, registration: Registration | None) -> str:
    """An entrant as entered, a team with its members behind it, in plain text, for a page of the desk."""
    if registration is None:
        return ""
    return name_with_members(registration.entered_name, context["team_names"].get(registration.pk, ()))


@register.simple_tag(takes_context=True)
def desk_members(context: Context, registration: Registration | None) -> str:
    """The members of a team as entered, in a line of its own; nothing for a player."""
    names = entered_members(context, registration) if registration is not None else ""
    return format_html('<span class="team-members">{}</span>', names) if names else ""
