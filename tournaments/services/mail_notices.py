"""Telling players that no mail reaches them."""

from __future__ import annotations

from django.urls import reverse

from accounts.inbox import send_notice
from accounts.models import NoticeAddress

REFUSED = "mail_refused"
"""The code of the notice."""


def notify_refused(address: NoticeAddress) -> None:
    """Say on the pages that the address is refused; one that was never confirmed says so where it was given."""
    if address.confirmed_at is not None:
        send_notice(to=address.player, code=REFUSED, path=reverse("player_notices", args=[address.player_id]))
