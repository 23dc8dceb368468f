"""Notices on their way to mailboxes: queued in the transaction that leaves the notice, sent by a job after the commit.

No mail is sent twice: a worker claims it, and the claim is committed, before anything leaves. One that is killed in the
moment between leaves a claim that nobody answers for; that mail counts as sent.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from accounts.mail_service import Answer, Mail, Outcome, Postbox, is_mail_on
from accounts.models import Notice, NoticeAddress, Player, QueuedMail, QuietNotice
from accounts.unreachable import players_lacking_consent
from jobs.services.leases import ask_job

logger = logging.getLogger(__name__)

SEND_MAILS = "accounts.send_mails"
"""The kind of job; it has no subject (0) and sends everything that is due."""
BATCH = 60
"""Mails read at once; each is claimed and written down by itself."""
MAX_TRIES = 8
FIRST_WAIT = 30
"""Seconds before a mail is tried again, doubled with each try."""
SERVER_WAIT = timedelta(seconds=60)
"""After which a server that could not be reached is tried again."""
CLAIM_LASTS = timedelta(minutes=10)
"""After which a claim's worker is gone: no mail takes a tenth of it."""

Say = Callable[[QueuedMail, Sequence[Player]], Mail | None]
"""The words of a mail in the language of its address; the players: everybody whose notices go there. None once it has
expired."""
OnRefused = Callable[[NoticeAddress], None]
"""Called in the transaction that notes that an address is refused."""


def queue_mails(notices: Sequence[Notice], *, code: str) -> None:
    """Queue these notices of one code for the addresses of the players who want it by mail. The caller's transaction
    has written them."""
    to_players = defaultdict(list)
    for notice in notices:
        if notice.player_id is not None:
            to_players[notice.player_id].append(notice)
    if not to_players or not is_mail_on():
        return
    quiet = QuietNotice.objects.filter(channel=QuietNotice.Channel.MAIL, code=code).values("player")
    addresses = NoticeAddress.objects.filter(
        player__in=to_players, confirmed_at__isnull=False, refused_at__isnull=True
    ).exclude(Q(player__in=quiet) | Q(player__in=players_lacking_consent()))
    queued = [QueuedMail(notice=one, address=to) for to in addresses for one in to_players[to.player_id]]
    if queued:
        QueuedMail.objects.bulk_create(queued)
        ask_job(kind=SEND_MAILS, subject=0)


def queue_question(address: NoticeAddress) -> None:
    """Queue the mail that asks whether the address is right, once; the caller's transaction has written the address."""
    QueuedMail.objects.filter(address=address, notice__isnull=True).delete()
    QueuedMail.objects.create(address=address)
    ask_job(kind=SEND_MAILS, subject=0)


def cancel_mails(notices: QuerySet[Notice]) -> None:
    """Take back what is still queued of notices that were read or say nothing true any more."""
    if is_mail_on():
        QueuedMail.objects.filter(notice__in=notices.values("pk")).delete()


def cancel_mails_of(player: Player, codes: Collection[str]) -> None:
    """Take back what is still queued of these codes for a player who does not want them by mail any more."""
    QueuedMail.objects.filter(address__player=player, notice__code__in=codes).delete()


def send_due_mails(say: Say, on_refused: OnRefused) -> None:
    """Send everything that is due, and have the job run again when what could not be sent is due."""
    lost, _rows = QueuedMail.objects.filter(claimed_at__lt=timezone.now() - CLAIM_LASTS).delete()
    if lost:
        logger.warning("mails_lost_with_their_worker", extra={"count": lost})
    postbox = Postbox()
    try:
        while True:
            _drop_without_address()
            while waiting := list(_due()):
                if not _send(waiting, postbox, say, on_refused):
                    ask_job(kind=SEND_MAILS, subject=0, due_at=timezone.now() + SERVER_WAIT)
                    return
            unclaimed = QueuedMail.objects.filter(claimed_at__isnull=True)
            later = unclaimed.order_by("due_at").values_list("due_at", flat=True).first()
            if later is None:
                return
            ask_job(kind=SEND_MAILS, subject=0, due_at=later)
            # What was queued between the look and the request would wait for that time, too.
            if not _due().exists():
                return
    finally:
        postbox.close()


