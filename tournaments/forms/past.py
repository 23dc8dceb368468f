"""Asking for a past entry."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.age_forms import AgeField, BirthYearField, GuardianFields
from tournaments.join_codes import MAX_TYPED
from tournaments.services.entries.membership import MAX_LENGTH
from tournaments.services.entries.person import MAX_NAME_LENGTH


class PastEntryForm(GuardianFields):
    """Which event, and what the desk finds the entry by."""

    code = forms.CharField(
        label=_("Code of the event"),
        max_length=MAX_TYPED,
        help_text=_("The eight characters in its address, or the six on its poster."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    name = forms.CharField(
        label=_("Name in that event"),
        max_length=MAX_NAME_LENGTH,
        help_text=_("As it was entered."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    membership_id = forms.CharField(label=_("Player ID"), max_length=MAX_LENGTH * 2, required=False)
    age_group = AgeField(_("Age of the player"))
    birth_year = BirthYearField(
        label=_("Birth year"),
        required=False,
        help_text=_("If it was given then; the desk compares it."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 6}),
    )

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """The fields but the guardian's, which the page has in a place of their own."""
        return [bound for bound in self.visible_fields() if bound.name not in GuardianFields.base_fields]
