"""Writes about people: accounts, players, one-time links, personal links and API tokens."""

from __future__ import annotations

from datetime import timedelta

import structlog
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import ApiToken, Player, SignInLink, User
from accounts.refusals import NotAllowed, Refusal
from accounts.secrets import new_secret, secret_hash
from accounts.typed_text import one_line

logger = structlog.get_logger(__name__)

OWNER_NAME = "owner"
SIGN_IN_LINK_LIFETIME = timedelta(days=7)
TOKEN_PREFIX = "dd_"
NAME_LENGTH = 80


@transaction.atomic
def ensure_owner(*, username: str = OWNER_NAME) -> User:
    """The site's owner account, made on first need: a superuser nobody can sign in as until a link sets a password."""
    owner = User.objects.select_for_update().filter(username=username).first()
    if owner is None:
        owner = User(
            username=username, is_staff=True, is_superuser=True, may_create_tournaments=True, may_keep_games=True
        )
        owner.set_unusable_password()
        owner.save()
    return owner


@transaction.atomic
def issue_owner_link(*, username: str = OWNER_NAME) -> str:
    """Make sure the site has an owner account and return the path of a fresh one-time link that signs it in.

    The account is a superuser without a usable password until the link's visitor sets one. Links issued before and
    not used are dead from now on.
    """
    return _new_sign_in_link(ensure_owner(username=username))


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
    path = _new_sign_in_link(locked)
    issuer, account = actor.user.pk, locked.pk
    transaction.on_commit(lambda: logger.info("sign_in_link_issued", issued_by=issuer, issued_for=account))
    return path


def _new_sign_in_link(user: User) -> str:
    user.sign_in_links.filter(used_at__isnull=True).delete()
    secret = new_secret()
    SignInLink.objects.create(
        user=user, secret_hash=secret_hash(secret), expires_at=timezone.now() + SIGN_IN_LINK_LIFETIME
    )
    return f"/welcome/{secret}/"


def owner_needs_link(*, username: str = OWNER_NAME) -> bool:
    """Whether nobody can sign in as the owner yet: no such account, or one that never set a password."""
    owner = User.objects.filter(username=username).first()
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
    """The user's player, made on first need with the given name or the account's."""
    User.objects.select_for_update().get(pk=user.pk)
    player = Player.objects.filter(user=user).first()
    if player is None:
        player = Player.objects.create(
            user=user, name=(name.strip() or user.get_full_name() or user.username)[:NAME_LENGTH]
        )
    return player


@transaction.atomic
def create_player(*, name: str, birth_year: int | None = None, is_demo: bool = False) -> Player:
    """A player without an account. Raises Refusal `name_required`, `name_too_long` or `birth_year_impossible`."""
    tidy = one_line(name)
    if not tidy:
        raise Refusal("name_required", field="name")
    if len(tidy) > NAME_LENGTH:
        raise Refusal("name_too_long", field="name", limit=NAME_LENGTH)
    this_year = timezone.localdate().year
    if birth_year is not None and not this_year - 120 <= birth_year <= this_year:
        raise Refusal("birth_year_impossible", field="birth_year", birth_year=birth_year)
    return Player.objects.create(name=tidy, birth_year=birth_year, is_demo=is_demo)


@transaction.atomic
def issue_personal_link(*, player: Player) -> str:
    """Give the player a fresh personal link and return its path; the link before it stops working."""
    secret = new_secret(15)
    Player.objects.select_for_update().filter(pk=player.pk).update(link_hash=secret_hash(secret))
    return f"/me/{secret}/"


def find_player_by_link(secret: str) -> Player | None:
    """The player whose current personal link has this secret, or None."""
    return Player.objects.filter(link_hash=secret_hash(secret)).first()


@transaction.atomic
def claim_player(*, user: User, player: Player) -> Player:
    """Tie the player who came by a personal link to the account that has just signed in; the link ends.

    Raises Refusal `player_has_account` or `account_has_player` rather than merging two people.
    """
    locked = Player.objects.select_for_update().get(pk=player.pk)
    if locked.user_id == user.pk:
        return locked
    if locked.user_id is not None:
        raise Refusal("player_has_account")
    if Player.objects.filter(user=user).exists():
        raise Refusal("account_has_player")
    locked.user, locked.link_hash = user, ""
    locked.save(update_fields=["user", "link_hash"])
    return locked


@transaction.atomic
def issue_api_token(*, actor: Actor, name: str) -> tuple[ApiToken, str]:
    """A new personal token and its secret, which is shown this once."""
    if actor.user is None:
        raise NotAllowed("sign_in_first")
    tidy = one_line(name)
    if not tidy:
        raise Refusal("name_required", field="name")
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


def authenticate_api_token(secret: str) -> ApiToken | None:
    """The live token of this secret, its user active, or None; notes when it was last used."""
    token = (
        ApiToken.objects.select_related("user")
        .filter(secret_hash=secret_hash(secret), revoked_at__isnull=True, user__is_active=True)
        .first()
    )
    if token is not None:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=timezone.now())
    return token
