"""The pages of an account and of its notices as axe-core finds them, in Chinese."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.claiming import claim_player
from accounts.mail_links import confirming_secret, ending_secret
from accounts.models import NoticeAddress
from accounts.services import create_player, issue_personal_link
from tests.flows.axe import needs_axe, phone_of, violations
from tests.flows.browsers import PASSWORD, Hall
from tests.made_passkeys import make_passkey
from tests.people_and_events import enter, make_event, make_user, player_actor

pytestmark = [pytest.mark.slow, needs_axe]


def test_axe_finds_nothing_on_the_pages_of_an_account(hall: Hall, settings: Any) -> None:
    settings.MAIL_IS_SENT = settings.WECHAT_IS_ON = True
    user = make_user("parent", may_create_tournaments=False)
    passkey = make_passkey(user)
    kept, free = create_player(name="小明"), create_player(name="小红")
    claim_player(user=user, player=kept)
    assert violations(phone_of(hall), ["/accounts/login/", "/accounts/signup/", "/accounts/login/code/"]) == {}
    parent = phone_of(hall)
    parent.sign_in("parent")
    parent.page.goto(issue_personal_link(player=free))
    parent.send(parent.page.locator("main form"), button='button[value="add"]')
    again = "/accounts/reauthenticate/?next=%2Faccounts%2Fpasskeys%2Fadd%2F"
    assert violations(parent, ["/my/", "/my/account/", again]) == {}
    parent.fill(password=PASSWORD)
    parent.submit("password")
    assert parent.page.url.endswith("/accounts/passkeys/add/")
    of_one = [f"/accounts/passkeys/{passkey.pk}/{page}/" for page in ("name", "remove")]
    assert violations(parent, ["/accounts/passkeys/add/", *of_one, "/my/account/delete/"]) == {}


def test_axe_finds_nothing_where_notices_are_chosen(hall: Hall, settings: Any) -> None:
    settings.MAIL_IS_SENT = True
    (entry,) = enter(make_event(), "小明")
    phone, page = phone_of(hall, player_actor(entry)), f"/my/players/{entry.player_id}/notices/"
    now = timezone.now()
    facts = {"player": entry.player, "language": "zh-hans", "origin": "https://duel.example.org", "asked_at": now}
    assert violations(phone, [page, "/my/notices/"]) == {}
    waiting = NoticeAddress.objects.create(address="one@example.org", **facts)
    confirmed = NoticeAddress.objects.create(address="two@example.org", confirmed_at=now, failed_at=now, **facts)
    links = (
        f"/mail/confirm/{confirming_secret(waiting.pk, now)}/",
        f"/mail/end/{ending_secret(confirmed.pk)}/?kind=round",
    )
    assert violations(phone, [page, *links, "/mail/confirm/x/"]) == {}
    NoticeAddress.objects.filter(pk=confirmed.pk).update(refused_at=now, code=550)
    assert violations(phone, [page]) == {}
