"""Refusals about managing games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "not_a_game_manager": lambda facts: _(
        "Only people who manage this site's games may do this. Ask the site's owner."
    ),
}
