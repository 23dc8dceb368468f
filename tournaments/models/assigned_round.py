from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.registration import Registration


class AssignedRound(models.Model):
    """A Swiss round that staff have settled for an entry before it is paired: an awarded bye, or a loss.

    The entry is not paired in it. The pairing writes it down as an awarded `Bye` or a `MissedRound`, which the
    standings count; this row stays, so that the round can be paired again. One who has left is given nothing.
    """

    class Kind(models.TextChoices):
        BYE = "bye", _("Awarded bye")
        LOSS = "loss", _("Assigned loss")

    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="assigned_rounds")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=4, choices=Kind)
    reason = models.CharField(max_length=200, blank=True)
    assigned_by = models.CharField(max_length=150, blank=True)
    assigned_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("assigned round")
        verbose_name_plural = _("assigned rounds")
        ordering = ["registration", "number"]
        constraints = [
            models.UniqueConstraint(fields=["registration", "number"], name="assigned_round_once"),
            models.CheckConstraint(condition=Q(number__range=(1, 30)), name="assigned_round_number"),
        ]

    def __str__(self) -> str:
        return f"{self.registration} · {self.number}: {self.get_kind_display()}"
