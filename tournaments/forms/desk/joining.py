"""The answer to a request to join."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Registration
from tournaments.services.entries.person import MAX_NAME_LENGTH


class JoinAnswerForm(forms.Form):
    """What each answer takes; which ones count is said by the button."""

    number = forms.IntegerField(
        label=_("Player number of the entry"),
        min_value=1,
        max_value=2_000_000_000,
        required=False,
        help_text=_("The account gets the entry with this number. Check it against the list."),
    )
    keep_link = forms.BooleanField(label=_("The old link goes on working beside"), required=False)
    name = forms.CharField(
        label=_("Name in this event"),
        max_length=MAX_NAME_LENGTH,
        required=False,
        help_text=_("To distinguish the two, such as 李明（二店）. Left empty, a number stands behind the name."),
    )
    late_policy = forms.ChoiceField(
        label=_("The rounds already missed count as"),
        choices=Registration.LatePolicy,
        required=False,
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


class SureForm(forms.Form):
    """What the page that asks once more carries along."""

    answer = forms.CharField(widget=forms.HiddenInput)
    number = forms.IntegerField(widget=forms.HiddenInput)
