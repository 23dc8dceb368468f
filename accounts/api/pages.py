"""Pages of long lists: `limit` and `offset`, invalid values are refused, not ignored."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request

MAX_ROWS = 500
MAX_OFFSET = 2_000_000_000


class Pages(LimitOffsetPagination):
    """At most 500 rows a page, 50 by default; a limit of 0, a signed number or a word is 400."""

    default_limit = 50

    def get_limit(self, request: Request) -> int:
        return whole_number(request, "limit", at_least=1, at_most=MAX_ROWS, default=self.default_limit)

    def get_offset(self, request: Request) -> int:
        return whole_number(request, "offset", at_least=0, at_most=MAX_OFFSET, default=0)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        bounds = {
            "limit": {"type": "integer", "minimum": 1, "maximum": MAX_ROWS, "default": self.default_limit},
            "offset": {"type": "integer", "minimum": 0, "maximum": MAX_OFFSET, "default": 0},
        }
        return [{"name": name, "in": "query", "required": False, "schema": schema} for name, schema in bounds.items()]


def whole_number(request: Request, name: str, *, at_least: int, at_most: int, default: int) -> int:
    """A whole number of the query within bounds; ValidationError (400) for anything else."""
    sent = request.query_params.getlist(name)
    if not sent:
        return default
    if len(sent) == 1 and sent[0].isascii() and sent[0].isdigit() and at_least <= int(sent[0][:12]) <= at_most:
        return int(sent[0][:12])
    words = _("%(name)s is a whole number from %(at_least)s to %(at_most)s.")
    raise ValidationError({name: words % {"name": name, "at_least": at_least, "at_most": at_most}})
