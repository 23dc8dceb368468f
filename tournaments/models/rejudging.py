from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cardpool.models import CardGame
from decks.models import DecklistVersion
from tournaments.models.registration import Registration


class Rejudging(models.Model):
    """One run over the open decks of a game after its restrictions or its card pool changed, with its progress.

    `cause` says what changed (`{"kind": "restrictions" | "pool" | "settings" | "reopened" | "settled", …}`, the last
    with the `cards` and `names` that a judge of the `tournament` decided about); `done` of `total` decks are judged,
    `changed` of them got another verdict.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("Waiting")
        RUNNING = "running", _("Judging")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    game = models.ForeignKey(CardGame, on_delete=models.CASCADE, related_name="rejudgings")
    cause = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=200, blank=True)
    asked_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    asked_by = models.CharField(max_length=150, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("judging of all open decks")
        verbose_name_plural = _("judgings of all open decks")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.game.slug} {self.done}/{self.total}"


class VerdictChange(models.Model):
    """A deck whose verdict one run changed: before, after, and the cards it turned on."""

    rejudging = models.ForeignKey(Rejudging, on_delete=models.CASCADE, related_name="changes")
    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="verdict_changes")
    before = models.ForeignKey(DecklistVersion, on_delete=models.PROTECT, related_name="+")
    after = models.ForeignKey(DecklistVersion, on_delete=models.PROTECT, related_name="+")
    cards = models.JSONField(default=list)

    class Meta:
        verbose_name = _("changed verdict")
        verbose_name_plural = _("changed verdicts")
        ordering = ["rejudging", "id"]
        constraints = [
            models.UniqueConstraint(fields=["rejudging", "registration"], name="verdict_change_once_per_run")
        ]

    def __str__(self) -> str:
        return f"{self.registration}"
