"""The demo's invented people, events and decks, as `demo.toml` has them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent / "demo.toml"


@dataclass(frozen=True)
class DemoPlayer:
    """An invented player; `age` is set for minors only, the others are grown up."""

    name: str
    team: str = ""
    nickname: str = ""
    age: int | None = None


@dataclass(frozen=True)
class DemoEvent:
    """An invented event. `regulars`: how many players of the first event come to this one too."""

    name: str
    place: str
    description: str
    top_cut: int
    capacity: int | None = None
    regulars: int = 0


@dataclass(frozen=True)
class DemoDecks:
    """How invented decks are built: cards per section, copies of one card in the whole deck, names to give."""

    copies: int
    sections: Mapping[str, int]
    names: tuple[str, ...]


@dataclass(frozen=True)
class DemoScript:
    """The whole demo; everything random in it follows from `seed`."""

    game: str
    seed: int
    decks: DemoDecks
    finished: DemoEvent
    open: DemoEvent
    players: tuple[DemoPlayer, ...]


def read_script(path: Path = SCRIPT) -> DemoScript:
    """Read the demo's data file."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    deck = table["deck"]
    events = {
        key: DemoEvent(**{**table[key], "description": table[key]["description"].strip()})
        for key in ("finished", "open")
    }
    return DemoScript(
        game=table["game"],
        seed=table["seed"],
        decks=DemoDecks(deck["copies"], deck["sections"], tuple(deck["names"])),
        finished=events["finished"],
        open=events["open"],
        players=tuple(DemoPlayer(**player) for player in table["players"]),
    )
