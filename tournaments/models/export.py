from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.staff_link import StaffLink
from tournaments.models.tournament import Tournament


class Export(models.Model):
    """A file asked for: made by a job, shown with its progress, and fetched.

    It is its asker's alone (`requested_by`, or `requested_by_link` for a helper by staff link), or everybody's: then
    it holds what the public sees of the event, as of `event_version` or later. A workbook of the event, or the deck
    registration sheets `shown` names (a choice of their page), which have addresses of `site`: scheme and host as the
    asker's phone in the hall can open them.
    """

    class Kind(models.TextChoices):
        WORKBOOK = "workbook", _("Excel file")
        SHEETS = "sheets", _("Registration sheets")

    class State(models.TextChoices):
        QUEUED = "queued", _("Waiting")
        RUNNING = "running", _("Being written")
        READY = "ready", _("Ready")
        FAILED = "failed", _("Failed")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="exports")
    key = models.UUIDField(unique=True, editable=False)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.WORKBOOK)
    shown = models.CharField(max_length=8, blank=True, editable=False)
    site = models.CharField(max_length=300, blank=True, editable=False)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="exports"
    )
    requested_by_link = models.ForeignKey(
        StaffLink, null=True, blank=True, editable=False, on_delete=models.CASCADE, related_name="exports"
    )
    event_version = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    language = models.CharField(max_length=10, default="zh-hans")
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    progress = models.PositiveSmallIntegerField(default=0, help_text=_("Percent done, 0 to 100."))
    file = models.FileField(upload_to="exports/%Y/%m/", blank=True)
    error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("export")
        verbose_name_plural = _("exports")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(progress__lte=100), name="export_progress_percent"),
            models.CheckConstraint(
                condition=Q(
                    requested_by__isnull=True,
                    requested_by_link__isnull=True,
                    event_version__isnull=False,
                    kind="workbook",
                )
                | Q(requested_by__isnull=False, requested_by_link__isnull=True, event_version__isnull=True)
                | Q(requested_by__isnull=True, requested_by_link__isnull=False, event_version__isnull=True),
                name="export_is_somebodys_or_everybodys",
            ),
            models.UniqueConstraint(
                fields=["tournament", "language"],
                condition=Q(requested_by__isnull=True, requested_by_link__isnull=True, state="queued"),
                name="export_waits_once_for_everybody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.key}"

    @property
    def is_everybodys(self) -> bool:
        """Whether the file holds what the public sees, for anybody to fetch."""
        return self.event_version is not None
