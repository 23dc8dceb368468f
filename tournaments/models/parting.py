from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.models.registration import Registration


class Parting(models.Model):
    """An entry that staff took from a player who has more than it, while that is not undone: the log says who and why.

    The entry was `before`'s, and became that of `made`, a player of its own. `was_claimable` and `claimed_before` are
    those of the entry before; `answers` says of each request to join by which it was given what taking it ended:
    `{"request", "waits", "link", "issuer"}`, whether its key waited for a phone, and the link that the answer had
    ended.
    """

    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="+")
    before = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    made = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    was_claimable = models.BooleanField()
    claimed_before = models.DateTimeField(null=True, blank=True)
    answers = models.JSONField(default=list)
    parted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("entry taken from a player")
        verbose_name_plural = _("entries taken from players")
        ordering = ["-id"]

    def __str__(self) -> str:
        return str(self.registration)
