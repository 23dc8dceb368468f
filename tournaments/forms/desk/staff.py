"""Who helps at a tournament."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import StaffMember


class StaffForm(forms.Form):
    """Give an account a role."""

    username = forms.CharField(
        label=_("Account name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    role = forms.ChoiceField(label=_("Role"), choices=StaffMember.Role, initial=StaffMember.Role.SCOREKEEPER)
