"""What every endpoint of every app starts from."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.actor import Actor
from accounts.api.authentication import api_actor


class Door(APIView):
    """A thin door: it reads the request, calls one service or query and prints what came back."""

    @property
    def actor(self) -> Actor:
        request: Request = self.request
        return api_actor(request)
