"""What is unusual about a draft, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.queries.draft_marks import DraftMark, MarkKind
from tournaments.queries.shared_tables import SharedTables

MARK_WORDS: dict[MarkKind, Callable[[], str]] = {
    MarkKind.REMATCH: lambda: _("They have met before"),
    MarkKind.KEPT_APART: lambda: _("They are to be kept apart"),
    MarkKind.SAME_TEAM: lambda: _("They are of one team"),
    MarkKind.DIVISIONS: lambda: _("Their divisions are paired apart"),
    MarkKind.SECOND_BYE: lambda: _("Already had a bye"),
    MarkKind.PARTED: lambda: _("They were to sit together by decision, and do not"),
}


def say_marks(marks: Sequence[DraftMark]) -> list[str]:
    """Each mark with the names of whom it is about, for the question before publishing."""
    return [_say_mark(mark.kind, mark.names) for mark in marks]


def _say_mark(kind: MarkKind, names: Sequence[str]) -> str:
    return _("%(names)s: %(mark)s") % {"names": " – ".join(names), "mark": MARK_WORDS[kind]()}


def _unconfirmed(facts: Mapping[str, Any]) -> str:
    said = [_say_mark(MarkKind(mark["kind"]), mark["names"]) for mark in facts["marks"]]
    said += [_say_in_use(event["name"], event["tables"]) for event in facts["events"]]
    return _("%(round_title)s has not been published: confirm what is unusual about it. %(marks)s.") % {
        **facts,
        "marks": _("; ").join(said),
    }


def _late_unconfirmed(facts: Mapping[str, Any]) -> str:
    said = [_say_mark(MarkKind(mark["kind"]), mark["names"]) for mark in facts["marks"]]
    return _("Nobody was seated yet: confirm what is unusual. %(marks)s.") % {"marks": _("; ").join(said)}


def say_tables_in_use(shared: Sequence[SharedTables]) -> list[str]:
    """The tables of each other event that plays at them, for the question before publishing."""
    return [_say_in_use(one.tournament.name, one.words) for one in shared]


def _say_in_use(event: str, tables: str) -> str:
    return _("Tables %(tables)s: “%(event)s” is playing there") % {"tables": tables, "event": event}


def _in_use(facts: Mapping[str, Any]) -> str:
    said = [_say_in_use(event["name"], event["tables"]) for event in facts["events"]]
    return _("%(round_title)s has not been published: its tables are taken. %(taken)s.") % {
        **facts,
        "taken": _("; ").join(said),
    }


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "marks_unconfirmed": _unconfirmed,
    "late_marks_unconfirmed": _late_unconfirmed,
    "tables_in_use": _in_use,
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {}
