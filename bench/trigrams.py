"""Cards searched in memory (`cardpool/searching`) against columns of PostgreSQL with `pg_trgm`, key by key.

The columns hold what a search is about: folded numbers and names, initials and full pinyin of the first reading, each
with a trigram index and, where texts are looked for from their beginning, one for that. Where the exact search finds
fewer than are shown, similar words fill up. What is compared is processor time of both processes, so that waiting for a
busy machine does not count, and whether the card is among those shown when all of the text has been typed.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import psycopg

from bench.measuring import CannotMeasure, Line, heading
from bench.trigram_server import trigram_database
from cardpool.searching import Findable, SearchIndex, bare, fold
from cardpool.searching.pinyin import readings

CARDS, QUICK_CARDS = 20_000, 2_000
LOOKED_FOR = 5
"""Cards of each kind of text."""
SHOWN = 12
CHARACTERS = 3_000
LETTERS = "abcdefghijklmnopqrstuvwxyz"
SYLLABLES = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
WORDS = (
    "red", "blue", "dragon", "knight", "warrior", "kaiju", "mech", "crew", "visitor", "light", "dark", "storm",
    "silver", "golden", "ancient", "burning", "frozen", "final", "secret", "cosmic",
)  # fmt: skip
TABLE = "CREATE TABLE card (id int PRIMARY KEY, code text, names text, initials text, pinyin text)"
INDEXES = """
CREATE INDEX ON card USING gin (code gin_trgm_ops);
CREATE INDEX ON card USING gin (names gin_trgm_ops);
CREATE INDEX ON card USING gin (initials gin_trgm_ops);
CREATE INDEX ON card USING gin (pinyin gin_trgm_ops);
CREATE INDEX ON card (code text_pattern_ops);
CREATE INDEX ON card (initials text_pattern_ops);
CREATE INDEX ON card (pinyin text_pattern_ops);
ANALYZE card;
"""
EXACT = """
SELECT id FROM card
WHERE code LIKE %(has)s OR names LIKE %(has)s OR initials LIKE %(start)s OR pinyin LIKE %(start)s
ORDER BY CASE WHEN code = %(text)s THEN 0 WHEN code LIKE %(start)s THEN 1 WHEN names LIKE %(line)s THEN 2
 WHEN initials LIKE %(start)s OR pinyin LIKE %(start)s THEN 3 ELSE 4 END, id
