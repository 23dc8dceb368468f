from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.registration import Registration
from tournaments.models.tournament import Tournament


class KeepApart(models.Model):
    """Two entrants who are not to be paired with each other, such as siblings; the smaller key is `registration_a`.

    `is_hard`: never, even if the round then cannot be paired. Otherwise only where nothing more important asks for it.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="kept_apart")
    registration_a = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="+")
    registration_b = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="+")
    is_hard = models.BooleanField(_("never, not even in need"), default=False)
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("pair kept apart")
        verbose_name_plural = _("pairs kept apart")
        ordering = ["tournament", "id"]
        constraints = [
            models.UniqueConstraint(fields=["registration_a", "registration_b"], name="keep_apart_once"),
            models.CheckConstraint(
                condition=Q(registration_a__lt=F("registration_b")), name="keep_apart_smaller_key_first"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.registration_a} – {self.registration_b}"
