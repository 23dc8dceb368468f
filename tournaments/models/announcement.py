from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Announcement(models.Model):
    """What staff tell everybody at an event, in one paragraph. Never edited: a correction replaces it, or it is taken
    down, and either way it stays here with who ended it, when and why.

    It is shown until somebody ends it, until the round `until_round` is completed, or until `until_at`.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(_("announcement"), max_length=500)
    until_round = models.PositiveSmallIntegerField(null=True, blank=True)
    until_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField()
    made_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    made_by = models.CharField(max_length=150, blank=True)
    replaces = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="replaced_by")
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    ended_by = models.CharField(max_length=150, blank=True)
    ended_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="announcement_has_text"),
            models.CheckConstraint(
                condition=Q(until_round__isnull=True) | Q(until_at__isnull=True), name="announcement_one_end"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.made_at:%Y-%m-%d %H:%M}"
