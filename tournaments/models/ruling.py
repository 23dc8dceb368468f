from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class CardRuling(models.Model):
    """What a judge decided that a card, by its `number`, counts as in one event. Never edited: another ruling replaces
    it, or it is withdrawn, and either way it stays here with who ended it, when and why.

    `name` is what lists call the card; in a game that counts by name it is what copies of a card of its own are counted
    by. Either it counts as a card of the pool (`counts_as`, by number, with the name that one had then), or it is a
    card of its own with these `facts` (the pack's attributes by key), its own `copy_limit` (None: none stated) and
    `deck_rules` (tables as `cardpool.legality.printed_rules` reads them; None: as the pool notes them).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="card_rulings")
    number = models.CharField(_("card number"), max_length=120)
    name = models.CharField(_("card name"), max_length=120, blank=True)
    counts_as = models.CharField(_("counts as"), max_length=120, blank=True)
    counts_as_name = models.CharField(max_length=120, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    copy_limit = models.PositiveSmallIntegerField(null=True, blank=True)
    deck_rules = models.JSONField(null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=200)
    settled_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    settled_by = models.CharField(max_length=150, blank=True)
    settled_at = models.DateTimeField()
    replaces = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="replaced_by")
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    ended_by = models.CharField(max_length=150, blank=True)
    ended_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("card ruling")
        verbose_name_plural = _("card rulings")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], condition=Q(ended_at__isnull=True), name="card_ruling_once_per_event"
            ),
            models.CheckConstraint(
                condition=Q(counts_as="") | Q(facts={}, copy_limit__isnull=True, deck_rules__isnull=True),
                name="card_ruling_one_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"