LIMIT 12"""
SIMILAR = """
SELECT id FROM card WHERE names %%> %(text)s OR pinyin %%> %(text)s
ORDER BY greatest(word_similarity(%(text)s, names), word_similarity(%(text)s, pinyin)) DESC, id LIMIT 12"""


class Card(NamedTuple):
    """A made-up card."""

    number: str
    chinese: str
    english: str
    japanese: str
    code: str

    @property
    def sounds(self) -> list[list[str]]:
        """The readings of each character of the Chinese name."""
        return [list(readings(character)) for character in self.chinese]

    @property
    def initials(self) -> str:
        return "".join(sounds[0][0] for sounds in self.sounds)

    @property
    def pinyin(self) -> str:
        return "".join(sounds[0] for sounds in self.sounds)


@dataclass
class Typed:
    """What typing some texts took: milliseconds of each key, and the cards found in the end."""

    milliseconds: list[float] = field(default_factory=list)
    found: int = 0

    @property
    def worst_of_twenty(self) -> float:
        ordered = sorted(self.milliseconds)
        return ordered[min(len(ordered) - 1, len(ordered) * 19 // 20)]


Wanted = Sequence[tuple[int | None, str]]
Search = Callable[[str], list[int]]


def trigrams_lines(*, quick: bool) -> list[Line]:
    """One line for each kind of text; raises CannotMeasure where there is no `pg_trgm`."""
    cards = made_up_cards(QUICK_CARDS if quick else CARDS)
    with trigram_database() as connection:
        started = time.perf_counter()
        _fill(connection, cards)
        filled = time.perf_counter() - started
        started = time.perf_counter()
        index = SearchIndex(Findable((card.number, card.code), card[1:4]) for card in cards)
        built = time.perf_counter() - started
        version, size = connection.execute("SHOW server_version").fetchone(), _megabytes(connection)
        title = f"{len(cards):,} cards, each key, CPU ms"
        columns = ("in memory", "slowest in 20", "pg_trgm", "slowest in 20", "found in memory", "by pg_trgm")
        lines = [heading(title, "keys", *columns)]
        for kind, wanted in typed_texts(cards).items():
            ours = _typed(wanted, lambda text: index.find(text, limit=SHOWN), _own_clock)
            theirs = _typed(wanted, lambda text: _ask(connection, text), _clock_with(connection))
            lines.append(_line(kind, wanted, ours, theirs))
    assert version is not None
    lines.append(Line(f"the index in memory: {built:.1f} s; PostgreSQL {version[0]}: {filled:.1f} s, {size:.0f} MB"))
    return lines


def _line(kind: str, wanted: Wanted, ours: Typed, theirs: Typed) -> Line:
    cells = [str(len(ours.milliseconds))]
    for typed in (ours, theirs):
        cells += [f"{statistics.median(typed.milliseconds):.1f}", f"{typed.worst_of_twenty:.0f}"]
    if wanted[0][0] is not None:
        cells += [f"{typed.found} of {len(wanted)}" for typed in (ours, theirs)]
    return Line(kind, *cells)


def made_up_cards(count: int) -> list[Card]:
    """Cards with a number, a passcode and names in three languages, some of whose characters are frequent."""
    chance = random.Random(count)
    known = [chr(code) for code in range(0x4E00, 0x9FA5) if readings(chr(code))]
    characters = chance.sample(known, CHARACTERS)
    weights = [1 / (place + 8) for place in range(CHARACTERS)]
    return [
        Card(
            f"HBU{at // 100:03d}-A{at % 100:02d}",
            "".join(chance.choices(characters, weights, k=chance.randint(3, 8))),
            " ".join(chance.choices(WORDS, k=3)).title() + f" {chance.choice(LETTERS).upper()}{chance.randint(1, 99)}",
            "".join(chance.choices(SYLLABLES, k=chance.randint(4, 9))),
            str(10_000_000 + at),
        )
        for at in range(count)
    ]


def typed_texts(cards: Sequence[Card]) -> dict[str, Wanted]:
    """By kind, the texts that somebody types in full and the card that each is about."""
    chance = random.Random(7)
    some = chance.sample(range(len(cards)), LOOKED_FOR)
    several = [at for at, card in enumerate(cards) if any(_second(sounds)[0] != sounds[0][0] for sounds in card.sounds)]
    others = chance.sample(several, LOOKED_FOR)

    def of(text: Callable[[Card], str], places: Iterable[int] = some) -> Wanted:
        return [(at, text(cards[at])) for at in places]

    return {
        "number": of(lambda card: card.number.lower()),
        "number without its dash": of(lambda card: card.number.lower().replace("-", "")),
        "Chinese name": of(lambda card: card.chinese),
        "Chinese name from its second character": of(lambda card: card.chinese[1:]),
        "pinyin initials": of(lambda card: card.initials),
        "full pinyin": of(lambda card: card.pinyin),
        "initials and syllables in turns": of(_mixed),
        "initials of a second reading": of(lambda card: "".join(_second(one)[0] for one in card.sounds), others),
        "English name": of(lambda card: card.english.lower()),
        "Japanese name": of(lambda card: card.japanese),
        "English name with a typing error": of(lambda card: _mistyped(card.english.lower(), chance)),
        "full pinyin with a typing error": of(lambda card: _mistyped(card.pinyin, chance)),
        "Chinese name with a wrong last character": [
            (at, cards[at].chinese[:-1] + cards[(at + 1) % len(cards)].chinese[0]) for at in some
        ],
        "nothing like it": [(None, text) for text in ("zzzzqx", "999999999", "龘龘龘")],
    }


def _mixed(card: Card) -> str:
    return "".join(sounds[0] if place % 2 else sounds[0][0] for place, sounds in enumerate(card.sounds))


def _second(sounds: Sequence[str]) -> str:
    """The second reading of a character, or its only one."""
    return sounds[1] if len(sounds) > 1 else sounds[0]


def _mistyped(text: str, chance: random.Random) -> str:
    """One letter wrong, missing, doubled or exchanged with the next, not the first."""
    at = chance.randrange(1, len(text) - 1)
    before, one, two, after = text[:at], text[at], text[at + 1], text[at + 2 :]
    return before + chance.choice([chance.choice(LETTERS) + two, two, one + one + two, two + one]) + after


def _fill(connection: psycopg.Connection, cards: Sequence[Card]) -> None:
    connection.execute(TABLE)
    with connection.cursor() as cursor, cursor.copy("COPY card FROM STDIN") as copy:
        for at, card in enumerate(cards):
            names = "\n".join(["", *map(fold, card[1:4]), ""])
            copy.write_row((at, bare(card.number), names, card.initials, card.pinyin))
    connection.execute(INDEXES)


def _megabytes(connection: psycopg.Connection) -> float:
    row = connection.execute("SELECT pg_total_relation_size('card')").fetchone()
    assert row is not None
    return float(row[0]) / 2**20


def _ask(connection: psycopg.Connection, typed: str) -> list[int]:
    """What PostgreSQL finds: exactly, then by likeness."""
    text = (bare(typed) if typed.startswith("hbu") else fold(typed)).translate(dict.fromkeys(map(ord, "\\%_")))
    values = {"text": text, "has": f"%{text}%", "start": f"{text}%", "line": f"%\n{text}%"}
    found = [int(row[0]) for row in connection.execute(EXACT, values)]
    if len(found) < SHOWN and len(text) > 2:
        found += [int(row[0]) for row in connection.execute(SIMILAR, values) if row[0] not in found]
    return found[:SHOWN]


def _typed(wanted: Wanted, search: Search, clock: Callable[[], int]) -> Typed:
    """Each text typed key by key, timed in nanoseconds by the clock."""
    typed = Typed()
    gc.collect()
    for card, text in wanted:
        found: list[int] = []
        for end in range(1, len(text) + 1):
            started = clock()
            found = search(text[:end])
            typed.milliseconds.append((clock() - started) / 1e6)
        typed.found += card in found
    return typed


def _own_clock() -> int:
    return time.process_time_ns()


def _clock_with(connection: psycopg.Connection) -> Callable[[], int]:
    """Nanoseconds of processor of this process and of the connection's server process, as Linux counts them."""
    counted = Path(f"/proc/{connection.info.backend_pid}/schedstat")
    if not counted.exists():
        raise CannotMeasure("Processor time of another process is read from /proc, as Linux has it.")
    return lambda: _own_clock() + int(counted.read_text().split()[0])
