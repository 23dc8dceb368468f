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

from accounts.adapter import CROWDED, SIGN_IN_WAIT, say_crowded
from accounts.claiming import claim_player
from accounts.models import User
from accounts.refusals import Refusal
from accounts.services import MAX_NAME_LENGTH, ensure_player
from accounts.ways_in import account_of_address

SAID_OUR_WAY = (gettext_noop("This field is required."), gettext_noop("Incorrect code."))
"""Sentences of Django and allauth that the translation says in the voice of this site."""


def add_refusal(form: forms.BaseForm, refusal: Refusal, say: Callable[[Refusal], str]) -> None:
    """Put each problem of a refusal at the field it names, or at the head of the form."""
    for problem in refusal.problems:
        form.add_error(problem.field if problem.field in form.fields else None, say(problem))


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


class AccountSignupForm(SignupForm):
    """Signing up with a user name, a password and the name a player plays under.

    An address is asked for where mail is sent, and may be left out; with one the password may be.
    """

    field_order = ["username", "player_name", "password1", "password2", "email"]

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
        self.order_fields(self.field_order)

    def clean(self) -> dict[str, Any]:
        """The fields as they are, unless the view found that too many forms come from the visitor's address."""
        crowded = context.request.META.get(CROWDED)
        if crowded:
            context.request.META[SIGN_IN_WAIT] = crowded
            raise forms.ValidationError(say_crowded(crowded), code="crowded")
        cleaned: dict[str, Any] = super().clean()
        if not (cleaned.get("password1") or cleaned.get("email") or self.errors):
            self.add_error("password1", _("Choose a password, or enter an e-mail address to sign in by code."))
        return cleaned

    def save(self, request: HttpRequest) -> User:
        """The new account with its player: the one whose personal link opened the session, else a new one.

        An account without a password is nobody's until its address is proved: the player of the link stays out of it,
        and can be kept in one tap afterwards.
        """
        user = super().save(request)
        by_link = request.actor.player
        if by_link is not None and by_link.user_id is None:
            if user.has_usable_password():
                claim_player(user=user, player=by_link)
        else:
            ensure_player(user=user, name=self.cleaned_data["player_name"])
        return user
