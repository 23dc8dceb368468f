"""What every page's frame needs."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.actor import SYSTEM
from accounts.inbox import notices_of
from accounts.passkeys import takes_passkeys
from accounts.themes import theme_of


def page(request: HttpRequest) -> dict[str, Any]:
    """`theme` (auto, light or dark, from its cookie), `site_languages` as (code, own name) pairs, `mail_is_sent`,
    `wechat_is_on`, `takes_passkeys`, `unread_notices`, how many notices the visitor has not read, and `whose_bar`
    (`name_bar`)."""
    return {
        "theme": theme_of(request.COOKIES),
        "site_languages": [(code, OWN_NAMES.get(code, name)) for code, name in settings.LANGUAGES],
        "mail_is_sent": settings.MAIL_IS_SENT,
        "wechat_is_on": settings.WECHAT_IS_ON,
        "takes_passkeys": SimpleLazyObject(lambda: takes_passkeys(request)),
        "unread_notices": SimpleLazyObject(lambda: unread_notices(request)),
        "whose_bar": SimpleLazyObject(lambda: name_bar(request)),
    }


def unread_notices(request: HttpRequest) -> int:
    """How many notices the visitor has not read; none for nobody. Asked by pages that show it."""
    actor = getattr(request, "actor", SYSTEM)
    if actor.is_anonymous:
        return 0
    if not hasattr(request, "unread_notices"):
        request.unread_notices = notices_of(actor).filter(read_at__isnull=True).count()
    return int(request.unread_notices)


def name_bar(request: HttpRequest) -> str:
    """What tells the bar on top of a page from others: the account, the players or staff link, and how many notices
    wait."""
    actor = getattr(request, "actor", SYSTEM)
    user = actor.user.pk if actor.user is not None else 0
    players = "-".join(map(str, actor.player_keys)) or 0
    link = actor.staff_pass.link if actor.staff_pass is not None else 0
    return f"{user}.{players}.{link}.{unread_notices(request)}"


OWN_NAMES = {"zh-hans": "简体中文", "en": "English"}
