"""How long a match is, in a few words."""

from __future__ import annotations

from django import template

from cardpool.wording.play import say_best_of

register = template.Library()


@register.simple_tag
def best_of(length: int) -> str:
    """A match length: best of 3."""
    return say_best_of(length)
