from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.round import Round


class RoundRepair(models.Model):
    """What staff chose for a published round after a correction: how it was published before, and how it is since.

    As few tables as possible were repaired, all that had not begun were drawn again, or everything was kept; the log
    has the reason that was given. In the top cut nobody chooses: the bracket says who moves. A late player who was
    seated with the bye is kept the same way. Never deleted.

    `part` names the divisions it is about, by their codes, in a round whose divisions were paired apart.

    `before` and `after` hold `{"tables": [{"match", "table", "players": [a, b], "version"}], "bye": registration or
    null, "pairing": the round's facts, "edited_by_hand"}` with every table of the round, in order of match; in a round
    in parts also its `byes`. Of a round in pods a table has its "pod", and its players in the order of turns. Where a
    late player was seated, `before` has `late`: the `entry`, its `first_round` then, and what it was `given` instead.
    """

    class Choice(models.TextChoices):
        REPAIR = "repair", _("Repaired")
        REDRAW = "redraw", _("All paired again")
        KEEP = "keep", _("Kept as published")
        CUT = "cut", _("Moved in the top cut")
        LATE = "late", _("Late player seated with the bye")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="repairs")
    number = models.PositiveSmallIntegerField()
    choice = models.CharField(max_length=6, choices=Choice, default=Choice.REPAIR)
    part = models.CharField(max_length=130, blank=True, db_default="")
    before = models.JSONField()
    after = models.JSONField()
    made_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    made_by = models.CharField(max_length=150, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("repair of a round")
        verbose_name_plural = _("repairs of rounds")
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="repair_number_unique")]

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"


class PairedField(models.Model):
    """The field as it was when pairs of a round were drawn: what their reasons and the round's proof rest on.

    `facts` is what `tournaments.swiss.record` writes, with the `witness` of the proof where there is one. A round has
    one from its pairing (where divisions are paired apart one for each `part`, named by the codes of its divisions) and
    one from each `repair`, which counts unless the repair was undone; the newest that drew a pair speaks for it. Never
    changed, whatever is corrected later.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="fields")
    repair = models.OneToOneField(RoundRepair, null=True, blank=True, on_delete=models.CASCADE, related_name="field")
    part = models.CharField(max_length=130, blank=True)
    facts = models.JSONField()

    class Meta:
        verbose_name = _("paired field")
        verbose_name_plural = _("paired fields")
        ordering = ["round", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "part"], condition=models.Q(repair__isnull=True), name="field_one_from_pairing"
            )
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.repair.number if self.repair is not None else 0}"
