from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models.player import Player


class GuardianConsent(models.Model):
    """A guardian agreed that the data of a player who may be under 14 is kept (`accounts.consents` says when).

    No name of the guardian is kept: `given_by` says who they are to the child, `contact` is what they chose to leave.
    `wording` is the version of the sentence they agreed to. The row goes when the player's data is erased.
    """

    class GivenBy(models.TextChoices):
        PARENT = "parent", _("Parent")
        GUARDIAN = "guardian", _("Other guardian")

    class How(models.TextChoices):
        ONLINE = "online", _("On the site")
        PAPER = "paper", _("On paper")
        SPOKEN = "spoken", pgettext_lazy("how a guardian consented", "Spoken, in the hall")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="consents")
    given_by = models.CharField(max_length=8, choices=GivenBy, default=GivenBy.PARENT)
    how = models.CharField(max_length=6, choices=How)
    contact = models.CharField(max_length=120, blank=True)
    wording = models.CharField(max_length=20)
    given_at = models.DateTimeField(auto_now_add=True)
    entered_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    entered_by = models.CharField(max_length=150, blank=True)

    class Meta:
        verbose_name = _("guardian's consent")
        verbose_name_plural = _("guardians' consents")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.player} {self.given_at:%Y-%m-%d}"
