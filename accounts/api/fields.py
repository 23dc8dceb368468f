"""Fields that accept exactly the JSON type they declare."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop
from rest_framework import serializers

SAID_OUR_WAY = (gettext_noop("Null characters are not allowed."),)
"""Django's own sentences that this site's translation words differently."""


class PlainSerializer(serializers.Serializer[Any]):
    """A serializer whose fields may be called what REST framework calls attributes of its own.

    It collects fields apart from attributes, so that none of these is hidden; type checkers do not know that.
    """

    errors: Any
    label: Any
    source: Any


class Text(serializers.CharField):
    """A JSON string; a number is not accepted as one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))
