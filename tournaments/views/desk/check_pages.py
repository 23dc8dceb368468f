"""What the pages of a deck check show: rows by section, cards that were found, the comparison in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from accounts.refusals import Refusal
from accounts.typed_text import one_line
from cardpool.queries import catalogue_of, search_cards
from cardpool.wording.sections import say_section
from tournaments.models import Round
from tournaments.play.deck_check import CheckMode
from tournaments.play.table_draw import NoTable
from tournaments.queries.check_budget import suggest_check
from tournaments.queries.check_counts import CheckSection, CheckView
from tournaments.queries.checks import named_cards
from tournaments.services.check_counts import MAX_NAME_LENGTH, CountInput
from tournaments.wording.judging import NO_TABLE

MAX_FOUND = 8


@dataclass(frozen=True)
class ShownSection:
    """A section by its name in the pack."""

    section: CheckSection
    name: str

    @property
    def listed(self) -> list[object]:
        """Rows of the registered list."""
        return [row for row in self.section.rows if not row.is_extra]


@dataclass(frozen=True)
class FoundToAdd:
    """A card to add to the count: `value` is what its buttons send, by section name."""

    number: str
    name: str
    buttons: tuple[tuple[str, str], ...]
    in_pool: bool = True


@dataclass(frozen=True)
class ResultLine:
    """One finding: its kind (wrong, misplaced, missing, extra, size), what it says, and about which cards."""

    kind: str
    count: int
    card: str
    words: str


@dataclass
class ResultWords:
    """A comparison in words: the findings, and between games what was exchanged."""

    lines: list[ResultLine] = field(default_factory=list)
    into: list[ResultLine] = field(default_factory=list)
    out: list[ResultLine] = field(default_factory=list)
    unsettled: list[ResultLine] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    first: str = ""

    def text(self) -> str:
        """The findings as lines of a penalty's note."""
        return "\n".join(f"{line.words} {line.count} × {line.card}" if line.card else line.words for line in self.lines)


def suggested(round: Round | None) -> dict[str, Any]:
    """Which table to check next, or why none, for `_check_next.html`; nothing without a running round."""
    if round is None:
        return {}
    found = suggest_check(round)
    return {"no_check": NO_TABLE[found]} if isinstance(found, NoTable) else {"suggestion": found}


def shown_sections(view: CheckView) -> list[ShownSection]:
    """The sections of the check by name."""
    return [ShownSection(section, say_section(section.key, pack=view.book.pack)) for section in view.sections]


def found_cards(view: CheckView, query: str) -> list[FoundToAdd]:
    """The closest cards of the pool; if there are none, what was typed can be added as it is."""
    if not query:
        return []
    game = view.check.version.decklist.ruleset.game
    sections = list(view.book.ruleset.sections)  # A card may be in a section that is empty in the list.
    found = [
        FoundToAdd(card.number, card.name, _buttons(view, sections, "card", card.key))
        for card in search_cards(game, query, limit=MAX_FOUND)
    ]
    typed = one_line(query)[:MAX_NAME_LENGTH]
    if not found and typed:
        found = [FoundToAdd("", typed, _buttons(view, sections, "typed", typed), in_pool=False)]
    return found


def _buttons(view: CheckView, sections: Iterable[str], kind: str, key: str) -> tuple[tuple[str, str], ...]:
    return tuple((say_section(section, pack=view.book.pack), f"{kind}:{section}:{key}") for section in sections)


def add_from(view: CheckView, kind: str, section: str, key: str) -> CountInput:
    """One more copy of a card that was found. Raises Refusal `no_such_card_in_check` for anything else."""
    number, name = "", ""
    if kind == "card":
        card = catalogue_of(view.check.version.decklist.ruleset.game).cards.get(key)
        if card is not None:
            number, name = card.number, card.name
    elif kind == "typed":
        number, name = view.book.pack.normalise_number(key) or "", one_line(key)
        name = "" if number else name
    if not (number or name):
        raise Refusal("no_such_card_in_check", field="tap")
    lying = next(
        (
            row
            for one in view.sections
            for row in one.rows
            if row.section == section and (row.number == number if number else row.name == name)
        ),
        None,
    )
    if lying is not None:
        return CountInput(section=section, key=lying.key, count=lying.counted + 1)
    return CountInput(section=section, number=number, name=name, count=1)


def result_words(view: CheckView) -> ResultWords:
    """The present comparison, in the pack's words."""
    found, cards = view.comparison, named_cards(view.check)

    def place(section: str) -> str:
        return say_section(section, pack=view.book.pack)

    def card(key: str) -> str:
        number, name = cards.get(key, (key, ""))
        return f"{name} {number}".strip()

    words = ResultWords(left_out=[place(section) for section in found.left_out])
    for wrong in found.wrong:
        said = _("%(section)s: wrong card, in place of %(card)s:")
        facts = {"section": place(wrong.section), "card": card(wrong.expected)}
        words.lines.append(ResultLine("wrong", wrong.count, card(wrong.found), said % facts))
    for moved in found.misplaced:
        said = _("In %(there)s, but belongs in %(here)s:")
        facts = {"there": place(moved.lies_in), "here": place(moved.registered_in)}
        words.lines.append(ResultLine("misplaced", moved.count, card(moved.key), said % facts))
    for copies in found.missing:
        said = _("%(section)s: missing:") % {"section": place(copies.section)}
        words.lines.append(ResultLine("missing", copies.count, card(copies.key), said))
    for copies in found.extra:
        said = _("%(section)s: not registered:") % {"section": place(copies.section)}
        words.lines.append(ResultLine("extra", copies.count, card(copies.key), said))
    for size in found.sizes:
        said = _("%(section)s has %(counted)s cards, %(registered)s are registered")
        sizes = {"section": place(size.section), "counted": size.counted, "registered": size.registered}
        words.lines.append(ResultLine("size", abs(size.counted - size.registered), "", said % sizes))
    for copies in found.unsettled:
        words.unsettled.append(ResultLine("missing", copies.count, card(copies.key), place(copies.section)))
    if found.mode is CheckMode.BETWEEN and view.book.ruleset.exchange is not None:
        first = view.book.ruleset.exchange.sections[0]
        words.first = place(first)
        for moved in found.exchanged:
            line = ResultLine("moved", moved.count, card(moved.key), place(moved.registered_in))
            (words.into if moved.lies_in == first else words.out).append(line)
    return words
