"""Writes about people: accounts, players, one-time links, personal links and API tokens."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from datetime import timedelta

import structlog
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.actor import Actor
from accounts.compiled import Compiled
from accounts.models import ApiToken, NoticeAddress, Player, PushSubscription, SignInLink, User
from accounts.refusals import NotAllowed, Refusal
from accounts.secrets import new_secret, secret_hash
from accounts.visible_names import visible_line

logger = structlog.get_logger(__name__)

OWNER_NAME = "owner"
SIGN_IN_LINK_LIFETIME = timedelta(days=7)
TOKEN_PREFIX = "dd_"
USE_NOTED_WITHIN = timedelta(minutes=1)
"""How exactly a token's last use is known: a program that asks ten times a second writes once a minute."""
MAX_NAME_LENGTH = 80


def owner_of_site() -> User | None:
    """The one account that is the site's owner, whatever its name; None on a site that has none yet."""
    return User.objects.filter(is_owner=True).first()


@transaction.atomic
def ensure_owner() -> User:
    """The site's owner account, made on first need: a superuser nobody can sign in as until a link sets a password.

    Two processes asking at once make one. An account that somebody else signed up under the owner's first name is
    left alone; the owner gets the next free name.
    """
    owner, _ = User.objects.get_or_create(
        is_owner=True,
        defaults={
            "username": _free_username(OWNER_NAME),
            "password": make_password(None),
            "is_staff": True,
            "is_superuser": True,
            "may_create_tournaments": True,
            "may_manage_games": True,
        },
    )
    return owner


def _free_username(wanted: str) -> str:
    names = itertools.chain([wanted], (f"{wanted}{number}" for number in itertools.count(2)))
    return next(name for name in names if not User.objects.filter(username__iexact=name).exists())


@transaction.atomic
def issue_owner_link() -> str:
    """The path of a fresh one-time link that signs the site's owner in and lets them set a password.

    It is for the owner's account as it is, renamed or with a password set; one that lost its rights or was made
    inactive gets them back, since the person who runs the machine asks for it. Links issued before and not used are
    dead from now on.
    """
    owner = User.objects.select_for_update().get(pk=ensure_owner().pk)
    owner.is_active = owner.is_staff = owner.is_superuser = True
    owner.save(update_fields=["is_active", "is_staff", "is_superuser"])
    return _new_sign_in_link(owner)


@transaction.atomic
def issue_sign_in_link(*, actor: Actor, user: User) -> str:
    """The path of a fresh one-time link by which somebody else sets a new password; superusers alone hand one out.

    Links issued before and not used are dead from now on; the password in use stays good until the link is spent. The
    site's log says who issued it for whom. Raises NotAllowed `superusers_only` and Refusal `account_inactive`.
    """
    if actor.user is None or not (actor.user.is_active and actor.user.is_superuser):
        raise NotAllowed("superusers_only")
    locked = User.objects.select_for_update().get(pk=user.pk)
    if not locked.is_active:
        raise Refusal("account_inactive", username=locked.username)
    path = _new_sign_in_link(locked, issuer=actor.user)
    issuer, account = actor.user.pk, locked.pk
    transaction.on_commit(lambda: logger.info("sign_in_link_issued", issued_by=issuer, issued_for=account))
    return path


def _new_sign_in_link(user: User, *, issuer: User | None = None) -> str:
    user.sign_in_links.filter(used_at__isnull=True).delete()
    secret = new_secret()
    SignInLink.objects.create(
        user=user, issuer=issuer, secret_hash=secret_hash(secret), expires_at=timezone.now() + SIGN_IN_LINK_LIFETIME
    )
    return f"/welcome/{secret}/"


def owner_needs_link() -> bool:
    """Whether nobody can sign in as the owner yet: there is no owner, or one that never set a password."""
    owner = owner_of_site()
    return owner is None or not owner.has_usable_password()


def find_sign_in_link(secret: str) -> SignInLink | None:
    """The unspent, unexpired link of this secret, or None."""
    return (
        SignInLink.objects.select_related("user")
        .filter(secret_hash=secret_hash(secret), used_at__isnull=True, expires_at__gt=timezone.now())
        .first()
    )


