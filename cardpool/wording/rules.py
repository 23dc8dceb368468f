"""The deck rules of a game in words, for the author of the pack and for readers who want to know what a deck is judged
by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.languages import language_key
from cardpool.legality.copies import Copies
from cardpool.legality.pool_rules import Pool, Restrictions
from cardpool.legality.printed_rules import PrintedRules
from cardpool.legality.rule import Rule
from cardpool.legality.rules import Exclusive, Group, SectionCards, SectionSize
from cardpool.packs import GamePack, Identity
from cardpool.packs.names import Names
from cardpool.queries.rulebooks import Rulebook
from cardpool.wording.sections import say_section


@dataclass(frozen=True)
class RuleWords:
    """A rule in words with its clause; `best_of` names the match lengths where it does not hold for all of them."""

    sentence: str
    clause: str
    best_of: tuple[int, ...]


def say_rules(book: Rulebook) -> tuple[RuleWords, ...]:
    """Every rule of a game in words, in the order of its file."""
    pack = book.pack
    lengths = set(pack.best_of_choices)
    return tuple(
        RuleWords(
            say_rule(rule, pack=pack), rule.clause, () if set(rule.best_of) == lengths else tuple(sorted(rule.best_of))
        )
        for rule in book.ruleset.rules
    )


def say_rule(rule: Rule, *, pack: GamePack) -> str:
    """One sentence for a rule; its clause is shown beside it, not in it."""
    return SENTENCES[type(rule)](rule, pack)


def _named(label: Names | None) -> str:
    if label is None:
        return _("cards of this kind")
    return label.in_language(language_key())


def _place(rule: Rule, pack: GamePack) -> str:
    return say_section("+".join(rule.about), pack=pack)


def _size(rule: SectionSize, pack: GamePack) -> str:
    facts = {"section": _place(rule, pack), "least": rule.at_least, "most": rule.at_most}
    if rule.at_most is None:
        said = ngettext(
            "%(section)s: at least %(least)s card.", "%(section)s: at least %(least)s cards.", rule.at_least
        )
    elif rule.at_most == 0:
        said = _("%(section)s: not in use.")
    elif rule.at_most == rule.at_least:
        said = ngettext("%(section)s: exactly %(most)s card.", "%(section)s: exactly %(most)s cards.", rule.at_most)
    elif rule.at_least:
        said = _("%(section)s: %(least)s to %(most)s cards.")
    else:
        said = ngettext("%(section)s: at most %(most)s card.", "%(section)s: at most %(most)s cards.", rule.at_most)
    return said % facts


def _copies(rule: Copies, pack: GamePack) -> str:
    facts = {"section": _place(rule, pack), "limit": rule.at_most}
    if pack.identity is Identity.NAME:
        counted = ngettext(
            "%(section)s: at most %(limit)s card of one name.",
            "%(section)s: at most %(limit)s cards of one name.",
            rule.at_most,
        )
    else:
        counted = ngettext(
            "%(section)s: at most %(limit)s card of one number.",
            "%(section)s: at most %(limit)s cards of one number.",
            rule.at_most,
        )
    said = counted % facts
    if rule.unless is not None:
        said = _("%(sentence)s Some cards are free of it.") % {"sentence": said}
    if rule.own_limit:
        said = _("%(sentence)s A limit of the card's own comes first.") % {"sentence": said}
    return said


def _group(rule: Group, pack: GamePack) -> str:
    facts = {
        "section": _place(rule, pack),
        "group": _named(rule.label),
        "least": rule.at_least,
        "most": rule.at_most,
    }
    if rule.at_most is None:
        return _("%(section)s: at least %(least)s of %(group)s.") % facts
    if rule.at_least:
        return _("%(section)s: %(least)s to %(most)s of %(group)s.") % facts
    return _("%(section)s: at most %(most)s of %(group)s.") % facts


def _section_cards(rule: SectionCards, pack: GamePack) -> str:
    return _("%(section)s: every card must be %(group)s.") % {
        "section": _place(rule, pack),
        "group": _named(rule.label),
    }


def _exclusive(rule: Exclusive, pack: GamePack) -> str:
    return _("%(section)s: %(group)s exclude each other.") % {
        "section": _place(rule, pack),
        "group": _named(rule.label),
    }


def _pool(rule: Pool, pack: GamePack) -> str:
    if rule.where is None:
        return _("Every card must be in the card pool, or have a number of the game's form where the pool is open.")
    return _("Every card must belong to the game's format and to the card pool.")


def _restrictions(rule: Restrictions, pack: GamePack) -> str:
    return _("%(section)s: banned and limited cards as of the day.") % {"section": _place(rule, pack)}


def _printed(rule: PrintedRules, pack: GamePack) -> str:
    return _("Deck rules printed on cards in %(section)s apply.") % {"section": _place(rule, pack)}


SENTENCES: dict[type[Rule], Callable[[Any, GamePack], str]] = {
    SectionSize: _size,
    Copies: _copies,
    Group: _group,
    SectionCards: _section_cards,
    Exclusive: _exclusive,
    Pool: _pool,
    Restrictions: _restrictions,
    PrintedRules: _printed,
}
