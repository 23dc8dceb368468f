"""Signing in to the API with a personal token."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.account_players import players_of_account
from accounts.actor import Actor
from accounts.models import ApiToken, User
from accounts.services import authenticate_api_token

SCHEME = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer dd_…`, RFC 6750; a wrong or ended token is 401, not an anonymous request."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != SCHEME.lower().encode():
            return None
        if len(parts) != 2:
            raise AuthenticationFailed(code="bad_token")
        token = authenticate_api_token(parts[1].decode("latin-1"))
        if token is None:
            raise AuthenticationFailed(code="bad_token")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


class TokenScheme(OpenApiAuthenticationExtension):
    """How the OpenAPI file names the token."""

    target_class = TokenAuthentication
    name = "personalToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A personal token made on the “API tokens” page."}


def api_actor(request: Request) -> Actor:
    """The actor of an API request: the account and the players it keeps, the first of them acting.

    A personal link's session counts only on the pages: the API has no CSRF check for visitors without an account.
    """
    if not request.user.is_authenticated:
        return Actor()
    players = players_of_account(request.user.pk)
    return Actor(user=request.user, player=players[0] if players else None, others=tuple(players[1:]))
