from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account that signs in. E-mail is optional: a store's hall may have no mail at all.

    `may_create_tournaments` lets a user create tournaments, `may_manage_games` lets one change what the whole
    site judges by: games, card pools, restrictions, judge notes. Superusers always may both. `is_owner` marks the one
    account for which the person who runs the machine can always get a sign-in link, whatever its name.
    """

    class Language(models.TextChoices):
        FOLLOW_BROWSER = "", _("As the browser asks")
        CHINESE = "zh-hans", "简体中文"
        ENGLISH = "en", "English"

    language = models.CharField(_("language"), max_length=10, choices=Language, blank=True, default="")
    may_create_tournaments = models.BooleanField(_("may create tournaments"), default=False)
    may_manage_games = models.BooleanField(_("may manage games, card pools and restriction lists"), default=False)

    is_owner = models.BooleanField(_("owner of the site"), default=False, editable=False)

    loses_rights = False
    """Whether saving the account takes a right from it; no field, known while it is being saved."""

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.UniqueConstraint(fields=["is_owner"], condition=Q(is_owner=True), name="user_one_owner"),
        ]

    @property
    def can_create_tournaments(self) -> bool:
        return self.is_active and (self.is_superuser or self.may_create_tournaments)

    @property
    def can_manage_games(self) -> bool:
        return self.is_active and (self.is_superuser or self.may_manage_games)
