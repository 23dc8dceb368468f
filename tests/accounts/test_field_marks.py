"""Which fields of a form are marked as optional."""

from __future__ import annotations

import pytest
from django import forms

from accounts.templatetags.page import field

SIZES = [("4", "4"), ("8", "8")]


class Asked(forms.Form):
    name = forms.CharField()
    team = forms.CharField(required=False)
    size = forms.ChoiceField(choices=SIZES, required=False)
    cut = forms.ChoiceField(choices=[("", "none"), *SIZES], required=False)
    days = forms.MultipleChoiceField(choices=SIZES, required=False)


@pytest.mark.parametrize(
    ("name", "may_be_empty"), [("name", False), ("team", True), ("size", False), ("cut", True), ("days", True)]
)
def test_a_menu_in_which_something_is_always_chosen_is_not_optional(name: str, may_be_empty: bool) -> None:
    assert field(Asked()[name])["may_be_empty"] is may_be_empty
