"""Notices by e-mail, as tests send and receive them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.inbox import send_notice
from accounts.mails import send_due_mails
from accounts.models import Notice, NoticeAddress, Player, QueuedMail
from tournaments.services.mail_notices import notify_refused
from tournaments.wording.mails import say_mail

ORIGIN = "https://duel.example.org"
WORDS = {"event": "x", "text": "y", "corrected": False}


def gets(player: Player, address: str, language: str = "en", **facts: Any) -> NoticeAddress:
    """A confirmed address of the player's."""
    now = timezone.now()
    facts = {"confirmed_at": now, "asked_at": now, "language": language, "origin": ORIGIN} | facts
    return NoticeAddress.objects.create(player=player, address=address, **facts)


def send() -> None:
    """Send what is due."""
    send_due_mails(say_mail, notify_refused)


def tell(player: Player) -> Notice:
    """A notice that goes to every confirmed address of the player."""
    return send_notice(to=player, code="announcement", path="/t/x/", **WORDS)


def time_passes(seconds: int) -> None:
    """Waiting mails are due so much earlier."""
    for one in QueuedMail.objects.all():
        QueuedMail.objects.filter(pk=one.pk).update(due_at=one.due_at - timedelta(seconds=seconds))
