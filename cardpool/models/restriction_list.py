from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from cardpool.models.game import CardGame


class RestrictionList(models.Model):
    """One published state of a game's restricted cards in one format, in force from a day until the next one's.

    `format` is the format's key, empty for every format; `source` where the list was published. A list is never
    changed: editing it makes another row that names this one in `replaces`, and a replaced or withdrawn list judges
    nothing. `withdrawn_at` with `withdrawn_by` and `withdrawn_reason` says who took it back and why.
    """

    game = models.ForeignKey(CardGame, on_delete=models.PROTECT, related_name="restriction_lists")
    format = models.SlugField(_("format"), max_length=40, blank=True)
    name = models.CharField(_("name"), max_length=80)
    source = models.CharField(_("source"), max_length=300, blank=True)
    effective_from = models.DateField(_("in force from"))
    version = models.PositiveIntegerField(default=1)
    replaces = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="replaced_by", editable=False
    )
    saved_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    saved_by = models.CharField(max_length=150, blank=True)
    saved_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=150, blank=True)
    withdrawn_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("restriction list")
        verbose_name_plural = _("restriction lists")
        ordering = ["game", "format", "-effective_from", "-id"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="restriction_list_has_name")]

    def __str__(self) -> str:
        return f"{self.name} ({self.effective_from})"


class RestrictedCards(models.Model):
    """One entry of a list: a card, or a group of which one may be chosen, and what holds for it.

    `cards` are identities as lists name them (numbers, or names where the game counts by name). `limit` is the most
    copies of each for LIMITED, and the most different cards of the group for CHOOSE_ONE. `starts` and `ends` narrow the
    time in which the list holds for it; an unreleased card's `ends` is the last day before its release.
    """

    class Kind(models.TextChoices):
        BANNED = "banned", _("Banned")
        LIMITED = "limited", _("Limited")
        CHOOSE_ONE = "choose_one", _("Choose one of")
        UNRELEASED = "unreleased", _("Unreleased")
        UNLISTED = "unlisted", _("Every other card is banned")

    list = models.ForeignKey(RestrictionList, on_delete=models.CASCADE, related_name="entries")
    kind = models.CharField(max_length=10, choices=Kind)
    cards = models.JSONField()
    limit = models.PositiveSmallIntegerField(default=0)
    starts = models.DateField(null=True, blank=True)
    ends = models.DateField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("restricted cards")
        verbose_name_plural = _("restricted cards")
        ordering = ["list", "id"]

    def __str__(self) -> str:
        return f"{self.kind} {', '.join(self.cards)}"
