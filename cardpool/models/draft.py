from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from cardpool.models.game import CardGame


class PackDraft(models.Model):
    """A game pack being written at the desk, before it is published as a ruleset.

    `game` is None for a game that does not exist yet. `revision` counts its saves: an editor sends the one it saw.
    """

    game = models.ForeignKey(CardGame, null=True, blank=True, on_delete=models.CASCADE, related_name="drafts")
    text = models.TextField()
    sample = models.TextField(blank=True)
    revision = models.PositiveIntegerField(default=1)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pack_drafts")
    created_at = models.DateTimeField(auto_now_add=True)
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("pack draft")
        verbose_name_plural = _("pack drafts")
        ordering = ["-saved_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "author"], condition=Q(game__isnull=False), name="pack_draft_once_per_game_and_author"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game.slug if self.game else 'new'} r{self.revision}"
