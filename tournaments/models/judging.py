from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from decks.models import DecklistVersion
from tournaments.models.match import Match
from tournaments.models.pod import Pod
from tournaments.models.registration import Registration
from tournaments.models.round import Round
from tournaments.models.tournament import Tournament


class DeckCheck(models.Model):
    """A judge counting one entrant's deck against the registered list, at the start of a match or between its games.

    `counted` is what lay on the table, `[{"section", "key", "number", "name", "count"}]`, kept as the judge goes;
    `left_out` are sections that were not laid out; `findings` the comparison when it ended, as
    `tournaments.queries.checks` shapes it. `version` is the registered list it is compared with. `revision` counts the
    saved batches of taps; `batch` names the last one, so that one sent twice counts once, and `saved_by` who sent it.
    `seconds` is how long the check took. An abandoned check counts nothing and gives no time.
    """

    class Mode(models.TextChoices):
        START_OF_MATCH = "start", _("Start of the match")
        BETWEEN_GAMES = "between", _("Between games")

    class Outcome(models.TextChoices):
        OPEN = "open", _("Under way")
        CLEAN = "clean", _("Clean")
        FINDINGS = "findings", _("Findings")
        ABANDONED = "abandoned", _("Abandoned")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="deck_checks")
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="deck_checks")
    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.PROTECT, related_name="deck_checks")
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.PROTECT, related_name="deck_checks")
    pod = models.ForeignKey(Pod, null=True, blank=True, on_delete=models.PROTECT, related_name="deck_checks")
    version = models.ForeignKey(DecklistVersion, on_delete=models.PROTECT, related_name="+")
    mode = models.CharField(max_length=8, choices=Mode)
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN)
    is_random = models.BooleanField(default=False)
    counted = models.JSONField(default=list, blank=True)
    left_out = models.JSONField(default=list, blank=True)
    findings = models.JSONField(default=dict, blank=True)
    note = models.CharField(max_length=300, blank=True)
    revision = models.PositiveIntegerField(default=1)
    batch = models.CharField(max_length=40, blank=True, default="")
    saved_by = models.CharField(max_length=150, blank=True, default="")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    seconds = models.PositiveIntegerField(null=True, blank=True)
    judge_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    judge = models.CharField(max_length=150, blank=True)

    class Meta:
        verbose_name = _("deck check")
        verbose_name_plural = _("deck checks")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["registration"], condition=Q(outcome="open"), name="deck_check_one_open_per_entry"
            )
        ]

    def __str__(self) -> str:
        return f"{self.registration} {self.started_at:%H:%M}"

    @property
    def seated(self) -> Match | Pod | None:
        """The match or pod at whose table it was; None for one at no table."""
        return self.match or self.pod


class Penalty(models.Model):
    """What a judge gave an entrant for an infraction. Never deleted: a withdrawn one is marked, with a reason."""

    class Level(models.TextChoices):
        CAUTION = "caution", _("Caution")
        WARNING = "warning", _("Warning")
        GAME_LOSS = "game_loss", _("Game loss")
        MATCH_LOSS = "match_loss", _("Match loss")
        DISQUALIFICATION = "disqualification", _("Disqualification")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="penalties")
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="penalties")
    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.PROTECT, related_name="penalties")
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.PROTECT, related_name="penalties")
    deck_check = models.ForeignKey(DeckCheck, null=True, blank=True, on_delete=models.PROTECT, related_name="penalties")
    infraction = models.CharField(max_length=40)
    level = models.CharField(max_length=16, choices=Level)
    note = models.TextField(max_length=1000, blank=True)
    given_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    given_by = models.CharField(max_length=150, blank=True)
    given_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=150, blank=True)
    withdrawn_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.registration} {self.level}"


class TimeExtension(models.Model):
    """Minutes a match or pod may play on after the round: a deck check's length plus three (MTR 2.6), a ruling."""

    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.PROTECT, related_name="time_extensions")
    pod = models.ForeignKey(Pod, null=True, blank=True, on_delete=models.PROTECT, related_name="time_extensions")
    deck_check = models.ForeignKey(
        DeckCheck, null=True, blank=True, on_delete=models.PROTECT, related_name="time_extensions"
    )
    minutes = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=200, blank=True)
    given_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    given_by = models.CharField(max_length=150, blank=True)
    given_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=150, blank=True)

    class Meta:
        verbose_name = _("time extension")
        verbose_name_plural = _("time extensions")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(minutes__range=(1, 120)), name="time_extension_minutes"),
            models.CheckConstraint(
                condition=Q(match__isnull=False, pod=None) | Q(match=None, pod__isnull=False),
                name="time_extension_of_match_or_pod",
            ),
            models.UniqueConstraint(
                fields=["deck_check"], condition=Q(withdrawn_at__isnull=True), name="time_extension_once_per_check"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seated} +{self.minutes}"

    @property
    def seated(self) -> Match | Pod:
        """The match or pod at the table."""
        found = self.match or self.pod
        assert found is not None  # The database asks for one of them.
        return found
