"""Decks judged per second on one core, for every shipped pack, against the bare cost of counting their cards.

What is timed is `check_deck`: from a deck in its plain form (entries of section, number and count) to the full report.
Two bare costs stand beside it, both with nothing judged: one `collections.Counter` over a flat list of the deck's
copies, which runs in C, and one that adds up the entries judging starts from. The decks are the legal ones of
`tests/data/decks`, varied with other cards of the pool and found legal again.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from bench.measuring import Line, heading, median_seconds
from cardpool.engine_cards import engine_card
from cardpool.games import shipped_cards, shipped_keys, shipped_pack
from cardpool.legality.card_pool import CardPool, PoolPolicy
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Deck, DeckEntry
from cardpool.legality.ruleset import Ruleset, read_ruleset
from cardpool.legality.violations import NoticeCode, Verdict
from cardpool.packs import GamePack
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.list_form import list_form
from decks.text.reading import read_list

ROOT = Path(__file__).parent.parent
TABLES = ROOT / "tests" / "data" / "decks"
PEER = ROOT / "bench" / "ydeck.cjs"
PEER_MODULES = ROOT / "var" / "bench-node" / "node_modules"
PEER_GAME = "rush-duel"
DAY = date(2026, 5, 1)
DECKS, QUICK_DECKS = 400, 60
CHANCE = 0.4
REPEATS = 15


@dataclass(frozen=True)
class Bench:
    """One pack made ready: its rules, cards, match length and decks."""

    pack: GamePack
    ruleset: Ruleset
    pool: CardPool
    best_of: int
    legal: list[Deck]
    every: list[Deck]


def judging_lines(*, quick: bool) -> list[Line]:
    """Per pack: decks a second and what one costs; then the same decks in a named peer."""
    lines = [
        heading(
            "judging a legal deck, one core",
            "decks/s",
            "µs a deck",
            "Counter of copies",
            "ratio",
            "Counter of entries",
            "ratio",
            "table decks",
        )
    ]
    prepared = [_prepared(key, QUICK_DECKS if quick else DECKS) for key in shipped_keys()]
    lines += [_pack_line(bench) for bench in prepared]
    lines.append(Line("(shortest of repeated runs; “table decks”: those of tests/data/decks, legal or not, µs a deck)"))
    return lines + _peer_lines(next(bench for bench in prepared if bench.pack.key == PEER_GAME))


def _pack_line(bench: Bench) -> Line:
    copies = [[entry.number for entry in deck.entries for _ in range(entry.count)] for deck in bench.legal]

    def count_copies() -> None:
        for numbers in copies:
            Counter(numbers)

    runs: list[Callable[[], object]] = [
        lambda: _judge(bench, bench.legal),
        count_copies,
        lambda: [_counted_entries(deck) for deck in bench.legal],
        lambda: _judge(bench, bench.every),
    ]
    judged, counted, added, table = median_seconds(runs, repeats=REPEATS, pick=min)
    decks = len(bench.legal)
    return Line(
        f"{bench.pack.key} ({len(bench.pack.rules)} rules, best of {bench.best_of})",
        f"{decks / judged:,.0f}",
        _micro(judged, decks),
        _micro(counted, decks),
        f"{judged / counted:.1f}",
        _micro(added, decks),
        f"{judged / added:.1f}",
        _micro(table, len(bench.every)),
    )


def _judge(bench: Bench, decks: Iterable[Deck]) -> None:
    for deck in decks:
        check_deck(deck, bench.ruleset, best_of=bench.best_of, pool=bench.pool, as_of=DAY)


def _counted_entries(deck: Deck) -> Counter[str]:
    counts: Counter[str] = Counter()
    for entry in deck.entries:
        counts[entry.number] += entry.count
    return counts


def _prepared(key: str, wanted: int) -> Bench:
    pack = shipped_pack(key)
    cards = {card.number: engine_card(card, pack) for card in shipped_cards(key)}
    ruleset = read_ruleset(pack.mapping, source=pack.source)
    pool = CardPool(cards, PoolPolicy.CLOSED, (), lambda number: pack.normalise_number(number) == number)
    best_of = pack.tournament.best_of
    every = list(
        _table_decks(key, pack, [ListedCard(card.number, card.name, card.other_names) for card in cards.values()])
    )
    bench = Bench(
        pack, ruleset, pool, best_of, [deck for deck in every if _is_clean(ruleset, pool, best_of, deck)], every
    )
    return replace(bench, legal=_varied(bench, wanted))


def _table_decks(key: str, pack: GamePack, cards: list[ListedCard]) -> Iterable[Deck]:
    """Every deck of the pack's table that can be read as UTF-8."""
    form = list_form(pack, "zh")
    catalogue = Catalogue(tuple(cards))
    for deck in tomllib.loads((TABLES / key / "decks.toml").read_text(encoding="utf-8"))["deck"]:
        text = (TABLES / key / deck["file"]).read_bytes().decode("utf-8", errors="replace")
        read = read_list(text, form=form, catalogue=catalogue)
        yield Deck(tuple(DeckEntry(one.section, one.number, one.count, one.name) for one in read.entries))


