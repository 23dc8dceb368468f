"""What every page's frame needs."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.actor import SYSTEM
from accounts.inbox import notices_of
from accounts.themes import theme_of


def page(request: HttpRequest) -> dict[str, Any]:
    """`theme` (auto, light or dark, from its cookie), `site_languages` as (code, own name) pairs, `mail_is_sent`, and
    `unread_notices`, how many notices the visitor has not read."""
    return {
        "theme": theme_of(request.COOKIES),
        "site_languages": [(code, OWN_NAMES.get(code, name)) for code, name in settings.LANGUAGES],
        "mail_is_sent": settings.MAIL_IS_SENT,
        "unread_notices": SimpleLazyObject(lambda: unread_notices(request)),
    }


def unread_notices(request: HttpRequest) -> int:
    """How many notices the visitor has not read; none for nobody. Asked by pages that show it."""
    actor = getattr(request, "actor", SYSTEM)
    return 0 if actor.is_anonymous else notices_of(actor).filter(read_at__isnull=True).count()


OWN_NAMES = {"zh-hans": "简体中文", "en": "English"}
