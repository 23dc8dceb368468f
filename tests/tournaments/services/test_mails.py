"""Notices by e-mail: sent by a mail server of the test's own, once each, and read as they arrive."""

from __future__ import annotations

import re
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.inbox import put_away, send_notice, send_notices, switch_notices
from accounts.mails import SEND_MAILS
from accounts.models import Notice, NoticeAddress, Player, QueuedMail
from jobs.models import Job
from tests.mailboxes import MailServer
from tests.mailed_notices import ORIGIN, WORDS, gets, send, tell
from tests.people_and_events import enter, make_event, owner_of, player_actor
from tests.running_events import publish, start_event
from tournaments.services.announcements import announce, take_down
from tournaments.services.round_notices import notify_round

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def test_a_round_reaches_each_mailbox_in_its_language(server: MailServer) -> None:
    event = start_event(4)
    one, other = (entry.player for entry in event.registrations.order_by("pk")[:2])
    gets(one, "one@example.org")
    gets(other, "other@example.org", "zh-hans")
    notify_round(publish(event).pk)
    assert Job.objects.filter(kind=SEND_MAILS, subject=0).exists()
    assert server.received == []
    send()
    (mail,) = server.mails_to("one@example.org")
    body = mail.get_content()
    assert mail["Subject"].startswith(f"{event.name}, round 1: table ")
    assert mail["From"] == "DuelDesk <desk@duel.example.org>"
    assert f"{ORIGIN}/t/{event.code}/pairings/1/" in body
    assert one.name not in mail["Subject"] + body
    assert mail["Auto-Submitted"] == "auto-generated"
    end = re.fullmatch(r"<(https://duel\.example\.org/mail/end/[^/]+/)>", mail["List-Unsubscribe"].strip())
    assert end is not None
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"{end[1]}?kind=round" in body
    assert "第 1 轮" in server.mails_to("other@example.org")[0].get_content()
    assert server.connections == 1
    assert not QueuedMail.objects.exists()
    send()
    assert len(server.received) == 2


def test_a_notice_that_cannot_be_put_into_words_does_not_hold_up_the_others(server: MailServer) -> None:
    one, two = (entry.player for entry in enter(make_event(), "甲", "乙"))
    for player, address in ((one, "a@example.org"), (two, "b@example.org")):
        gets(player, address)
    send_notice(to=one, code="announcement")
    tell(two)
    send()
    assert [to for to, _text in server.received] == ["b@example.org"]
    assert not QueuedMail.objects.exists()


def test_one_click_is_offered_over_https_alone(server: MailServer) -> None:
    (entry,) = enter(make_event(), "甲")
    gets(entry.player, "one@example.org", origin="http://192.0.2.7:8000")
    tell(entry.player)
    send()
    (mail,) = server.mails_to("one@example.org")
    assert mail["List-Unsubscribe"].strip().startswith("<http://192.0.2.7:8000/mail/end/")
    assert mail["List-Unsubscribe-Post"] is None


@pytest.mark.parametrize("way", ["off", "unconfirmed", "refused", "switched off"])
def test_what_is_not_wanted_is_not_queued(server: MailServer, settings: Any, way: str) -> None:
    (entry,) = enter(make_event(), "甲")
    settings.MAIL_IS_SENT = way != "off"
    facts = {"unconfirmed": {"confirmed_at": None}, "refused": {"refused_at": timezone.now()}}.get(way, {})
    gets(entry.player, "one@example.org", **facts)
    if way == "switched off":
        switch_notices(actor=player_actor(entry), player_id=entry.player_id, off={"mail": ["announcement"]})
    tell(entry.player)
    assert not QueuedMail.objects.exists()


def test_each_way_is_switched_by_itself_and_what_waits_is_taken_back(server: MailServer) -> None:
    (entry,) = enter(make_event(), "甲")
    gets(entry.player, "one@example.org")
    switch_notices(actor=player_actor(entry), player_id=entry.player_id, off={"page": ["announcement"]})
    assert tell(entry.player).read_at is not None
    assert QueuedMail.objects.count() == 1
    switch_notices(actor=player_actor(entry), player_id=entry.player_id, off={"mail": ["announcement"]})
    assert not QueuedMail.objects.exists()


