from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class LogEntry(models.Model):
    """One line of a tournament's log: who did what, with the facts the sentence needs.

    Never edited, but for the names of who is erased (`services/erased_rows.py`, `services/erased_requests.py`).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    actor = models.CharField(max_length=150, blank=True)
    verb = models.CharField(max_length=40)
    facts = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        ordering = ["-id"]
        indexes = [models.Index(fields=["tournament", "-id"], name="log_newest")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor} {self.verb}"
