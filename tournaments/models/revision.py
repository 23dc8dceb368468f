from django.conf import settings
from django.db import models


class Revision(models.Model):
    """What a result was before and after one change, who changed it and why. Never edited, never deleted."""

    version = models.PositiveIntegerField()
    before = models.JSONField()
    after = models.JSONField()
    reason = models.CharField(max_length=200, blank=True)
    changed_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    changed_by = models.CharField(max_length=150, blank=True)
    changed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
