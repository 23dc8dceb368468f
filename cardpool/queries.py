"""Reads of games, rulesets and cards."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from accounts.refusals import Refusal
from cardpool.models import CardGame, Ruleset
from cardpool.packs import GamePack, read_pack


def listed_games() -> list[CardGame]:
    """The games offered for new tournaments that have a ruleset."""
    return list(CardGame.objects.filter(is_listed=True, rulesets__isnull=False).distinct())


def current_ruleset(game: CardGame, *, on: date) -> Ruleset:
    """The ruleset in force on a day: the latest one effective by then, the last loaded of equals.

    Before the first one took effect the earliest holds, so that an event can always be judged.
    Raises Refusal `game_has_no_rules`.
    """
    rulesets = Ruleset.objects.select_related("game").filter(game=game)
    chosen = rulesets.filter(effective_from__lte=on).order_by("-effective_from", "-id").first()
    chosen = chosen or rulesets.order_by("effective_from", "-id").first()
    if chosen is None:
        raise Refusal("game_has_no_rules", field="game_slug", game=game.slug)
    return chosen


def pack_of(ruleset: Ruleset) -> GamePack:
    """The ruleset's pack, read once per process and version."""
    return _read(ruleset.digest, ruleset.pack, f"{ruleset.game.slug}.toml")


@lru_cache(maxsize=64)
def _read(digest: str, text: str, source: str) -> GamePack:
    return read_pack(text, source=source)
