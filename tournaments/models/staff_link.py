from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class StaffLink(models.Model):
    """A link by which a phone without an account works at one event, under a name of its own and with one role.

    Only the SHA-256 of its secret is stored. It ends when it is revoked, at `expires_at`, twelve hours after the event
    has finished, and when `issued_by` may hand out such links no more (`tournaments.queries.staff_links`). It rests
    while the event is cancelled.
    """

    class Role(models.TextChoices):
        JUDGE = "judge", _("Judge")
        SCOREKEEPER = "scorekeeper", _("Scorekeeper")
        FLOOR = "floor", _("Floor helper")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff_links")
    name = models.CharField(_("name"), max_length=60)
    role = models.CharField(max_length=12, choices=Role)
    secret_hash = models.CharField(max_length=64, unique=True, editable=False)
    issued_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    issued_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("staff link")
        verbose_name_plural = _("staff links")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "name"], condition=Q(revoked_at__isnull=True), name="staff_link_name_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} · {self.get_role_display()}"
