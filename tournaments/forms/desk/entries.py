"""Adding players to a tournament and moving them between statuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.consents import IN_HALL, Consent
from tournaments.forms.desk.choices import offer
from tournaments.forms.desk.divisions import ChooseDivision
from tournaments.forms.membership import membership_field
from tournaments.forms.staff_ages import StaffAgeField
from tournaments.models import Registration

MAX_PASTE_LENGTH = 40_000


class HallConsent(forms.Form):
    """How the guardians of players under 14 have consented; asked of staff, who were there."""

    consent = forms.ChoiceField(
        label=_("Guardian's consent, for players under 14"),
        choices=[("", _("not given")), *((how.value, how.label) for how in IN_HALL)],
        required=False,
    )

    def clean_consent(self) -> Consent | None:
        """The consent as services take it."""
        return Consent(self.cleaned_data["consent"]) if self.cleaned_data["consent"] else None


class EntryForm(HallConsent, ChooseDivision):
    """One player added at the desk."""

    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    age_group = StaffAgeField(_("Age"))
    birth_year = forms.IntegerField(label=_("Birth year"), required=False, min_value=1900, max_value=2100)
    public_name = forms.CharField(
        label=_("Public nickname"),
        max_length=80,
        required=False,
        help_text=_("Shown to everybody in place of the name."),
    )
    team = forms.CharField(label=_("Team or club"), max_length=80, required=False)
    membership_id = membership_field()
    allow_same_name = forms.BooleanField(label=_("Another person of the same name"), required=False)


class LateEntryForm(EntryForm):
    """One player who comes after round 1 was paired."""

    late_policy = forms.ChoiceField(
        label=_("The rounds already missed count as"),
        choices=Registration.LatePolicy,
        initial=Registration.LatePolicy.LOSS,
        widget=forms.RadioSelect,
    )


class TakeInForm(forms.Form):
    """Somebody known who joins after the start: from the waiting list, or back from a withdrawal."""

    late_policy = forms.ChoiceField(
        label=_("The rounds already missed count as"),
        choices=Registration.LatePolicy,
        initial=Registration.LatePolicy.LOSS,
        widget=forms.RadioSelect,
    )


class PasteForm(HallConsent):
    """A list of names, or of teams, one per line, as copied from a chat, a sheet or a file; `age_group` is that of all
    of whom nothing else says how old they are, `division` that of all whose line names none, in an event with any."""

    age_group = StaffAgeField(_("Age of everybody in the list"))
    names = forms.CharField(
        label=_("Names, one per line"),
        max_length=MAX_PASTE_LENGTH,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )
    division = forms.ChoiceField(label=_("Division of everybody in the list"), required=False)

    def __init__(
        self, *args: Any, teams: bool = False, divisions: Mapping[str, str] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if teams:
            self.fields["names"].label = _("Teams, one per line")
        if divisions:
            offer(self, "division", [("", _("as a line or the year of birth says")), *divisions.items()])
        else:
            del self.fields["division"]

    def lines(self) -> list[str]:
        """Every line as typed, so that the report can speak of line numbers."""
        return self.cleaned_data["names"].splitlines()


class ReasonForm(forms.Form):
    """The reason of a decision about a player."""

    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)

    def __init__(self, *args: Any, reason_required: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = reason_required
