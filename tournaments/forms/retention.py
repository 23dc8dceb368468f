"""How long the site keeps who played."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.services.retention import MAX_MONTHS


class RetentionForm(forms.Form):
    """Months after a player's last event; empty for good."""

    months = forms.IntegerField(
        label=_("Months after a player's last event"),
        required=False,
        min_value=1,
        max_value=MAX_MONTHS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_("Empty: names are kept until somebody has them erased."),
    )
