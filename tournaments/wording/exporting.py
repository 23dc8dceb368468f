"""The Excel export, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {}
