"""Notices by e-mail that a server refuses, or takes late, or not at all, and two workers at once."""

from __future__ import annotations

from datetime import timedelta
from threading import Event, Thread
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from accounts.mail_service import Mail, Postbox
from accounts.mails import CLAIM_LASTS, MAX_TRIES, SEND_MAILS
from accounts.models import QueuedMail
from jobs.models import Job
from tests.background import no_worker
from tests.mailboxes import MailServer
from tests.mailed_notices import gets, send, tell, time_passes
from tests.people_and_events import enter, make_event

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def test_a_refused_address_gets_no_more_and_the_player_reads_why(server: MailServer) -> None:
    one, other = (entry.player for entry in enter(make_event(), "甲", "乙"))
    dead = gets(one, "gone@example.org")
    gets(other, "other@example.org")
    server.answers["gone@example.org"] = "550 5.1.1 no such user"
    for player in (one, one, other):
        tell(player)
    send()
    assert [to for to, _mail in server.received] == ["other@example.org"], "one bad address does not stop the others"
    dead.refresh_from_db()
    assert (dead.refused_at is not None, dead.code) == (True, 550)
    assert one.notices.filter(code="mail_refused", path=f"/my/players/{one.pk}/notices/").count() == 1
    assert not QueuedMail.objects.exists()
    tell(one)
    assert not QueuedMail.objects.exists()


@pytest.mark.parametrize(
    ("reply", "is_of_address"),
    [
        ("550 no such user", True),
        ("553 5.1.3 bad address", True),
        ("550 5.2.1 mailbox disabled", True),
        ("550 5.7.1 relaying denied", False),
        ("550 relay access denied", False),
        ("550 5.1.8 sender unknown", False),
        ("552 5.2.2 mailbox full", False),
        ("554 5.7.1 spam", False),
    ],
)
def test_a_server_that_refuses_the_site_does_not_make_addresses_wrong(
    server: MailServer, reply: str, is_of_address: bool
) -> None:
    (entry,) = enter(make_event(), "甲")
    address = gets(entry.player, "one@example.org")
    server.answers["one@example.org"] = reply
    tell(entry.player)
    send()
    address.refresh_from_db()
    assert (address.refused_at is not None, address.failed_at is not None) == (is_of_address, not is_of_address)
    assert not QueuedMail.objects.exists()
    del server.answers["one@example.org"]
    tell(entry.player)
    send()
    assert len(server.received) == (0 if is_of_address else 1)
    address.refresh_from_db()
    assert address.failed_at is None


@pytest.mark.parametrize("where", ["recipient", "text"])
def test_what_cannot_be_taken_now_is_tried_again_and_given_up_in_the_end(server: MailServer, where: str) -> None:
    (entry,) = enter(make_event(), "甲")
    address = gets(entry.player, "one@example.org")
    replies = server.answers if where == "recipient" else server.to_text
    replies["one@example.org"] = "451 4.7.1 greylisted"
    tell(entry.player)
    send()
    queued = QueuedMail.objects.get()
    assert (queued.tries, queued.claimed_at) == (1, None)
    assert Job.objects.get(kind=SEND_MAILS).due_at == queued.due_at
    send()
    assert QueuedMail.objects.get().tries == 1, "it is not due yet"
    time_passes(60)
    del replies["one@example.org"]
    send()
    assert len(server.received) == 1
    replies["one@example.org"] = "451 4.7.1 greylisted"
    tell(entry.player)
    for number in range(1, MAX_TRIES + 1):
        assert QueuedMail.objects.count() == 1, number
        send()
        time_passes(86_400)
    assert not QueuedMail.objects.exists()
    address.refresh_from_db()
    assert (address.failed_at is not None, address.refused_at) == (True, None)


@pytest.mark.parametrize("trouble", ["421 too many", "drop"])
def test_a_server_that_hangs_up_is_left_alone_for_a_minute(server: MailServer, trouble: str) -> None:
    one, other = (entry.player for entry in enter(make_event(), "甲", "乙"))
    gets(one, "one@example.org")
    gets(other, "other@example.org")
    server.answers["one@example.org"] = trouble
    tell(one)
    tell(other)
    send()
    assert server.received == []
    assert QueuedMail.objects.count() == 2
    wait = Job.objects.get(kind=SEND_MAILS).due_at - timezone.now()
    assert timedelta(seconds=40) < wait <= timedelta(seconds=60)
    send()
    assert [to for to, _mail in server.received] == ["other@example.org"], "one mail does not keep the others waiting"


def test_a_server_that_is_away_keeps_everything_waiting(server: MailServer, settings: Any) -> None:
    (entry,) = enter(make_event(), "甲")
    gets(entry.player, "one@example.org")
    settings.EMAIL_PORT = 1
    tell(entry.player)
    send()
    assert QueuedMail.objects.get().claimed_at is None
    settings.EMAIL_PORT = server.port
    time_passes(60)
    send()
    assert len(server.received) == 1


def test_a_text_whose_receipt_nobody_knows_is_not_sent_again(server: MailServer) -> None:
    (entry,) = enter(make_event(), "甲")
    gets(entry.player, "one@example.org")
    server.to_text["one@example.org"] = "drop"
    tell(entry.player)
    send()
    assert not QueuedMail.objects.exists()
    del server.to_text["one@example.org"]
    tell(entry.player)
    send()
    assert len(server.received) == 1


def test_a_worker_that_died_while_sending_leaves_a_mail_that_counts_as_sent(server: MailServer) -> None:
    (entry,) = enter(make_event(), "甲")
    gets(entry.player, "one@example.org")
    tell(entry.player)
    QueuedMail.objects.update(claimed_at=timezone.now())
    send()
    assert (len(server.received), QueuedMail.objects.count()) == (0, 1), "its worker may be alive"
    QueuedMail.objects.update(claimed_at=timezone.now() - CLAIM_LASTS - timedelta(seconds=1))
    send()
    assert (len(server.received), QueuedMail.objects.count()) == (0, 0)


@pytest.mark.django_db(transaction=True)
def test_two_workers_send_each_mail_once(server: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = enter(make_event(), *(f"P{number}" for number in range(12)))
    with no_worker():
        for entry in entries:
            gets(entry.player, f"p{entry.pk}@example.org")
            tell(entry.player)
    both_read, arrived = Event(), []
    post = Postbox.send

    def send_together(postbox: Postbox, mail: Mail, *, to: str) -> Any:
        """Nothing leaves before both workers have read what waits."""
        arrived.append(to)
        if len(arrived) >= 2:
            both_read.set()
        assert both_read.wait(30)
        return post(postbox, mail, to=to)

    monkeypatch.setattr(Postbox, "send", send_together)

    def work() -> None:
        try:
            send()
        finally:
            connections.close_all()

    workers = [Thread(target=work, daemon=True) for _ in range(2)]
    with no_worker():
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(60)
            assert not worker.is_alive()
    assert sorted(to for to, _mail in server.received) == sorted(f"p{entry.pk}@example.org" for entry in entries)
    assert server.connections == 2
    assert not QueuedMail.objects.exists()