@transaction.atomic
def redeem_sign_in_link(*, secret: str, username: str, password: str) -> User:
    """Spend a one-time link: set the account's name and password and return the user to sign in.

    Raises Refusal `link_spent` for a used, expired or unknown link, `weak_password` (facts: messages) and
    `username_taken`; the link stays unspent in the latter two.
    """
    link = (
        SignInLink.objects.select_for_update()
        .select_related("user")
        .filter(secret_hash=secret_hash(secret), used_at__isnull=True, expires_at__gt=timezone.now())
        .first()
    )
    if link is None:
        raise Refusal("link_spent")
    user = link.user
    wanted = username.strip() or user.username
    if User.objects.exclude(pk=user.pk).filter(username__iexact=wanted).exists():
        raise Refusal("username_taken", field="username", username=wanted)
    user.username = wanted
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        raise Refusal("bad_username", field="username", messages=error.messages) from error
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Refusal("weak_password", field="password", messages=error.messages) from error
    user.set_password(password)
    user.save()
    link.used_at = timezone.now()
    link.save(update_fields=["used_at"])
    return user


@transaction.atomic
def remember_language(*, user: User, language: str) -> None:
    """Keep the language the user chose for the site; a language the site does not speak raises Refusal."""
    if language not in User.Language.values:
        raise Refusal("no_such_language", field="language", language=language)
    user.language = language
    user.save(update_fields=["language"])


@transaction.atomic
def ensure_player(*, user: User, name: str = "") -> Player:
    """The first of the players the account keeps, made on first need with the given name or the account's.

    Raises what `visible_line` raises about the name.
    """
    User.objects.select_for_update().get(pk=user.pk)
    player = Player.objects.filter(user=user).order_by("pk").first()
    if player is None:
        typed = visible_line(name, field="player_name", required=False)
        player = Player.objects.create(
            user=user, name=(typed or user.get_full_name() or user.username)[:MAX_NAME_LENGTH]
        )
    return player


@transaction.atomic
def create_player(*, name: str, birth_year: int | None = None, age_group: str = "", is_demo: bool = False) -> Player:
    """A player without an account. Raises Refusal `name_required`, `hidden_character`, `name_too_long` or
    `birth_year_impossible`."""
    tidy = visible_line(name)
    if len(tidy) > MAX_NAME_LENGTH:
        raise Refusal("name_too_long", field="name", limit=MAX_NAME_LENGTH)
    refuse_impossible_year(birth_year)
    return Player.objects.create(name=tidy, birth_year=birth_year, age_group=age_group, is_demo=is_demo)


def refuse_impossible_year(birth_year: int | None) -> None:
    """Raise Refusal `birth_year_impossible` for a year in which nobody who plays was born."""
    this_year = timezone.localdate().year
    if birth_year is not None and not this_year - 120 <= birth_year <= this_year:
        raise Refusal("birth_year_impossible", field="birth_year", birth_year=birth_year)


@transaction.atomic
def issue_personal_link(*, player: Player, issuer: User | None = None, by_account: bool = False) -> str:
    """Give the player a fresh personal link and return its path; the link before it stops working, and so do the
    player's push subscriptions: a phone that had that link may have made them.

    `issuer` is who hands it out and so knows it too; None where only the player sees it. `by_account`: the account that
    keeps the player makes it, and `issuer` is who knew the link before.
    """
    secret = new_secret(15)
    changed = {"link_hash": secret_hash(secret), "link_issuer": issuer, "link_by_account": by_account}
    Player.objects.select_for_update().filter(pk=player.pk).update(**changed)
    _end_notices_elsewhere([player.pk])
    return f"/me/{secret}/"


@transaction.atomic
def issue_personal_links(*, players: Sequence[Player], issuer: User | None) -> dict[int, str]:
    """Give each player a fresh personal link; their paths by player. The caller has locked the rows."""
    paths = {}
    for player in players:
        secret = new_secret(15)
        player.link_hash, player.link_issuer, player.link_by_account = secret_hash(secret), issuer, False
        paths[player.pk] = f"/me/{secret}/"
    Player.objects.bulk_update(players, ["link_hash", "link_issuer", "link_by_account"], batch_size=500)
    _end_notices_elsewhere([player.pk for player in players])
    return paths


