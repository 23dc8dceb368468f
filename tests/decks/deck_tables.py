"""The tables of test decks: every pack's decks with a judge's verdict on each."""

import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "data" / "decks"
PACKS = sorted(path.parent.name for path in FOLDER.glob("*/decks.toml"))


def decks_of(pack: str) -> list[dict[str, Any]]:
    """The table of one pack."""
    return tomllib.loads((FOLDER / pack / "decks.toml").read_text(encoding="utf-8"))["deck"]


EVERY_DECK = [(pack, deck) for pack in PACKS for deck in decks_of(pack)]
NAMES = [f"{pack}/{deck['file'].removesuffix('.txt')}" for pack, deck in EVERY_DECK]


def brief(violations: list[dict[str, Any]]) -> list[list[Any]]:
    """Violations as the tables write them."""
    return [
        [
            found["code"],
            found["clause"],
            found["section"],
            -1 if found["limit"] is None else found["limit"],
            -1 if found["actual"] is None else found["actual"],
            [card["number"] for card in found["cards"]],
        ]
        for found in violations
    ]
