"""Passkeys: what allauth asks its adapter, and where browsers keep them."""

from __future__ import annotations

from ipaddress import ip_address

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.ways_in import has_other_way

MAX_PASSKEYS = 20
"""Of one account; a family's devices."""


def takes_passkeys(request: HttpRequest) -> bool:
    """Whether browsers keep passkeys for the address at which the site was opened: one that has a name, by https, or
    that of the device itself (`localhost`)."""
    name = split_domain_port(request.get_host())[0]
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return request.is_secure() or name == "localhost" or name.endswith(".localhost")
    return False


class PasskeyAdapter(DefaultMFAAdapter):
    """allauth's, with the site's name to the device and the user name to people, never the address."""

    def generate_authenticator_name(self, user: User, type: str) -> str:
        """The name a passkey gets if nobody types one."""
        return _("Passkey %(number)s") % {"number": Authenticator.objects.filter(user=user).count() + 1}

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """Not the only way into the account."""
        return has_other_way(authenticator.user, besides=authenticator)

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {"id": context.request.get_host().partition(":")[0], "name": _("DuelDesk")}

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, object]:
        entity: dict[str, object] = super().get_public_key_credential_user_entity(user)
        return entity | {"name": user.get_username(), "display_name": user.get_username()}
