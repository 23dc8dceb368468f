"""Notices on locked phones, as tests send and receive them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from accounts.models import QueuedPush
from accounts.pushes import send_due_pushes
from accounts.subscribing import subscribe
from tests.people_and_events import player_actor
from tests.phones import Phone, PushService, make_phone
from tournaments.wording.pushes import say_push


def at(service: PushService, entry: Any, language: str = "en", phone: Phone | None = None) -> Phone:
    """A phone that shows the notices of the entry's player."""
    phone = phone or make_phone(service.origin)
    subscribe(actor=player_actor(entry), player_id=entry.player_id, language=language, **phone.sent)
    return phone


def send() -> None:
    """Send what is due."""
    send_due_pushes(say_push)


def time_passes(seconds: int) -> None:
    """Waiting messages are due so much earlier."""
    for one in QueuedPush.objects.all():
        QueuedPush.objects.filter(pk=one.pk).update(due_at=one.due_at - timedelta(seconds=seconds))
