"""Accounts made for a user name by someone whose address has an account already."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction

from accounts.models import Player, User


@transaction.atomic
def drop_spare_account(*, user_id: int, opened: User) -> None:
    """Delete an account that somebody made with the address of `opened`, whose code then opened that one: nobody ever
    signed in to it, and nothing but the address could open it. One that came to be used in between stays."""
    spare = User.objects.select_for_update().filter(pk=user_id, last_login=None, is_active=True).first()
    if spare is None or spare.pk == opened.pk or spare.has_usable_password() or spare.is_staff or spare.is_superuser:
        return
    proved = EmailAddress.objects.filter(user=opened, verified=True).values("email")
    if not EmailAddress.objects.filter(user=spare, verified=False, email__in=proved).exists():
        return
    if Authenticator.objects.filter(user=spare).exists() or SocialAccount.objects.filter(user=spare).exists():
        return
    Player.objects.filter(user=spare, link_hash="").delete()
    spare.delete()
