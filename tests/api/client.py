"""Requests to the API as an actor."""

from __future__ import annotations

from typing import Any

from rest_framework.test import APIClient

from accounts.actor import Actor
from accounts.services import issue_api_token


class ApiAsker:
    """A client that signs in with a new personal token, or with none for an actor without an account."""

    def __init__(self, actor: Actor | None = None) -> None:
        self.client = APIClient()
        if actor is not None and actor.user is not None:
            _token, secret = issue_api_token(actor=actor, name="test")
            self.client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        return self._body(self.client.get(f"/api/v1/{path}", query), status)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        return self._body(self.client.post(f"/api/v1/{path}", body or {}, format="json"), status)

    def put(self, path: str, body: Any, status: int = 200) -> Any:
        return self._body(self.client.put(f"/api/v1/{path}", body, format="json"), status)

    def patch(self, path: str, body: Any, status: int = 200) -> Any:
        return self._body(self.client.patch(f"/api/v1/{path}", body, format="json"), status)

    def delete(self, path: str, status: int = 204) -> Any:
        return self._body(self.client.delete(f"/api/v1/{path}"), status)

    @staticmethod
    def _body(response: Any, status: int) -> Any:
        assert response.status_code == status, (response.status_code, response.content[:600])
        if status >= 400:
            assert response["Content-Type"] == "application/problem+json"
        return response.json() if response.content else None
