"""`/api/v1/`: where to begin."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.problems import problems


class LinksSerializer(serializers.Serializer[Any]):
    """Addresses to go on from."""

    documentation = serializers.URLField()
    schema = serializers.URLField()
    tournaments = serializers.URLField()
    games = serializers.URLField()


class ApiRoot(Endpoint):
    """The first address of the API: links to its description and to its lists."""

    @extend_schema(
        operation_id="links",
        summary=_("Where to begin: the addresses of this description and of the lists."),
        tags=["api"],
        responses={200: LinksSerializer, **problems()},
    )
    def get(self, request: Request) -> Response:
        names = {
            "documentation": "api_docs",
            "schema": "api_schema",
            "tournaments": "api_tournaments",
            "games": "api_games",
        }
        return Response({link: request.build_absolute_uri(reverse(name)) for link, name in names.items()})
