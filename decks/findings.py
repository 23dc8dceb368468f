"""Verdicts as plain JSON values: what a saved report, the API and the command line all hold. No words.

A violation is `{"code", "clause", "section", "cards": [{"number", "name", "count"}], "limit", "actual"}`, with `label`
(`{"zh", "en"}`) where the pack names the group concerned, `by` (as `cards`) where the rule is printed on cards, and for
an unknown card `suggestions` (`[{"number", "name"}]`) where its number may be a slip for another's. A notice has the
same keys without numbers (that of an unknown number accepted always its `suggestions`), or, about a line of the list,
`{"code", "line", "section", "stated", "actual", "text", "card"}`. A reading error is `{"line", "text", "code",
"suggestions": [{"number", "name"}], "found", "limit"}`; its line is None for the whole text.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from decks.legality.violations import (
    CountedCard,
    Label,
    LegalityReport,
    Notice,
    NoticeCode,
    Violation,
    ViolationCode,
)
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.listing import ReadingError, ReadingNotice, ReadList

Facts = dict[str, Any]


def report_facts(read: ReadList, verdict: LegalityReport, catalogue: Catalogue, *, format: str = "") -> Facts:
    """The whole verdict on a list: legal only if every line was read and every rule holds.

    `restrictions` names the lists that were in force, those too that restrict nothing; `format` is there where one was
    played.

    The day of the check is left out, so that the same verdict on another day is the same report.
    """
    facts: Facts = {
        "legal": verdict.legal and not read.errors,
        "ruleset": verdict.ruleset,
        "best_of": verdict.best_of,
        "pool": str(verdict.pool),
        "restrictions": list(verdict.restrictions),
        "violations": [violation_facts(violation, catalogue) for violation in verdict.violations],
        "notices": [
            *(reading_notice_facts(notice) for notice in read.notices),
            *(notice_facts(notice, catalogue) for notice in verdict.notices),
        ],
        "errors": [error_facts(error) for error in read.errors],
    }
    return facts | ({"format": format} if format else {})


def violation_facts(violation: Violation, catalogue: Catalogue) -> Facts:
    """One failed rule."""
    facts: Facts = {
        "code": str(violation.code),
        "clause": violation.clause,
        "section": violation.section,
        "cards": _cards(violation.cards),
        "limit": violation.limit,
        "actual": violation.actual,
    }
    if violation.code is ViolationCode.UNKNOWN_CARD and (near := _mistaken_for(violation.cards, catalogue)):
        facts["suggestions"] = near
    return facts | _label(violation.label) | _by(violation.by)


def notice_facts(notice: Notice, catalogue: Catalogue) -> Facts:
    """One notice of the rules."""
    facts: Facts = {
        "code": str(notice.code),
        "clause": notice.clause,
        "section": notice.section,
        "cards": _cards(notice.cards),
    }
    if notice.code is NoticeCode.UNKNOWN_CARD_ACCEPTED:
        facts["suggestions"] = _mistaken_for(notice.cards, catalogue)
    return facts | _label(notice.label) | _by(notice.by)


def reading_notice_facts(notice: ReadingNotice) -> Facts:
    """One notice about a line of the list."""
    return {
        "code": str(notice.code),
        "line": notice.line,
        "section": notice.section,
        "stated": notice.stated,
        "actual": notice.actual,
        "text": notice.text,
        "card": _listed(notice.card) if notice.card else None,
    }


def error_facts(error: ReadingError) -> Facts:
    """One line that could not be read."""
    return {
        "line": error.line or None,
        "text": error.text,
        "code": str(error.code),
        "suggestions": [_listed(card) for card in error.suggestions],
        "found": error.found,
        "limit": error.limit,
    }


def _cards(cards: Iterable[CountedCard]) -> list[Facts]:
    return [{"number": card.number, "name": card.name, "count": card.count} for card in cards]


def _mistaken_for(cards: Iterable[CountedCard], catalogue: Catalogue) -> list[Facts]:
    """The cards of the pool whose numbers unknown ones may be slips for."""
    near = dict.fromkeys(card for one in cards if one.number for card in catalogue.mistaken_for(one.number))
    return [_listed(card) for card in near]


def _listed(card: ListedCard) -> Facts:
    return {"number": card.number, "name": card.name}


def _by(cards: tuple[CountedCard, ...]) -> Facts:
    return {"by": _cards(cards)} if cards else {}


def _label(label: Label | None) -> Facts:
    return {"label": {"zh": label.zh, "en": label.en}} if label else {}
