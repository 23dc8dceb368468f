from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models.player import Player


class Notice(models.Model):
    """Something one person should know, until they have read it: a code, the facts of its sentence, where it leads.

    Goes to an account or to a player. Never deleted; `read_at` is when it was marked as
    read.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="notices"
    )
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="notices")
    code = models.CharField(max_length=40)
    facts = models.JSONField(default=dict, blank=True)
    path = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(user__isnull=True, player__isnull=False) | Q(user__isnull=False, player__isnull=True),
                name="notice_one_recipient",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-id"], name="notice_of_user"),
            models.Index(fields=["player", "-id"], name="notice_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.created_at:%Y-%m-%d}"


class QuietNotice(models.Model):
    """A code of notices that a player switched off on one channel. Off on the pages, they come as read and stay on the
    list."""

    class Channel(models.TextChoices):
        PAGE = "page", _("On the pages")
        PUSH = "push", _("On the phone")
        MAIL = "mail", _("E-mail")

    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="quiet_notices")
    channel = models.CharField(_("channel"), max_length=8, choices=Channel)
    code = models.CharField(_("code of the notice"), max_length=40)

    class Meta:
        verbose_name = _("switched-off notice")
        verbose_name_plural = _("switched-off notices")
        constraints = [models.UniqueConstraint(fields=["player", "channel", "code"], name="quiet_notice_once")]

    def __str__(self) -> str:
        return f"{self.player} {self.channel} {self.code}"
