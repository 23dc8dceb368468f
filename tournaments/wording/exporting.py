"""The Excel export, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "exports_waiting": lambda facts: _("Your last files are still being written. Wait until one is ready."),
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {}
