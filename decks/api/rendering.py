"""Verdicts and versions as plain data for the API."""

from __future__ import annotations

from datetime import date
from typing import Any

from cardpool.legality.violations import Verdict
from cardpool.packs import GamePack
from cardpool.queries import pack_of
from decks.differences import verdict_of
from decks.findings import LEGAL, Facts
from decks.models import DecklistVersion
from decks.notice_words import say_notice
from decks.reading_words import say_error
from decks.settled_words import say_settled
from decks.wording import say_question, say_remedies, say_violation


def render_report(report: Facts, *, pack: GamePack, as_of: date | None = None) -> Facts:
    """A saved or fresh report for VerdictSerializer: its facts with a sentence for each finding.

    `as_of` is the day it was judged as of, None if that was not recorded.
    """
    best_of = report["best_of"]
    return {
        "verdict": verdict_of(report),
        "legal": LEGAL[verdict_of(report)],
        "ruleset": report["ruleset"],
        "as_of": as_of,
        "format": report.get("format", ""),
        "restrictions": report.get("restrictions", []),
        "violations": [
            {**facts, "message": say_violation(facts, pack=pack, best_of=best_of)} for facts in report["violations"]
        ],
        "questions": [
            {**facts, "message": say_question(facts, pack=pack, best_of=best_of), "settled_by": say_remedies(facts)}
            for facts in report.get("questions", [])
        ],
        "notices": [{**facts, "message": say_notice(facts, pack=pack)} for facts in report["notices"]],
        "errors": [{**facts, "message": say_error(facts)} for facts in report["errors"]],
        "asks": [{**facts, "message": say_error(facts)} for facts in report.get("asks", [])],
        "ignored": report.get("ignored", []),
        "apart": report.get("apart", []),
        "settled": [{**facts, "message": say_settled(facts, pack=pack)} for facts in report.get("settled", [])],
    }


def render_version(version: DecklistVersion, *, private: bool) -> dict[str, Any]:
    """A version for DecklistVersionSerializer; `text`, `difference`, `saved_by` and `reason` only with `private`."""
    return {
        "number": version.number,
        "text": version.text if private else "",
        "cards": [{key: card[key] for key in ("section", "number", "name", "count")} for card in version.cards],
        "is_legal": LEGAL[Verdict(version.verdict)],
        "verdict": render_report(version.report, pack=pack_of(version.decklist.ruleset), as_of=version.judged_as_of),
        "difference": version.difference if private else [],
        "saved_by": version.saved_by if private else "",
        "by_staff": version.by_staff,
        "reason": version.reason if private else "",
        "saved_at": version.saved_at,
    }
