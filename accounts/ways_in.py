"""The ways to sign in to an account beside its password, and whether one is the last."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings

from accounts.models import User


def passkeys_of(user: User) -> list[Authenticator]:
    """The account's passkeys, the oldest first."""
    return list(Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).order_by("pk"))


def wechats_of(user: User) -> list[SocialAccount]:
    """The WeChats that sign in to the account, the oldest first."""
    return list(SocialAccount.objects.filter(user=user, provider="weixin").order_by("pk"))


def has_other_way(user: User, *, besides: Authenticator | SocialAccount) -> bool:
    """Whether one can sign in without this passkey or WeChat: by password, by another of them, or by a code sent to a
    confirmed address."""
    if user.has_usable_password():
        return True
    wechats = wechats_of(user) if settings.WECHAT_IS_ON else []
    if any(one != besides for one in [*passkeys_of(user), *wechats]):
        return True
    return settings.MAIL_IS_SENT and EmailAddress.objects.filter(user=user, verified=True).exists()
