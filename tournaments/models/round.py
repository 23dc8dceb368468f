from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.registration import Registration
from tournaments.models.tournament import Tournament


class Round(models.Model):
    """A numbered round: DRAFT → PUBLISHED → COMPLETED. Top-cut rounds go on counting after the Swiss rounds.

    `seed` is the seed of the pairing's randomness; `pairing` the core's facts (`{"achieved", "bound", "certified"}`)
    from which the round page explains itself. Why two players meet is worked out of `PairedField` when asked.

    `best_of` is the length of its matches where it has one of its own, as rounds of the top cut have; where they
    differ, the longest.

    The clock runs to `clock_ends_at`, or is paused with `clock_left` seconds (negative: over time); neither before
    `clock_started_at`.
    """

    class Stage(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        TOP_CUT = "top_cut", _("Top cut")

    class Status(models.TextChoices):
        DRAFT = "draft", _("Draft")
        PUBLISHED = "published", _("Running")
        COMPLETED = "completed", _("Completed")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=8, choices=Stage, default=Stage.SWISS)
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    best_of = models.PositiveSmallIntegerField(_("match length"), null=True, blank=True)
    seed = models.BigIntegerField(default=0)
    pairing = models.JSONField(default=dict, blank=True)
    edited_by_hand = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_ends_at = models.DateTimeField(null=True, blank=True)
    clock_left = models.IntegerField(null=True, blank=True)
    extra_turns_at = models.DateTimeField(null=True, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_unique"),
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(status__in=["draft", "published"]), name="round_one_open"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_positive"),
            models.CheckConstraint(condition=Q(best_of__isnull=True) | Q(best_of__in=[1, 3, 5]), name="round_best_of"),
            models.CheckConstraint(
                condition=Q(clock_started_at=None, clock_ends_at=None, clock_left=None, extra_turns_at=None)
                | Q(clock_started_at__isnull=False, clock_ends_at__isnull=False, clock_left=None)
                | Q(clock_started_at__isnull=False, clock_ends_at=None, clock_left__isnull=False),
                name="round_clock_runs_or_is_paused",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.number}"

    @property
    def match_length(self) -> int:
        """The most games that decide a match of this round; reads the tournament."""
        return self.best_of or self.tournament.best_of

    @property
    def minutes(self) -> int:
        """Minutes on its clock, 0 for a round without a time limit; reads the tournament."""
        own = self.tournament.cut_minutes if self.stage == self.Stage.TOP_CUT else None
        return self.tournament.round_minutes if own is None else own


class Bye(models.Model):
    """A round's win without an opponent: paired (odd field) or awarded by staff."""

    class Kind(models.TextChoices):
        PAIRED = "paired", _("Bye")
        AWARDED = "awarded", _("Awarded bye")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="byes")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.PAIRED)

    class Meta:
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
        constraints = [
            models.UniqueConstraint(fields=["round", "registration"], name="bye_once_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.registration}"


class MissedRound(models.Model):
    """A round an entrant was not there for, late or by an assigned loss: a loss without an opponent."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="missed")
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="missed_rounds")

    class Meta:
        verbose_name = _("missed round")
        verbose_name_plural = _("missed rounds")
        constraints = [
            models.UniqueConstraint(fields=["round", "registration"], name="missed_once_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.registration}"
