"""Who is served in the staff's lane: browsers and programs that Django has recognised as staff's.

The event loop tells them without a database. A browser of staff has a signed cookie beside its session's; tokens of
programs are remembered by each process. Others, and those who made a cookie or a token up, wait in the
lanes of visitors, where the first answer makes staff known.
"""

from __future__ import annotations

import hashlib
import operator
import re
import time
from collections.abc import Callable

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, parse_cookie

from accounts.models import User
from accounts.process_cache import ProcessCache
from config.serving.asgi_types import Message, header
from tournaments.models import StaffMember

STAFF_COOKIE = "dueldesk_staff"
SALT = "config.serving.recognised"
COOKIE_SECONDS = 12 * 60 * 60
TOKEN_SECONDS = 10 * 60
MAX_TOKENS = 2_000
OF_STAFF = re.compile(r"/admin/|/desk/|/t/[-\w]+/(?:desk|checks|floor|calls|penalties|extra-time)/")
SIGNS_IN = "/accounts/"


class KnownTokens:
    """Whether the holders of tokens are staff, as this process saw it within `TOKEN_SECONDS`."""

    def __init__(self) -> None:
        self._found: ProcessCache[bytes, bool] = ProcessCache(max_size=MAX_TOKENS, holds=operator.gt)

    def of_staff(self, sent: bytes) -> bool | None:
        """Whether the `Authorization` header is a staff member's; None if it is not known."""
        return self._found.find_for(_digest(sent), time.monotonic())

    def remember(self, sent: bytes, is_staff: bool) -> None:
        self._found.put(_digest(sent), time.monotonic() + TOKEN_SECONDS, is_staff)


known_tokens = KnownTokens()


def has_known_token(scope: Message) -> bool:
    """Whether the request has a token that was a staff member's."""
    return bool(known_tokens.of_staff(header(scope, b"authorization")))


def has_staff_session(scope: Message) -> bool:
    """Whether the request has the session of a browser that was a staff member's."""
    cookies = parse_cookie(header(scope, b"cookie").decode("latin-1"))
    return is_proof(cookies.get(STAFF_COOKIE, ""), cookies.get(settings.SESSION_COOKIE_NAME, ""))


def proof_of(session: str) -> str:
    """The cookie's value for a session: nobody else can make it, and it is good for this session alone."""
    return signing.TimestampSigner(salt=SALT).sign(_digest(session.encode()).hex()[:24])


def is_proof(proof: str, session: str) -> bool:
    """Whether the value was made for the session, within `COOKIE_SECONDS`."""
    if not proof or not session:
        return False
    try:
        signed = signing.TimestampSigner(salt=SALT).unsign(proof, max_age=COOKIE_SECONDS)
    except signing.BadSignature:
        return False
    return signed == _digest(session.encode()).hex()[:24]


class RecognisedMiddleware:
    """Makes staff known to the event loop, with the first answer to their token, their sign-in or a page of theirs.

    Pages that everybody may read are left alone: they set no cookie.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if answer.status_code >= 400:
            return answer
        token = request.headers.get("Authorization", "").encode("latin-1", "replace")
        if token and request.path.startswith("/api/"):
            if known_tokens.of_staff(token) is None and request.user.is_authenticated:
                known_tokens.remember(token, is_staff(request.user))
        elif OF_STAFF.match(request.path) or (request.method == "POST" and request.path.startswith(SIGNS_IN)):
            self._make_browser_known(request, answer)
        return answer

    def _make_browser_known(self, request: HttpRequest, answer: HttpResponse) -> None:
        session = request.session.session_key or ""
        if is_proof(request.COOKIES.get(STAFF_COOKIE, ""), session):
            return
        user = request.user
        if session and (is_staff(user) if user.is_authenticated else request.actor.staff_pass is not None):
            answer.set_cookie(
                STAFF_COOKIE,
                proof_of(session),
                max_age=COOKIE_SECONDS,
                httponly=True,
                samesite="Lax",
                secure=request.is_secure() or settings.SESSION_COOKIE_SECURE,
            )


def is_staff(user: User) -> bool:
    """Whether the account has to do with running the site, its games or any event."""
    has_rights = user.is_staff or user.can_create_tournaments or user.can_manage_games
    return has_rights or StaffMember.objects.filter(user=user).exists()


def _digest(sent: bytes) -> bytes:
    return hashlib.sha256(sent).digest()
