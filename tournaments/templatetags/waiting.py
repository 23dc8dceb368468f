"""What waits for the staff, on pages of theirs that are not of the desk's frame."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context

from tournaments.models import Tournament
from tournaments.permissions import Action, may
from tournaments.queries.waiting import what_waits

register = template.Library()


@register.simple_tag(takes_context=True)
def is_staff_of(context: Context, tournament: Tournament) -> bool:
    """Whether the visitor works at the event."""
    return may(context["request"].actor, Action.VIEW_DESK, tournament)


@register.inclusion_tag("tournaments/desk/_calls_place.html", takes_context=True)
def calls_place(context: Context, tournament: Tournament) -> dict[str, Any]:
    """The open judge calls and what else waits, followed while the page is open; for those who work at the event."""
    return {"tournament": tournament, **what_waits(context["request"].actor, tournament)}
