"""A child whose year of birth became known later: nothing is sent to phone or mailbox until a guardian agrees."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.actor import SYSTEM
from accounts.consents import Consent, record_consents
from accounts.inbox import send_notice
from accounts.models import NoticeAddress, PushSubscription, QueuedMail, QueuedPush
from tests.people_and_events import enter, make_event
from tests.web.public.visiting import some_years_ago

pytestmark = pytest.mark.django_db


def test_a_notice_leaves_the_site_only_once_a_guardian_has_agreed(settings: Any, monkeypatch: Any) -> None:
    settings.MAIL_IS_SENT = True
    monkeypatch.setattr("accounts.pushes.is_push_on", lambda: True)
    (entry,) = enter(make_event(), "小明")
    player, now = entry.player, timezone.now()
    NoticeAddress.objects.create(
        player=player, address="a@example.org", language="en", origin="http://x", asked_at=now, confirmed_at=now
    )
    PushSubscription.objects.create(
        player=player, endpoint="https://push.example.org/a", p256dh="a", auth="b", language="en", phone=""
    )
    player.birth_year = some_years_ago(10)
    player.save()

    def tell() -> tuple[int, int]:
        send_notice(to=player, code="announcement", path="/my/", text="午休", event="周末赛", tournament="周末赛")
        return QueuedMail.objects.count(), QueuedPush.objects.count()

    assert tell() == (0, 0)
    record_consents([(player, player.birth_year)], Consent(how="online"), actor=SYSTEM)
    assert tell() == (1, 1)
    player.birth_year = some_years_ago(20)
    player.save()
    assert tell() == (2, 2)
