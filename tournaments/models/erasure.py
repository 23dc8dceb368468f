from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class Erasure(models.Model):
    """One player's data was erased: when, by which account of the staff, and which kept files still have to go.

    `erased_by_user` is None where the player did it. `left_files` are files that may name the player, as `[place,
    name]`: snapshots, their copies elsewhere, and exports; a job removes them, and tries again what it could not reach.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="erasure")
    erased_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    erased_on = models.DateTimeField(auto_now_add=True)
    left_files = models.JSONField(default=list, blank=True)
    files_gone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("erasure of a player")
        verbose_name_plural = _("erasures of players")
        ordering = ["-id"]

    def __str__(self) -> str:
        return str(self.player)
