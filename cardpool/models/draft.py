import re

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.languages import language_key
from cardpool.models.game import CardGame

_NAMES = re.compile(r'^names = \{ *zh = "(?P<zh>[^"\n]{1,80})", *en = "(?P<en>[^"\n]{1,80})" *\}', re.MULTILINE)


class PackDraft(models.Model):
    """A game pack being written at the desk, before it is published as a ruleset.

    `game` is None for a game that does not exist yet; `cards` is then the card pool it starts with, as CSV. `sample` is
    a deck to try the rules on. `revision` counts its saves: an editor sends the one it saw. A draft with `discarded_at`
    is discarded and can be restored.
    """

    game = models.ForeignKey(CardGame, null=True, blank=True, on_delete=models.CASCADE, related_name="drafts")
    text = models.TextField()
    cards = models.TextField(blank=True)
    sample = models.TextField(blank=True)
    revision = models.PositiveIntegerField(default=1)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pack_drafts")
    created_at = models.DateTimeField(auto_now_add=True)
    saved_at = models.DateTimeField(auto_now=True)
    saved_by = models.CharField(max_length=150, blank=True)
    discarded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("pack draft")
        verbose_name_plural = _("pack drafts")
        ordering = ["-saved_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "author"],
                condition=Q(game__isnull=False, discarded_at__isnull=True),
                name="pack_draft_once_per_game_and_author",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game.slug if self.game else 'new'} r{self.revision}"

    @property
    def title(self) -> str:
        """The game's name as the text states it on one line, in the active language; empty where it does not."""
        found = _NAMES.search(self.text)
        if found is None:
            return ""
        return found[language_key()]
