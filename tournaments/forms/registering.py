"""Signing up for an event, for a child with the guardian's consent."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.age_forms import AgeField, BirthYearField, GuardianFields
from tournaments.forms.desk.divisions import ChooseDivision
from tournaments.forms.membership import membership_field
from tournaments.services.entries.person import MAX_NAME_LENGTH

SAME, OTHER = "same", "other"


def whose_field(name: str) -> forms.ChoiceField:
    """Whose a name is that the player called `name`, whose phone or account it is, was never called."""
    return forms.ChoiceField(
        label=_("Who is signed up?"),
        choices=[
            (OTHER, _("Somebody else. They get a page and a link of their own.")),
            (SAME, format_lazy(_("{name}, under this other name"), name=name)),
        ],
        required=False,
        widget=forms.RadioSelect,
    )


class ClaimForm(GuardianFields):
    """Whose name in the list of teams it is."""

    name = forms.CharField(
        label=_("Name"),
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("As the organiser should call you."),
    )
    birth_year = BirthYearField(
        label=_("Birth year"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "bday-year", "maxlength": 6}),
        help_text=_("Needed for players under 14. Only staff see it."),
    )
    age_group = AgeField(_("Age of the player"))

    def values(self) -> dict[str, Any]:
        """What the service is given."""
        return self.consented()


class RegisterForm(ClaimForm, ChooseDivision):
    """Who wants to play."""

    public_name = forms.CharField(
        label=_("Nickname for the public pages"),
        max_length=MAX_NAME_LENGTH,
        required=False,
        help_text=_("Shown to everybody in place of your name."),
    )
    team = forms.CharField(label=_("Team or club"), max_length=MAX_NAME_LENGTH, required=False)
    membership_id = membership_field()