def _drop_without_address() -> None:
    """Drop what was queued for an address that was deleted before the notice was committed."""
    is_there = Exists(NoticeAddress.objects.filter(pk=OuterRef("address_id")))
    QueuedMail.objects.filter(~is_there).delete()


def _due() -> QuerySet[QueuedMail]:
    due = QueuedMail.objects.filter(due_at__lte=Now(), claimed_at__isnull=True)
    return due.select_related("notice", "address__player").order_by("pk")[:BATCH]


def _send(waiting: Sequence[QueuedMail], postbox: Postbox, say: Say, on_refused: OnRefused) -> bool:
    """Send these mails one by one; False where the server takes none at the moment."""
    sharing = _sharing(waiting)
    for queued in waiting:
        if not _claim(queued):
            continue
        mail = _said(queued, sharing[queued.address.address], say)
        if mail is None:
            QueuedMail.objects.filter(pk=queued.pk).delete()
            continue
        answer = postbox.send(mail, to=queued.address.address)
        _write_down(queued, answer, on_refused)
        if answer.outcome is Outcome.NO_SERVER:
            return False
    return True


def _said(queued: QueuedMail, sharing: Sequence[Player], say: Say) -> Mail | None:
    try:
        return say(queued, sharing)
    except Exception:  # One notice that cannot be put into words does not hold up the others.
        logger.exception("mail_without_words", extra={"notice": queued.notice_id, "to": queued.address_id})
        return None


def _sharing(waiting: Sequence[QueuedMail]) -> dict[str, list[Player]]:
    """The players whose notices go to each of the addresses."""
    found: dict[str, list[Player]] = defaultdict(list)
    addresses = {queued.address.address for queued in waiting}
    confirmed = NoticeAddress.objects.filter(address__in=addresses, confirmed_at__isnull=False)
    for one in confirmed.select_related("player").order_by("player"):
        found[one.address].append(one.player)
    return found


def _claim(queued: QueuedMail) -> bool:
    """Whether this worker is the one to send it: not where another does, or it was taken back since it was read."""
    mine = QueuedMail.objects.filter(pk=queued.pk, claimed_at__isnull=True, due_at__lte=Now())
    return mine.update(claimed_at=Now()) == 1


@transaction.atomic
def _write_down(queued: QueuedMail, answer: Answer, on_refused: OnRefused) -> None:
    row, address = QueuedMail.objects.filter(pk=queued.pk), queued.address
    is_put_off = answer.outcome in (Outcome.LATER, Outcome.NO_SERVER)
    if is_put_off and queued.tries + 1 < MAX_TRIES:
        wait = timedelta(seconds=FIRST_WAIT * 2**queued.tries)
        row.update(claimed_at=None, tries=queued.tries + 1, due_at=timezone.now() + wait)
    else:
        row.delete()
    if answer.outcome is not Outcome.SENT:
        facts = {"outcome": answer.outcome.value, "code": answer.code, "tries": queued.tries + 1, "to": address.pk}
        logger.info("mail_not_sent", extra=facts)
    kept = NoticeAddress.objects.filter(pk=address.pk)
    if answer.outcome is Outcome.ADDRESS_REFUSED:
        # Whatever else waits for it would be refused as well.
        QueuedMail.objects.filter(address=address).delete()
        if kept.filter(refused_at__isnull=True).update(refused_at=timezone.now(), code=answer.code):
            on_refused(address)
    elif answer.outcome is Outcome.MAIL_REFUSED or (is_put_off and queued.tries + 1 >= MAX_TRIES):
        kept.update(failed_at=timezone.now(), code=answer.code)
    elif answer.outcome is Outcome.SENT and address.failed_at is not None:
        kept.update(failed_at=None, code=None)
