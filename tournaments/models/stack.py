from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class EnteredStack(models.Model):
    """A form of typed slips whose lines were entered, so that the same form is not entered again: `key` is the one that
    its page was given."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entered_stacks")
    key = models.CharField(max_length=12)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("entered stack of slips")
        verbose_name_plural = _("entered stacks of slips")
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "key"], name="stack_entered_once")]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.key}"
