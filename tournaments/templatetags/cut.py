"""Tags about rounds and top cut."""

from __future__ import annotations

from django import template

from tournaments.models import Tournament
from tournaments.round_names import say_cut_lengths

register = template.Library()


@register.simple_tag
def cut_lengths(tournament: Tournament) -> str:
    """How long the matches of the top cut are."""
    return say_cut_lengths(tournament)
