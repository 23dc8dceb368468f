"""Signing up for an event, for a child with the guardian's consent."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.consents import MAX_AGE, MAX_CONTACT, Consent
from accounts.models import GuardianConsent
from tournaments.forms.desk.divisions import ChooseDivision
from tournaments.forms.membership import membership_field
from tournaments.services.entries.person import MAX_NAME_LENGTH


class BirthYearField(forms.IntegerField):
    """A year as people type it: 2016, ２０１６, 2016年. An age or two digits are no year."""

    default_error_messages = {"invalid": _("Enter the year of birth with four digits, such as 2016.")}

    def to_python(self, value: Any) -> int | None:
        plain = unicodedata.normalize("NFKC", str(value or "")).strip().removesuffix("年").strip()
        if plain and not (len(plain) == 4 and plain.isascii() and plain.isdigit()):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return int(plain) if plain else None


class GuardianFields(forms.Form):
    """What a guardian agrees to; shown once it turned out that a player may be under 14 (`asks_guardian`).

    A script shows it as soon as a year of birth from `young_from` on is typed; until then the page has it hidden.
    """

    consent = forms.BooleanField(label=_("I agree"), required=False)
    consent_by = forms.ChoiceField(
        label=_("I am the player's"),
        choices=GuardianConsent.GivenBy,
        initial=GuardianConsent.GivenBy.PARENT,
        required=False,
        widget=forms.RadioSelect,
    )
    consent_contact = forms.CharField(
        label=_("How to reach you"),
        max_length=MAX_CONTACT,
        required=False,
        help_text=_("Only staff see it."),
    )

    def __init__(self, *args: Any, asks_guardian: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asks_guardian = asks_guardian

    @property
    def young_from(self) -> int:
        """The first year of birth of those who may be under 14."""
        return timezone.localdate().year - MAX_AGE

    def clean(self) -> dict[str, Any]:
        """Who agrees says who they are."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.asks_guardian and cleaned.get("consent") and not cleaned.get("consent_by"):
            self.add_error("consent_by", self.fields["consent_by"].error_messages["required"])
        return cleaned

    def consented(self) -> dict[str, Any]:
        """What was typed with the consent as one value, if the guardian was asked and agreed."""
        values = dict(self.cleaned_data)
        agreed, by, contact = values.pop("consent"), values.pop("consent_by"), values.pop("consent_contact")
        values["consent"] = Consent(GuardianConsent.How.ONLINE, by, contact) if agreed and self.asks_guardian else None
        return values


class RegisterForm(GuardianFields, ChooseDivision):
    """Who wants to play."""

    name = forms.CharField(
        label=_("Name"),
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("As the organiser should call you."),
    )
    public_name = forms.CharField(
        label=_("Nickname for the public pages"),
        max_length=MAX_NAME_LENGTH,
        required=False,
        help_text=_("Shown to everybody in place of your name."),
    )
    team = forms.CharField(label=_("Team or club"), max_length=MAX_NAME_LENGTH, required=False)
    birth_year = BirthYearField(
        label=_("Birth year"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "bday-year", "maxlength": 6}),
        help_text=_(
            "For players under 19: other visitors then see the nickname or only the first character of the name."
        ),
    )
    membership_id = membership_field()
    under_14 = forms.BooleanField(label=_("The player is under 14"), required=False)

    def values(self) -> dict[str, Any]:
        """What the service is given."""
        return self.consented()
