from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Snapshot(models.Model):
    """An archive file of a whole event, taken by a job after a step or asked for by hand.

    `file` is its name below `SNAPSHOTS_ROOT`, `digest` its SHA-256. A file holds what was there at `taken_at`, which
    `holds` sums up: `{"phase", "round", "status", "done", "total", "players"}`. `copied_at` is when it was copied to
    `SNAPSHOTS_COPY_TO`; `copy_error` says why it was not. The oldest ones are removed when there are more than
    `SNAPSHOTS_KEPT` of an event; those after small steps (`SMALL_STEPS`) have a quarter of that number for themselves.
    """

    class Step(models.TextChoices):
        ENTERED = "entered", _("Players entered")
        STARTED = "started", _("Event started")
        PAIRED = "paired", _("Round paired")
        PUBLISHED = "published", _("Round published")
        REPAIRED = "repaired", _("Round repaired")
        RESULTS = "results", _("All results in")
        CORRECTED = "corrected", _("Result corrected")
        COMPLETED = "completed", _("Round completed")
        CUT = "cut", _("Top cut started")
        FINISHED = "finished", _("Event finished")
        TAKEN_BACK = "taken_back", _("Step taken back")
        BY_HAND = "by_hand", _("By hand")
        PLAYERS = "players", _("Players changed")
        PENALTY = "penalty", _("Penalty given or withdrawn")
        SETTINGS = "settings", _("Settings changed")
        DECKS = "decks", _("Decks changed by staff")
        EDITED = "edited", _("Draft changed by hand")
        FLOOR = "floor", _("Clock, calls or deck checks")

    class State(models.TextChoices):
        QUEUED = "queued", _("Waiting")
        TAKING = "taking", _("Being taken")
        READY = "ready", _("Ready")
        FAILED = "failed", _("Failed")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="snapshots")
    step = models.CharField(max_length=10, choices=Step)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    holds = models.JSONField(default=dict, blank=True)
    file = models.CharField(max_length=200, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    error = models.CharField(max_length=200, blank=True)
    copied_at = models.DateTimeField(null=True, blank=True)
    copy_error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    taken_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("snapshot")
        verbose_name_plural = _("snapshots")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(state="queued"), name="snapshot_waits_once_per_event"
            ),
            models.CheckConstraint(
                condition=~Q(state="ready") | Q(taken_at__isnull=False), name="snapshot_ready_has_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.step} {self.pk}"


SMALL_STEPS = (
    Snapshot.Step.PLAYERS,
    Snapshot.Step.PENALTY,
    Snapshot.Step.SETTINGS,
    Snapshot.Step.DECKS,
    Snapshot.Step.EDITED,
)
"""Steps of which there are many: one snapshot is taken for all of a minute."""


class Restoration(models.Model):
    """A new event being made by a job: from a snapshot of `origin`, or without an origin from an uploaded file.

    `file` is the uploaded file's name below `SNAPSHOTS_ROOT`; it is removed when the restoration is over. `tournament`
    is the new event once it is there. `problems` are refusals, `[{"code", "facts"}]`, that say why none was made.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("Waiting")
        RUNNING = "running", _("Being restored")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    origin = models.ForeignKey(Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="restorations")
    snapshot = models.ForeignKey(Snapshot, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    tournament = models.OneToOneField(
        Tournament, null=True, blank=True, on_delete=models.SET_NULL, related_name="restored_by"
    )
    file = models.CharField(max_length=200, blank=True, default="")
    name = models.CharField(max_length=120, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    problems = models.JSONField(default=list, blank=True)
    error = models.CharField(max_length=200, blank=True)
    asked_by_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("restoration")
        verbose_name_plural = _("restorations")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.origin or self.file} → {self.name}"