def _is_clean(ruleset: Ruleset, pool: CardPool, best_of: int, deck: Deck) -> bool:
    report = check_deck(deck, ruleset, best_of=best_of, pool=pool, as_of=DAY)
    return report.verdict is Verdict.LEGAL and {one.code for one in report.notices} <= {NoticeCode.DEMO_CARDS}


def _varied(bench: Bench, wanted: int) -> list[Deck]:
    """`wanted` legal decks: those of the table with other cards in place of some, wherever they stay legal.

    Cards that bring rules stay where the table has them: players share a few leaders, not hundreds.
    """
    rng = random.Random(1)
    numbers = sorted(bench.pool.cards.keys() - bench.pool.bringing)
    found: list[Deck] = []
    while len(found) < wanted:
        deck = bench.legal[len(found) % len(bench.legal)]
        for place, entry in enumerate(deck.entries):
            if rng.random() < CHANCE:
                other = replace(entry, number=rng.choice(numbers))
                changed = Deck((*deck.entries[:place], other, *deck.entries[place + 1 :]))
                if _is_clean(bench.ruleset, bench.pool, bench.best_of, changed):
                    deck = changed
        found.append(deck)
    return found


def _peer_lines(bench: Bench) -> list[Line]:
    """The legal decks in ydeck (npm), which checks sizes, known cards and copies; of LEGEND cards it knows nothing."""
    lines = [heading(f"{PEER_GAME} in a peer", "decks/s", "µs a deck", "engine is")]
    node = shutil.which("node")
    if node is None or not (PEER_MODULES / "ydeck").is_dir():
        return [*lines, Line("ydeck 0.2.10 (npm): not measured, Node.js or the package is not here")]
    own = median_seconds([lambda: _judge(bench, bench.legal)], repeats=REPEATS, pick=min)[0] / len(bench.legal)
    ids = {number: place for place, number in enumerate(sorted(bench.pool.cards), start=1)}
    plain = [
        {
            section: [ids[one.number] for one in deck.entries if one.section == section for _ in range(one.count)]
            for section in ("main", "extra")
        }
        for deck in bench.legal
    ]
    asked = json.dumps({"cards": list(ids.values()), "decks": plain, "repeats": 50})
    try:
        answer = subprocess.run(
            [node, PEER, PEER_MODULES / "ydeck"], input=asked.encode(), capture_output=True, timeout=60, check=True
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as failure:
        return [*lines, Line(f"ydeck 0.2.10 (npm): failed, {type(failure).__name__}")]
    said = json.loads(answer.stdout)
    if said["errors"]:
        raise ValueError(f"the peer finds {said['errors']} errors in legal decks")
    taken = said["seconds"] / len(plain)
    return [
        *lines,
        Line("engine: every rule of the pack", f"{1 / own:,.0f}", _micro(own, 1)),
        Line(
            "ydeck 0.2.10 (npm, Node.js): sizes, copies, known cards",
            f"{1 / taken:,.0f}",
            _micro(taken, 1),
            f"{taken / own:,.1f} × as fast",
        ),
    ]


def _micro(seconds: float, decks: int) -> str:
    return f"{seconds / decks * 1_000_000:,.1f}"
