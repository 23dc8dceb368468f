"""Verdicts and versions as plain data for the API."""

from __future__ import annotations

from datetime import date
from typing import Any

from cardpool.packs import GamePack
from cardpool.queries import pack_of
from decks.findings import Facts
from decks.models import DecklistVersion
from decks.wording import say_error, say_notice, say_violation


def print_report(report: Facts, *, pack: GamePack, as_of: date | None = None) -> Facts:
    """A saved or fresh report for VerdictSerializer: its facts with a sentence for each finding.

    `as_of` is the day it was judged as of; saved reports are judged again whenever theirs changes and do not say it.
    """
    best_of = report["best_of"]
    return {
        "legal": report["legal"],
        "ruleset": report["ruleset"],
        "as_of": as_of,
        "format": report.get("format", ""),
        "restrictions": report.get("restrictions", []),
        "violations": [
            {**facts, "message": say_violation(facts, pack=pack, best_of=best_of)} for facts in report["violations"]
        ],
        "notices": [{**facts, "message": say_notice(facts, pack=pack)} for facts in report["notices"]],
        "errors": [{**facts, "message": say_error(facts)} for facts in report["errors"]],
    }


def print_version(version: DecklistVersion, *, private: bool) -> dict[str, Any]:
    """A version for DecklistVersionSerializer; without `private` neither who changed it, nor why, nor what it was."""
    return {
        "number": version.number,
        "text": version.text if private else "",
        "cards": [{key: card[key] for key in ("section", "number", "name", "count")} for card in version.cards],
        "is_legal": version.is_legal,
        "verdict": print_report(version.report, pack=pack_of(version.decklist.ruleset)),
        "difference": version.difference if private else [],
        "saved_by": version.saved_by if private else "",
        "by_staff": version.by_staff,
        "reason": version.reason if private else "",
        "saved_at": version.saved_at,
    }
