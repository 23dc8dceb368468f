"""What forms ask about age: the age group, the year of birth, and a guardian's consent."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.consents import MAX_AGE, MAX_CONTACT, Consent
from accounts.models import AgeGroup, GuardianConsent

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise as StrOrPromise

ASKS_GUARDIAN = ("guardian_consent_needed", "birth_year_needed")
"""The refusals after which a form asks for a guardian."""


class BirthYearField(forms.IntegerField):
    """A year as people type it: 2016, ２０１６, 2016年. An age or two digits are no year."""

    default_error_messages = {"invalid": _("Enter the year of birth with four digits, such as 2016.")}

    def to_python(self, value: Any) -> int | None:
        plain = unicodedata.normalize("NFKC", str(value or "")).strip().removesuffix("年").strip()
        if plain and not (len(plain) == 4 and plain.isascii() and plain.isdigit()):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return int(plain) if plain else None


class AgeField(forms.ChoiceField):
    """How old a player is; empty while nobody has said so. A year of birth says it too, which is why a form takes it
    empty and the service decides (`accounts.consents.require_age`)."""

    def __init__(self, label: StrOrPromise) -> None:
        super().__init__(
            label=label,
            choices=AgeGroup.choices,
            required=False,
            widget=forms.RadioSelect,
            help_text=_("Everybody reads the full name only of who is 18 or older."),
        )


class GuardianFields(forms.Form):
    """What a guardian agrees to; shown once it turned out that a player may be under 14 (`asks_guardian`).

    A script shows it as soon as “under 14” is chosen or a year of birth from `young_from` on is typed; until then the
    page has it hidden. `on_record` names the years of birth of players whose consent is on record: those show nothing.
    """

    on_record: tuple[str, ...] = ()

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
        self.asks_guardian = asks_guardian or (self.is_bound and "consent_contact" in self.data)

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

    def given_consent(self) -> Consent | None:
        """The consent, if the guardian was asked and agreed."""
        sent = self.cleaned_data
        if not (self.asks_guardian and sent.get("consent")):
            return None
        return Consent(GuardianConsent.How.ONLINE, sent["consent_by"], sent["consent_contact"])

    def consented(self) -> dict[str, Any]:
        """What was typed with the consent as one value."""
        values = dict(self.cleaned_data)
        del values["consent_by"], values["consent_contact"]
        return values | {"consent": self.given_consent()}
