"""Verdicts as plain JSON values: what saved reports, the API and the command line have in common. No sentences.

A violation is `{"code", "clause", "section", "cards": [{"number", "name", "count"}], "limit", "actual"}`, with `label`
(`{"zh", "en"}`) if the pack names the group concerned, `by` (as `cards`) if the rule is printed on cards, and for an
unknown card `suggestions` (`[{"number", "name"}]`) if its number may be a typing error for another's. An open question
has the same keys except `actual`, and `remedies`: what would settle it, by `Remedy`. A notice has the same keys except
`limit` and `actual` (for an accepted unknown number always `suggestions`), or, about a line of the list, `{"code",
"line", "section", "stated", "actual", "text", "card", "number"}`. A reading error is `{"line", "text", "code",
"suggestions": [{"number", "name"}], "found", "limit"}`; its line is None for the whole text. A line that asks has
`readings` (`[{"number", "name", "count"}]`) instead of suggestions, and `splits`, each the lines that it may be written
as; an ignored line is `{"line", "text", "code", "is_clear"}`. A card that a judge settled is `{"ruling", "number",
"name", "counts_as": {"number", "name"} or None, "facts", "copy_limit", "deck_rules", "day", "reason"}`; who decided is
left out, since players read it too. A card listed by its name alone has that for its number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from cardpool.legality.settled import SettledCard
from cardpool.legality.violations import (
    CountedCard,
    LegalityReport,
    Notice,
    NoticeCode,
    OpenQuestion,
    Verdict,
    Violation,
    ViolationCode,
)
from cardpool.packs.names import Names
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.listing import IgnoredLine, ListEntry, Question, ReadingError, ReadingNotice, ReadList

Facts = dict[str, Any]
IGNORED = "ignored"
ANOTHER_DECK = "another_deck"
"""The codes of ignored lines: of those where another deck may begin, and of all others."""


LEGAL = {Verdict.LEGAL: True, Verdict.NOT_LEGAL: False, Verdict.UNDECIDED: None}
"""A verdict as the key `legal` says it: true, false, or null for what cannot be decided."""


def numbered_name(card: Mapping[str, Any]) -> str:
    """A card of these facts by its number and its name, of which one may be empty or both the same."""
    return " ".join(dict.fromkeys(filter(None, (card["number"], card["name"]))))


def report_facts(
    read: ReadList,
    legality: LegalityReport,
    catalogue: Catalogue,
    *,
    verdict: Verdict,
    format: str = "",
    settled: Iterable[tuple[SettledCard, str]] = (),
) -> Facts:
    """Everything found about a list with its verdict, and `questions` for what keeps an undecided one open.

    `restrictions` names the lists that were in force, including those that restrict nothing; `format` is there if one
    was played, `settled` if judges decided about cards of the list, each with the name of what it counts as.

    The day of the check is left out, so that the same verdict on another day is the same report.
    """
    facts: Facts = {
        "verdict": str(verdict),
        "legal": LEGAL[verdict],
        "ruleset": legality.ruleset,
        "best_of": legality.best_of,
        "pool": str(legality.pool),
        "restrictions": list(legality.restrictions),
        "violations": [violation_facts(violation, catalogue) for violation in legality.violations],
        "questions": [question_facts(question) for question in legality.questions],
        "notices": [
            *(reading_notice_facts(notice) for notice in read.notices),
            *(notice_facts(notice, catalogue) for notice in legality.notices),
        ],
        "errors": [error_facts(error) for error in read.errors],
        "asks": [ask_facts(question) for question in read.questions],
        "ignored": [ignored_facts(one) for one in read.ignored],
        "apart": [apart_facts(entry) for entry in read.apart],
    }
    decided = [settled_facts(one, name) for one, name in settled]
    return facts | ({"format": format} if format else {}) | ({"settled": decided} if decided else {})


def list_verdict(read: ReadList, legality: LegalityReport, *, is_broken_anyway: bool = False) -> Verdict:
    """The verdict on a whole list: a line that could not be read, asks, or is not yet confirmed as not a card leaves it
    undecided, unless the list is not legal whatever that line means. A text that is not a list is not legal."""
    if any(not error.line for error in read.errors):
        return Verdict.NOT_LEGAL
    if not read.is_settled:
        return Verdict.NOT_LEGAL if is_broken_anyway else Verdict.UNDECIDED
    return legality.verdict


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


def question_facts(question: OpenQuestion) -> Facts:
    """One rule whose outcome depends on what is not known."""
    facts: Facts = {
        "code": str(question.code),
        "clause": question.clause,
        "section": question.section,
        "cards": _cards(question.cards),
        "limit": question.limit,
        "remedies": [str(remedy) for remedy in question.remedies],
    }
    return facts | _label(question.label) | _by(question.by)


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


def settled_facts(one: SettledCard, name: str) -> Facts:
    """One card that a judge settled; `name` is what it counts as."""
    return {
        "ruling": one.ruling,
        "number": one.number,
        "name": one.name,
        "counts_as": {"number": one.counts_as, "name": name} if one.counts_as else None,
        "facts": {key: list(value) if isinstance(value, tuple) else value for key, value in one.facts},
        "copy_limit": one.copy_limit,
        "deck_rules": None if one.deck_rules is None else [json.loads(rule) for rule in one.deck_rules],
        "day": one.day.isoformat() if one.day else "",
        "reason": one.reason,
    }


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
        "number": notice.number,
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


def ask_facts(question: Question) -> Facts:
    """One line that can be read in several ways."""
    return {
        "line": question.line,
        "text": question.text,
        "code": str(question.code),
        "readings": [{"number": one.number, "name": one.name, "count": one.count} for one in question.readings],
        "found": question.found,
        "splits": [list(split) for split in question.splits],
    }


def ignored_facts(one: IgnoredLine) -> Facts:
    """One line that is neither a card nor a heading; with `is_clear` nobody has to confirm that."""
    code = ANOTHER_DECK if one.may_part else IGNORED
    return {"line": one.line, "text": one.text, "code": code, "is_clear": one.is_clear}


def apart_facts(entry: ListEntry) -> Facts:
    """One card listed under a heading that is not a part of the deck."""
    return {"number": entry.number, "name": entry.name, "count": entry.count, "lines": list(entry.lines)}


def unread_lines(report: Mapping[str, Any]) -> list[Facts]:
    """What leaves the cards of a list open, by line: errors, lines that ask, ignored lines not yet confirmed.

    A report saved before lines could ask has errors only.
    """
    waiting = [one for one in report.get("ignored", []) if not one["is_clear"]]
    return sorted([*report.get("errors", []), *report.get("asks", []), *waiting], key=lambda one: one["line"] or 0)


def _cards(cards: Iterable[CountedCard]) -> list[Facts]:
    return [{"number": card.number, "name": card.name, "count": card.count} for card in cards]


def _mistaken_for(cards: Iterable[CountedCard], catalogue: Catalogue) -> list[Facts]:
    """The cards of the pool whose numbers may have been mistyped as the unknown ones."""
    near = dict.fromkeys(card for one in cards if one.number for card in catalogue.mistaken_for(one.number))
    return [_listed(card) for card in near]


def _listed(card: ListedCard) -> Facts:
    return {"number": card.number, "name": card.name}


def _by(cards: tuple[CountedCard, ...]) -> Facts:
    return {"by": _cards(cards)} if cards else {}


def _label(label: Names | None) -> Facts:
    return {"label": {"zh": label.zh, "en": label.en}} if label else {}
