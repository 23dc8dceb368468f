from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from cardpool.models.game import CardGame


class CardImport(models.Model):
    """Uploaded card files: previewed by a dry run, then imported by a job, with progress and a full report.

    `files` are the uploaded files' names, kept in private storage under `key` until the import is over. `options` holds
    what the reader needs (the column mapping); `report` the last run's `{"added", "changed", "untouched", "refused",
    …}` with rows and reasons.
    """

    class Format(models.TextChoices):
        TABLE = "table", _("Table (CSV, XLSX)")
        CDB = "cdb", _("EDOPro/YGOPro database (.cdb)")
        POKEMON = "pokemon", _("Pokémon TCG data (JSON)")

    class State(models.TextChoices):
        UPLOADED = "uploaded", _("Waiting for its settings")
        QUEUED = "queued", _("Waiting")
        RUNNING = "running", _("Being read")
        PREVIEWED = "previewed", _("Ready to import")
        DONE = "done", _("Imported")
        FAILED = "failed", _("Failed")
        DISCARDED = "discarded", _("Discarded")

    game = models.ForeignKey(CardGame, on_delete=models.PROTECT, related_name="imports")
    key = models.UUIDField(unique=True, editable=False)
    format = models.CharField(max_length=10, choices=Format)
    files = models.JSONField(default=list)
    options = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.UPLOADED)
    is_dry_run = models.BooleanField(default=True)
    progress = models.PositiveSmallIntegerField(default=0, help_text=_("Percent done, 0 to 100."))
    report = models.JSONField(default=dict, blank=True)
    error = models.JSONField(default=dict, blank=True)
    requested_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    requested_by = models.CharField(max_length=150, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("card import")
        verbose_name_plural = _("card imports")
        ordering = ["-id"]
        constraints = [models.CheckConstraint(condition=Q(progress__lte=100), name="card_import_progress_percent")]

    def __str__(self) -> str:
        return f"{self.game.slug} · {self.key}"


class ColumnMapping(models.Model):
    """Which column of a card table holds which fact, as last chosen for a game and a header line.

    `headers_digest` is the SHA-256 of the header line, `mapping` the choice as the table importer keeps it.
    """

    game = models.ForeignKey(CardGame, on_delete=models.CASCADE, related_name="column_mappings")
    headers_digest = models.CharField(max_length=64)
    mapping = models.JSONField()
    saved_by = models.CharField(max_length=150, blank=True)
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("column mapping")
        verbose_name_plural = _("column mappings")
        constraints = [models.UniqueConstraint(fields=["game", "headers_digest"], name="column_mapping_unique")]

    def __str__(self) -> str:
        return f"{self.game.slug} {self.headers_digest[:8]}"
