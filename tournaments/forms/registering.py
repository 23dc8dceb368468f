"""Signing up for an event."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.desk.divisions import ChooseDivision
from tournaments.services.entries.person import MAX_NAME_LENGTH


class BirthYearField(forms.IntegerField):
    """A year as people type it: 2016, ２０１６, 2016年. An age or two digits are no year."""

    default_error_messages = {"invalid": _("Enter the year of birth with four digits, such as 2016.")}

    def to_python(self, value: Any) -> int | None:
        plain = unicodedata.normalize("NFKC", str(value or "")).strip().removesuffix("年").strip()
        if plain and not (len(plain) == 4 and plain.isascii() and plain.isdigit()):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return int(plain) if plain else None


class RegisterForm(ChooseDivision):
    """Who wants to play. `allow_same_name` appears only after a name was found to be taken."""

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
    allow_same_name = forms.BooleanField(label=_("I am another person of the same name"), required=False)

    def __init__(self, *args: Any, same_name: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not same_name:
            self.fields["allow_same_name"].widget = forms.HiddenInput()
