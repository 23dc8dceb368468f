from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Origin(models.Model):
    """The event that an event was restored from, as of `taken_at`: its code, and what each of its matches and pods is
    here, so that slips printed for it are still understood.

    `matches` and `pods` map the old keys, as texts, to those of this event. An event restored from a restored one has
    the origins of that one, too.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="origins")
    code = models.CharField(max_length=12, db_index=True)
    taken_at = models.DateTimeField()
    matches = models.JSONField(default=dict, blank=True)
    pods = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("origin of a restored event")
        verbose_name_plural = _("origins of restored events")
        ordering = ["tournament", "-taken_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "code"], name="origin_once_per_code")]

    def __str__(self) -> str:
        return f"{self.code} → {self.tournament}"
