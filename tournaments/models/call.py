from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.match import Match
from tournaments.models.pod import Pod
from tournaments.models.registration import Registration
from tournaments.models.tournament import Tournament


class JudgeCall(models.Model):
    """A judge wanted at a table: raised by a player or staff, claimed by a judge, closed with a ruling. Never deleted.

    `registration` is the entrant who raised it, None where staff did. `match` or `pod` is what is played at the
    table; a round that is taken back and discarded deletes it, and `round_number` and `table` still say where the call
    was. `ruling` outlives a reopening, so that the judge goes on from what was written. `about_reports`: players at the
    table have reported different results.
    """

    class State(models.TextChoices):
        OPEN = "open", _("Waiting for a judge")
        CLAIMED = "claimed", _("A judge is coming")
        CLOSED = "closed", pgettext_lazy("judge call", "Closed")
        WITHDRAWN = "withdrawn", pgettext_lazy("judge call", "Withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="judge_calls")
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="judge_calls")
    pod = models.ForeignKey(Pod, null=True, blank=True, on_delete=models.SET_NULL, related_name="judge_calls")
    round_number = models.PositiveSmallIntegerField()
    table = models.PositiveIntegerField(null=True, blank=True)
    registration = models.ForeignKey(
        Registration, null=True, blank=True, on_delete=models.PROTECT, related_name="judge_calls"
    )
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    words = models.CharField(max_length=200, blank=True)
    about_reports = models.BooleanField(default=False)
    raised_at = models.DateTimeField()
    raised_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    raised_by = models.CharField(max_length=150, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    claimed_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    claimed_by = models.CharField(max_length=150, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    closed_by = models.CharField(max_length=150, blank=True)
    ruling = models.CharField(max_length=500, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=150, blank=True)

    class Meta:
        verbose_name = _("judge call")
        verbose_name_plural = _("judge calls")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(state__in=["open", "claimed"]), name="judge_call_one_open_per_table"
            ),
            models.UniqueConstraint(
                fields=["pod"], condition=Q(state__in=["open", "claimed"]), name="judge_call_one_open_per_pod"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "withdrawn"]) | Q(claimed_at__isnull=False),
                name="judge_call_claimed_has_time",
            ),
            models.CheckConstraint(
                condition=Q(state="closed", closed_at__isnull=False) | ~Q(state="closed") & Q(closed_at=None),
                name="judge_call_closed_has_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table or '–'} {self.raised_at:%H:%M}"

    @property
    def is_open(self) -> bool:
        """Whether somebody is still to come, or is there."""
        return self.state in (self.State.OPEN, self.State.CLAIMED)

    @property
    def seated(self) -> Match | Pod | None:
        """The match or pod at the table; None once it was deleted."""
        return self.match or self.pod
