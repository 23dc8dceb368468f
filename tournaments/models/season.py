from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from cardpool.models import CardGame
from tournaments.models.registration import Registration
from tournaments.models.tournament import Tournament, new_code


class Season(models.Model):
    """Events of one organiser that add up to a leaderboard, which is worked out from their final places when read.

    `points` is a table as `tournaments.seasons.points.read_points` reads it. `best_of` results of each person count;
    empty: all. An unpublished season is its owner's alone. `revision` grows with every change of the season, its
    events and its persons, and never returns.
    """

    class SharedPlace(models.TextChoices):
        """What those get who share a place."""

        EACH = "each", _("The points of the place, each of them")
        DIVIDED = "divided", _("The points of all the places they fill, divided")

    class EqualTotals(models.TextChoices):
        """Who is ahead of two with equal totals."""

        SHARED = "shared", _("They share the rank")
        PLACES = "places", _("Who has the better places in the events that count")

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    name = models.CharField(_("name"), max_length=120)
    description = models.TextField(_("description"), blank=True, max_length=2000)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("organiser"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="seasons",
    )
    game = models.ForeignKey(
        CardGame, verbose_name=_("game"), null=True, blank=True, on_delete=models.PROTECT, related_name="seasons"
    )
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    points = models.TextField(_("points by place"), max_length=2000)
    participation = models.PositiveSmallIntegerField(_("points for taking part"), default=0)
    best_of = models.PositiveSmallIntegerField(_("results that count"), null=True, blank=True)
    shared_place = models.CharField(_("shared places"), max_length=8, choices=SharedPlace, default=SharedPlace.EACH)
    equal_totals = models.CharField(_("equal totals"), max_length=8, choices=EqualTotals, default=EqualTotals.SHARED)
    is_published = models.BooleanField(_("published"), default=False)
    revision = models.PositiveBigIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="season_has_name"),
            models.CheckConstraint(
                condition=Q(best_of__isnull=True) | Q(best_of__range=(1, 100)), name="season_best_of"
            ),
            models.CheckConstraint(
                condition=Q(starts_on__isnull=True) | Q(ends_on__isnull=True) | Q(ends_on__gte=F("starts_on")),
                name="season_days_in_order",
            ),
        ]
        indexes = [models.Index(fields=["is_published", "-id"], name="season_published")]

    def __str__(self) -> str:
        return self.name


class SeasonEvent(models.Model):
    """An event that belongs to a season; it counts once it has finished."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="season_events")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="season_events")
    added_by = models.CharField(max_length=150, blank=True)
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("event of a season")
        verbose_name_plural = _("events of seasons")
        ordering = ["tournament__starts_at", "tournament_id"]
        constraints = [models.UniqueConstraint(fields=["season", "tournament"], name="season_event_once")]

    def __str__(self) -> str:
        return f"{self.season} · {self.tournament}"


class SeasonMerge(models.Model):
    """Somebody decided that two players are one person in a season: what `player` played counts for `into`."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="merges")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    into = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("players merged in a season")
        verbose_name_plural = _("players merged in seasons")
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="season_merge_once"),
            models.CheckConstraint(condition=~Q(player=F("into")), name="season_merge_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} → {self.into_id}"


class SeasonApart(models.Model):
    """Somebody decided that an entry is not its player's in a season: it is nobody else's, or that of `player`."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="set_apart")
    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("entry set apart in a season")
        verbose_name_plural = _("entries set apart in seasons")
        constraints = [models.UniqueConstraint(fields=["season", "registration"], name="season_apart_once")]

    def __str__(self) -> str:
        return f"{self.registration_id} → {self.player_id or '–'}"


class SeasonLogEntry(models.Model):
    """One thing done to a season: who, when, what."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    actor = models.CharField(max_length=150, blank=True)
    verb = models.CharField(max_length=40)
    facts = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("season log entry")
        verbose_name_plural = _("season log entries")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.season} {self.verb}"
