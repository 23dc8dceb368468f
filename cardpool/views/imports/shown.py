"""An import as its page shows it: counts, rows with their place and reason, what changed from what to what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from cardpool.importers.cdb import INCLUDE_OTHERS
from cardpool.importers.pokemon import NAMES_ONLY
from cardpool.importing.arriving import READY, UNDER_WAY
from cardpool.importing.jobs import IMPORT_CARDS
from cardpool.importing.storing import has_report
from cardpool.models import CardImport
from cardpool.packs import GamePack
from cardpool.wording.import_fields import say_field, say_value
from cardpool.wording.imports import say_report_refusal, say_row
from cardpool.wording.pack_problems import say_stored_problem
from jobs.queries import standing
from jobs.wording import say_reason, say_standing

MAX_PLACES = 5
TAGS = {"previewed": "need", "done": "done", "failed": "bad", "queued": "info", "running": "info", "uploaded": "need"}

Facts = Mapping[str, Any]


@dataclass(frozen=True)
class ShownChange:
    """One fact of a card before and after, in words."""

    field: str
    before: str
    after: str


@dataclass(frozen=True)
class ShownRow:
    """One entry of a report: where it stands, which card, and why or what."""

    place: str
    number: str
    name: str
    column: str
    reason: str
    changes: tuple[ShownChange, ...]


@dataclass(frozen=True)
class ShownKind:
    """The entries of one kind: how many there are, and the first of them."""

    key: str
    title: str
    count: int
    rows: tuple[ShownRow, ...]

    @property
    def is_extra(self) -> bool:
        """Whether its cards stand under another kind as well."""
        return self.key == "noticed"

    @property
    def more(self) -> int:
        """Entries that only the whole report has."""
        return (
            max(self.count - len({row.place for row in self.rows}), 0)
            if self.key == "refused"
            else max(self.count - len(self.rows), 0)
        )


def titles() -> dict[str, str]:
    """What became of a row or a card, in the order of a report."""
    return {
        "refused": _("Refused"),
        "changed": _("Changed"),
        "added": _("Added"),
        "untouched": _("Untouched"),
        "skipped": _("Skipped"),
        "noticed": _("To look at"),
    }


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
        "trouble": say_standing(standing(IMPORT_CARDS, card_import.pk)) if under_way else "",
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
    """Why an import failed: its job was given up, or its files cannot be read; empty for one that did not."""
    if not card_import.error:
        return ""
    return say_reason(card_import.error["code"]) or say_report_refusal(card_import.error)


def show_row(entry: Facts, pack: GamePack, several: bool = True) -> ShownRow:
    """One entry of a report in words; with `several` files the place names the file."""
    facts = entry.get("facts", {})
    changes = tuple(
        ShownChange(
            say_field(change["field"], pack),
            say_value(change["field"], change["before"], pack),
            say_value(change["field"], change["after"], pack),
        )
        for change in entry.get("changes", ())
    )
    return ShownRow(
        place=say_places(entry, several),
        number=entry.get("number") or str(facts.get("number", "")),
        name=entry.get("name", ""),
        column=say_field(str(facts.get("column", "")), pack),
        reason=say_row(entry["code"], _with_rule_words(entry["code"], facts), pack) if "code" in entry else "",
        changes=changes,
    )


def _with_rule_words(code: str, facts: Facts) -> Facts:
    """Facts about deck rules that cannot be used, with their problems in words."""
    if code != "deck_rules_wrong":
        return facts
    return {**facts, "problems": [f"{one['path']}: {say_stored_problem(one)}" for one in facts["problems"]]}


def say_places(entry: Facts, several: bool) -> str:
    """Where the rows of an entry stand, the first few of them."""
    places = [entry, *entry.get("also", ())]
    more = ["…"] if len(places) > MAX_PLACES else []
    return " + ".join([*(say_place(place, several) for place in places[:MAX_PLACES]), *more])


def say_place(entry: Facts, several: bool) -> str:
    """Where a row stands."""
    file, row, name = entry["file"], entry["row"], entry["id"]
    if row:
        return _("%(file)s, row %(row)s") % {"file": file, "row": row} if several else _("row %(row)s") % {"row": row}
    return f"{file} · {name}" if several and name else str(name or file)
