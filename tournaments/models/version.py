from django.db import models

from tournaments.models.tournament import Tournament


class EventVersion(models.Model):
    """How often what the public sees of a tournament has changed.

    Only the database's triggers write it (migration 0007), with each statement that changes a row which public pages
    show, by whatever way. It grows and never returns, whatever is undone. `table_number` is the number
    with which the Swiss table may last have changed: a result of the round under way leaves it (migration 0014).
    """

    tournament = models.OneToOneField(
        Tournament,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="public_version",
        # A change that deletes the tournament counts once more after this row has gone.
        db_constraint=False,
    )
    number = models.PositiveBigIntegerField()
    table_number = models.PositiveBigIntegerField(db_default=0)

    class Meta:
        verbose_name = "event version"
        verbose_name_plural = "event versions"

    def __str__(self) -> str:
        return f"{self.tournament_id}.{self.number}"
