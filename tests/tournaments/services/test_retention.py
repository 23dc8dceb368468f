"""Players become anonymous some months after their last event, if the owner of the site says so."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import Player
from accounts.refusals import NotAllowed, Refusal
from jobs.kinds import KINDS
from jobs.models import Job
from jobs.services.leases import ask_hourly
from tests.background import no_worker
from tests.people_and_events import make_actor, make_user
from tests.tournaments.ended_events import ended_event, same_player
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.models import Registration, Tournament
from tournaments.services.retention import RETAIN, erase_old_players, months_kept, set_retention

pytestmark = pytest.mark.django_db


def months_ago(event: Tournament, months: int) -> Tournament:
    Tournament.objects.filter(pk=event.pk).update(starts_at=timezone.now() - timedelta(days=31 * months))
    return event


def site_owner() -> Actor:
    return Actor(user=make_user(is_superuser=True))


def names() -> set[str]:
    return set(Registration.objects.filter(is_anonymous=False).values_list("name", flat=True))


def test_those_go_whose_last_event_is_long_ago_and_nobody_else() -> None:
    owner = make_actor()
    months_ago(ended_event(owner, "久别", "常来", "登录", "未来"), 30)
    newer = months_ago(ended_event(owner, "常来"), 3)
    coming = ended_event(owner, "未来", "后来")
    old = Tournament.objects.earliest("pk")
    for event in (newer, coming):
        for entry in event.registrations.all():
            before = old.registrations.filter(name=entry.name).first()
            if before is not None:
                same_player(before, entry)
    Tournament.objects.filter(pk=coming.pk).update(phase="registration", starts_at=timezone.now() + timedelta(days=9))
    signed_in = Player.objects.get(registrations__tournament=old, registrations__name="登录")
    signed_in.user = make_user(last_login=timezone.now())
    signed_in.save()
    assert erase_old_players() == 0
    assert months_kept() is None
    set_retention(actor=site_owner(), months=24)
    KINDS[RETAIN].run(0)
    assert names() == {"常来", "登录", "未来", "后来"}
    assert old.registrations.filter(is_anonymous=True).count() == 1
    assert erase_old_players() == 0


def test_an_event_that_runs_is_waited_for() -> None:
    event = months_ago(ended_event(make_actor(), "甲", "乙"), 30)
    Tournament.objects.filter(pk=event.pk).update(phase="swiss")
    set_retention(actor=site_owner(), months=12)
    assert erase_old_players() == 0


def test_only_the_sites_owner_says_so_within_bounds() -> None:
    with pytest.raises(NotAllowed):
        set_retention(actor=make_actor(), months=12)
    for months in (0, 121):
        with pytest.raises(Refusal, match="retention_months"):
            set_retention(actor=site_owner(), months=months)
    set_retention(actor=site_owner(), months=12)
    set_retention(actor=site_owner(), months=None)
    assert months_kept() is None


def test_the_workers_ask_for_it_by_the_hour_once() -> None:
    with no_worker():
        ask_hourly()
        ask_hourly()
    assert Job.objects.filter(kind=RETAIN, subject=0).count() == 1


@pytest.mark.language("en")
def test_who_would_go_is_seen_before_it_is_saved() -> None:
    months_ago(ended_event(make_actor(), "久别"), 30)
    client = browser(site_owner())
    assert_clean(client.get("/desk/retention/"))
    client.post("/desk/retention/", {"months": "12", "action": "keep", "looked_at": ""})
    assert months_kept() is None, "nobody looked at these months"
    page = client.post("/desk/retention/", {"months": "12"})
    assert_clean(page)
    assert "久别" in words_of(page)
    assert "1 player would be made anonymous now" in words_of(page)
    client.post("/desk/retention/", {"months": "12", "action": "keep", "looked_at": "12"})
    assert months_kept() == 12
