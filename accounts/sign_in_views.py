"""Signing in and up: by password, by a code sent by mail, by passkey; and proving again who one is."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.forms import SignupForm
from allauth.account.internal.flows.login_by_code import LoginCodeVerificationProcess
from allauth.account.utils import passthrough_next_redirect_url
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn import views as passkey_views
from allauth.mfa.webauthn.internal.auth import begin_authentication
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts import notices
from accounts.adapter import CROWDED, SIGN_IN_WAIT
from accounts.allowances import SIGN_IN, SIGN_UP, Allowance, spend
from accounts.models import User
from accounts.passkey_forms import say_no_passkey
from accounts.passwords import hashing_for
from accounts.proving import proved_again
from accounts.puzzles import asks_for_puzzle
from accounts.refusals import TooMany
from accounts.spare_accounts import drop_spare_account
from accounts.visitors import has_signed_in
from accounts.ways_in import account_that_proved

View = Callable[..., HttpResponse]
SPARE_ACCOUNT = "spare_account"
"""Under which a session has the account that it made for an address another account had proved; None for its own."""


def where_mail_is_sent(view: View) -> View:
    """Decorates a view that sends e-mail: on a site that sends none, 404 with the page that says what works instead."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.MAIL_IS_SENT:
            return render(request, "account/no_mail.html", status=404)
        return view(request, *args, **kwargs)

    return guarded


def within_sign_in(view: View) -> View:
    """Decorates a view that looks for an account: each request takes of the allowance for signing in."""

    @wraps(view)
    def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        seconds = spend(request, SIGN_IN)
        return too_often(request, seconds) if seconds else view(request, *args, **kwargs)

    return counted


def too_often(request: HttpRequest, seconds: int) -> HttpResponse:
    """The page that says how long to wait before trying again (429)."""
    answer = render(request, "429.html", {"seconds": seconds}, status=429)
    answer["Retry-After"] = str(seconds)
    return answer


@sensitive_post_parameters("password")
def sign_in(request: HttpRequest) -> HttpResponse:
    """allauth's page, within the visitor's allowance; 429 with the form while wrong passwords impose a wait."""
    if refused := _refused(request, SIGN_IN):
        return refused
    with hashing_for(known=has_signed_in(request)):
        answer: HttpResponse = allauth_views.login(request)
    return _with_wait(request, answer)


def _refused(request: HttpRequest, allowance: Allowance) -> HttpResponse | None:
    """The page that refuses a form beyond the visitor's allowance; None if a solved puzzle would let it pass, which the
    form itself says."""
    seconds = spend(request, allowance) if request.method == "POST" else 0
    if seconds and asks_for_puzzle(request):
        request.META[CROWDED] = seconds
        return None
    return too_often(request, seconds) if seconds else None


def _with_wait(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """The answer, as a 429 if its form says how long to wait."""
    wait = request.META.get(SIGN_IN_WAIT)
    if wait:
        answer.status_code = TooMany.http_status
        answer["Retry-After"] = str(wait)
    return answer


class SignUpView(allauth_views.SignupView):
    """allauth's page. Who leaves the password out is signed in by a code sent to the address, which proves it."""

    def form_valid(self, form: SignupForm) -> HttpResponse:
        if form.cleaned_data.get("password1"):
            answer: HttpResponse = super().form_valid(form)
            return answer
        email = form.cleaned_data["email"]
        if not ratelimit.consume(self.request, app="allauth.account", action="request_login_code", key=email):
            form.add_error("email", _("Too many codes were sent to this address. Wait a minute, then try again."))
            refused: HttpResponse = self.form_invalid(form)
            return refused
        # The code opens the account that proved the address, if one has: who has the mailbox has one account. Nothing
        # shows it to anybody else: an account of the user name is made either way, so the name is taken either way.
        made = form.save(self.request)
        proved = account_that_proved(email)
        self.request.session[SPARE_ACCOUNT] = made.pk if proved is not None else None
        LoginCodeVerificationProcess.initiate(request=self.request, user=proved or made, email=email)
        return redirect(self.passthrough_next_url(reverse("account_confirm_login_code")))


@sensitive_post_parameters("password1", "password2")
def sign_up(request: HttpRequest) -> HttpResponse:
    """The page within the visitor's allowance."""
    if refused := _refused(request, SIGN_UP):
        return refused
    return _with_wait(request, SignUpView.as_view()(request))


@where_mail_is_sent
@within_sign_in
def request_code(request: HttpRequest) -> HttpResponse:
    """Ask for a code by mail. The answer is the same whether an account has the address or not."""
    answer: HttpResponse = allauth_views.request_login_code(request)
    return answer


@where_mail_is_sent
@within_sign_in
def confirm_code(request: HttpRequest) -> HttpResponse:
    """Type the code in; after five wrong ones another has to be sent. An account made for a user name by someone whose
    address has one already is gone once that one is open."""
    answer: HttpResponse = allauth_views.confirm_login_code(request)
    if isinstance(request.user, User):
        spare = request.session.pop(SPARE_ACCOUNT, None)
        if spare is not None:
            drop_spare_account(user_id=spare, opened=request.user)
    return answer


class AddPasskeyView(passkey_views.AddWebAuthnView):
    """allauth's page, with the options for the script as one attribute, and back to the account afterwards."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        facts: dict[str, Any] = super().get_context_data(**kwargs)
        return facts | {"options": json.dumps(facts["js_data"]["creation_options"])}

    def get_success_url(self) -> str:
        return reverse("account")


class ProveByPasskeyView(passkey_views.ReauthenticateWebAuthnView):
    """allauth's page, with the options for the script as one attribute."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        facts: dict[str, Any] = super().get_context_data(**kwargs)
        return facts | {"options": json.dumps(facts["js_data"]["request_options"])}

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        notices.refused(self.request, say_no_passkey())
        return redirect(self.passthrough_next_url(reverse("mfa_reauthenticate_webauthn")))


class SignInByPasskeyView(passkey_views.LoginWebAuthnView):
    """allauth's, which keeps where the visitor wanted to go when a key is refused."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return JsonResponse({"request_options": begin_authentication(user=None)})

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        notices.refused(self.request, say_no_passkey())
        return redirect(passthrough_next_redirect_url(self.request, reverse("account_login"), REDIRECT_FIELD_NAME))


class NamePasskeyView(passkey_views.EditWebAuthnView):
    """allauth's page, and back to the account."""

    success_url = reverse_lazy("account")


class RemovePasskeyView(passkey_views.RemoveWebAuthnView):
    """allauth's page, and back to the account. The only way into it is not removed."""

    success_url = reverse_lazy("account")

    def form_valid(self, form: BaseForm) -> HttpResponse:
        User.objects.select_for_update().get(pk=self.request.user.pk)
        if not get_adapter().can_delete_authenticator(self.get_object()):
            notices.refused(self.request, _("This is the only way into your account. Set a password first."))
            return redirect("account")
        answer: HttpResponse = super().form_valid(form)
        return answer


set_password = never_cache(login_required(proved_again(allauth_views.password_set)))
name_passkey = never_cache(NamePasskeyView.as_view())
remove_passkey = never_cache(transaction.atomic(RemovePasskeyView.as_view()))
add_passkey = never_cache(login_required(proved_again(AddPasskeyView.as_view())))
prove_by_passkey = never_cache(ProveByPasskeyView.as_view())


@never_cache
@within_sign_in
def sign_in_by_passkey(request: HttpRequest) -> HttpResponse:
    """The options for the script, or with the key's answer the session. The key says whose account it is."""
    return SignInByPasskeyView.as_view()(request)
