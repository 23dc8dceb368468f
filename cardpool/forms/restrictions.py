"""The form on which a restriction list is written."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

MAX_TEXT_LENGTH = 600_000


class ListForm(forms.Form):
    """What a list says about itself, and the list as text; the service judges both."""

    name = forms.CharField(label=_("Name"), max_length=80, help_text=_("As it was published, such as “2026-10”."))
    effective_from = forms.DateField(
        label=_("In force from"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    format = forms.CharField(
        label=pgettext_lazy("of cards", "Format"),
        max_length=40,
        required=False,
        help_text=_("Lowercase letters, such as standard. Empty: it applies in every format."),
    )
    source = forms.CharField(
        label=_("Source"), max_length=300, required=False, help_text=_("Where it was published: an address, a notice.")
    )
    text = forms.CharField(
        label=pgettext_lazy("of restricted cards", "The list"),
        max_length=MAX_TEXT_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "class": "list-text"}),
    )


class WithdrawForm(forms.Form):
    """Why a list is withdrawn."""

    reason = forms.CharField(label=_("Reason"), max_length=200, help_text=_("Kept with the list."))
