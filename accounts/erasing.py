"""Erasing what accounts keep of a person: the player's row, notices, browsers, and an account that was only theirs."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
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
from accounts.players_here import CHOSEN, KEYS, SHOWN_LINKS

MESSAGES = "_messages"
"""Under which a session has the notices for its next page, which name people."""


@transaction.atomic
def erase_player_data(*, player: Player) -> None:
    """Leave of the player only the row that results refer to: no name, birth year, link, account and notices.

    The caller has locked the row.
    """
    Notice.objects.filter(player=player).delete()
    QuietNotice.objects.filter(player=player).delete()
    PushSubscription.objects.filter(player=player).delete()
    NoticeAddress.objects.filter(player=player).delete()
    GuardianConsent.objects.filter(player=player).delete()
    player.name = f"#{player.pk}"
    player.birth_year = None
    player.user = player.link_issuer = None
    player.link_hash = ""
    player.claimed_by_known_link = player.link_by_account = False
    player.erased_at = timezone.now()
    player.save()
    _forget_in_browsers(player.pk)


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


def _forget_in_browsers(player_id: int) -> None:
    """Take the player, their link and the notices that may name them out of every session that had them."""
    key = str(player_id)
    for row in Session.objects.iterator(chunk_size=500):
        kept = row.get_decoded()
        links = kept.get(SHOWN_LINKS, {})
        if key not in kept.get(KEYS, {}) and key not in links and kept.get(CHOSEN) != player_id:
            continue
        kept[KEYS] = {one: hashed for one, hashed in kept.get(KEYS, {}).items() if one != key}
        kept[SHOWN_LINKS] = {one: path for one, path in links.items() if one != key}
        if kept.get(CHOSEN) == player_id:
            del kept[CHOSEN]
        kept.pop(MESSAGES, None)
        row.session_data = SessionStore().encode(kept)
        row.save(update_fields=["session_data"])
