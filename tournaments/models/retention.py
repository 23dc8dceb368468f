from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Retention(models.Model):
    """How long the site keeps who played, after a player's last event. One row, or none while it is kept for good.

    `months` None: for good. `changed_by_user` is the owner of the site who said so last.
    """

    THE_ONE = 1

    months = models.PositiveSmallIntegerField(_("months after the last event"), null=True, blank=True)
    changed_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("retention of personal data")
        verbose_name_plural = _("retention of personal data")
        constraints = [
            models.CheckConstraint(condition=Q(pk=1), name="retention_is_one"),
            models.CheckConstraint(
                condition=Q(months__isnull=True) | Q(months__range=(1, 120)), name="retention_months"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.months or '–'}"
