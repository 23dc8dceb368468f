"""Writes about games a store manages itself: publishing a ruleset, offering a game for new events."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict
from cardpool.models import Card, CardGame, Ruleset
from cardpool.models.game import LAST_POSITION
from cardpool.packs import GamePack, PackCard
from cardpool.permissions import require_game_manager
from cardpool.queries import current_ruleset
from cardpool.services.cards import pool_changed
from cardpool.services.shipped import card_row


@dataclass(frozen=True)
class PublishedRuleset:
    """What publishing did: `is_new` is false where the same text was published before, and nothing was written."""

    ruleset: Ruleset
    is_new: bool
    is_new_game: bool
    cards: int


def digest_of(text: str) -> str:
    """How a ruleset row names the text of its pack."""
    return hashlib.sha256(text.encode()).hexdigest()


@transaction.atomic
def publish_ruleset(
    *, actor: Actor, game: CardGame | None, pack: GamePack, text: str, cards: Sequence[PackCard] = ()
) -> PublishedRuleset:
    """Store a checked pack as an immutable version of its game; without a game, as a new game with its first cards.

    The game's names follow the version once it is in force. Raises NotAllowed `not_a_game_manager`, Conflict
    `game_key_taken` (another game has the key) and Conflict `version_published` (another text has been published under
    this version).
    """
    require_game_manager(actor)
    is_new_game = game is None
    locked = _made(pack) if game is None else CardGame.objects.select_for_update().get(pk=game.pk)
    digest = digest_of(text)
    there = Ruleset.objects.filter(game=locked, version=pack.version)
    same = there.filter(digest=digest).first()
    if same is not None:
        return PublishedRuleset(same, is_new=False, is_new_game=False, cards=0)
    if there.exists():
        raise Conflict("version_published", version=pack.version, game=str(locked))
    ruleset = Ruleset.objects.create(
        game=locked,
        version=pack.version,
        digest=digest,
        effective_from=pack.effective,
        pack=text,
        published_by=actor.label[:150],
    )
    if current_ruleset(locked, on=timezone.localdate()) == ruleset:
        locked.name_zh, locked.name_en = pack.names.zh, pack.names.en
        locked.save(update_fields=["name_zh", "name_en"])
    rows = [card_row(locked, pack, card) for card in cards] if is_new_game else []
    for row in rows:
        row.shipped_digest = ""
    Card.objects.bulk_create(rows, batch_size=1000)
    if rows:
        pool_changed(game=locked)
    return PublishedRuleset(ruleset, is_new=True, is_new_game=is_new_game, cards=len(rows))


def _made(pack: GamePack) -> CardGame:
    """A row for a new game; where two people publish at once, the unique key lets one of them through."""
    try:
        with transaction.atomic():
            return CardGame.objects.create(
                slug=pack.key,
                name_zh=pack.names.zh,
                name_en=pack.names.en,
                position=pack.position or LAST_POSITION,
            )
    except IntegrityError as taken:
        raise Conflict("game_key_taken", key=pack.key) from taken


@transaction.atomic
def offer_game(*, actor: Actor, game: CardGame, offered: bool) -> bool:
    """Offer a game for new tournaments, or no longer; those that exist keep it. Returns whether anything changed."""
    require_game_manager(actor)
    locked = CardGame.objects.select_for_update().get(pk=game.pk)
    if locked.is_listed == offered:
        return False
    locked.is_listed = offered
    locked.save(update_fields=["is_listed"])
    return True
