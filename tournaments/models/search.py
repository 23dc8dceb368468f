from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class PairingSearch(models.Model):
    """A job that pairs a Swiss round, where a page did not have the time for it, with its progress.

    `aim` says what it is to end with: the round's first draft, another draw in place of the draft, a draft better
    than the one there is, or another draw of the tables of a published round that have not begun, for the `reason`
    and the corrections `seen` in `facts`; else it ends with an `outcome` and `facts` that say why not. `step`, `done`
    and `most` are the pairing core's `Progress`; `began_again` counts how often it began again because its inputs had
    changed. Staff who run rounds can stop it.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("Waiting")
        RUNNING = "running", _("Searching")
        DONE = "done", _("Done")
        STOPPED = "stopped", _("Stopped")
        FAILED = "failed", _("Failed")

    class Aim(models.TextChoices):
        PAIR = "pair", _("The next round")
        AGAIN = "again", _("Another draw")
        BETTER = "better", _("A better pairing")
        REDRAW = "redraw", _("Another draw of the published round")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairing_searches")
    number = models.PositiveSmallIntegerField()
    aim = models.CharField(max_length=6, choices=Aim, default=Aim.BETTER)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    step = models.CharField(max_length=20, blank=True)
    done = models.PositiveIntegerField(default=0)
    most = models.PositiveIntegerField(default=0)
    began_again = models.PositiveSmallIntegerField(default=0)
    is_stop_asked = models.BooleanField(default=False)
    outcome = models.CharField(max_length=40, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    asked_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    asked_by = models.CharField(max_length=150, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("search for a pairing")
        verbose_name_plural = _("searches for pairings")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(state__in=["queued", "running"]), name="pairing_search_one_open"
            ),
            models.CheckConstraint(condition=Q(done__lte=models.F("most")), name="pairing_search_progress"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.number}"
