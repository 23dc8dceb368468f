from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class SeedCommitment(models.Model):
    """The seed of a round that is still to be paired: its digest is public at once, the text when the round is.

    A round has another one, with the next `sequence`, for each time it was taken back after the text was public.
    `before_pairing`: it was there before anybody asked for the pairing. Only ever added (migration 0041).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="seed_commitments")
    number = models.PositiveSmallIntegerField()
    sequence = models.PositiveSmallIntegerField(default=1)
    text = models.CharField(max_length=400)
    digest = models.CharField(max_length=64)
    before_pairing = models.BooleanField(default=True)
    committed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("committed seed")
        verbose_name_plural = _("committed seeds")
        ordering = ["tournament", "number", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number", "sequence"], name="seed_commitment_unique")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} · {self.number}.{self.sequence}"


class PairingStep(models.Model):
    """One thing that was done to the pairing of a round: drawn, edited by hand, published, taken back, repaired.

    Each row's `digest` covers the one before it, so that none can be taken out unseen. `by` is a role, `facts` name
    players by the keys of their entries. A draw's `commitment` and `counter` say which committed seed it used. Steps of
    drafts that were discarded stay. Only ever added (migration 0041).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="pairing_steps")
    number = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12)
    at = models.DateTimeField()
    by = models.CharField(max_length=12)
    commitment = models.PositiveSmallIntegerField(null=True, blank=True)
    counter = models.PositiveSmallIntegerField(null=True, blank=True)
    seed = models.CharField(max_length=60, blank=True)
    facts = models.JSONField(default=dict)
    digests = models.JSONField(default=dict)
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("step of a pairing")
        verbose_name_plural = _("steps of pairings")
        ordering = ["tournament", "number", "position"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number", "position"], name="pairing_step_unique")]

    def __str__(self) -> str:
        return f"{self.tournament_id} · {self.number}.{self.position} {self.kind}"
