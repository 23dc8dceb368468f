"""The rows of an import's report in words: where each stands, what became of it, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from cardpool.packs import GamePack
from cardpool.wording.import_fields import say_field, say_value
from cardpool.wording.imports import say_row
from cardpool.wording.pack_problems import say_stored_problem

MAX_PLACES = 5
"""Places of one entry that are named."""

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
