from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.match import Match
from tournaments.models.pod import Pod
from tournaments.models.registration import Registration
from tournaments.models.tournament import Tournament


class ResultReport(models.Model):
    """The score of a match as one of its two players reported it. Never changed: the newest of a player counts.

    `won` and `lost` are games as the player says it; `games` tells them one by one, as far as the player did, after
    those that staff had recorded: `{"result", "chose", "first", "ending", "conceded"}` of
    `tournaments.play.reported_games`. `is_final` is false while the player has more games to play. `version` is the
    match's: once it is seated again, or staff have changed its result, the report says nothing about it any more. `key`
    is made of one that the player's device sent, so that a report that is sent twice counts once. A round that is taken
    back and discarded deletes its matches; `round_number` and `table` still say where the report was made.

    `pressed` rises with each report that one `phone` makes of the match; both are empty where that is not known. A
    report that comes after one that the same phone pressed later `is_superseded`: kept, and counting for nothing.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="result_reports")
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports")
    round_number = models.PositiveSmallIntegerField()
    table = models.PositiveIntegerField(null=True, blank=True)
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="result_reports")
    version = models.PositiveIntegerField()
    won = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    drawn = models.PositiveSmallIntegerField(default=0)
    games = models.JSONField(default=list, blank=True)
    is_final = models.BooleanField(default=True, db_default=True)
    key = models.CharField(max_length=64, blank=True)
    phone = models.CharField(max_length=32, blank=True, default="", db_default="")
    pressed = models.PositiveBigIntegerField(default=0, db_default=0)
    is_superseded = models.BooleanField(default=False, db_default=False)
    reported_at = models.DateTimeField()
    reported_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    reported_by = models.CharField(max_length=150, blank=True)

    class Meta:
        verbose_name = _("result report")
        verbose_name_plural = _("result reports")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["registration", "match", "key", "won", "lost", "drawn"],
                condition=~Q(key=""),
                name="result_report_sent_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table or '–'} {self.won}–{self.lost}"

    @property
    def score(self) -> tuple[int, int, int]:
        """Games won, lost and drawn, as the player says it."""
        return self.won, self.lost, self.drawn


class PodReport(models.Model):
    """The places of a pod as one of its players reported them. Never changed: the newest of a player counts.

    `places` are `[registration, place]` of everybody who was there, in the order of seats; equal places are shared.
    `version` is the pod's: once staff have changed its result, the report says nothing about it any more. `key` is made
    of one that the player's device sent, so that a report that is sent twice counts once. A round that is taken back
    and discarded deletes its pods; `round_number` and `table` still say where the report was made. `phone`, `pressed`
    and `is_superseded` are those of `ResultReport`.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="pod_reports")
    pod = models.ForeignKey(Pod, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports")
    round_number = models.PositiveSmallIntegerField()
    table = models.PositiveIntegerField(null=True, blank=True)
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="pod_reports")
    version = models.PositiveIntegerField()
    places = models.JSONField()
    key = models.CharField(max_length=64, blank=True)
    phone = models.CharField(max_length=32, blank=True, default="", db_default="")
    pressed = models.PositiveBigIntegerField(default=0, db_default=0)
    is_superseded = models.BooleanField(default=False, db_default=False)
    reported_at = models.DateTimeField()
    reported_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    reported_by = models.CharField(max_length=150, blank=True)

    class Meta:
        verbose_name = _("report of a pod")
        verbose_name_plural = _("reports of pods")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["registration", "pod", "key"], condition=~Q(key=""), name="pod_report_sent_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table or '–'} {'-'.join(str(place) for _entry, place in self.places)}"
