from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class AgeGroup(models.TextChoices):
    """How old somebody is said to be where no year of birth says it."""

    ADULT = "adult", _("18 or older")
    MINOR = "minor", _("14 to 17")
    UNDER_14 = "under_14", _("Under 14")


class Player(models.Model):
    """A person who plays, with or without an account.

    A player comes back by a personal link, by the account that keeps them, or by either: an account keeps several
    players, a family's, and a player is kept by one at most. Only the link's SHA-256 is stored, so a new link replaces
    the old one. `link_issuer` is who handed the link out, and so may know it too; None for a link only the
    player has seen. `claimed_by_known_link`: the account took the player over by a link that its issuer knew too, so
    it may be the issuer's. `link_by_account`: the account made the present link itself, also one that has let the
    player go since, so it is not one that `link_issuer` handed out, who only may be that account's holder.
    `birth_year`, `age_group` and the full name of a minor are for staff alone. `age_group` is what the player or staff
    said where there is no year of birth; empty where nobody did.

    `erased_at`: the person's data was erased then. The row stays for the results of its entries, without name, birth
    year, link and account, and is nobody's from then on.
    """

    name = models.CharField(_("name"), max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="players",
    )
    birth_year = models.PositiveSmallIntegerField(_("birth year"), null=True, blank=True)
    age_group = models.CharField(_("age group"), max_length=8, choices=AgeGroup, blank=True, default="", db_default="")
    link_hash = models.CharField(max_length=64, blank=True, default="", editable=False)
    link_issuer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("link issued by"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    claimed_by_known_link = models.BooleanField(_("claimed by a link its issuer knew"), default=False, editable=False)
    link_by_account = models.BooleanField(_("link made by the account"), default=False, editable=False)
    is_demo = models.BooleanField(default=False, editable=False)
    erased_at = models.DateTimeField(_("made anonymous"), null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(fields=["link_hash"], condition=~Q(link_hash=""), name="player_link_unique"),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_name"),
        ]

    def __str__(self) -> str:
        return self.name
