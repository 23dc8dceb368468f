"""Answering for the second time that a player's data is to be erased."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.services.entries.person import MAX_NAME_LENGTH


class CloseAccountForm(forms.Form):
    """The user name, typed, and whether the players' data goes too."""

    erase = forms.BooleanField(
        label=_("Erase the data of the players too"),
        required=False,
        help_text=_("Names go everywhere; results stay under a number. This cannot be undone."),
    )
    typed_name = forms.CharField(
        label=_("Type the user name to confirm"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )


class EraseForm(forms.Form):
    """The name, typed; what is typed is compared by the service."""

    typed_name = forms.CharField(
        label=_("Type the name to confirm"),
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