def test_nothing_is_sent_of_what_is_rolled_back_too_old_read_or_taken_down(server: MailServer) -> None:
    event = make_event()
    (entry,) = enter(event, "甲")
    gets(entry.player, "one@example.org")
    with transaction.atomic():
        announce(actor=owner_of(event), tournament_id=event.pk, text="午休")
        transaction.set_rollback(True)
    assert not QueuedMail.objects.exists()
    old = send_notice(to=entry.player, code="seat_moved", event="x", round=1, table=2, opponent="y")
    Notice.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(hours=1))
    send()
    assert not QueuedMail.objects.exists()
    tell(entry.player)
    put_away(actor=player_actor(entry))
    made = announce(actor=owner_of(event), tournament_id=event.pk, text="午休")
    take_down(actor=owner_of(event), announcement_id=made.pk, reason="错了")
    send()
    assert server.received == []


def test_a_mailbox_of_several_children_says_whose_notice_it_is(server: MailServer) -> None:
    event = make_event()
    born = timezone.localdate().year - 9
    first, second = (enter(event, name, birth_year=born)[0].player for name in ("王子轩", "李子涵"))
    for player in (first, second):
        gets(player, "parent@example.org", "zh-hans")
    tell(first)
    send()
    (mail,) = server.mails_to("parent@example.org")
    assert mail["Subject"].startswith("王＊＊ · ")
    assert "王子轩" not in mail["Subject"] + mail.get_content()
    third = enter(event, "王梓涵", birth_year=born)[0].player
    gets(third, "parent@example.org", "zh-hans")
    tell(first)
    tell(second)
    send()
    subjects = [mail["Subject"].split(" · ")[0] for mail in server.mails_to("parent@example.org")[1:]]
    assert subjects == ["王子轩", "李＊＊"], "two of them would be masked alike"


def test_of_a_deck_a_mail_says_only_that_there_is_something_and_no_name_breaks_its_head(server: MailServer) -> None:
    (entry,) = enter(make_event(), "甲")
    gets(entry.player, "one@example.org")
    facts = {"event": "x", "cards": ["HBU01-A01"], "was_legal": True, "legal": False}
    send_notice(to=entry.player, code="verdict_changed", path="/deck/1/", **facts)
    send_notice(
        to=entry.player, code="announcement", event="x", text="a\nBcc: b@example.org\n" + 200 * "c", corrected=False
    )
    send()
    deck, long = server.mails_to("one@example.org")
    assert deck["Subject"] == "Something about your deck. Open to read it."
    assert "HBU01-A01" not in deck.get_content()
    assert long["Bcc"] is None
    assert len(long["Subject"].strip()) == 90


def test_a_published_round_is_mailed_by_a_real_worker(server: MailServer, celery_worker: Any) -> None:
    event = start_event(4)
    addresses = [gets(one.player, f"p{one.pk}@example.org").address for one in event.registrations.all()]
    publish(event)
    pause = Event()
    for _ in range(3_000):
        if len(server.received) >= len(addresses):
            break
        pause.wait(0.02)
    assert sorted(to for to, _mail in server.received) == sorted(addresses)


def test_a_large_field_costs_the_sender_of_notices_a_few_statements(
    server: MailServer, django_assert_max_num_queries: Any
) -> None:
    players = Player.objects.bulk_create(Player(name=f"P{number}") for number in range(600))
    now = timezone.now()
    NoticeAddress.objects.bulk_create(
        NoticeAddress(
            player=player,
            address=f"{player.pk}@example.org",
            language="en",
            origin=ORIGIN,
            asked_at=now,
            confirmed_at=now,
        )
        for player in players
    )
    with django_assert_max_num_queries(14):
        send_notices(((player, WORDS) for player in players), code="announcement")
    assert QueuedMail.objects.count() == 600
    assert server.received == []
    with django_assert_max_num_queries(600 * 5 + 40):
        send()
    assert len(server.received) == 600
    assert server.connections == 1


def test_a_log_line_names_no_address(server: MailServer, caplog: pytest.LogCaptureFixture) -> None:
    (entry,) = enter(make_event(), "甲")
    gets(entry.player, "secret@example.org")
    server.answers["secret@example.org"] = "550 5.1.1 secret@example.org is unknown"
    tell(entry.player)
    with caplog.at_level("DEBUG"):
        send()
    assert "mail_not_sent" in caplog.text
    assert "secret@" not in "".join(
        str(record.__dict__) for record in caplog.records if record.name != "django.db.backends"
    )
