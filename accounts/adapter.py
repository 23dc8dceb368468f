"""How signing in with a password is guarded, and how one proves it again: what allauth asks its adapter."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import ngettext

from accounts.models import User
from accounts.proving import further_proofs
from accounts.puzzles import asks_for_puzzle
from accounts.wrong_passwords import note_failure, note_success, seconds_to_wait

SIGN_IN_WAIT = "sign_in_wait"
"""The key of `request.META` under which the view finds how long the visitor has to wait."""

CROWDED = "sign_in_crowded"
"""The key under which a view says that the address has used up what it may do, and for how many seconds."""


def say_crowded(seconds: int) -> str:
    """Why a form of an address that has used up its allowance is not taken, and what takes it."""
    return ngettext(
        "Too many forms are being sent from your network at once. Your device solves a small puzzle first, "
        "then send the form again; otherwise wait %(seconds)s second.",
        "Too many forms are being sent from your network at once. Your device solves a small puzzle first, "
        "then send the form again; otherwise wait %(seconds)s seconds.",
        seconds,
    ) % {"seconds": seconds}


def say_guessed(seconds: int) -> str:
    """Why a password is not checked while others behind the address guess, and what lets it be checked."""
    return ngettext(
        "Wrong passwords were tried for this account from your network. Your device solves a small puzzle "
        "first, then type the password again; otherwise wait %(seconds)s second.",
        "Wrong passwords were tried for this account from your network. Your device solves a small puzzle "
        "first, then type the password again; otherwise wait %(seconds)s seconds.",
        seconds,
    ) % {"seconds": seconds}


class AccountAdapter(DefaultAccountAdapter):
    """allauth's own, with `accounts.wrong_passwords` in place of its count of failures, which locks accounts."""

    def get_login_stages(self) -> list[str]:
        """allauth's, without a second factor: a passkey is a way in of its own, and the password one without it."""
        return [stage for stage in super().get_login_stages() if not stage.startswith("allauth.mfa.")]

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """allauth's, and for an account that has none of them a code by mail and its WeChat."""
        found: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return found or (further_proofs(user) if user.is_authenticated else [])

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Raises ValidationError while this visitor has to wait; the password is then not checked."""
        if crowded := request.META.get(CROWDED):
            request.META[SIGN_IN_WAIT] = crowded
            raise ValidationError(say_crowded(crowded), code="crowded")
        wait = seconds_to_wait(request, str(credentials.get("username", "")))
        if wait:
            request.META[SIGN_IN_WAIT] = wait
            if asks_for_puzzle(request):
                raise ValidationError(say_guessed(wait), code="too_many_wrong_passwords")
            words = ngettext(
                "Too many wrong passwords for this account from here. Try again in %(seconds)s second.",
                "Too many wrong passwords for this account from here. Try again in %(seconds)s seconds.",
                wait,
            )
            raise ValidationError(words % {"seconds": wait}, code="too_many_wrong_passwords")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """The account of a right password; its failures from here are forgotten."""
        user: User | None = super().authenticate(request, **credentials)
        if user is not None:
            note_success(request, user.get_username())
        return user

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the failure."""
        note_failure(request, str(credentials.get("username", "")))
