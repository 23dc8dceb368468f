"""Notices on their way to phones: queued in the transaction that leaves the notice, sent by a job after the commit."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import Notice, Player, PushSubscription, QueuedPush, QuietNotice
from accounts.push_service import Answer, Message, Outcome, is_push_on, send
from accounts.unreachable import players_lacking_consent
from jobs.services.leases import ask_job

logger = logging.getLogger(__name__)

SEND_PUSHES = "accounts.send_pushes"
"""The kind of job; it has no subject (0) and sends everything that is due."""
BATCH = 60
AT_ONCE = 12
"""Messages sent between two writes, and how many of them at a time: a service that hangs delays a batch by 50 s."""
MAX_TRIES = 8
FIRST_WAIT = 20
"""Seconds before a message is tried again, doubled with each try."""

Say = Callable[[Notice, PushSubscription, bool], Message | None]
"""What a phone shows for a notice, in the language of the subscription; `True`: it has several players, so the message
names whose it is. None once it has expired."""


def queue_pushes(notices: Sequence[Notice], *, code: str) -> None:
    """Queue these notices of one code for the phones of the players who want it there. The caller's transaction has
    written them."""
    to_players = defaultdict(list)
    for notice in notices:
        if notice.player_id is not None:
            to_players[notice.player_id].append(notice)
    if not to_players or not is_push_on():
        return
    quiet = QuietNotice.objects.filter(channel=QuietNotice.Channel.PUSH, code=code).values("player")
    phones = PushSubscription.objects.filter(player__in=to_players)
    phones = phones.exclude(Q(player__in=quiet) | Q(player__in=players_lacking_consent()))
    queued = [QueuedPush(notice=one, subscription=phone) for phone in phones for one in to_players[phone.player_id]]
    if queued:
        QueuedPush.objects.bulk_create(queued)
        ask_job(kind=SEND_PUSHES, subject=0)


def cancel_pushes(notices: QuerySet[Notice]) -> None:
    """Take back what is still queued of notices that were read or say nothing true any more."""
    if is_push_on():
        QueuedPush.objects.filter(notice__in=notices.values("pk")).delete()


def cancel_pushes_of(player: Player, codes: Collection[str]) -> None:
    """Take back what is still queued of these codes for a player who does not want them on a locked phone any more."""
    QueuedPush.objects.filter(notice__player=player, notice__code__in=codes).delete()


def send_due_pushes(say: Say) -> None:
    """Send everything that is due, and have the job run again when what could not be sent is due.

    A worker that is killed after sending and before writing it down sends a message twice: the phone shows it once, by
    its tag.
    """
    while True:
        _drop_without_phone()
        while _send_some(say):
            pass
        later = QueuedPush.objects.order_by("due_at").values_list("due_at", flat=True).first()
        if later is None:
            return
        ask_job(kind=SEND_PUSHES, subject=0, due_at=later)
        # What was queued between the look and the request would wait for that time, too.
        if not QueuedPush.objects.filter(due_at__lte=Now()).exists():
            return


def _drop_without_phone() -> None:
    """Drop what was queued for a subscription that was deleted before the notice was committed."""
    is_there = Exists(PushSubscription.objects.filter(pk=OuterRef("subscription_id")))
    QueuedPush.objects.filter(~is_there).delete()


def _send_some(say: Say) -> bool:
    due = QueuedPush.objects.filter(due_at__lte=Now()).select_related("notice", "subscription__player")
    waiting = list(due.order_by("pk")[:BATCH])
    if not waiting:
        return False
    endpoints = {one.subscription.endpoint for one in waiting}
    counted = PushSubscription.objects.filter(endpoint__in=endpoints).values("endpoint").annotate(players=Count("pk"))
    shared = {row["endpoint"] for row in counted if row["players"] > 1}
    messages = [_said(one, one.subscription.endpoint in shared, say) for one in waiting]
    with ThreadPoolExecutor(max_workers=AT_ONCE) as threads:
        answers = list(threads.map(_send_one, waiting, messages))
    _write_down(waiting, answers)
    return True


def _said(queued: QueuedPush, names_player: bool, say: Say) -> Message | None:
    try:
        return say(queued.notice, queued.subscription, names_player)
    except Exception:  # One notice that cannot be put into words does not hold up the others.
        logger.exception("push_without_words", extra={"notice": queued.notice_id})
        return None


def _send_one(queued: QueuedPush, message: Message | None) -> Answer:
    if message is None:
        return Answer(Outcome.REFUSED)
    phone = queued.subscription
    try:
        return send(message, endpoint=phone.endpoint, p256dh=phone.p256dh, auth=phone.auth)
    except Exception:  # One phone, whatever it named as its address, does not hold up the others.
        logger.exception("push_failed", extra={"subscription": phone.pk})
        return Answer(Outcome.REFUSED)


@transaction.atomic
def _write_down(waiting: Sequence[QueuedPush], answers: Sequence[Answer]) -> None:
    over, gone = [], []
    for queued, answer in zip(waiting, answers, strict=True):
        if answer.outcome is Outcome.GONE:
            gone.append(queued.subscription.endpoint)
        elif answer.outcome is not Outcome.LATER or queued.tries + 1 >= MAX_TRIES:
            over.append(queued.pk)
        else:
            wait = timedelta(seconds=max(answer.wait, FIRST_WAIT * 2**queued.tries))
            QueuedPush.objects.filter(pk=queued.pk).update(tries=queued.tries + 1, due_at=timezone.now() + wait)
        if answer.outcome is not Outcome.SENT:
            logger.info("push_not_sent", extra={"outcome": answer.outcome.value, "tries": queued.tries + 1})
    QueuedPush.objects.filter(pk__in=over).delete()
    PushSubscription.objects.filter(endpoint__in=gone).delete()
