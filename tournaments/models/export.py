from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Export(models.Model):
    """A workbook asked for by somebody: made by a Celery job, shown with its progress, downloaded by its asker."""

    class State(models.TextChoices):
        QUEUED = "queued", _("Waiting")
        RUNNING = "running", _("Being written")
        READY = "ready", _("Ready")
        FAILED = "failed", _("Failed")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="exports")
    key = models.UUIDField(unique=True, editable=False)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="exports"
    )
    requested_by_player = models.ForeignKey(
        "accounts.Player", null=True, blank=True, on_delete=models.CASCADE, related_name="exports"
    )
    session_key = models.CharField(max_length=64, blank=True, editable=False)
    language = models.CharField(max_length=10, default="zh-hans")
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    progress = models.PositiveSmallIntegerField(default=0, help_text="Percent done, 0 to 100.")
    file = models.FileField(upload_to="exports/%Y/%m/", blank=True)
    error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("export")
        verbose_name_plural = _("exports")
        ordering = ["-id"]
        constraints = [models.CheckConstraint(condition=Q(progress__lte=100), name="export_progress_percent")]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.key}"
