"""Accounts made for a user name by someone whose address has an account already."""

from __future__ import annotations

from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from accounts.models import Player, User

MAX_AT_ONCE = 200


KEPT_UNPROVED = timedelta(days=1)
"""How long an account waits for the code that proves its address: the first code lasts ten minutes, others follow."""


def drop_unproved_accounts() -> int:
    """Delete the accounts signed up for with an address alone whose code nobody typed, with their players; how many.

    Nobody ever signed in to them. One that staff entered somewhere, or that the site's owner made, stays."""
    before = timezone.now() - KEPT_UNPROVED
    waiting = User.objects.filter(last_login=None, date_joined__lt=before, is_active=True, is_staff=False)
    waiting = waiting.filter(is_superuser=False, is_owner=False, password__startswith=UNUSABLE_PASSWORD_PREFIX)
    waiting = waiting.filter(emailaddress__verified=False).exclude(emailaddress__verified=True)
    return sum(_drop_unproved(key) for key in list(waiting.values_list("pk", flat=True).distinct()[:MAX_AT_ONCE]))


@transaction.atomic
def _drop_unproved(user_id: int) -> bool:
    user = User.objects.select_for_update().filter(pk=user_id, last_login=None, is_active=True).first()
    if user is None or user.has_usable_password() or user.sign_in_links.exists():
        return False
    if Authenticator.objects.filter(user=user).exists() or SocialAccount.objects.filter(user=user).exists():
        return False
    try:
        with transaction.atomic():
            Player.objects.filter(user=user, link_hash="").delete()
            user.delete()
    except ProtectedError:
        return False
    return True


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
