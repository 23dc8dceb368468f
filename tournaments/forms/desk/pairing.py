"""How rounds are paired and tables numbered, as entered with a tournament's other settings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament

USUAL = {
    "team_policy": Tournament.TeamPolicy.AVOID.value,
    "pairing_order": Tournament.PairingOrder.RANDOM.value,
    "first_table": 1,
}


class PairingForm(forms.Form):
    """The folded part of the settings; what is left empty in it stays as it is."""

    team_policy = forms.ChoiceField(label=_("Players of one team against each other"), choices=Tournament.TeamPolicy)
    team_rounds = forms.IntegerField(
        label=_("Only in the first rounds"), min_value=1, max_value=30, required=False, help_text=_("Empty: always.")
    )
    pairing_order = forms.ChoiceField(label=_("Among equal points"), choices=Tournament.PairingOrder)
    first_table = forms.IntegerField(label=_("First table"), min_value=1, max_value=9999)
    table_ranges = forms.CharField(
        label=_("Tables to fill first"),
        max_length=200,
        required=False,
        help_text=_("Such as 21-40, 51: in this order, then on from the first table."),
    )
    only_listed_tables = forms.BooleanField(
        label=_("There are no other tables"),
        required=False,
        help_text=_("A round with more matches than tables is not paired then."),
    )
    feature_tables = forms.CharField(
        label=_("Feature tables"),
        max_length=200,
        required=False,
        help_text=_("Such as 1, 50: marked everywhere, and the best pairings sit there first."),
    )
    blocked_tables = forms.CharField(
        label=_("Tables not to use"), max_length=200, required=False, help_text=_("Such as 13, 14-16.")
    )
    avoid_same_table = forms.BooleanField(
        label=_("Nobody sits at the same table twice if others can"), required=False, initial=True
    )

    @property
    def has_pairing_errors(self) -> bool:
        """Whether something is wrong in the part that is folded away."""
        return not self.errors.keys().isdisjoint(PairingForm.base_fields)

    def full_clean(self) -> None:
        """Fields left empty or not sent keep their value."""
        if self.is_bound:
            sent: Any = self.data
            sent = sent.copy()
            for name, value in USUAL.items():
                sent[name] = sent.get(name) or self.initial.get(name) or value
            self.data = sent
        super().full_clean()


class LateSeatForm(forms.Form):
    """Who came late and whom of those with the bye they are to play, while that is asked about."""

    late = forms.IntegerField(widget=forms.HiddenInput)
    opponent = forms.IntegerField(widget=forms.HiddenInput)
