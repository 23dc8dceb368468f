"""Whose something is, where several players share one phone: `{% load family %}`."""

from __future__ import annotations

import unicodedata

from django import template
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.actor import SYSTEM, Actor
from accounts.models import Player

COLOURS = 6
"""How many colours tell players apart; the letter and the name beside it say the same."""

register = template.Library()


@register.simple_tag(takes_context=True)
def whose(context: Context, player: Player) -> SafeString:
    """A player's letter in a colour of their own, for beside their name; nothing where the phone has one player."""
    family = _actor(context).family
    if player not in family:
        return SafeString()
    place = family.index(player) % COLOURS + 1
    return format_html(
        '<span class="whose" data-colour="{}" aria-hidden="true">{}</span>', place, letter_of(player.name)
    )


@register.simple_tag(takes_context=True)
def whose_line(context: Context, player: Player) -> SafeString:
    """A line with the player's letter and name, above what is theirs; nothing where the phone has one player."""
    mark = whose(context, player)
    return format_html('<p class="whose-line">{} {}</p>', mark, player.name) if mark else SafeString()


def letter_of(name: str) -> str:
    """The letter that tells siblings apart: the last character of a Chinese name, the first letter of another."""
    tidy = "".join(name.split())
    is_chinese = bool(tidy) and unicodedata.name(tidy[-1], "").startswith("CJK")
    return tidy[-1] if is_chinese else tidy[:1].upper()


def _actor(context: Context) -> Actor:
    actor: Actor = getattr(context.get("request"), "actor", SYSTEM)
    return actor
