"""Joining by code, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "join_code_renewed": lambda facts: _("gave the event a new join code"),
    "joining_opened": lambda facts: _("opened joining by players"),
    "joining_closed": lambda facts: _("closed joining by players"),
}
