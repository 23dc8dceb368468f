"""What is said of pods on pages: `{% load pods %}`."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from tournaments.models import Registration
from tournaments.pods.results import Manner
from tournaments.queries.pod_reports import SaidPlaces
from tournaments.queries.pods import PodRow
from tournaments.queries.seating import sits_in_pod
from tournaments.templatetags.event import shown_name
from tournaments.wording.pods import say_reported_places

register = template.Library()


@register.simple_tag(takes_context=True)
def said_places(context: Context, said: SaidPlaces) -> str:
    """What somebody reports of a pod, with the names that the visitor may read."""
    return said_by_name(said, {entry.pk: shown_name(context, entry) for entry, _place in said.placed})


@register.simple_tag
def entered_places(said: SaidPlaces) -> str:
    """The same for staff, with the names as entered."""
    return said_by_name(said, {entry.pk: entry.entered_name for entry, _place in said.placed})


def said_by_name(said: SaidPlaces, names: dict[int, Any]) -> str:
    placed = [(names[entry.pk], place) for entry, place in said.placed]
    return say_reported_places(placed, is_drawn=said.is_drawn, is_whole=said.is_whole)


@register.inclusion_tag("tournaments/public/_leaving_pod.html", takes_context=True)
def leaving_pod(context: Context, row: PodRow, entry: Registration) -> dict[str, Any]:
    """The lines for the player of `entry`: who of the others leaves, whether the player does, or has lost by a penalty;
    nothing once the pod has its result."""
    others = [one for one in row.leaving if one.pk != entry.pk]
    has_lost = any(one.registration.pk == entry.pk and one.gone_as is Manner.MATCH_LOSS for one in row.gone)
    names = [shown_name(context, one) for one in others]
    return {"names": names, "is_own": len(others) < len(row.leaving), "has_lost": has_lost}


@register.filter
def plays_on(row: PodRow, entry: Registration) -> bool:
    """Whether the player of `entry` plays the pod to its end."""
    return row.seat_of(entry.pk).is_there


@register.simple_tag
def sits_in(row: PodRow) -> str:
    """As `sits_in_pod` has it."""
    keys = [seat.registration.pk for seat in row.seats]
    return sits_in_pod(row.pod.round, row.pod.pk, row.table, keys)


@register.simple_tag
def seats_in_words(row: PodRow) -> str:
    """The names of a pod in the order of turns, as entered, on one line: `1 A · 2 B`."""
    return " · ".join(f"{seat.seat.seat} {seat.registration.entered_name}" for seat in row.seats)
