"""Puts `request.actor` on every request: the account, the players of the session's personal links, or both."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from accounts.account_players import players_of_account
from accounts.actor import Actor
from accounts.models import User
from accounts.players_here import CHOSEN, players_of
from accounts.sessions import SessionStore


def actor_of(request: HttpRequest) -> Actor:
    """The actor of a request: the account, its players and those of this browser, of whom the one chosen last acts.

    Where none was chosen since signing in, the account's first player does.
    """
    return _actor_of(request.user if request.user.is_authenticated else None, request.session)


def actor_of_session(key: str) -> Actor:
    """Whom the browser with this session stands for at this moment, as `actor_of` its next request. Nothing is written:
    Django's own way to the account ends a session whose password was changed, and the browser would not learn of it."""
    session = SessionStore(key)
    user = User.objects.filter(pk=session[SESSION_KEY], is_active=True).first() if SESSION_KEY in session else None
    if user is not None:
        hashed = session.get(HASH_SESSION_KEY, "")
        user = user if constant_time_compare(hashed, user.get_session_auth_hash()) else None
    return _actor_of(user, session)


def _actor_of(user: User | None, session: SessionBase) -> Actor:
    kept = players_of_account(user.pk) if user is not None else []
    players = kept + [one for one in players_of(session) if one not in kept]
    chosen = session.get(CHOSEN)
    player = next((one for one in players if one.pk == chosen), players[0] if players else None)
    return Actor(user=user, player=player, others=tuple(one for one in players if one != player))


class LastingSessionMiddleware:
    """Renews the session of a phone with players, once a day, with a page of their own; stands after the session's.

    A part for htmx renews none: a cookie with it could come after that of a form sent at the same time.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        is_page = request.method == "GET" and "HX-Request" not in request.headers and answer.status_code == 200
        session = request.session
        if not (is_page and session.accessed and "no-store" in answer.get("Cache-Control", "")):
            return answer
        if isinstance(session, SessionStore) and session.renew():
            answer.set_cookie(
                settings.SESSION_COOKIE_NAME,
                str(session.session_key),
                max_age=session.get_expiry_age(),
                domain=settings.SESSION_COOKIE_DOMAIN,
                path=settings.SESSION_COOKIE_PATH,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=settings.SESSION_COOKIE_HTTPONLY,
                samesite="Lax",
            )
        return answer


class ActorMiddleware:
    """Sync middleware; must stand after the session and authentication middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.actor = SimpleLazyObject(lambda: actor_of(request))
        return self.get_response(request)


class AccountLanguageMiddleware:
    """Speaks the language an account chose on browsers that have not chosen one; stands after ActorMiddleware.

    The cookie of the language switch wins: it is what somebody chose on this very device.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.LANGUAGE_COOKIE_NAME in request.COOKIES or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return self.get_response(request)
        language = request.user.language if request.user.is_authenticated else ""
        if not language:
            return self.get_response(request)
        translation.activate(language)
        request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)
