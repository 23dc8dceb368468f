"""Who helps at a tournament."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.desk.setup import LocalDateTime
from tournaments.models import StaffLink, StaffMember


class StaffForm(forms.Form):
    """Give an account a role."""

    username = forms.CharField(
        label=_("Account name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("The name of their account on this site. Without one, they make it first, under Sign in."),
    )
    role = forms.ChoiceField(label=_("Role"), choices=StaffMember.Role, initial=StaffMember.Role.SCOREKEEPER)


class StaffLinkForm(forms.Form):
    """A link for a helper without an account."""

    name = forms.CharField(
        label=_("Name of the link"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Who uses it or where, such as “Judge, tables 1–20”. The log shows this name."),
    )
    role = forms.ChoiceField(label=_("Role"), choices=StaffLink.Role, initial=StaffLink.Role.JUDGE)
    expires_at = LocalDateTime(
        label=_("Valid until"),
        required=False,
        help_text=_("Leave empty for the whole event; every link ends twelve hours after the event has finished."),
    )


class RemovalForm(forms.Form):
    """What the question before a removal carries on: whose role, and that the question was asked."""

    username = forms.CharField(widget=forms.HiddenInput)
    role = forms.CharField(widget=forms.HiddenInput)
    confirmed = forms.CharField(widget=forms.HiddenInput)
