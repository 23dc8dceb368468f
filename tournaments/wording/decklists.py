"""Decklists, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {}
