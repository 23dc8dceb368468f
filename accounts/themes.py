"""The colours a visitor may choose, and the cookie that keeps the choice."""

from __future__ import annotations

from collections.abc import Mapping

THEME_COOKIE = "theme"
THEMES = ("auto", "light", "dark")


def theme_of(cookies: Mapping[str, str]) -> str:
    """The theme these cookies choose: as the device has it, unless they name another."""
    theme = cookies.get(THEME_COOKIE, "")
    return theme if theme in THEMES else THEMES[0]
