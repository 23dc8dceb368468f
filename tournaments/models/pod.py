from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.played_at import PlayedAt
from tournaments.models.registration import Registration
from tournaments.models.revision import Revision
from tournaments.models.round import Round


class Pod(PlayedAt):
    """Three or four entrants at a table in one round; the places they finish in stand at their seats.

    `version` counts every change of the result: an editor sends the version it saw. `is_complete`: the result counts.
    `ended_by_time`: a judge has entered how it stood when time ran out, with the reason. `report_state` is how the
    players' own reports stand until there is a result; after it, whether one of them says otherwise.
    """

    class ReportState(models.TextChoices):
        NONE = "", _("Not reported")
        WAITING = "waiting", _("Reported, not confirmed")
        DISPUTED = "disputed", _("Reported differently")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pods")
    table = models.PositiveIntegerField(null=True, blank=True)
    is_complete = models.BooleanField(default=False)
    ended_by_time = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)
    report_state = models.CharField(
        max_length=10, choices=ReportState, default=ReportState.NONE, db_default="", blank=True
    )
    version = models.PositiveIntegerField(default=1)
    completed_at = models.DateTimeField(null=True, blank=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("pod")
        verbose_name_plural = _("pods")
        ordering = ["round", F("table").asc(nulls_last=True), "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"], name="pod_table_unique", deferrable=models.Deferrable.DEFERRED
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.table}"

    @property
    def is_open(self) -> bool:
        """Whether it waits for its result."""
        return not self.is_complete

    @property
    def entries(self) -> tuple[Registration, ...]:
        """Who sits at the table, in the order of seats; reads `seats` (prefetch `seats__registration` for many)."""
        return tuple(seat.registration for seat in sorted(self.seats.all(), key=lambda one: one.seat))


class PodSeat(models.Model):
    """One entrant of a pod; seat 1 starts. `place` is empty until the pod has a result, and may be shared."""

    class Manner(models.TextChoices):
        PLAYED = "played", _("Played")
        CONCEDED = "conceded", _("Conceded")
        NO_SHOW = "no_show", _("No-show")
        DISQUALIFIED = "disqualified", _("Disqualified")
        MATCH_LOSS = "match_loss", _("Lost by a penalty")

    LAST = 4
    """The last place of a full pod."""

    pod = models.ForeignKey(Pod, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pod_seats")
    seat = models.PositiveSmallIntegerField()
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="pod_seats")
    place = models.PositiveSmallIntegerField(_("place in the pod"), null=True, blank=True)
    manner = models.CharField(max_length=12, choices=Manner, default=Manner.PLAYED)

    class Meta:
        verbose_name = _("seat in a pod")
        verbose_name_plural = _("seats in pods")
        ordering = ["pod", "seat"]
        constraints = [
            models.CheckConstraint(condition=Q(seat__range=(1, 4)), name="pod_seat_one_to_four"),
            models.CheckConstraint(condition=Q(place__isnull=True) | Q(place__range=(1, 4)), name="pod_place"),
            models.UniqueConstraint(
                fields=["pod", "seat"], name="pod_seat_unique", deferrable=models.Deferrable.DEFERRED
            ),
            models.UniqueConstraint(
                fields=["round", "registration"], name="pod_seat_once", deferrable=models.Deferrable.DEFERRED
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pod} · {self.seat}: {self.registration}"


class PodRevision(Revision):
    """What a pod's result was before and after one change.

    `before` and `after` hold `{"is_complete", "ended_by_time", "reason", "seats": [{"seat", "registration", "place",
    "manner"}]}`.
    """

    pod = models.ForeignKey(Pod, on_delete=models.CASCADE, related_name="revisions")

    class Meta:
        verbose_name = _("pod revision")
        verbose_name_plural = _("pod revisions")
        ordering = ["pod", "version"]
        constraints = [models.UniqueConstraint(fields=["pod", "version"], name="pod_revision_unique")]

    def __str__(self) -> str:
        return f"{self.pod} v{self.version}"
