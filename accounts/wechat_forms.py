"""What is asked before a WeChat that comes for the first time gets an account."""

from __future__ import annotations

from typing import Any

from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.forms import SignupForm
from django import forms
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.actor import Actor
from accounts.age_forms import AgeField, BirthYearField, GuardianFields
from accounts.consents import consent_year_of, learn_age, may_be_under_14, record_consents
from accounts.forms import refuse_without_age, refuse_without_lines
from accounts.models import User
from accounts.services import MAX_NAME_LENGTH, ensure_player


class WechatSignupForm(GuardianFields, SignupForm):
    """How old the player is; then their name, their year of birth and a guardian's consent, without which
    nothing is kept, not even who WeChat says it is."""

    age_group = AgeField(_("Age of the player"))
    birth_year = BirthYearField(
        label=_("Birth year"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "bday-year", "maxlength": 6}),
    )
    player_name = forms.CharField(
        label=_("Name you play under"),
        max_length=MAX_NAME_LENGTH,
        required=False,
        help_text=_("Shown in pairings and standings. It can wait until you join an event, unless you are under 14."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("username", "email"):
            self.fields.pop(name, None)
        self.order_fields(["age_group", "birth_year", "player_name"])

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """The fields but the guardian's, which the page has in a place of their own."""
        return [bound for bound in self.visible_fields() if bound.name not in GuardianFields.base_fields]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean()
        refuse_without_lines(self, cleaned, "player_name")
        if not self.errors:
            refuse_without_age(self, cleaned, player=None, birth_year=cleaned.get("birth_year"))
        if may_be_under_14(cleaned.get("birth_year")) and not cleaned.get("player_name") and not self.errors:
            self.add_error("player_name", self.fields["player_name"].error_messages["required"])
        return cleaned

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        """The new account; with a player where a name was typed."""
        user: User = get_adapter().save_user(request, self.sociallogin, form=None)
        if self.cleaned_data.get("player_name"):
            player = ensure_player(user=user, name=self.cleaned_data["player_name"])
            learn_age(player, self.cleaned_data.get("birth_year"), self.cleaned_data.get("age_group") or "")
            agreed = [(player, consent_year_of(player))]
            record_consents(agreed, self.given_consent(), actor=Actor(user=user, player=player))
        return user
