from typing import Any

from django.db import models


class PlayedAt(models.Model):
    """What a match and a pod have in common: a table of one round, with extra time of its own."""

    time_extensions: Any

    class Meta:
        abstract = True

    @property
    def more_minutes(self) -> int:
        """Minutes it may play on after the round's time; reads `time_extensions` (prefetch them for many tables)."""
        return sum(given.minutes for given in self.time_extensions.all() if given.withdrawn_at is None)
