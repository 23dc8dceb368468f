"""The ruling that closes a judge call."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.services.calls import MAX_RULING


class RulingForm(forms.Form):
    """What was ruled."""

    ruling = forms.CharField(label=gettext_lazy("Ruling"), max_length=MAX_RULING)