@transaction.atomic
def end_personal_link(*, player: Player) -> None:
    """Let the player's link stop working; a new one can be issued."""
    end_personal_links(players=Player.objects.filter(pk=player.pk))


@transaction.atomic
def end_personal_links(*, players: QuerySet[Player]) -> int:
    """Let these players' links, and the sessions they opened, stop working; how many. New ones can be issued.

    An account that keeps one of them goes on keeping them, and it stays known whether somebody else knew the link by
    which it took them over.
    """
    locked = list(players.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
    Player.objects.filter(pk__in=locked, claimed_by_known_link=False).update(link_issuer=None)
    _end_notices_elsewhere(locked)
    return Player.objects.filter(pk__in=locked).update(link_hash="", link_by_account=False)


def _end_notices_elsewhere(players: Collection[int]) -> None:
    """A personal link of these players has ended: so do the phones that show their notices, and the addresses that get
    them by mail, since somebody who had it may have given them. What the player's account gave stays."""
    PushSubscription.objects.filter(player__in=players).delete()
    NoticeAddress.objects.filter(player__in=players, account__isnull=True).delete()


@transaction.atomic
def end_issued_links(*, issuer: User) -> None:
    """Let every link that the account handed out stop working: those of players, with the sessions they opened, and
    one-time links not used yet. What an account made for its own player is not theirs and goes on working."""
    end_personal_links(players=Player.objects.filter(link_issuer=issuer, link_by_account=False))
    SignInLink.objects.filter(issuer=issuer, used_at__isnull=True).delete()


@transaction.atomic
def restore_personal_link(*, player: Player, link_hash: str, issuer: User | None) -> None:
    """Let the link of this hash, which was the player's before, work again, and end the present one with the push
    subscriptions made by it."""
    _end_notices_elsewhere([player.pk])
    changed = {"link_hash": link_hash, "link_issuer": issuer, "link_by_account": False}
    Player.objects.select_for_update(of=("self",)).filter(pk=player.pk).update(**changed)


@transaction.atomic
def take_over_blank_player(*, player: Player, into: Player) -> None:
    """Let one player stand for another, who has neither entries, decks nor a key; consents are kept."""
    player.consents.update(player=into)
    player.delete()


def find_player_by_link(secret: str) -> Player | None:
    """The player whose current personal link has this secret, or None."""
    return Player.objects.filter(link_hash=secret_hash(secret)).first()


@transaction.atomic
def issue_api_token(*, actor: Actor, name: str) -> tuple[ApiToken, str]:
    """A new personal token and its secret, which is shown this once."""
    if actor.user is None:
        raise NotAllowed("sign_in_first")
    tidy = visible_line(name)
    if len(tidy) > 60:
        raise Refusal("name_too_long", field="name", limit=60)
    secret = TOKEN_PREFIX + new_secret()
    token = ApiToken.objects.create(
        user=actor.user, name=tidy, prefix=secret[: len(TOKEN_PREFIX) + 5], secret_hash=secret_hash(secret)
    )
    return token, secret


@transaction.atomic
def revoke_api_token(*, actor: Actor, token_id: int) -> None:
    """End one of the actor's own tokens at once. Raises Refusal `no_such_token`."""
    if actor.user is None:
        raise NotAllowed("sign_in_first")
    ended = ApiToken.objects.filter(pk=token_id, user=actor.user, revoked_at__isnull=True).update(
        revoked_at=timezone.now()
    )
    if not ended:
        raise Refusal("no_such_token")


_LIVE_TOKEN = Compiled(
    lambda secret: (
        ApiToken.objects.select_related("user")
        .filter(secret_hash=secret, revoked_at__isnull=True, user__is_active=True)
        .order_by()
    ),
    parameters=1,
)


def authenticate_api_token(secret: str) -> ApiToken | None:
    """The live token of this secret, its user active, or None.

    Notes when it was last used, to `USE_NOTED_WITHIN`.
    """
    token = _LIVE_TOKEN.first(secret_hash(secret))
    now = timezone.now()
    if token is not None and (token.last_used_at is None or now - token.last_used_at > USE_NOTED_WITHIN):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token
