from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.models.notice import Notice
from accounts.models.player import Player


class NoticeAddress(models.Model):
    """An e-mail address to which a player's notices are sent once its reader has confirmed it.

    A player has one confirmed address, and one that waits to be confirmed and takes its place then. Several players may
    have the same address, a family's. `account` is the account that keeps the player and gave the address; None for one
    given by personal link, which ends with that link. `origin` is the site's address as the person who gave it opened
    it: links in mails begin with it. `asked_at` is when the confirmation was asked for; its link is made of it.

    `refused_at`: the mail server does not take mails to the address, so none are sent. `failed_at`: the last mail could
    not be delivered. `code` is what the server answered.
    """

    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="notice_addresses"
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, editable=False, on_delete=models.CASCADE, related_name="+"
    )
    address = models.EmailField(_("e-mail address"), max_length=254)
    language = models.CharField(_("language"), max_length=10)
    origin = models.CharField(_("address of the site"), max_length=300, editable=False)
    asked_at = models.DateTimeField(_("asked"))
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)
    refused_at = models.DateTimeField(_("refused"), null=True, blank=True)
    failed_at = models.DateTimeField(_("last mail not delivered"), null=True, blank=True)
    code = models.PositiveSmallIntegerField(_("answer of the mail server"), null=True, blank=True)

    class Meta:
        verbose_name = _("address for notices")
        verbose_name_plural = _("addresses for notices")
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(confirmed_at__isnull=False), name="notice_address_one_confirmed"
            ),
            models.UniqueConstraint(
                fields=["player"], condition=Q(confirmed_at__isnull=True), name="notice_address_one_waiting"
            ),
        ]
        indexes = [models.Index(fields=["address"], name="notice_address_shared")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.asked_at:%Y-%m-%d}"


class QueuedMail(models.Model):
    """A mail that waits to be sent: a notice, or without one the question whether the address is right.

    Gone once it was sent, has expired or the notice was read. A worker that is about to send it sets `claimed_at`,
    committed before anything leaves, so that no mail is sent twice.

    The database does not require the address to be there: one that is deleted meanwhile would undo the transaction that
    leaves a notice for a whole event. The job drops such a row.
    """

    address = models.ForeignKey(NoticeAddress, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    notice = models.ForeignKey(Notice, null=True, on_delete=models.CASCADE, related_name="+")
    due_at = models.DateTimeField(db_default=Now())
    tries = models.PositiveSmallIntegerField(default=0)
    claimed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["notice", "address"], name="queued_mail_once"),
            models.UniqueConstraint(
                fields=["address"], condition=Q(notice__isnull=True), name="queued_mail_one_question"
            ),
        ]
        indexes = [models.Index(fields=["due_at"], name="queued_mail_due")]

    def __str__(self) -> str:
        return f"{self.notice_id} → {self.address_id}"
