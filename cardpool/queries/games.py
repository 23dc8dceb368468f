"""Reads of games and rulesets."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.db.models import Case, Count, When

from accounts.refusals import Refusal
from cardpool.models import Card, CardGame, RestrictionList, Ruleset
from cardpool.packs import GamePack, read_pack


def listed_games() -> list[CardGame]:
    """The games offered for new tournaments that have a ruleset."""
    return list(CardGame.objects.filter(is_listed=True, rulesets__isnull=False).distinct())


def kept_games() -> list[CardGame]:
    """Every game there is, with `cards_count` and `versions_count`."""
    games = CardGame.objects.annotate(cards_count=Count("cards", distinct=True))
    return list(games.annotate(versions_count=Count("rulesets", distinct=True)))


@dataclass(frozen=True)
class GameOverview:
    """What a store keeps about one game; rulesets and lists with the newest first."""

    cards: int
    demo_cards: int
    rulesets: tuple[Ruleset, ...]
    lists: tuple[RestrictionList, ...]


def game_overview(game: CardGame) -> GameOverview:
    """The game's card pool in numbers, its ruleset versions and its restriction lists that judge."""
    cards = Card.objects.filter(game=game)
    lists = RestrictionList.objects.filter(game=game, withdrawn_at__isnull=True, replaced_by__isnull=True)
    return GameOverview(
        cards=cards.count(),
        demo_cards=cards.filter(is_demo=True).count(),
        rulesets=tuple(game.rulesets.all()),
        lists=tuple(lists),
    )


def find_game(slug: str) -> CardGame:
    """The game of this identifier. Raises Refusal `no_such_game`."""
    game = CardGame.objects.filter(slug=slug).first()
    if game is None:
        raise Refusal("no_such_game", field="game_slug", game=slug)
    return game


def current_ruleset(game: CardGame, *, on: date) -> Ruleset:
    """The ruleset in force on a day: the latest one effective by then; of equals the store's own, then the last loaded.

    Before the first one took effect the earliest holds, so that an event can always be judged.
    Raises Refusal `game_has_no_rules`.
    """
    own_first = Case(When(published_by="", then=1), default=0)
    rulesets = Ruleset.objects.select_related("game").filter(game=game)
    chosen = rulesets.filter(effective_from__lte=on).order_by("-effective_from", own_first, "-id").first()
    chosen = chosen or rulesets.order_by("effective_from", own_first, "-id").first()
    if chosen is None:
        raise Refusal("game_has_no_rules", field="game_slug", game=game.slug)
    return chosen


def pack_of(ruleset: Ruleset) -> GamePack:
    """The ruleset's pack, read once per process and version."""
    return _read(ruleset.digest, ruleset.pack, f"{ruleset.game.slug}.toml")


@lru_cache(maxsize=64)
def _read(digest: str, text: str, source: str) -> GamePack:
    return read_pack(text, source=source)


def newest_pack(game: CardGame) -> GamePack | None:
    """The pack of the latest ruleset, for what things are called; None for a game without any."""
    ruleset = Ruleset.objects.select_related("game").filter(game=game).order_by("-effective_from", "-id").first()
    return pack_of(ruleset) if ruleset is not None else None
