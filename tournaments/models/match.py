from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.played_at import PlayedAt
from tournaments.models.registration import Registration
from tournaments.models.revision import Revision
from tournaments.models.round import Round

BOARDS = (1, 2)
"""The boards of a match between teams that play by seat: the first members, and the second ones."""
TEAM_MATCH_LENGTH = 3
"""As if its boards were the games of a best of three: two won boards decide it, one each is a draw."""


def seat_letter(number: int) -> str:
    """The letter of a board by its number, and so of the seat of those who play it."""
    return "AB"[number - 1]


class _Matches(models.Manager["Match"]):
    """Those that are paired: matches of players and of teams, without the boards that these play."""

    def get_queryset(self) -> models.QuerySet[Match]:
        return super().get_queryset().filter(team_match=None)


class Match(PlayedAt):
    """Two entrants at a table in one round; its result follows from its games unless `outcome` says otherwise.

    `version` counts every change of the match or its games: an editor sends the version it saw, and a stale one
    gets what changed. `winner_seat` is set for outcomes that name a winner (no-show, judge award, match loss).
    `best_of` is its length where other matches of the round have another, as in the top cuts of several divisions.
    `is_complete`: the result counts. `stopped_by_time`: scored as it stood when time ran out. `report_state` is how the
    players' own reports stand until there is a result.

    Where teams play by seat, each match has two boards: matches of their own between the members on one seat, with the
    number of the seat as `board` and the table of their `team_match`, whose games they are: game 1 of a team match is
    its first board, and so on, written by `tournaments.services.slips` alone. So boards are entered, reported and
    corrected as any match, and pairing, standings and repair know team matches only, which is what `objects` and
    `Round.matches` give; `everything` has the boards, too.
    """

    class Outcome(models.TextChoices):
        PLAYED = "played", _("Played")
        NO_SHOW = "no_show", _("No-show")
        INTENTIONAL_DRAW = "intentional_draw", _("Intentional draw")
        JUDGE_AWARD = "judge_award", _("Judge award")
        MATCH_LOSS = "match_loss", _("Match loss")
        DOUBLE_LOSS = "double_loss", _("Loss for both")
        DOUBLE_NO_SHOW = "double_no_show", _("No-show of both")

    class ReportState(models.TextChoices):
        NONE = "", _("Not reported")
        PLAYING = "playing", _("Some games reported")
        WAITING = "waiting", _("Reported by one side")
        DISPUTED = "disputed", _("Reported differently")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(null=True, blank=True)
    player1 = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="matches_as_player1")
    player2 = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="matches_as_player2")
    outcome = models.CharField(max_length=16, choices=Outcome, default=Outcome.PLAYED)
    winner_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    stopped_by_time = models.BooleanField(default=False)
    is_complete = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)
    best_of = models.PositiveSmallIntegerField(_("match length"), null=True, blank=True)
    bracket_slot = models.PositiveSmallIntegerField(null=True, blank=True)
    is_third_place = models.BooleanField(default=False)
    team_match = models.ForeignKey(
        "self",
        verbose_name=_("match of the teams"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="boards",
    )
    board = models.PositiveSmallIntegerField(_("board"), default=0, db_default=0)
    report_state = models.CharField(max_length=10, choices=ReportState, default=ReportState.NONE, blank=True)
    version = models.PositiveIntegerField(default=1)
    completed_at = models.DateTimeField(null=True, blank=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = _Matches()
    everything: models.Manager[Match] = models.Manager()

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["round", F("table").asc(nulls_last=True), "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(player1=F("player2")), name="match_two_players"),
            models.CheckConstraint(
                condition=Q(winner_seat__isnull=True) | Q(winner_seat__in=[1, 2]), name="match_seat"
            ),
            models.CheckConstraint(condition=Q(best_of__isnull=True) | Q(best_of__in=[1, 3, 5]), name="match_best_of"),
            models.UniqueConstraint(
                fields=["round", "table", "board"], name="match_table_unique", deferrable=models.Deferrable.DEFERRED
            ),
            models.UniqueConstraint(fields=["team_match", "board"], name="match_board_once"),
            models.CheckConstraint(
                condition=Q(team_match__isnull=True, board=0) | Q(team_match__isnull=False, board__in=BOARDS),
                name="match_board_of_team_match",
            ),
            models.UniqueConstraint(
                fields=["round", "player1"], name="match_player1_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.UniqueConstraint(
                fields=["round", "player2"], name="match_player2_once", deferrable=models.Deferrable.DEFERRED
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.player1} – {self.player2}"

    @property
    def entries(self) -> tuple[Registration, ...]:
        """Who sits at the table."""
        return self.player1, self.player2

    @property
    def is_lost_by_both(self) -> bool:
        """Whether its outcome is a lost match for both players."""
        return self.outcome in (Match.Outcome.DOUBLE_LOSS, Match.Outcome.DOUBLE_NO_SHOW)

    @property
    def leaving(self) -> tuple[Registration, ...]:
        """Who of the two has dropped and plays the match to its end; nobody once it is over."""
        dropped = Registration.Status.DROPPED
        return () if self.is_complete else tuple(one for one in self.entries if one.status == dropped)

    @property
    def is_board(self) -> bool:
        """Whether it is played by one member of each team, for the match of their teams."""
        return self.team_match_id is not None

    @property
    def is_open(self) -> bool:
        """Whether it waits for its result. Not once it is over, nor where it is the board of a match that was decided
        as a whole: only then is that over before its boards. Reads of a board the `team_match`."""
        return not self.is_complete and (self.team_match is None or not self.team_match.is_complete)

    @property
    def more_minutes(self) -> int:
        """Minutes it may play on after the round's time; a board as long as its table. Reads `time_extensions`, of a
        board those of its `team_match`."""
        return super().more_minutes if self.team_match is None else self.team_match.more_minutes

    def opponent_of(self, registration_id: int) -> Registration:
        """The player on the other seat."""
        return self.player2 if self.player1_id == registration_id else self.player1

    @property
    def length(self) -> int:
        """The most games that decide it; reads the round."""
        return self.best_of or self.round.match_length


class Game(models.Model):
    """One recorded game of a match.

    `details_known` False: only the winner (or the draw) was entered and nothing else is claimed. `order_known` False:
    not even when in the match it was played. `is_penalty`: lost by a penalty. `choice` is what the
    chooser chose for themselves: to start (first) or not (second).
    """

    class Choice(models.TextChoices):
        FIRST = "first", _("To go first")
        SECOND = "second", _("To go second")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    chooser_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    method = models.CharField(max_length=20, blank=True, help_text=_("How game 1's chooser was found; a pack key."))
    choice = models.CharField(max_length=6, choices=Choice, blank=True)
    first_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    winner_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    is_draw = models.BooleanField(default=False)
    ending = models.CharField(max_length=40, blank=True)
    conceded = models.BooleanField(default=False)
    stopped_by_time = models.BooleanField(default=False)
    details_known = models.BooleanField(default=True)
    order_known = models.BooleanField(default=True, db_default=True)
    is_penalty = models.BooleanField(default=False, db_default=False)
    override_reason = models.CharField(max_length=200, blank=True)
    overridden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    recorded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("one game of a match", "game")
        verbose_name_plural = _("games")
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="game_number_unique"),
            models.CheckConstraint(
                condition=Q(is_draw=True, winner_seat__isnull=True) | Q(is_draw=False, winner_seat__in=[1, 2]),
                name="game_won_or_drawn",
            ),
            models.CheckConstraint(
                condition=(Q(chooser_seat__isnull=True) | Q(chooser_seat__in=[1, 2]))
                & (Q(first_seat__isnull=True) | Q(first_seat__in=[1, 2])),
                name="game_seats",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} · {self.number}"


class MatchRevision(Revision):
    """What a match was before and after one change.

    `before` and `after` hold `{"outcome", "winner_seat", "stopped_by_time", "is_complete", "reason", "games": [...]}`.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="revisions")

    class Meta:
        verbose_name = _("match revision")
        verbose_name_plural = _("match revisions")
        ordering = ["match", "version"]
        constraints = [models.UniqueConstraint(fields=["match", "version"], name="match_revision_unique")]

    def __str__(self) -> str:
        return f"{self.match} v{self.version}"
