"""The site as a web process serves it. It reads models: Django has to be set up before this is imported."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from config.celery import ask_hastily
from config.serving.front import Front
from config.warm_up import keep_cards_ready
from tournaments.marks import channel
from tournaments.queries.event_news import event_news
from tournaments.queries.own_sessions import sessions_with
from tournaments.queries.seating import seating_of
from tournaments.queries.versions import marks_of


def front_of(django: Any) -> Front:
    """What answers in front of Django's WSGI application, with searches and judging kept ready beside it."""
    ask_hastily()
    return Front(
        django,
        read_marks=marks_of,
        read_seating=seating_of,
        read_news=event_news,
        read_owners=sessions_with,
        channel=channel(),
        redis_url=settings.REDIS_URL,
        beside=keep_cards_ready,
    )
