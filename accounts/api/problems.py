"""The shape every error of the API has: RFC 9457 problem details with a stable code and the rule clause."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer

from accounts.api.fields import PlainSerializer

CONTENT_TYPE = "application/problem+json"


class ProblemRenderer(JSONRenderer):
    """Plain JSON, named problem+json when it carries an error."""

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
        response = (renderer_context or {}).get("response")
        if response is not None and response.status_code >= 400:
            response["Content-Type"] = CONTENT_TYPE
        return super().render(data, accepted_media_type, renderer_context)


class FieldProblemSerializer(serializers.Serializer[Any]):
    """One input that cannot be accepted."""

    field = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()


class ProblemSerializer(PlainSerializer):
    """What every error answers, RFC 9457: `code` is stable, `clause` cites the game's rules where they decide."""

    type = serializers.CharField(help_text="about:blank")
    status = serializers.IntegerField()
    title = serializers.CharField()
    detail = serializers.CharField()
    code = serializers.CharField()
    clause = serializers.CharField(allow_blank=True)
    facts = serializers.DictField(help_text="What the sentence is made of.")
    errors = FieldProblemSerializer(many=True)


def problems(*statuses: int) -> dict[Any, Any]:
    """OpenAPI responses for the statuses an endpoint may refuse with; 404 and 429 can always happen."""
    described = {
        400: "The request cannot be accepted; the problem names the field or the rule.",
        401: "The token is wrong, or signing in is required.",
        403: "The roles of the asker do not permit this.",
        404: "No such object, or not for the asker.",
        409: "The object is no longer in the state this was asked for.",
        429: "Too many requests; try again after Retry-After seconds.",
    }
    return {
        (status, CONTENT_TYPE): OpenApiResponse(ProblemSerializer, description=described[status])
        for status in sorted({*statuses, 401, 404, 429})
    }
