"""`{% puzzle %}`: the puzzle that a form brings back solved; see `accounts.puzzles`."""

from __future__ import annotations

from typing import Any

from django import template

from accounts import puzzles

register = template.Library()


@register.inclusion_tag("components/puzzle.html", takes_context=True)
def puzzle(context: template.Context) -> dict[str, Any]:
    """Hidden fields, and what the form says while its script is at work. Needs `js/puzzle.js` on the page."""
    request = context["request"]
    text = puzzles.new_puzzle(request)
    return {
        "puzzle": text,
        "seed": puzzles.seed_of(text),
        "bits": puzzles.BITS,
        "is_asked": puzzles.asks_for_puzzle(request),
    }
