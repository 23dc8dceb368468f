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


def confirmed_address(user: User) -> str:
    """The address that the account confirmed, of several the primary one; an empty text if it has none."""
    confirmed = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return confirmed.values_list("email", flat=True).first() or ""


def has_other_way(user: User, *, besides: Authenticator | SocialAccount) -> bool:
    """Whether one can sign in without this passkey or WeChat: by password, by another of them, or by a code sent to a
    confirmed address."""
    if user.has_usable_password():
        return True
    wechats = wechats_of(user) if settings.WECHAT_IS_ON else []
    if any(one != besides for one in [*passkeys_of(user), *wechats]):
        return True
    return settings.MAIL_IS_SENT and bool(confirmed_address(user))


def account_that_proved(email: str) -> User | None:
    """The account that confirmed exactly this address.

    A database's way to compare without case takes other letters for the same (`ı` for `i`), whose address is somebody
    else's: addresses are stored in lower case, and compared as they are.
    """
    proved = EmailAddress.objects.filter(email=email.lower(), verified=True, user__is_active=True)
    found = proved.select_related("user").first()
    return found.user if found is not None else None


def account_of_address(email: str) -> User | None:
    """The account that a code sent to the address opens: the one that confirmed it, else one to which nothing but the
    address is a way in.

    An unconfirmed address may have been typed by anybody: an account with a password, a passkey or a WeChat of theirs
    would go on being open to them after the owner of the mailbox has come in.
    """
    proved = account_that_proved(email)
    if proved is not None:
        return proved
    typed = EmailAddress.objects.filter(email=email.lower(), user__is_active=True).select_related("user")
    users = [one.user for one in typed.order_by("pk")]
    alone = (user for user in users if not (user.has_usable_password() or passkeys_of(user) or wechats_of(user)))
    return next(alone, None)
