from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from decks.models import Decklist
from tournaments.models.tournament import Tournament
from tournaments.visible_names import is_readable


class Registration(models.Model):
    """A player's entry in one tournament. It is never deleted: leaving is a status and the round it took effect.

    `name` is the name as entered for this event (a later rename of the player changes no old event). `first_round` is
    the first round played; a late entrant's earlier rounds are MissedRound or awarded Bye rows. `status_round` is the
    last round a dropped, no-show or disqualified player took part in (0: left before round 1). `drop_rule` is the
    setting of the event that dropped the player; empty where somebody did.

    `division` is the code of one of the tournament's divisions, by the year of birth or as somebody has chosen
    (`division_by_hand`); empty where neither says it, which lasts until the start at most.

    `number` is the player's number in this event, from 1 in order of entry; it never changes. It is shown behind the
    name as entered where `number_in_name` is set, and behind the public one where `number_in_public_name` is: another
    entry's name reads the same.
    """

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
    team = models.CharField(_("team or club"), max_length=80, blank=True)
    division = models.CharField(_("division"), max_length=20, blank=True)
    division_by_hand = models.BooleanField(default=False)
    status = models.CharField(max_length=12, choices=Status, default=Status.ACTIVE)
    status_round = models.PositiveSmallIntegerField(null=True, blank=True)
    status_reason = models.CharField(max_length=200, blank=True)
    drop_rule = models.CharField(max_length=8, choices=DropRule, blank=True)
    first_round = models.PositiveSmallIntegerField(default=1)
    fixed_table = models.PositiveSmallIntegerField(
        _("fixed seat"), null=True, blank=True, help_text=_("The table this player always sits at.")
    )
    late_policy = models.CharField(max_length=4, choices=LatePolicy, blank=True)
    decklist = models.OneToOneField(
        Decklist, null=True, blank=True, on_delete=models.PROTECT, related_name="registration"
    )
    checked_in_at = models.DateTimeField(null=True, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True, help_text="Seed in the top cut, 1 the best.")
    lot = models.PositiveIntegerField(null=True, blank=True, help_text="Drawn lot where a cut needed one; 1 first.")
    final_place = models.PositiveIntegerField(null=True, blank=True)
    registered_at = models.DateTimeField(auto_now_add=True)
    registered_by = models.CharField(max_length=150, blank=True)

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
            models.CheckConstraint(condition=~Q(name=""), name="registration_has_name"),
            models.CheckConstraint(condition=Q(number__gte=1), name="registration_number_from_one"),
            models.CheckConstraint(
                condition=Q(fixed_table__isnull=True) | Q(fixed_table__range=(1, 9999)), name="registration_fixed_table"
            ),
        ]
        indexes = [models.Index(fields=["tournament", "status"], name="registration_by_status")]

    def __str__(self) -> str:
        return self.name

    @property
    def entered_name(self) -> str:
        """The name as entered, for staff: with the number where another entry's reads the same; the number alone where
        nothing of the name shows.
        """
        if not is_readable(self.name):
            return f"#{self.number}"
        return f"{self.name} #{self.number}" if self.number_in_name else self.name
