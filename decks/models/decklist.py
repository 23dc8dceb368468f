from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from cardpool.models import Ruleset


class Pool(models.TextChoices):
    """What a card number that is not in the pool means: a violation (closed) or a notice (open)."""

    OPEN = "open", _("Open: unknown card numbers are accepted with a notice")
    CLOSED = "closed", _("Closed: only cards in the pool")


class VerdictChoice(models.TextChoices):
    """What is known of a list's legality, as `cardpool.legality.violations.Verdict` has it."""

    LEGAL = "legal", _("legal")
    NOT_LEGAL = "not_legal", _("not legal")
    UNDECIDED = "undecided", _("cannot be decided")


class Decklist(models.Model):
    """A player's list for one match length under one ruleset: the document that is saved, submitted and locked.

    `submitted` is the version that counts; it stays None while only drafts were saved. Locked lists take new versions
    from staff only. `drafts_removed` counts the superseded drafts that made room for newer ones, the last of them
    removed at `drafts_removed_at`. A decklist does not know what it is played in.
    """

    owner = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="decklists")
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="decklists")
    name = models.CharField(_("deck name"), max_length=80, blank=True)
    best_of = models.PositiveSmallIntegerField(_("match length"))
    format = models.SlugField(_("format"), max_length=40, blank=True)
    pool = models.CharField(_("card pool"), max_length=6, choices=Pool, default=Pool.OPEN)
    submitted = models.ForeignKey(
        "DecklistVersion", null=True, blank=True, on_delete=models.PROTECT, related_name="+", editable=False
    )
    submitted_at = models.DateTimeField(null=True, blank=True)
    locked_at = models.DateTimeField(null=True, blank=True)
    drafts_removed = models.PositiveIntegerField(default=0, editable=False)
    drafts_removed_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("decklist")
        verbose_name_plural = _("decklists")
        constraints = [
            models.CheckConstraint(condition=Q(best_of__in=[1, 3, 5]), name="decklist_best_of"),
            models.CheckConstraint(
                condition=Q(submitted__isnull=True, submitted_at__isnull=True)
                | Q(submitted__isnull=False, submitted_at__isnull=False),
                name="decklist_submitted_whole",
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"


class DecklistVersion(models.Model):
    """One saved state of a decklist, never changed afterwards.

    `text` is what was typed; `cards` the read lines `[{"section", "key", "number", "name", "count"}]`; `report` the
    verdict as judged when saved (`{"verdict", "legal", "ruleset", "violations", "questions", "notices", "errors"}`), as
    of the day `judged_as_of` (None: not recorded); `difference` what changed against the version before it
    (`[{"section", "number", "name", "before", "after"}]`). `is_kept` marks versions that are never removed to make
    room: those that were submitted, those that staff saved or that were the newest when they did, and the newest when
    the list was locked; all others are drafts.
    """

    decklist = models.ForeignKey(Decklist, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    text = models.TextField()
    cards = models.JSONField(default=list)
    verdict = models.CharField(_("verdict"), max_length=9, choices=VerdictChoice)
    judged_as_of = models.DateField(_("judged as of"), null=True, blank=True)
    report = models.JSONField(default=dict)
    difference = models.JSONField(default=list)
    saved_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    saved_by = models.CharField(max_length=150, blank=True)
    by_staff = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)
    is_kept = models.BooleanField(_("kept permanently"), default=False, editable=False)
    saved_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("decklist version")
        verbose_name_plural = _("decklist versions")
        ordering = ["decklist", "number"]
        constraints = [models.UniqueConstraint(fields=["decklist", "number"], name="decklist_version_unique")]

    def __str__(self) -> str:
        return f"{self.decklist} v{self.number}"

    @property
    def is_legal(self) -> bool:
        """Whether it is known to be legal."""
        return self.verdict == VerdictChoice.LEGAL
