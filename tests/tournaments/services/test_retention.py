"""Players become anonymous some months after their last event, if the owner of the site says so."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.actor import SYSTEM, Actor
from accounts.models import Notice, Player, User
from accounts.refusals import NotAllowed, Refusal
from accounts.services import create_player, ensure_player
from jobs.kinds import KINDS
from jobs.models import Job
from jobs.services.leases import ask_hourly
from tests.background import no_worker
from tests.people_and_events import make_actor, make_event, make_user, owner_of, staff_actor
from tests.tournaments.ended_events import ended_event, same_player
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.models import JoinRequest, Registration, Tournament
from tournaments.services.entries.deciding import accept_as_other, refuse_join_request
from tournaments.services.entries.past import ask_for_past_entry
from tournaments.services.entries.registering import register_self
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


def test_requests_to_join_from_which_nobody_came_go_with_their_event() -> None:
    old, newer = make_event(name="旧赛"), make_event(name="新赛")
    for event in (old, newer):
        for name in ("李明", "王小明", "韩梅"):
            register_self(actor=SYSTEM, tournament_id=event.pk, name=name, age_group="adult")
        asked = [
            register_self(actor=SYSTEM, tournament_id=event.pk, name=name, age_group="adult").request
            for name in ("李明", "王小明", "韩梅")
        ]
        _open, no, accepted = [one.pk for one in asked if one is not None]
        refuse_join_request(actor=owner_of(event), request_id=no, reason="王小明不是本人")
        accept_as_other(actor=owner_of(event), request_id=accepted)
    months_ago(old, 13)
    erase_old_players()
    assert JoinRequest.objects.count() == 6, "without the setting nothing goes"
    set_retention(actor=site_owner(), months=14)
    erase_old_players()
    assert JoinRequest.objects.count() == 6, "not yet"
    set_retention(actor=site_owner(), months=12)
    erase_old_players()
    assert not old.join_requests.exists()
    assert newer.join_requests.count() == 3
    refused = old.log.get(verb="join_refused")
    assert (refused.facts["name"], refused.facts["reason"]) == ("–", "")
    names = [line.facts["name"] for line in old.log.filter(verb="join_asked").order_by("pk")]
    assert names[:2] == ["–", "–"]
    assert "韩梅" not in names[2], "erased with the player who was entered from it"
    assert "王小明" in str(newer.log.get(verb="join_refused").facts)
    page = browser(owner_of(old)).get(f"/t/{old.code}/desk/log/")
    assert_clean(page)


def test_a_fresh_question_about_an_old_event_is_kept_until_its_own_time() -> None:
    old = months_ago(ended_event(make_actor(), "久别"), 13)
    user = make_user("parent")
    asked = ask_for_past_entry(actor=Actor(user=user), tournament_id=old.pk, name="谁", age_group="adult").request
    owner = owner_of(old).user
    assert owner is not None
    set_retention(actor=site_owner(), months=12)
    erase_old_players()
    assert old.join_requests.get() == asked
    assert Notice.objects.filter(user=owner, code="join_asked", read_at=None).exists()
    JoinRequest.objects.update(asked_at=timezone.now() - timedelta(days=31 * 13))
    erase_old_players()
    assert not old.join_requests.exists()
    assert not Notice.objects.filter(user=owner, code="join_asked", read_at=None).exists(), "nothing waits any more"


def test_who_never_entered_an_event_goes_too_and_so_does_an_account_nobody_uses() -> None:
    long_ago = timezone.now() - timedelta(days=31 * 13)
    lost, new = create_player(name="从没参赛"), create_player(name="刚来")
    kept = make_user("kept", may_create_tournaments=False, last_login=long_ago)
    own = ensure_player(user=kept, name="账号选手")
    Player.objects.filter(pk__in=(lost.pk, own.pk)).update(created_at=long_ago)
    make_user("alone", may_create_tournaments=False)
    fresh = make_user("fresh", may_create_tournaments=False, last_login=timezone.now())
    staff = staff_actor(make_event(), "judge").user
    User.objects.exclude(pk=fresh.pk).update(date_joined=long_ago)
    make_user("newcomer", may_create_tournaments=False)
    assert erase_old_players() == 0
    set_retention(actor=site_owner(), months=12)
    assert erase_old_players() == 2
    assert set(Player.objects.filter(erased_at=None).values_list("name", flat=True)) == {new.name}
    for name in ("kept", "alone"):
        assert not User.objects.filter(username=name).exists(), name
    assert User.objects.filter(pk=staff.pk, is_active=True).exists()
    assert User.objects.filter(username__in=("fresh", "newcomer"), is_active=True).count() == 2
    assert erase_old_players() == 0


def test_an_account_whose_code_nobody_typed_is_gone_after_a_day() -> None:
    def made(name: str, *, verified: bool = False, **facts: object) -> User:
        user = User.objects.create_user(name, **facts)
        EmailAddress.objects.create(user=user, email=f"{name}@example.org", verified=verified)
        ensure_player(user=user, name=f"{name}的名字")
        return user

    made("spare"), made("proved", verified=True), made("password", password="a fine long one")
    made("came", last_login=timezone.now())
    by_owner = User.objects.create_user("owned")
    User.objects.update(date_joined=timezone.now() - timedelta(days=2))
    made("today")
    KINDS[RETAIN].run(0)
    assert set(User.objects.values_list("username", flat=True)) == {"proved", "password", "came", "owned", "today"}
    assert not Player.objects.filter(name="spare的名字").exists()
    assert by_owner.is_active
