"""Who helps at a tournament."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import StaffMember


class StaffForm(forms.Form):
    """Give an account a role."""

    username = forms.CharField(
        label=_("Account name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("The name of their account on this site. Without one, they make it first, under Sign in."),
    )
    role = forms.ChoiceField(label=_("Role"), choices=StaffMember.Role, initial=StaffMember.Role.SCOREKEEPER)


class RemovalForm(forms.Form):
    """What the question before a removal carries on: whose role, and that the question was asked."""

    username = forms.CharField(widget=forms.HiddenInput)
    role = forms.CharField(widget=forms.HiddenInput)
    confirmed = forms.CharField(widget=forms.HiddenInput)
