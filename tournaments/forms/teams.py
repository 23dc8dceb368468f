"""Entering a team of two: by one of its players, or at the desk."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.age_forms import AgeField, BirthYearField, GuardianFields
from tournaments.forms.desk.divisions import ChooseDivision
from tournaments.forms.desk.entries import HallConsent
from tournaments.forms.staff_ages import StaffAgeField
from tournaments.models import Registration
from tournaments.queries.teams import SEATS
from tournaments.services.entries import MemberData
from tournaments.services.entries.person import MAX_NAME_LENGTH

OF_MEMBER = ("name", "birth_year", "public_name", "age_group")


def _year() -> BirthYearField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 6})
    return BirthYearField(label=_("Birth year"), required=False, widget=widget)


def _nickname() -> forms.CharField:
    return forms.CharField(label=_("Public nickname"), max_length=MAX_NAME_LENGTH, required=False)


class TeamForm(ChooseDivision):
    """A team with both its players; the fields of a player have the seat behind them.

    With `own` the first player fills it in.
    """

    name = forms.CharField(
        label=_("Team name"),
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Shown to everybody as it is: pairings and standings use it."),
    )
    name_1 = forms.CharField(label=pgettext_lazy("of a team", "First player"), max_length=MAX_NAME_LENGTH)
    birth_year_1 = _year()
    public_name_1 = _nickname()
    name_2 = forms.CharField(label=pgettext_lazy("of a team", "Second player"), max_length=MAX_NAME_LENGTH)
    birth_year_2 = _year()
    public_name_2 = _nickname()
    team = forms.CharField(label=_("Club"), max_length=MAX_NAME_LENGTH, required=False)

    def __init__(self, *args: Any, own: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "division" in self.fields:
            self.fields["division"].help_text = _(
                "With the birth years of both the team plays in the division of the older one; then it need not be "
                "chosen."
            )
        if own:
            self.fields["name_1"].label = _("Your name")
            self.fields["name_2"].label = _("Your partner’s name")
            if "age_group_1" in self.fields:
                self.fields["age_group_1"].label = _("Your age")
                self.fields["age_group_2"].label = _("Your partner’s age")

    @property
    def has_more(self) -> bool:
        """Whether one of the fields that are folded away was filled in, or refused."""
        return any(self[name].value() or self[name].errors for name in ("team", "public_name_1", "public_name_2"))

    def values(self) -> dict[str, Any]:
        """What a service takes: the team, and its members by seat."""
        sent = dict(self.cleaned_data)
        members = [MemberData(**{field: sent.pop(f"{field}_{seat}", "") for field in OF_MEMBER}) for seat in SEATS]
        return {**sent, "members": members}


class OwnTeamForm(GuardianFields, TeamForm):
    """A team that one of its players, or a parent, enters."""

    age_group_1 = AgeField(_("Age of the first player"))
    age_group_2 = AgeField(_("Age of the second player"))

    def values(self) -> dict[str, Any]:
        """With the guardian's consent as one value."""
        asked = ("consent_by", "consent_contact")
        values = {name: value for name, value in super().values().items() if name not in asked}
        return values | {"consent": self.given_consent()}


class DeskTeamForm(HallConsent, TeamForm):
    """A team entered at the desk."""

    age_group_1 = StaffAgeField(_("Age of the first player"))
    age_group_2 = StaffAgeField(_("Age of the second player"))
    allow_same_name = forms.BooleanField(label=_("Another person of the same name"), required=False)


class LateTeamForm(DeskTeamForm):
    """A team that comes after round 1 was paired."""

    late_policy = forms.ChoiceField(
        label=_("The rounds already missed count as"),
        choices=Registration.LatePolicy,
        initial=Registration.LatePolicy.LOSS,
        widget=forms.RadioSelect,
    )
