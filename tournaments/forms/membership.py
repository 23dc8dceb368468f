"""The field for a player ID."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


def membership_field() -> forms.CharField:
    """The number that the game's organised play, or the store, has given a person."""
    return forms.CharField(
        label=_("Player ID"),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
        help_text=_("The player’s number at the game or the store, if there is one. Only staff see it."),
    )
