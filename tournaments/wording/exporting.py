"""The Excel export, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "exports_waiting": lambda facts: _("Your last files are still being written. Wait until one is ready."),
    "exports_of_event_waiting": lambda facts: _(
        "Files of this event are being written for others. Ask again in a minute."
    ),
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {}
