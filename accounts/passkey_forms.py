"""Forms of passkeys. What they get from a browser may be anything, so whatever cannot be read opens nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from cryptography.exceptions import InvalidSignature
from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext as _

from accounts.passkeys import MAX_PASSKEYS
from accounts.typed_text import one_line
from accounts.visible_names import line_problems
from accounts.ways_in import passkeys_of
from accounts.wording import say_refusal

MAX_PASSKEY_NAME = 60


def say_no_passkey() -> str:
    """What is said about a key that opens nothing, whatever the reason."""
    return _("This passkey does not open an account here. Try another, or sign in another way.")


@contextmanager
def _read_safely() -> Iterator[None]:
    """Turns what fido2 raises about an answer that no device gave, or a wrong signature, into a ValidationError."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, InvalidSignature) as error:
        raise forms.ValidationError(say_no_passkey()) from error


class KeyAnswerField(forms.JSONField):
    """What the device answered, as the script sends it."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        """Raises ValidationError for what is nested too deeply to be read, too."""
        try:
            return super().to_python(value)
        except RecursionError as error:
            raise forms.ValidationError(say_no_passkey()) from error

    def bound_data(self, data: Any, initial: Any) -> Any:
        """What is shown again in the form: nothing of what cannot be read."""
        try:
            return super().bound_data(data, initial)
        except RecursionError:
            return None


class _KeyForm(forms.Form):
    """With a field for the device's answer that reads everything."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"] = KeyAnswerField()


class SignInByPasskeyForm(_KeyForm, LoginWebAuthnForm):
    """A key that opens the account it was made for."""

    def clean_credential(self) -> Authenticator:
        with _read_safely():
            return super().clean_credential()


class ProveByPasskeyForm(_KeyForm, ReauthenticateWebAuthnForm):
    """A key of the account that is signed in."""

    def clean_credential(self) -> Authenticator:
        with _read_safely():
            return super().clean_credential()


class AddPasskeyForm(_KeyForm, AddWebAuthnForm):
    """The name of a new passkey; the script adds what the device made. It always opens the account by itself."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["name"]
        name.label = _("Name")
        name.help_text = _("For example: Mum's phone.")
        name.widget.attrs["maxlength"] = MAX_PASSKEY_NAME
        self.fields["passwordless"].widget = forms.HiddenInput()
        self.initial["passwordless"] = True

    def clean(self) -> dict[str, Any]:
        """Refuses a device that did not ask its holder, and one more than an account keeps."""
        self.cleaned_data["passwordless"] = True
        with _read_safely():
            cleaned: dict[str, Any] = super().clean() or {}
        if len(passkeys_of(self.user)) >= MAX_PASSKEYS:
            raise forms.ValidationError(
                _("An account has at most %(limit)s passkeys. Remove one first.") % {"limit": MAX_PASSKEYS}
            )
        for problem in line_problems(cleaned.get("name", ""), field="name", required=False):
            raise forms.ValidationError(say_refusal(problem), code=problem.code)
        cleaned["name"] = one_line(cleaned.get("name", ""))[:MAX_PASSKEY_NAME] or self.initial["name"]
        return cleaned


class NamePasskeyForm(EditWebAuthnForm):
    """Another name for a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["name"]
        name.label = _("Name")
        name.validators.append(MaxLengthValidator(MAX_PASSKEY_NAME))
        name.widget.attrs["maxlength"] = MAX_PASSKEY_NAME
