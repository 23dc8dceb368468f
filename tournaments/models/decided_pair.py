from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.registration import Registration
from tournaments.models.tournament import Tournament


class DecidedPair(models.Model):
    """What staff decided about two entrants for one Swiss round: that they meet in it, or that they do not.

    The smaller key is `registration_a`. The row stays when the draft is discarded, so that the round is paired around
    it again; one whose player is not in the round decides nothing.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="decided_pairs")
    number = models.PositiveSmallIntegerField()
    registration_a = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="+")
    registration_b = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="+")
    meets = models.BooleanField()
    reason = models.CharField(max_length=200, blank=True)
    decided_by = models.CharField(max_length=150, blank=True)
    decided_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("pairing decided by hand")
        verbose_name_plural = _("pairings decided by hand")
        ordering = ["tournament", "number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["number", "registration_a", "registration_b"], name="decided_pair_once"),
            models.CheckConstraint(
                condition=Q(registration_a__lt=F("registration_b")), name="decided_pair_smaller_key_first"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="decided_pair_number_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.registration_a} – {self.registration_b}"
