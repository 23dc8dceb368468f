from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """Work that is still to be done in the background; the row goes when the work is done or given up.

    `kind` names what is done (see `jobs.kinds`), `subject` is the key of the row it is done for, which keeps what
    people see of it. A worker holds a lease on it: `holder` until `held_until`, extended while the worker lives and the
    job makes progress, last at `moved_at`. A lease that ran out says that its holder is gone or hangs, and anybody may
    take the job over.

    `asked` counts the requests, so that one made while the job runs is not lost with its end. `losses` counts leases
    that ran out, `setbacks` ends by a transient fault. `trouble` names what ended the last try. Times are the
    database's.
    """

    kind = models.CharField(max_length=60)
    subject = models.BigIntegerField()
    asked = models.PositiveIntegerField(default=1)
    asked_at = models.DateTimeField(db_default=Now())
    due_at = models.DateTimeField(db_default=Now())
    announced_at = models.DateTimeField(null=True, blank=True)
    holder = models.UUIDField(null=True, blank=True)
    held_until = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)
    losses = models.PositiveSmallIntegerField(default=0)
    setbacks = models.PositiveSmallIntegerField(default=0)
    trouble = models.CharField(max_length=20, blank=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "subject"], name="job_once_per_subject"),
            models.CheckConstraint(
                condition=Q(holder__isnull=True, held_until__isnull=True)
                | Q(holder__isnull=False, held_until__isnull=False),
                name="job_lease_is_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"
