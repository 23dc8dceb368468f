"""Puts `request.actor` on every request: the account, the player of the session's personal link, or both."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.functional import SimpleLazyObject

from accounts.actor import Actor
from accounts.models import Player

PLAYER_SESSION_KEY = "player_id"
PLAYER_LINK_KEY = "player_link"


def go_on_as(request: HttpRequest, player: Player) -> None:
    """Let the session stand for a player without an account, for as long as their present personal link holds."""
    request.session[PLAYER_SESSION_KEY] = player.pk
    request.session[PLAYER_LINK_KEY] = player.link_hash


def player_of(request: HttpRequest) -> Player | None:
    """The player the session stands for; nobody once a newer link, or an account, has taken the old link's place."""
    player_id = request.session.get(PLAYER_SESSION_KEY)
    player = Player.objects.filter(pk=player_id).first() if player_id else None
    if player is None or player.link_hash != request.session.get(PLAYER_LINK_KEY):
        return None
    return player


def actor_of(request: HttpRequest) -> Actor:
    """The actor of a request: an account's own player wins over the one a personal link left in the session."""
    user = request.user if request.user.is_authenticated else None
    player = Player.objects.filter(user=user).first() if user is not None else None
    player = player or player_of(request)
    return Actor(user=user, player=player)


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
