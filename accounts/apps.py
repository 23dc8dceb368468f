from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts and players")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to sign-ins: see `receivers`."""
        autodiscover_modules("receivers")
