"""Who a request comes from, as far as limits need to know: an account, a browser, or just an address.

A hall has one address, so limits by address alone stop the whole hall for what one phone does. Every browser that opens
a page with a form gets a signed cookie, which says nothing about the person; what it asks for is counted on its own.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.secrets import new_secret

IPV6_PREFIX = 64
VISITOR_COOKIE = "dueldesk_visitor"
MAX_KNOWN_ACCOUNTS = 8
"""Accounts that a browser is remembered for, the latest; a family's phone, or the desk's laptop."""

SALT = "accounts.visitors"
_YEAR = 365 * 24 * 60 * 60
_SIGNED_IN = "_signed_in_account"


def address_of(request: HttpRequest) -> str:
    """The address the request comes from; of IPv6 the network, since one visitor has all of it."""
    return network_of(str(request.META.get("REMOTE_ADDR", "")))


def network_of(address: str) -> str:
    """An address as limits count it; of IPv6 the network."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return str(IPv6Network((parsed, IPV6_PREFIX), strict=False)) if isinstance(parsed, IPv6Address) else address


def browser_of(request: HttpRequest) -> str:
    """The id of the browser's signed cookie, empty for a browser that has none yet and for a made-up one."""
    return str(_cookie(request).get("id", ""))


def has_signed_in_before(request: HttpRequest, account_id: int) -> bool:
    """Whether somebody signed in to this account with this browser before."""
    return account_id in _cookie(request).get("accounts", ())


def has_signed_in(request: HttpRequest) -> bool:
    """Whether somebody signed in to any account with this browser before."""
    return bool(_cookie(request).get("accounts"))


def remember_sign_in(request: HttpRequest, user: User) -> None:
    """Let the answer to this request remember that the browser signed in to the account."""
    request.META[_SIGNED_IN] = user.pk


def _cookie(request: HttpRequest) -> dict[str, Any]:
    try:
        value = signing.loads(request.COOKIES.get(VISITOR_COOKIE, ""), salt=SALT, max_age=_YEAR)
    except signing.BadSignature:
        return {}
    return value if isinstance(value, dict) else {}


class VisitorMiddleware:
    """Gives a browser its cookie with the first page that holds a form, and remembers sign-ins in it.

    A page with a form sets Django's cookie against forgery all the same, so no page becomes uncacheable by this one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        account = request.META.get(_SIGNED_IN)
        is_first_form = bool(request.META.get("CSRF_COOKIE_NEEDS_UPDATE")) and not browser_of(request)
        if account is not None or is_first_form:
            kept = _cookie(request)
            accounts = [one for one in kept.get("accounts", []) if one != account]
            if account is not None:
                accounts.append(account)
            value = {
                "id": kept.get("id") or new_secret(9),
                "accounts": accounts[-MAX_KNOWN_ACCOUNTS:],
            }
            answer.set_cookie(
                VISITOR_COOKIE,
                signing.dumps(value, salt=SALT, compress=True),
                max_age=_YEAR,
                httponly=True,
                samesite="Lax",
                secure=request.is_secure() or settings.SESSION_COOKIE_SECURE,
            )
        return answer
