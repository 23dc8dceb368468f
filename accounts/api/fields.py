"""Fields that take exactly the JSON type they say."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class Text(serializers.CharField):
    """A JSON string; a number is not taken for one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))
