"""Erasing what accounts keep of a person: the player's row, notices, browsers, and an account that was only theirs."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.utils import timezone

from accounts.models import (
    ApiToken,
    GuardianConsent,
    Notice,
    NoticeAddress,
    Player,
    PushSubscription,
    QuietNotice,
    SignInLink,
    User,
)
from jobs.services.leases import ask_job

FORGET_IN_BROWSERS = "accounts.forget_in_browsers"
"""The kind of job; it has no subject (0) and looks for everybody who was erased."""


@transaction.atomic
def erase_player_data(*, player: Player) -> None:
    """Leave of the player only the row that results refer to: no name, birth year, link, account and notices.

    No browser stands for the player from then on; a job takes out what their sessions still have. The caller has locked
    the row.
    """
    Notice.objects.filter(player=player).delete()
    QuietNotice.objects.filter(player=player).delete()
    PushSubscription.objects.filter(player=player).delete()
    NoticeAddress.objects.filter(player=player).delete()
    GuardianConsent.objects.filter(player=player).delete()
    player.name = f"#{player.pk}"
    player.birth_year, player.age_group = None, ""
    player.user = player.link_issuer = None
    player.link_hash = ""
    player.claimed_by_known_link = player.link_by_account = False
    player.erased_at = timezone.now()
    player.save()
    ask_job(kind=FORGET_IN_BROWSERS, subject=0)


@transaction.atomic
def close_account(*, user: User) -> None:
    """End an account for good: nobody signs in with it, and its row, to which histories refer, names nobody."""
    Notice.objects.filter(user=user).delete()
    SignInLink.objects.filter(user=user).delete()
    ApiToken.objects.filter(user=user).delete()
    NoticeAddress.objects.filter(account=user).delete()
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    SocialAccount.objects.filter(user=user).delete()
    user.groups.clear()
    user.username, user.first_name, user.last_name, user.email = f"erased-{user.pk}", "", "", ""
    user.is_active = False
    user.set_unusable_password()
    user.save()
