"""The measuring process of `bench.search`: prints milliseconds by name as JSON. Its database is new and its own."""

# ruff: noqa: E402
from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

import django

django.setup()

from django.core.management import call_command
from django.db import connection

from cardpool.models import Card, CardGame
from cardpool.queries import catalogue_of, search_cards
from cardpool.queries.cards import _catalogues, _searchable
from cardpool.searching import fold
from cardpool.searching.pinyin import readings
from cardpool.services import pool_changed

CHARACTERS = "".join(chr(code) for code in range(0x4E00, 0x9FA5))
SYLLABLES = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
WORDS = ("red", "blue", "dragon", "knight", "warrior", "kaiju", "mech", "crew", "visitor", "light", "dark", "storm")
KEYWORDS = ("奥特战士", "怪兽", "机甲", "防卫队", "宇航员", "飞行", "疾速", "护盾")
SHOWN = 13
"""How many the deck editor asks for: a dozen, and whether there are more."""
REPEATS = 5


def make_cards(game: CardGame, count: int) -> None:
    """Cards with a number, a passcode, and names in three languages, of three thousand different characters."""
    chance = random.Random(count)
    characters = chance.sample(CHARACTERS, 3000)
    Card.objects.bulk_create(
        (
            Card(
                game=game,
                key=f"HBU{at // 100:03d}-A{at % 100:02d}",
                number=f"HBU{at // 100:03d}-A{at % 100:02d}",
                name="".join(chance.choices(characters, k=chance.randint(3, 9))),
                other_names=[
                    " ".join(chance.choices(WORDS, k=3)).title(),
                    "".join(chance.choices(SYLLABLES, k=chance.randint(4, 9))),
                ],
                attributes={"star": at % 7, "keywords": chance.sample(KEYWORDS, 2), "rarity": "N"},
                codes=[str(10_000_000 + at)],
            )
            for at in range(count)
        ),
        batch_size=1000,
    )
    pool_changed(game=game)


def typed_texts(game: CardGame) -> dict[str, list[str]]:
    """What somebody types to find some of the cards, letter after letter: every beginning of it."""
    cards = list(catalogue_of(game).cards.values())
    some = random.Random(1).sample(cards, 12)
    whole = {
        "number": [card.number.lower() for card in some],
        "Chinese name": [card.name for card in some],
        "English name": [card.other_names[0] for card in some],
        "Japanese name": [card.other_names[1] for card in some],
        "pinyin initials": ["".join(readings(sign)[0][0] for sign in card.name if readings(sign)) for card in some],
        "full pinyin": ["".join(readings(sign)[0] for sign in card.name if readings(sign)) for card in some],
        "keyword": list(KEYWORDS),
        "nothing like it": ["zzzzqx", "999999999", "龘龘龘"],
    }
    return {
        kind: sorted({text[:end] for text in texts for end in range(1, len(text) + 1)}) for kind, texts in whole.items()
    }


def milliseconds(work: Callable[[], object]) -> float:
    """The shortest of several runs."""
    taken = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return min(taken) * 1000


def measured(count: int) -> dict[str, object]:
    """Everything about a pool of `count` cards."""
    game = CardGame.objects.create(slug=f"bench-{count}", name_zh="基准", name_en="Bench")
    make_cards(game, count)
    start = time.perf_counter()
    catalogue = catalogue_of(game)
    loaded = time.perf_counter()
    search_cards(game, "a", limit=SHOWN)
    built = time.perf_counter()
    lines = [fold("\n".join((card.number, *card.names))) for card in catalogue.cards.values()]
    kinds = {}
    for kind, texts in typed_texts(game).items():
        ours = [milliseconds(partial(search_cards, game, text, limit=SHOWN)) for text in texts]
        folded = [fold(text) for text in texts]
        bare = [milliseconds(partial(scan, lines, text)) for text in folded]
        stored = [milliseconds(partial(ilike, game, text)) for text in folded]
        kinds[kind] = {
            "texts": len(texts),
            "median": statistics.median(ours),
            "worst": max(ours),
            "bare": statistics.median(bare),
            "ilike": statistics.median(stored),
        }
    everything = milliseconds(lambda: search_cards(game, "a", limit=None))
    rows = milliseconds(lambda: list(Card.objects.filter(game=game).values_list("key", "number", "name", "attributes")))
    _catalogues.clear()
    _searchable.clear()
    return {
        "catalogue": (loaded - start) * 1000,
        "index": (built - loaded) * 1000,
        "rows": rows,
        "everything": everything,
        "kinds": kinds,
    }


def scan(lines: list[str], text: str) -> list[int]:
    """The bare bound: every card whose folded texts contain what was typed."""
    return [at for at, line in enumerate(lines) if text in line]


def ilike(game: CardGame, text: str) -> list[object]:
    """What PostgreSQL finds by ILIKE over number and names, without pinyin, ranking or indexes."""
    wanted = "%" + text.replace("%", "").replace("_", "") + "%"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT key FROM cardpool_card WHERE game_id = %s AND "
            "(number ILIKE %s OR name ILIKE %s OR other_names::text ILIKE %s) ORDER BY number LIMIT %s",
            [game.pk, wanted, wanted, wanted, SHOWN],
        )
        return cursor.fetchall()


def main(counts: list[int]) -> None:
    """Measure each size of pool."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    call_command("migrate", verbosity=0)
    sys.stdout.write(json.dumps({count: measured(count) for count in counts}))


if __name__ == "__main__":
    main([int(one) for one in sys.argv[1:]])
