"""What every page's frame needs."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

THEME_COOKIE = "theme"
THEMES = ("auto", "light", "dark")


def page(request: HttpRequest) -> dict[str, Any]:
    """`theme` (auto, light or dark, from its cookie), `site_languages` as (code, own name) pairs, `mail_is_sent`."""
    theme = request.COOKIES.get(THEME_COOKIE, "auto")
    return {
        "theme": theme if theme in THEMES else "auto",
        "site_languages": [(code, OWN_NAMES.get(code, name)) for code, name in settings.LANGUAGES],
        "mail_is_sent": settings.MAIL_IS_SENT,
    }


OWN_NAMES = {"zh-hans": "简体中文", "en": "English"}
