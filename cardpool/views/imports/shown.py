"""An import as its page shows it: counts, rows with their place and reason, and values before and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from cardpool.importers.cdb import INCLUDE_OTHERS
from cardpool.importers.pokemon import NAMES_ONLY
from cardpool.importing.arriving import READY, UNDER_WAY
from cardpool.importing.jobs import IMPORT_CARDS
from cardpool.importing.storing import has_report
from cardpool.models import CardImport
from cardpool.packs import GamePack
from cardpool.wording.import_rows import ShownRow, show_row, titles
from cardpool.wording.imports import say_report_refusal
from jobs.queries import standing
from jobs.wording import say_reason, show_standing

TAGS = {"previewed": "need", "done": "done", "failed": "bad", "queued": "info", "running": "info", "uploaded": "need"}

Facts = Mapping[str, Any]


@dataclass(frozen=True)
class ShownKind:
    """The entries of one kind: how many there are, and the first of them."""

    key: str
    title: str
    count: int
    rows: tuple[ShownRow, ...]

    @property
    def is_extra(self) -> bool:
        """Whether its cards are listed under another kind as well."""
        return self.key == "noticed"

    @property
    def more(self) -> int:
        """Entries that only the whole report has."""
        return (
            max(self.count - len({row.place for row in self.rows}), 0)
            if self.key == "refused"
            else max(self.count - len(self.rows), 0)
        )


def show_import(card_import: CardImport, pack: GamePack) -> dict[str, Any]:
    """The context of an import's page."""
    report = card_import.report
    counts = report.get("counts", {})
    several = len(card_import.files) > 1
    kinds = [
        ShownKind(
            key, title, counts.get(key, 0), tuple(show_row(entry, pack, several) for entry in report.get(key, ()))
        )
        for key, title in titles().items()
    ]
    under_way = card_import.state in UNDER_WAY
    return {
        "card_import": card_import,
        "tag": TAGS.get(card_import.state, ""),
        "counts": [(kind.title, kind.count, kind.key) for kind in kinds if kind.count or not kind.is_extra]
        if counts
        else [],
        "rows": counts.get("rows", 0),
        "kinds": [kind for kind in kinds if kind.rows],
        "changes_anything": bool(counts.get("added") or counts.get("changed")),
        "under_way": under_way,
        "job": show_standing(standing(IMPORT_CARDS, card_import.pk)) if under_way else None,
        "may_start": card_import.state in READY,
        "with_others": bool(card_import.options.get(INCLUDE_OTHERS)),
        "names_only": bool(card_import.options.get(NAMES_ONLY)),
        "is_stale": card_import.state == CardImport.State.PREVIEWED
        and report.get("pool_revision") != str(card_import.game.pool_revision),
        "has_report": has_report(card_import),
        "error": say_failure(card_import),
        "cards_url": reverse("game_cards", args=[card_import.game.slug]),
        "judging_url": reverse("game_restrictions", args=[card_import.game.slug]),
    }


def say_failure(card_import: CardImport) -> str:
    """Why an import failed: its job was given up, or its files cannot be read; empty if it did not fail."""
    if not card_import.error:
        return ""
    return say_reason(card_import.error["code"]) or say_report_refusal(card_import.error)
