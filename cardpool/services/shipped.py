"""Writes about shipped games: their rulesets and card pools."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction

from cardpool.models import Card, CardGame, Ruleset
from cardpool.models.game import LAST_POSITION
from cardpool.pack_check import compile_rules
from cardpool.packs import GamePack, PackCard, read_card_rows, read_pack
from cardpool.services.cards import CARD_FIELDS, card_digest, pool_changed

SHIPPED = Path(__file__).resolve().parent.parent / "games"


@dataclass(frozen=True)
class LoadedGame:
    """What loading one pack did. `kept` are shipped cards left alone because somebody changed them here."""

    slug: str
    version: str
    is_new_game: bool
    is_new_ruleset: bool
    added: int
    updated: int
    unchanged: int
    kept: int


@dataclass(frozen=True)
class ShippedGame:
    """A pack and its card pool as read from their files, not yet written anywhere."""

    pack: GamePack
    text: str
    cards: tuple[PackCard, ...]


def read_shipped(folder: Path = SHIPPED) -> list[ShippedGame]:
    """Read every pack of a folder with the card pool beside it, and compile its deck rules.

    Raises `PackError`, which names file, path and line of each mistake. Nothing is written, so one
    bad file leaves everything as it was.
    """
    games = []
    for path in sorted(folder.glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        pack = read_pack(text, source=path.name)
        pool = path.with_name(f"{path.stem}.cards.csv")
        cards: tuple[PackCard, ...] = ()
        if pool.exists():
            cards = read_card_rows(pool.read_text(encoding="utf-8-sig"), pack, source=pool.name)
        compile_rules(pack, cards, pool.name)
        games.append(ShippedGame(pack, text, cards))
    return games


@transaction.atomic
def load_games(games: Iterable[ShippedGame]) -> list[LoadedGame]:
    """Bring games, rulesets and shipped cards up to date; doing it again changes nothing.

    A ruleset row is made only for a (game, version, text) that has none; older rows stay, tournaments pin them. A game
    of which the store has published a version of its own keeps the names that version gave it. Cards
    are added and updated, never deleted. A card that an import or a person has changed here is the store's from then
    on and is left alone, as is one that came another way under the same number.
    """
    return [_load(shipped) for shipped in games]


def _load(shipped: ShippedGame) -> LoadedGame:
    pack = shipped.pack
    stated = {"name_zh": pack.names.zh, "name_en": pack.names.en, "position": pack.position or LAST_POSITION}
    game, is_new_game = CardGame.objects.get_or_create(slug=pack.key, defaults=stated)
    game = CardGame.objects.select_for_update().get(pk=game.pk)
    if game.position != LAST_POSITION:
        stated["position"] = game.position
    if game.rulesets.exclude(published_by="").exists():
        stated = {}
    if any(getattr(game, field) != value for field, value in stated.items()):
        for field, value in stated.items():
            setattr(game, field, value)
        game.save(update_fields=list(stated))
    _, is_new_ruleset = Ruleset.objects.get_or_create(
        game=game,
        version=pack.version,
        digest=hashlib.sha256(shipped.text.encode()).hexdigest(),
        defaults={"effective_from": pack.effective, "pack": shipped.text},
    )
    added, updated, unchanged, kept = _write_shipped_cards(game, shipped)
    return LoadedGame(game.slug, pack.version, is_new_game, is_new_ruleset, added, updated, unchanged, kept)


def _write_shipped_cards(game: CardGame, shipped: ShippedGame) -> tuple[int, int, int, int]:
    """Counts of cards added, updated, unchanged and kept as the store has them."""
    there = {card.key: card for card in Card.objects.filter(game=game)}
    added: list[Card] = []
    updated: list[Card] = []
    unchanged = kept = 0
    for stated in shipped.cards:
        wanted = card_row(game, shipped.pack, stated)
        card = there.get(wanted.key)
        if card is None:
            added.append(wanted)
        elif not card.shipped_digest or card_digest(card) != card.shipped_digest:
            kept += 1
        elif card.shipped_digest == wanted.shipped_digest:
            unchanged += 1
        else:
            for field in (*CARD_FIELDS, "shipped_digest"):
                setattr(card, field, getattr(wanted, field))
            updated.append(card)
    Card.objects.bulk_create(added, batch_size=1000)
    Card.objects.bulk_update(updated, [*CARD_FIELDS, "shipped_digest"], batch_size=1000)
    if added or updated:
        pool_changed(game=game)
    return len(added), len(updated), unchanged, kept


def card_row(game: CardGame, pack: GamePack, stated: PackCard) -> Card:
    """A card of a pool file as a row that is not written yet, with the digest of its facts."""
    card = Card(
        game=game,
        key=pack.card_key(number=stated.number, name=stated.name),
        number=stated.number,
        name=stated.name,
        other_names=list(stated.other_names),
        attributes={
            key: list(value) if isinstance(value, tuple) else value for key, value in stated.attributes.items()
        },
        copy_limit=stated.copy_limit,
        deck_rules=list(stated.deck_rules),
        is_demo=stated.is_demo,
    )
    card.shipped_digest = card_digest(card)
    return card
