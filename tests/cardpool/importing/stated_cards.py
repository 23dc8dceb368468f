"""Cards as read from files, for tests of importing them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from accounts.actor import SYSTEM, Actor
from cardpool.importers.records import ReadCard, ReadPrinting, Row
from cardpool.importing.writing import ImportResult, import_cards
from cardpool.intake.unreadable import Place
from cardpool.models import Card, CardGame, Printing
from cardpool.queries import pack_in_force


def stated(row: int, number: str, name: str = "", *others: str, rarity: str = "", **facts: Any) -> ReadCard:
    """A row of `cards.csv`; further keywords that are not fields are attributes."""
    fields = {key: facts.pop(key) for key in ("codes", "copy_limit", "deck_rules") if key in facts}
    printings = (ReadPrinting(number, rarity),) if rarity else ()
    if rarity:
        facts["rarity"] = rarity
    return ReadCard(Place("cards.csv", row), number, name, others, facts, printings=printings, **fields)


def bring(game: CardGame, rows: Iterable[Row], *, actor: Actor = SYSTEM, dry_run: bool = False) -> ImportResult:
    """Import rows into a game, judging printed rules as the pages do."""
    pack = pack_in_force(game)
    return import_cards(actor=actor, game=game, pack=pack, rows=rows, dry_run=dry_run, source="test")


def pool_of(game: CardGame) -> dict[str, Any]:
    """Everything the pool says, by card."""
    printings: dict[int, list[tuple[str, str, str]]] = {}
    for one in Printing.objects.filter(card__game=game):
        printings.setdefault(one.card_id, []).append((one.code, one.rarity, one.art))
    fields = ("name", "other_names", "attributes", "codes", "copy_limit", "deck_rules", "is_demo")
    return {
        card.key: {**{name: getattr(card, name) for name in fields}, "printings": sorted(printings.get(card.pk, []))}
        for card in Card.objects.filter(game=game)
    }


def codes(result: ImportResult) -> list[tuple[int, str]]:
    """Row and reason of everything refused."""
    return [(entry["row"], entry["code"]) for entry in result.refused]
