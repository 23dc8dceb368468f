from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.visible_names import is_readable
from decks.models import Decklist
from tournaments.models.tournament import Tournament


def numbered_name(name: str, number: int, is_numbered: bool) -> str:
    """A name, with its entry's number where it is to have one; the number alone where nothing of the name shows."""
    if not is_readable(name):
        return f"#{number}"
    return f"{name} #{number}" if is_numbered else name


def anonymous_name(number: int) -> str:
    """What an entry whose names were erased is called, by everybody and for good."""
    return gettext("Player %(number)s") % {"number": number}


class _Entrants(models.Manager["Registration"]):
    """Those who are paired: players, and teams without their members."""

    def get_queryset(self) -> models.QuerySet[Registration]:
        return super().get_queryset().exclude(kind=Registration.Kind.MEMBER)


class _People(models.Manager["Registration"]):
    """Those who bring a deck: players, and the members of teams."""

    def get_queryset(self) -> models.QuerySet[Registration]:
        return super().get_queryset().exclude(kind=Registration.Kind.TEAM)


class Registration(models.Model):
    """A player's entry in one tournament. It is never deleted: leaving is a status and the round it took effect.

    `name` is the name as entered for this event (a later rename of the player changes no old event). `first_round` is
    the first round played; a late entrant's earlier rounds are MissedRound or awarded Bye rows. `status_round` is the
    last round a dropped, no-show or disqualified player took part in (0: left before round 1). `drop_rule` is the
    setting of the event that dropped the player; empty where somebody did.

    `left_before_cut`: dropped when the Swiss rounds were over and no round of the top cut was published.

    `division` is the code of one of the tournament's divisions, by the year of birth or as somebody has chosen
    (`division_by_hand`); empty where neither says it, which lasts until the start at most.

    `number` is the player's number in this event, from 1 in order of entry; it never changes. It is shown behind the
    name as entered where `number_in_name` is set, and behind the public one where `number_in_public_name` is: another
    entry's name reads the same.

    `is_anonymous`: the names were erased; the entry is shown by its number, and its results stay.

    `membership_id` is the player's number at the game's own organised play, or the store's, for staff alone; an event
    has each once.

    `is_claimable`: staff prepared the entry for somebody who had no key yet, and the phone that joins under its name
    first gets the key, at `claimed_at`.

    A team of two is three entries: the team, which is paired under its name and whose `player` nobody stands for, and
    its members on seats 1 and 2, who have the personal links and the decks. A member's `status`, `status_round`,
    `final_place` and `division` are those of the team, kept so by the database. `objects` are those who are paired,
    `people` those who bring a deck, `everybody` all of them.
    """

    class Kind(models.TextChoices):
        PLAYER = "player", _("Player")
        TEAM = "team", _("Team of two")
        MEMBER = "member", _("Member of a team of two")

    class Status(models.TextChoices):
        ACTIVE = "active", _("Registered")
        WAITLISTED = "waitlisted", _("Waiting list")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        DROPPED = "dropped", _("Dropped")
        NO_SHOW = "no_show", _("No-show")
        DISQUALIFIED = "disqualified", _("Disqualified")

    class LatePolicy(models.TextChoices):
        LOSS = "loss", _("A loss for each missed round")
        BYE = "bye", _("An awarded bye for each missed round")

    class DropRule(models.TextChoices):
        NO_SHOW = "no_show", _("Did not come")
        LOSSES = "losses", _("Too many losses")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="registrations")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="registrations")
    number = models.PositiveIntegerField(_("number in this event"))
    name = models.CharField(_("name"), max_length=80)
    public_name = models.CharField(
        _("public nickname"), max_length=80, blank=True, help_text=_("Shown to everybody in place of the name.")
    )
    number_in_name = models.BooleanField(default=False)
    number_in_public_name = models.BooleanField(default=False)
    kind = models.CharField(_("kind of entry"), max_length=6, choices=Kind, default=Kind.PLAYER, db_default=Kind.PLAYER)
    team_entry = models.ForeignKey(
        "self",
        verbose_name=_("entry of the team of two"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="members",
    )
    seat = models.PositiveSmallIntegerField(_("seat in the team of two"), null=True, blank=True)
    is_anonymous = models.BooleanField(_("anonymous"), default=False, db_default=False, editable=False)
    membership_id = models.CharField(_("player ID"), max_length=40, blank=True, default="", db_default="")
    is_claimable = models.BooleanField(_("waits to be claimed"), default=False, db_default=False, editable=False)
    claimed_at = models.DateTimeField(_("claimed at"), null=True, blank=True, editable=False)
    team = models.CharField(_("team or club"), max_length=80, blank=True)
    division = models.CharField(_("division"), max_length=20, blank=True)
    division_by_hand = models.BooleanField(default=False)
    status = models.CharField(max_length=12, choices=Status, default=Status.ACTIVE)
    status_round = models.PositiveSmallIntegerField(null=True, blank=True)
    status_reason = models.CharField(max_length=200, blank=True)
    drop_rule = models.CharField(max_length=8, choices=DropRule, blank=True)
    left_before_cut = models.BooleanField(default=False, db_default=False)
    first_round = models.PositiveSmallIntegerField(default=1)
    fixed_table = models.PositiveSmallIntegerField(
        _("fixed seat"), null=True, blank=True, help_text=_("The table this player always sits at.")
    )
    late_policy = models.CharField(max_length=4, choices=LatePolicy, blank=True)
    decklist = models.OneToOneField(
        Decklist, null=True, blank=True, on_delete=models.PROTECT, related_name="registration"
    )
    checked_in_at = models.DateTimeField(null=True, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True, help_text=_("Seed in the top cut, 1 the best."))
    lot = models.PositiveIntegerField(null=True, blank=True, help_text=_("Drawn lot where a cut needed one; 1 first."))
    final_place = models.PositiveIntegerField(null=True, blank=True)
    registered_at = models.DateTimeField(auto_now_add=True)
    registered_by = models.CharField(max_length=150, blank=True)

    objects = _Entrants()
    people = _People()
    everybody: models.Manager[Registration] = models.Manager()

    class Meta:
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        ordering = ["tournament", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=Q(status__in=["active", "waitlisted", "dropped", "no_show", "disqualified"]),
                name="registration_once_per_player",
            ),
            models.UniqueConstraint(fields=["tournament", "number"], name="registration_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "membership_id"],
                condition=~Q(membership_id="") & ~Q(status="withdrawn"),
                name="registration_membership_once",
            ),
            models.UniqueConstraint(
                fields=["team_entry", "seat"], name="registration_seat_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.CheckConstraint(
                condition=Q(kind="member", seat__in=[1, 2])
                | (Q(team_entry__isnull=True, seat__isnull=True) & ~Q(kind="member")),
                name="registration_member_of_team",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="registration_has_name"),
            models.CheckConstraint(condition=Q(number__gte=1), name="registration_number_from_one"),
            models.CheckConstraint(
                condition=Q(fixed_table__isnull=True) | Q(fixed_table__range=(1, 9999)), name="registration_fixed_table"
            ),
        ]
        indexes = [models.Index(fields=["tournament", "status"], name="registration_by_status")]

    member: Registration | None = None
    """Of a team that was read for one of its members: that member."""

    def __str__(self) -> str:
        return self.name

    @property
    def deck_entry(self) -> Registration:
        """The entry with the list: that of the member, where a team was read for one, else this one."""
        return self.member or self

    @property
    def entrant_id(self) -> int:
        """The key of what is paired: of the entry itself, or of a member's team."""
        return self.team_entry_id or self.pk

    @property
    def is_team(self) -> bool:
        return self.kind == self.Kind.TEAM

    @property
    def is_member(self) -> bool:
        return self.kind == self.Kind.MEMBER

    @property
    def entered_name(self) -> str:
        """The name as entered, for staff: with the number where another entry's reads the same; the number alone where
        nothing of the name shows.
        """
        if self.is_anonymous:
            return self.anonymous_name
        return numbered_name(self.name, self.number, self.number_in_name)

    @property
    def list_length(self) -> int:
        """The match length by whose deck rules the player's list is judged; the event's until there is a list."""
        return self.decklist.best_of if self.decklist is not None else self.tournament.list_length

    @property
    def birth_year(self) -> int | None:
        """That of the player; of a team, of the member it was read for."""
        return self.player.birth_year

    @property
    def age_group(self) -> str:
        """That of the player, as `birth_year`."""
        return self.player.age_group

    @property
    def anonymous_name(self) -> str:
        return anonymous_name(self.number)
