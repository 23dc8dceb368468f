"""Lists read and judged per second on one core, against splitting the same text at its spaces and counting the parts.

The pools have 20,000 made-up cards; the lists 60 lines each, written as people write them: a few styles mixed, every
tenth card unknown to the pool. Beside them stands the slowest line found by looking for one: all it may hold of what
the grammar tries again and again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from bench.measuring import Line, heading, median_seconds
from cardpool.engine_cards import engine_card
from cardpool.games import shipped_keys, shipped_pack
from cardpool.legality.card_pool import CardPool, PoolPolicy
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Deck, DeckEntry
from cardpool.legality.ruleset import Ruleset, read_ruleset
from cardpool.packs.card_rows import PackCard
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.list_form import list_form
from decks.text.listing import MAX_CHARACTERS, MAX_LINE_LENGTH, ListForm
from decks.text.reading import read_list

DAY = date(2026, 5, 1)
POOL = 20_000
LISTS, QUICK_LISTS = 40, 10
LINES = 60
REPEATS = 5
AIM = 100
SYLLABLES = (
    "赛罗",
    "迪迦",
    "泽塔",
    "银河",
    "闪耀",
    "奥特曼",
    "怪兽",
    "光辉",
    "黑暗",
    "巨人",
    "形态",
    "战士",
    "龙",
    "炎",
    "冰",
)
WORDS = ("Char", "Pika", "Drag", "Mew", "Flor", "Tur", "saur", "zard", "chu", "lia", "vee", "tini", "mander", "puff")


@dataclass(frozen=True)
class Book:
    """A game made ready: what lists are read by, and what decks are judged by."""

    form: ListForm
    catalogue: Catalogue
    ruleset: Ruleset
    pool: CardPool


def reading_lines(*, quick: bool) -> list[Line]:
    """Per game: lists a second and what one costs, and the ratio to splitting and counting; then the slowest text."""
    lines = [
        heading("reading and judging a list of 60 lines, one core", "lists/s", "ms a list", "split and count", "ratio")
    ]
    wanted = QUICK_LISTS if quick else LISTS
    for game in shipped_keys():
        book = _book(game)
        texts = [_text(game, book, random.Random(place)) for place in range(wanted)]
        read_list(texts[0], form=book.form, catalogue=book.catalogue)
        lines.append(_game_line(game, book, texts))
        lines.append(_slowest_line(game, book))
    lines.append(Line(f"(aim: {AIM} lists a second; a pool of {POOL:,} cards; shortest of repeated runs)"))
    return lines


def _game_line(game: str, book: Book, texts: list[str]) -> Line:
    def judge() -> None:
        for text in texts:
            read = read_list(text, form=book.form, catalogue=book.catalogue)
            deck = Deck(tuple(DeckEntry(one.section, one.number, one.count, one.name) for one in read.entries))
            check_deck(deck, book.ruleset, best_of=3, pool=book.pool, as_of=DAY)

    def count() -> None:
        for text in texts:
            Counter(part for line in text.split("\n") for part in line.split())

    judged, counted = median_seconds([judge, count], repeats=REPEATS, pick=min)
    return Line(
        game,
        f"{len(texts) / judged:,.0f}",
        f"{1000 * judged / len(texts):.2f}",
        f"{1000 * counted / len(texts):.3f}",
        f"{judged / counted:.0f}",
    )


def _slowest_line(game: str, book: Book) -> Line:
    line = ("3 x 2 ④ SR ¥1 A07-1 " * MAX_LINE_LENGTH)[: MAX_LINE_LENGTH - 1]
    text = "\n".join([line] * (MAX_CHARACTERS // MAX_LINE_LENGTH))
    taken = median_seconds([lambda: read_list(text, form=book.form, catalogue=book.catalogue)], repeats=1, pick=min)[0]
    return Line(f"{game}: the longest text of crowded lines", "", f"{1000 * taken:.0f}")


def _book(game: str) -> Book:
    pack = shipped_pack(game)
    cards = {card.number: engine_card(card, pack) for card in made_up_cards(game)}
    catalogue = Catalogue(tuple(ListedCard(card.number, card.name, alike=card.name) for card in cards.values()))
    pool = CardPool(cards, PoolPolicy.OPEN, (), lambda number: pack.normalise_number(number) == number)
    return Book(list_form(pack, "en"), catalogue, read_ruleset(pack.mapping, source=pack.source), pool)


def made_up_cards(game: str) -> Iterator[PackCard]:
    """A pool of `POOL` cards."""
    rng = random.Random(game)
    for place in range(POOL):
        number = {
            "ultraman-hero-duel": f"HB{chr(65 + place // 2600 % 26)}{place // 100 % 26 + 1:02d}-A{place % 100:02d}",
            "pokemon-tcg": f"{chr(65 + place // 5200 % 26)}{chr(65 + place // 200 % 26)}X-{place % 200 + 1}",
            "rush-duel": f"{120_000_000 + place}",
            "galaxy-card-game": f"{10_000_000 + place}",
            "heroes-placement": f"HP{place // 1000 + 1:02d}-{place % 1000:03d}",
        }[game]
        parts = WORDS if game == "pokemon-tcg" else SYLLABLES
        name = "".join(rng.choice(parts) for _ in range(3))
        yield PackCard(number, f"{name} ex" if game == "pokemon-tcg" and place % 9 == 0 else name)


def _text(game: str, book: Book, rng: random.Random) -> str:
    """One list in one person's way of writing, with a heading in front."""
    cards = rng.sample(book.catalogue.cards, LINES - 1)
    lines = [book.form.sections[0].title]
    style = rng.randrange(3)
    for place, card in enumerate(cards):
        number = card.number if place % 10 else card.number[:-1] + ("9" if card.number[-1] != "9" else "8")
        count = rng.randint(1, 4)
        if game == "pokemon-tcg":
            number = number.replace("-", " ")
            named = f"{count} {card.name} {number}"
            rows = (named, f"{count}x {card.name} ({number})", f"* {named}")
        else:
            named = f"{number} {card.name}"
            rows = (f"{count} {named}", f"{card.name}（{number}）×{count}", f"{named} {count}张")
        lines.append(rows[style])
    return "\n".join(lines)
