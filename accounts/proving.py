"""Proving again who one is, before what opens an account is changed, or the account ends.

A session that was left open, or stolen, opens pages; it neither keeps the account for itself nor ends it. allauth asks
for the password or a passkey, and lets pass who has neither: here such an account is asked for a code sent to its
address, or for its WeChat, and where none of them is left nothing is changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from allauth.core.exceptions import ReauthenticationRequired
from allauth.core.internal import ratelimit
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from accounts.models import User
from accounts.ways_in import confirmed_address, passkeys_of, wechats_of

View = Callable[..., HttpResponse]
CODE = "proving_code"
"""Under which a session has the code that was sent, when, and how many wrong ones were typed."""


def proved_again(view: View | None = None, *, on_get: bool = True) -> Any:
    """Decorates a view for accounts that asks for a proof of the last five minutes first; `on_get` False: only where
    something is sent to it. Who can prove nothing reads what helps (403)."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            asks = on_get or request.method not in ("GET", "HEAD")
            refused = refuse_without_proof(request) if asks else None
            return view(request, *args, **kwargs) if refused is None else refused

        return guarded

    return decorate if view is None else decorate(view)


def refuse_without_proof(request: HttpRequest) -> HttpResponse | None:
    """The page for an account that can prove nothing; None where it was proved recently, or no account is signed in.

    Raises ReauthenticationRequired, which allauth's middleware turns into the way to a proof and back.
    """
    if not isinstance(request.user, User) or proved_recently(request):
        return None
    if not get_adapter().get_reauthentication_methods(request.user):
        return render(request, "account/no_proof.html", status=403)
    raise ReauthenticationRequired


def proved_recently(request: HttpRequest) -> bool:
    """Whether the account of this session was proved again within allauth's five minutes."""
    user = request.user if isinstance(request.user, User) else None
    proofs = [one for one in get_authentication_records(request, user) if one.get("reauthenticated")]
    return bool(proofs) and time.time() - proofs[-1]["at"] < app_settings.REAUTHENTICATION_TIMEOUT


def further_proofs(user: User) -> list[dict[str, str]]:
    """What proves an account that has neither password nor passkey, as allauth lists such ways."""
    if user.has_usable_password() or passkeys_of(user):
        return []
    found = []
    if settings.MAIL_IS_SENT and confirmed_address(user):
        found.append({"id": "code", "description": "code", "url": reverse("prove_by_code")})
    if settings.WECHAT_IS_ON and wechats_of(user):
        found.append({"id": "wechat", "description": "wechat", "url": reverse("prove_by_wechat")})
    return found


def note_proof(request: HttpRequest, user: User, method: str) -> None:
    """Keep in the session that the account was proved just now."""
    record_authentication(request, user, method=method, reauthenticated=True)


def send_proving_code(request: HttpRequest, user: User) -> bool:
    """Send a code to the confirmed address of the account, the one before counts no longer; False where too many were
    sent to it within a minute."""
    email = confirmed_address(user)
    if not ratelimit.consume(request, app="allauth.account", action="request_login_code", key=email):
        return False
    adapter = get_adapter()
    code = adapter.generate_login_code()
    request.session[CODE] = {"code": code, "at": time.time(), "wrong": 0}
    adapter.send_mail("account/email/proving_code", email, {"request": request, "code": code})
    return True


def proving_code(request: HttpRequest) -> str:
    """The code that was sent in this session and still counts; else an empty text."""
    sent = request.session.get(CODE)
    if not sent or time.time() - sent["at"] > app_settings.LOGIN_BY_CODE_TIMEOUT:
        return ""
    return str(sent["code"])


def note_wrong_code(request: HttpRequest) -> bool:
    """Count a wrong code; False if it was the last that may be typed: another has to be sent."""
    sent = request.session.get(CODE)
    if not sent:
        return False
    if sent["wrong"] + 1 >= app_settings.LOGIN_BY_CODE_MAX_ATTEMPTS:
        forget_code(request)
        return False
    request.session[CODE] = sent | {"wrong": sent["wrong"] + 1}
    return True


def forget_code(request: HttpRequest) -> None:
    """Let the code that was sent in this session count no longer."""
    request.session.pop(CODE, None)
