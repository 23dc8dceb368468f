"""The base class of every endpoint of every app."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from accounts.actor import Actor
from accounts.allowances import ASK_API, spend
from accounts.api.authentication import api_actor

ROWS_OF_A_REQUEST = 100
"""This many rows of an answer cost as much as another request."""


def rows_in(answer: Any) -> int:
    """The rows of an answer: the objects in its lists, however deep these are in other objects, and not what is in a
    row. Numbers and lists of them, as a proof has, are quick to write."""
    if isinstance(answer, list):
        return sum(isinstance(row, dict) for row in answer)
    return sum(map(rows_in, answer.values())) if isinstance(answer, dict) else 0


class Endpoint(APIView):
    """A thin view: it reads the request, calls one service or query and renders the result."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Extends Django REST framework: PostgreSQL stores no NUL, so an address with one does not exist."""
        super().initial(request, *args, **kwargs)
        if any("\x00" in str(value) for value in kwargs.values()):
            raise Http404

    def rows(self, answer: Any) -> int:
        """The rows that an answer is charged for. Override it where a row holds rows of its own."""
        return rows_in(answer)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Extends Django REST framework: a long answer counts as several requests against what the visitor asks for
        next (`ROWS_OF_A_REQUEST`)."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        more = self.rows(getattr(answer, "data", None)) // ROWS_OF_A_REQUEST
        if more:
            spend(request, ASK_API, more)
        return answer

    @cached_property
    def actor(self) -> Actor:
        """The actor of the request; read once per request."""
        request: Request = self.request
        return api_actor(request)

    def sent(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """What the request's body holds, as the serializer reads it. Raises ValidationError."""
        try:
            return dict(_reader(serializer).run_validation(self.request.data))
        except ValidationError:
            serializer(data=self.request.data).is_valid(raise_exception=True)
            raise


@cache
def _reader(serializer: type[Serializer[Any]]) -> Serializer[Any]:
    """A serializer for reading alone, with nothing of any request. Making one copies all its fields."""
    return serializer()


@extend_schema(exclude=True)
class Nowhere(Endpoint):
    """Every address below the API's root that is not an endpoint: 404 as a problem, whatever the method."""

    permission_classes = []  # There is nothing to protect.

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise Http404
