"""To which address a player's notices are sent by e-mail: giving one, confirming it, ending mails to it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from hashlib import sha256

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.actor import Actor
from accounts.consents import lacks_consent
from accounts.counting import count
from accounts.mail_links import confirming_secret, ending_secret, is_same, key_of
from accounts.mail_service import is_mail_on
from accounts.mails import cancel_mails_of, queue_question
from accounts.models import NoticeAddress, Player, QuietNotice
from accounts.own_player import lock_own_player
from accounts.refusals import NotAllowed, Refusal, TooMany
from accounts.ways_in import confirmed_address

MAX_ADDRESS_LENGTH = 254
HOUR, DAY = 3600, 24 * 3600
MAX_ASKED_OF_ADDRESS = 5
"""Confirmations to one address within an hour: a family's, and not a way to fill a stranger's mailbox."""
MAX_ASKED_OF_PLAYER = 10
"""Confirmations that a player asks for within a day, to whatever address."""
LINK_LASTS = timedelta(hours=24)
REFUSED_KEPT = timedelta(days=30)
"""For which a refused address is kept, so that the player reads why no mail comes."""


def is_of_other_account(address: NoticeAddress, actor: Actor) -> bool:
    """Whether an account gave the address that is not the actor's: who has the player's personal link alone sees it
    masked, and changes nothing about it."""
    return address.account_id is not None and (actor.user is None or address.account_id != actor.user.pk)


@transaction.atomic
def ask_address(*, actor: Actor, player_id: int, address: str, language: str, origin: str) -> NoticeAddress:
    """Have an address asked, by a mail with a link, whether a player's notices may go there; until then none do.

    The answer says nothing about who has the address. One that the player has confirmed already is left as it is.
    Raises NotAllowed `data_of_others`, `account_has_address`, Refusal `mail_off`, `mail_address_wrong`,
    `guardian_consent_needed`, TooMany `too_many_confirmations` (of the address within an hour),
    `too_many_confirmations_today` (of the player).
    """
    player = _lock(actor, player_id)
    tidy = _tidy(address)
    same = player.notice_addresses.filter(address=tidy, confirmed_at__isnull=False, refused_at__isnull=True).first()
    if same is not None:
        player.notice_addresses.filter(confirmed_at__isnull=True).delete()
        return same
    digest = sha256(tidy.encode()).hexdigest()
    if count(f"confirmations:player:{player.pk}", 1, DAY) > MAX_ASKED_OF_PLAYER:
        raise TooMany("too_many_confirmations_today", field="address")
    if count(f"confirmations:to:{digest}", 1, HOUR) > MAX_ASKED_OF_ADDRESS:
        raise TooMany("too_many_confirmations", field="address")
    player.notice_addresses.filter(confirmed_at__isnull=True).delete()
    asked = NoticeAddress.objects.create(
        player=player,
        account=actor.user if actor.keeps(player) else None,
        address=tidy,
        language=language,
        origin=origin,
        asked_at=timezone.now(),
    )
    queue_question(asked)
    return asked


@transaction.atomic
def use_account_address(*, actor: Actor, player_id: int, language: str, origin: str) -> NoticeAddress:
    """Send a player's notices to the address that the actor's account has confirmed.

    Raises NotAllowed `data_of_others`, `account_has_address`, Refusal `mail_off`, `no_account_address`,
    `guardian_consent_needed`.
    """
    player = _lock(actor, player_id)
    address = confirmed_address(actor.user) if actor.user is not None else ""
    if not address:
        raise Refusal("no_account_address", field="address")
    now = timezone.now()
    player.notice_addresses.all().delete()
    return NoticeAddress.objects.create(
        player=player,
        account=actor.user if actor.keeps(player) else None,
        address=address.lower(),
        language=language,
        origin=origin,
        asked_at=now,
        confirmed_at=now,
    )


@transaction.atomic
def stop_mails(*, actor: Actor, player_id: int, waiting_alone: bool = False) -> None:
    """Forget a player's addresses; with `waiting_alone` only the one that waits to be confirmed. One that another's
    account gave stays. Raises NotAllowed `data_of_others`, `account_has_address` where there is no other."""
    player = lock_own_player(actor, player_id)
    addresses = player.notice_addresses.all()
    named = list(addresses.filter(confirmed_at__isnull=True) if waiting_alone else addresses)
    own = [one.pk for one in named if not is_of_other_account(one, actor)]
    if named and not own:
        raise NotAllowed("account_has_address")
    addresses.filter(pk__in=own).delete()


def find_asked(secret: str) -> NoticeAddress | None:
    """The address that the secret of a confirmation is about; None once it was given again, has ended, or the link is
    too old. One that it has confirmed is found as well."""
    found = _find(secret)
    if found is None or not is_same(secret, confirming_secret(found.pk, found.asked_at)):
        return None
    return found if found.confirmed_at or timezone.now() - found.asked_at <= LINK_LASTS else None


@transaction.atomic
def confirm_address(*, secret: str) -> NoticeAddress | None:
    """Confirm the address, which takes the place of the player's one before; None where the link no longer works.

    Raises Refusal `guardian_consent_needed` where the player turned out to be under 14 since.
    """
    asked = find_asked(secret)
    if asked is None:
        return None
    player = Player.objects.select_for_update().get(pk=asked.player_id)
    asked = find_asked(secret)
    if asked is None or asked.confirmed_at is not None:
        return asked
    if lacks_consent(player):
        raise Refusal("guardian_consent_needed", count=1)
    player.notice_addresses.filter(confirmed_at__isnull=False).delete()
    asked.confirmed_at = timezone.now()
    asked.refused_at = asked.failed_at = asked.code = None
    asked.save()
    return asked


@transaction.atomic
def decline_address(*, secret: str) -> None:
    """Forget an address whose reader does not want the notices."""
    asked = find_asked(secret)
    if asked is not None and asked.confirmed_at is None:
        asked.delete()


def is_ending(secret: str) -> bool:
    """Whether the site made this secret to end mails, whatever has become of the address."""
    key = key_of(secret)
    return key is not None and is_same(secret, ending_secret(key))


def find_ending(secret: str) -> NoticeAddress | None:
    """The address that the secret of a mail ends; None once it has ended."""
    return _find(secret) if is_ending(secret) else None


@transaction.atomic
def end_mails(*, secret: str, codes: Collection[str] = (), everybody: bool = False) -> None:
    """End mails to an address by the secret of one of them: notices of these codes, without codes all of the player,
    with `everybody` those of every player. What has ended stays so."""
    found = find_ending(secret)
    if found is None:
        return
    if codes:
        player = Player.objects.select_for_update().get(pk=found.player_id)
        QuietNotice.objects.bulk_create(
            [QuietNotice(player=player, channel=QuietNotice.Channel.MAIL, code=code) for code in codes],
            ignore_conflicts=True,
        )
        cancel_mails_of(player, codes)
        return
    ended = NoticeAddress.objects.filter(pk=found.pk)
    if everybody:
        ended = NoticeAddress.objects.filter(address=found.address, confirmed_at__isnull=False)
    ended.delete()


def forget_old_addresses() -> int:
    """Forget addresses that nobody confirmed in time, and those that a mail server refused long ago; how many."""
    now = timezone.now()
    unconfirmed = Q(confirmed_at__isnull=True, asked_at__lt=now - LINK_LASTS)
    forgotten, _by_model = NoticeAddress.objects.filter(unconfirmed | Q(refused_at__lt=now - REFUSED_KEPT)).delete()
    return forgotten


def _lock(actor: Actor, player_id: int) -> Player:
    player = lock_own_player(actor, player_id)
    if not is_mail_on():
        raise Refusal("mail_off")
    if any(is_of_other_account(one, actor) for one in player.notice_addresses.all()):
        raise NotAllowed("account_has_address")
    if lacks_consent(player):
        raise Refusal("guardian_consent_needed", count=1)
    return player


def _tidy(address: str) -> str:
    """In lower case, as the addresses of accounts are kept. Raises Refusal `mail_address_wrong`."""
    tidy = address.strip().lower()
    try:
        validate_email(tidy)
    except ValidationError as error:
        raise Refusal("mail_address_wrong", field="address") from error
    if len(tidy) > MAX_ADDRESS_LENGTH:
        raise Refusal("mail_address_wrong", field="address")
    return tidy


def _find(secret: str) -> NoticeAddress | None:
    key = key_of(secret)
    return NoticeAddress.objects.select_related("player").filter(pk=key).first() if key is not None else None
