from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class StaffMember(models.Model):
    """A user's role on one tournament's staff. One person may hold several roles."""

    class Role(models.TextChoices):
        OWNER = "owner", _("Owner")
        ORGANISER = "organiser", _("Organiser")
        SCOREKEEPER = "scorekeeper", _("Scorekeeper")
        JUDGE = "judge", _("Judge")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_roles")
    role = models.CharField(max_length=12, choices=Role)
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("staff member")
        verbose_name_plural = _("staff members")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user", "role"], name="staff_role_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"
