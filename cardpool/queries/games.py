"""Reads of games and rulesets."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.db.models import Case, Count, Q, QuerySet, When
from django.utils import timezone

from accounts.refusals import Refusal
from cardpool.models import Card, CardGame, PackDraft, RestrictionList, Ruleset
from cardpool.packs import GamePack, read_pack


def games_with_rules() -> QuerySet[CardGame]:
    """The games that have a ruleset: everybody may read their cards and have decks judged."""
    return CardGame.objects.filter(rulesets__isnull=False).distinct()


def listed_games() -> list[CardGame]:
    """The games with a ruleset that are offered for new tournaments."""
    return list(games_with_rules().filter(is_listed=True))


@dataclass(frozen=True)
class KeptGame:
    """A game as the list of all games shows it. `now` is the ruleset in force, None for a game without rules."""

    game: CardGame
    now: Ruleset | None
    cards: int
    demo_cards: int
    lists: int
    drafts: tuple[PackDraft, ...]

    @property
    def is_offered(self) -> bool:
        """Whether new events can be of this game."""
        return self.game.is_listed and self.now is not None


def kept_games(*, on: date) -> list[KeptGame]:
    """Every game there is, with what it has on that day."""
    cards = Count("cards", distinct=True)
    demo = Count("cards", filter=Q(cards__is_demo=True), distinct=True)
    judging = Q(restriction_lists__withdrawn_at__isnull=True, restriction_lists__replaced_by__isnull=True)
    lists = Count("restriction_lists", filter=judging, distinct=True)
    drafts = open_drafts()
    return [
        KeptGame(
            game,
            ruleset_on(game, on=on),
            game.cards_count,
            game.demo_count,
            game.lists_count,
            tuple(draft for draft in drafts if draft.game_id == game.pk),
        )
        for game in CardGame.objects.annotate(cards_count=cards, demo_count=demo, lists_count=lists).order_by(
            "position", "slug"
        )
    ]


def open_drafts() -> list[PackDraft]:
    """Every open draft of a pack, the newest first."""
    return list(PackDraft.objects.filter(discarded_at__isnull=True).select_related("author", "game"))


@dataclass(frozen=True)
class GameOverview:
    """What a store manages of one game; rulesets and lists with the newest first."""

    now: Ruleset | None
    cards: int
    demo_cards: int
    rulesets: tuple[Ruleset, ...]
    lists: tuple[RestrictionList, ...]
    drafts: tuple[PackDraft, ...]

    @property
    def pack(self) -> GamePack | None:
        """The pack in force."""
        return pack_of(self.now) if self.now is not None else None


def game_overview(game: CardGame, *, on: date) -> GameOverview:
    """The game's card pool in numbers, its ruleset versions, its restriction lists that judge, its open drafts."""
    cards = Card.objects.filter(game=game)
    lists = RestrictionList.objects.filter(game=game, withdrawn_at__isnull=True, replaced_by__isnull=True)
    return GameOverview(
        now=ruleset_on(game, on=on),
        cards=cards.count(),
        demo_cards=cards.filter(is_demo=True).count(),
        rulesets=tuple(game.rulesets.all()),
        lists=tuple(lists),
        drafts=tuple(draft for draft in open_drafts() if draft.game_id == game.pk),
    )


def ruleset_on(game: CardGame, *, on: date) -> Ruleset | None:
    """The ruleset in force on a day, None for a game that has none."""
    try:
        return current_ruleset(game, on=on)
    except Refusal:
        return None


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


def pack_in_force(game: CardGame) -> GamePack:
    """The pack of the ruleset in force today. Raises Refusal `game_has_no_rules`."""
    return pack_of(current_ruleset(game, on=timezone.localdate()))


@lru_cache(maxsize=64)
def _read(digest: str, text: str, source: str) -> GamePack:
    return read_pack(text, source=source)


def newest_pack(game: CardGame) -> GamePack | None:
    """The pack of the latest ruleset, for what things are called; None for a game without any."""
    ruleset = Ruleset.objects.select_related("game").filter(game=game).order_by("-effective_from", "-id").first()
    return pack_of(ruleset) if ruleset is not None else None
