"""Forms about people, and how any form shows why a service refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.forms import ConfirmLoginCodeForm, RequestLoginCodeForm, SignupForm
from allauth.core import context
from django import forms
from django.conf import settings
from django.contrib.auth import password_validation
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.actor import Actor
from accounts.adapter import CROWDED, SIGN_IN_WAIT, say_crowded
from accounts.age_forms import ASKS_GUARDIAN, AgeField, BirthYearField, GuardianFields
from accounts.claiming import claim_player
from accounts.consents import (
    consent_year_of,
    learn_age,
    record_consents,
    require_age_and_consent,
)
from accounts.models import Player, User
from accounts.refusals import Refusal
from accounts.services import MAX_NAME_LENGTH, ensure_player, refuse_impossible_year
from accounts.visible_names import line_problems
from accounts.ways_in import account_of_address
from accounts.wording import say_refusal

SAID_OUR_WAY = (gettext_noop("This field is required."), gettext_noop("Incorrect code."))
"""Sentences of Django and allauth that the translation says in the voice of this site."""


def add_refusal(form: forms.BaseForm, refusal: Refusal, say: Callable[[Refusal], str]) -> None:
    """Put each problem of a refusal at the field it names, or at the head of the form."""
    for problem in refusal.problems:
        form.add_error(problem.field if problem.field in form.fields else None, say(problem))


def refuse_without_lines(form: forms.BaseForm, cleaned: dict[str, Any], *fields: str) -> None:
    """Say at each of the fields what is wrong with its name, which may be left out."""
    for field in fields:
        for problem in line_problems(cleaned.get(field) or "", field=field, required=False):
            form.add_error(field, forms.ValidationError(say_refusal(problem), code=problem.code))


def refuse_without_age(
    form: GuardianFields, cleaned: dict[str, Any], *, player: Player | None, birth_year: int | None
) -> None:
    """Refuse a player who may be under 14 without a guardian's consent, and one of whom nobody says the age; `player`
    where there is one already."""
    try:
        refuse_impossible_year(birth_year)
        require_age_and_consent(player, birth_year, cleaned.get("age_group") or "", form.given_consent())
    except Refusal as refusal:
        codes = {one.code for one in refusal.problems}
        form.asks_guardian = form.asks_guardian or not codes.isdisjoint(ASKS_GUARDIAN)
        add_refusal(form, refusal, say_refusal)


class WelcomeForm(forms.Form):
    """What a one-time link asks for: the name to sign in by and a password."""

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        help_text=_("You sign in with it. Letters, digits and @ . + - _"),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least 8 characters, and not a common one."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class TokenForm(forms.Form):
    """The name of a new API token."""

    name = forms.CharField(
        label=_("What is it for?"), max_length=60, help_text=_("For example: scoreboard in the hall.")
    )


class AskForCodeForm(RequestLoginCodeForm):
    """The address to send a code to, which opens an account that is surely the reader's (`account_of_address`)."""

    def clean_email(self) -> str:
        email: str = super().clean_email()
        self._user = account_of_address(email)
        return email


class SignInCodeForm(ConfirmLoginCodeForm):
    """The code that was sent; capital and small letters and hyphens are read the same."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code from the mail")


class AccountSignupForm(GuardianFields, SignupForm):
    """Signing up with a user name, a password and the name a player plays under.

    An address is asked for where mail is sent, and may be left out; with one the password may be. Nothing of a player
    who may be under 14 is kept without a guardian's consent; who came by a link with a year of birth is not asked.
    """

    field_order = ["username", "player_name", "age_group", "birth_year", "password1", "password2", "email"]
    age_group = AgeField(_("Age of the player"))
    birth_year = BirthYearField(
        label=_("Birth year"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "bday-year", "maxlength": 6}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player_name"] = forms.CharField(
            label=_("Name you play under"),
            max_length=MAX_NAME_LENGTH,
            required=False,
            help_text=_("Shown in pairings and standings. Empty: your user name."),
        )
        if settings.MAIL_IS_SENT:
            self.fields["email"].label = _("E-mail address")
            self.fields["email"].help_text = _(
                "To sign in by a code sent there, and to set a new password. With it the password may be left out."
            )
        else:
            del self.fields["email"]
            for name in ("password1", "password2"):
                self.fields[name].required = True
        self.fields["password1"].help_text = " ".join(password_validation.password_validators_help_texts())
        player = self._by_link()
        if player is not None and (player.birth_year is not None or player.age_group):
            del self.fields["age_group"], self.fields["birth_year"]
        self.order_fields(self.field_order)

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """The fields but the guardian's, which the page has in a place of their own."""
        return [bound for bound in self.visible_fields() if bound.name not in GuardianFields.base_fields]

    def clean(self) -> dict[str, Any]:
        """The fields as they are, unless the view found that too many forms come from the visitor's address."""
        crowded = context.request.META.get(CROWDED)
        if crowded:
            context.request.META[SIGN_IN_WAIT] = crowded
            raise forms.ValidationError(say_crowded(crowded), code="crowded")
        cleaned: dict[str, Any] = super().clean()
        refuse_without_lines(self, cleaned, "username", "player_name")
        if not (cleaned.get("password1") or cleaned.get("email") or self.errors):
            self.add_error("password1", _("Choose a password, or enter an e-mail address to sign in by code."))
        if not self.errors:
            birth_year = cleaned.get("birth_year") or self._known_year()
            refuse_without_age(self, cleaned, player=self._by_link(), birth_year=birth_year)
        return cleaned

    def _by_link(self) -> Player | None:
        """The player whose personal link opened the session, if no account keeps them."""
        player: Player | None = context.request.actor.player
        return player if player is not None and player.user_id is None else None

    def _known_year(self) -> int | None:
        player = self._by_link()
        return player.birth_year if player is not None else None

    def save(self, request: HttpRequest) -> User:
        """The new account with its player: the one whose personal link opened the session, else a new one.

        An account without a password is nobody's until its address is proved: the player of the link stays out of it,
        and can be kept in one tap afterwards.
        """
        user = super().save(request)
        player = self._by_link()
        if player is None:
            player = ensure_player(user=user, name=self.cleaned_data["player_name"])
        elif user.has_usable_password():
            player = claim_player(user=user, player=player)
        learn_age(player, self.cleaned_data.get("birth_year"), self.cleaned_data.get("age_group") or "")
        agreed = [(player, consent_year_of(player))]
        record_consents(agreed, self.given_consent(), actor=Actor(user=user, player=player))
        return user
