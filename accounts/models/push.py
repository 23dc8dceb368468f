from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.models.notice import Notice
from accounts.models.player import Player


class PushSubscription(models.Model):
    """A browser that shows a player's notices while no page of the site is open, by its push service.

    `endpoint` is an address at that service which stands for the browser, `p256dh` and `auth` the keys a message to it
    is encrypted by. Several players of one phone each have a row. `phone` names the session it was made in, so that
    taking the player off that phone ends it.
    """

    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.CharField(_("address at the push service"), max_length=500)
    p256dh = models.CharField(_("public key of the phone"), max_length=90, editable=False)
    auth = models.CharField(_("shared secret of the phone"), max_length=24, editable=False)
    phone = models.CharField(_("session of the phone"), max_length=32, editable=False)
    language = models.CharField(_("language"), max_length=10)
    created_at = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")
        constraints = [models.UniqueConstraint(fields=["player", "endpoint"], name="push_subscription_once")]

    def __str__(self) -> str:
        return f"{self.player} {self.created_at:%Y-%m-%d}"


class QueuedPush(models.Model):
    """A notice that waits to be sent to one browser; gone once it was sent, has expired or was read.

    The database does not require the subscription to be there, as with `QueuedMail`.
    """

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="+")
    subscription = models.ForeignKey(PushSubscription, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    due_at = models.DateTimeField(db_default=Now())
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["notice", "subscription"], name="queued_push_once")]
        indexes = [models.Index(fields=["due_at"], name="queued_push_due")]

    def __str__(self) -> str:
        return f"{self.notice_id} → {self.subscription_id}"
