from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from accounts.visible_names import is_readable
from cardpool.models import CardGame, Ruleset
from decks.models.decklist import Pool
from tournaments.join_codes import new_join_code

CUT_SIZES = (2, 4, 8, 16, 32)
_CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code() -> str:
    """A short unguessable code without look-alike characters; it is the tournament's address."""
    return get_random_string(8, _CODE_ALPHABET)


class Tournament(models.Model):
    """One competition: a game, a format, one entry list, its rounds.

    `divisions` is what `tournaments.play.divisions` writes. `joined_divisions` maps the code of a division to that of
    the one it is paired along with while the divisions are paired apart. `division_cuts` maps the code of a division to
    the size of its own top cut; one it does not name has the size of the game's table. `cut_best_of` is the match
    length of the top cut, from the round with `cut_best_of_from` players left on; where it is empty, that of the Swiss
    rounds.
    `lists_best_of` is the length whose deck rules judge the lists, where it is not `best_of`.
    `code` is the address, for good; `join_code` is typed to join, and staff may renew it. `registration_open`: players
    may enter themselves, on the event's pages and by its join code alike.
    """

    class Phase(models.TextChoices):
        REGISTRATION = "registration", _("Registration")
        SWISS = "swiss", _("Swiss rounds")
        TOP_CUT = "top_cut", _("Top cut")
        FINISHED = "finished", _("Finished")
        CANCELLED = "cancelled", _("Cancelled")

    class GameOneChoice(models.TextChoices):
        """Who decides who starts game 1 of a top-cut match."""

        HIGHER_SEED = "higher_seed", _("The higher seed")
        AGREED_METHOD = "agreed_method", _("The winner of an agreed method")

    class TeamPolicy(models.TextChoices):
        """Whether entrants of one team or club are paired with each other."""

        IGNORE = "ignore", _("Paired like all others")
        AVOID = "avoid", _("Kept apart where nothing more important prevents it")
        NEVER = "never", _("Always kept apart")

    class PairingOrder(models.TextChoices):
        """Who meets whom among players with equal points."""

        RANDOM = "random", _("By lot")
        LAST_BY_RANK = "last_by_rank", _("By lot; in the last round by rank: 1 v 2, 3 v 4")
        FOLD = "fold", _("Upper half against lower half by rank; round 1 by lot")

    class EntryFormat(models.TextChoices):
        """Who an entrant is: one player, a team of two (at one table, or each member on a seat), a player of a pod."""

        SINGLES = "singles", _("One player each")
        TEAMS_TOGETHER = "teams_together", _("Teams of two, as one")
        TEAMS_BY_SEAT = "teams_by_seat", _("Teams of two, by seat")
        PODS = "pods", _("Pods of four")

    class DivisionMode(models.TextChoices):
        """Whether players of different divisions are paired with each other."""

        TOGETHER = "together", _("All divisions together")
        APART = "apart", _("Each division by itself")

    class CutMode(models.TextChoices):
        """Whether the divisions play one top cut or each its own."""

        TOGETHER = "together", _("One top cut for everybody")
        APART = "apart", _("A top cut for each division")

    class CutDrop(models.TextChoices):
        """What happens when a qualified player drops between the Swiss rounds and the first round of the top cut."""

        NEXT = "next", _("The next in the standings moves up")
        WALK_OVER = "walk_over", _("Nobody moves up; the opponent advances")

    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    join_code = models.CharField(_("join code"), max_length=6, unique=True, default=new_join_code, editable=False)
    name = models.CharField(_("name"), max_length=120)
    starts_at = models.DateTimeField(_("starts at"))
    place = models.CharField(_("place"), max_length=160, blank=True)
    description = models.TextField(_("description"), blank=True)
    game = models.ForeignKey(CardGame, verbose_name=_("game"), on_delete=models.PROTECT, related_name="tournaments")
    ruleset = models.ForeignKey(
        Ruleset, verbose_name=_("ruleset"), on_delete=models.PROTECT, related_name="tournaments"
    )
    format = models.SlugField(
        _("format"),
        max_length=40,
        blank=True,
        help_text=_("Which restriction lists apply. Empty: the game's general ones."),
    )
    entry_format = models.CharField(
        _("who plays"), max_length=16, choices=EntryFormat, default=EntryFormat.SINGLES, db_default=EntryFormat.SINGLES
    )
    best_of = models.PositiveSmallIntegerField(_("match length"), default=3)
    planned_rounds = models.PositiveSmallIntegerField(
        _("Swiss rounds"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(30)],
        help_text=_("Empty: as recommended for the number of players when the event starts."),
    )
    top_cut = models.PositiveSmallIntegerField(_("top cut"), default=0)
    cut_best_of = models.PositiveSmallIntegerField(_("match length in the top cut"), null=True, blank=True)
    cut_best_of_from = models.PositiveSmallIntegerField(
        _("this length in the top cut from"), null=True, blank=True, help_text=_("Players left. Empty: in all of it.")
    )
    lists_best_of = models.PositiveSmallIntegerField(_("match length that lists are judged by"), null=True, blank=True)
    cut_minutes = models.PositiveSmallIntegerField(
        _("minutes per round of the top cut"), null=True, blank=True, help_text=_("0: no time limit.")
    )
    third_place_match = models.BooleanField(_("match for third place"), default=False)
    cut_drop = models.CharField(
        _("after a drop before the top cut"),
        max_length=9,
        choices=CutDrop,
        default=CutDrop.NEXT,
        db_default=CutDrop.NEXT,
    )
    game_one_choice = models.CharField(
        _("game 1 of the top cut"), max_length=20, choices=GameOneChoice, default=GameOneChoice.HIGHER_SEED
    )
    round_minutes = models.PositiveSmallIntegerField(_("minutes per round"), default=50)
    capacity = models.PositiveIntegerField(_("capacity"), null=True, blank=True)
    registration_open = models.BooleanField(_("registration open"), default=True)
    decklists_required = models.BooleanField(_("decklists required"), default=True)
    decklist_deadline = models.DateTimeField(_("decklist deadline"), null=True, blank=True)
    players_report = models.BooleanField(_("players report their results"), default=True)
    lists_public = models.BooleanField(_("lists are public once the event has finished"), default=False)
    pool = models.CharField(_("card pool"), max_length=6, choices=Pool, default=Pool.OPEN)
    points_win = models.PositiveSmallIntegerField(default=3)
    points_draw = models.PositiveSmallIntegerField(default=1)
    points_loss = models.PositiveSmallIntegerField(default=0)
    pod_places = models.CharField(
        _("points by place"),
        max_length=40,
        blank=True,
        db_default="",
        help_text=_(
            "In pods, from the first place on, such as 4-3-2-1. Empty: the points of a win, a draw and a loss."
        ),
    )
    preset = models.CharField(_("tiebreakers"), max_length=160, default="mtr")
    tiebreaks_from = models.PositiveSmallIntegerField(
        _("tiebreakers count from round"), null=True, blank=True, help_text=_("Empty: all rounds count.")
    )
    team_policy = models.CharField(_("players of one team"), max_length=6, choices=TeamPolicy, default=TeamPolicy.AVOID)
    team_rounds = models.PositiveSmallIntegerField(
        _("team policy for the first rounds"), null=True, blank=True, help_text=_("Empty: in all rounds.")
    )
    pairing_order = models.CharField(
        _("order among equal points"), max_length=12, choices=PairingOrder, default=PairingOrder.RANDOM
    )
    first_table = models.PositiveSmallIntegerField(_("first table"), default=1)
    table_ranges = models.CharField(_("tables to fill first"), max_length=200, blank=True)
    only_listed_tables = models.BooleanField(_("no other tables than these"), default=False)
    feature_tables = models.CharField(_("feature tables"), max_length=200, blank=True)
    blocked_tables = models.CharField(_("tables not to use"), max_length=200, blank=True)
    avoid_same_table = models.BooleanField(_("avoid the same table twice"), default=True)
    drop_no_shows = models.BooleanField(_("drop who does not come"), default=False)
    drop_after_losses = models.PositiveSmallIntegerField(_("drop after this many losses"), null=True, blank=True)
    divisions = models.JSONField(_("divisions"), default=list, blank=True)
    division_mode = models.CharField(
        _("pairing of the divisions"), max_length=8, choices=DivisionMode, default=DivisionMode.TOGETHER
    )
    joined_divisions = models.JSONField(_("divisions paired together"), default=dict, blank=True)
    cut_mode = models.CharField(
        _("top cut of the divisions"),
        max_length=8,
        choices=CutMode,
        default=CutMode.TOGETHER,
        db_default=CutMode.TOGETHER,
    )
    division_cuts = models.JSONField(_("size of the top cut by division"), default=dict, blank=True)
    phase = models.CharField(max_length=12, choices=Phase, default=Phase.REGISTRATION)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    is_demo = models.BooleanField(default=False, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="created_tournaments"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-starts_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(best_of__in=[1, 3, 5]), name="tournament_best_of"),
            models.CheckConstraint(condition=Q(top_cut__in=[0, *CUT_SIZES]), name="tournament_top_cut"),
            models.CheckConstraint(
                condition=Q(cut_best_of__isnull=True) | Q(cut_best_of__in=[1, 3, 5]), name="tournament_cut_best_of"
            ),
            models.CheckConstraint(
                condition=Q(cut_best_of_from__isnull=True) | Q(cut_best_of_from__in=CUT_SIZES),
                name="tournament_cut_best_of_from",
            ),
            models.CheckConstraint(
                condition=Q(lists_best_of__isnull=True) | Q(lists_best_of__in=[1, 3, 5]),
                name="tournament_lists_best_of",
            ),
            models.CheckConstraint(
                condition=Q(cut_minutes__isnull=True) | Q(cut_minutes__lte=600), name="tournament_cut_minutes"
            ),
            models.CheckConstraint(
                condition=Q(planned_rounds__isnull=True) | Q(planned_rounds__range=(1, 30)), name="tournament_rounds"
            ),
            models.CheckConstraint(condition=Q(round_minutes__range=(1, 600)), name="tournament_round_minutes"),
            models.CheckConstraint(condition=Q(first_table__range=(1, 9999)), name="tournament_first_table"),
            models.CheckConstraint(
                condition=Q(team_rounds__isnull=True) | Q(team_rounds__range=(1, 30)), name="tournament_team_rounds"
            ),
            models.CheckConstraint(
                condition=Q(tiebreaks_from__isnull=True) | Q(tiebreaks_from__range=(1, 30)),
                name="tournament_tiebreaks_from",
            ),
            models.CheckConstraint(
                condition=Q(drop_after_losses__isnull=True) | Q(drop_after_losses__range=(1, 30)),
                name="tournament_drop_after_losses",
            ),
            models.CheckConstraint(condition=Q(capacity__isnull=True) | Q(capacity__gte=2), name="tournament_capacity"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def readable_name(self) -> str:
        """The name; the code where nothing of a name shows, so that a link to the event can be seen and tapped."""
        return self.name if is_readable(self.name) else self.code

    @property
    def is_for_teams(self) -> bool:
        """Whether the entrants are teams of two."""
        return self.entry_format in (self.EntryFormat.TEAMS_TOGETHER, self.EntryFormat.TEAMS_BY_SEAT)

    @property
    def is_by_seat(self) -> bool:
        """Whether the entrants are teams of two whose members play those on the same seat, each a board."""
        return self.entry_format == self.EntryFormat.TEAMS_BY_SEAT

    @property
    def is_paired_apart(self) -> bool:
        """Whether divisions are paired by themselves."""
        return self.division_mode == self.DivisionMode.APART and bool(self.divisions)

    @property
    def cuts_apart(self) -> bool:
        """Whether each division has a top cut and final places of its own."""
        return self.cut_mode == self.CutMode.APART and bool(self.divisions)

    @property
    def list_length(self) -> int:
        """The match length whose deck rules judge the lists."""
        return self.lists_best_of or self.best_of

    def cut_length(self, players: int) -> int:
        """The match length of the round of the top cut that many players are left in."""
        begun = self.cut_best_of_from is None or players <= self.cut_best_of_from
        return self.cut_best_of if self.cut_best_of is not None and begun else self.best_of

    @property
    def is_in_pods(self) -> bool:
        """Whether rounds are played in pods of four and three, each player for themselves."""
        return self.entry_format == self.EntryFormat.PODS
