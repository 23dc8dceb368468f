"""What a verdict on a deck says, in the active language. The deck page, the API and the command line all use it.

The functions take the plain facts that `decks.findings` shapes, so that a saved report can be said in any language.
Notices are in `decks.notice_words`, lines that cannot be read in `decks.reading_words`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.languages import language_key
from cardpool.legality.violations import Remedy, Verdict
from cardpool.packs import GamePack
from cardpool.wording.play import say_best_of
from cardpool.wording.sections import say_section
from decks.findings import numbered_name

Facts = Mapping[str, Any]


def say_violation(violation: Facts, *, pack: GamePack, best_of: int) -> str:
    """One whole sentence for a violation; its clause is shown beside it, not in it."""
    return as_printed(VIOLATIONS[violation["code"]](violation, pack, best_of), violation)


def list_cards(cards: list[Facts]) -> str:
    """Cards by number and name, separated as usual in the language."""
    return _(", ").join(map(numbered_name, cards))


def as_printed(sentence: str, finding: Facts) -> str:
    """A sentence about a rule, and which cards brought it if cards of the deck did."""
    if not finding.get("by"):
        return sentence
    return _("%(sentence)s So it is printed on %(cards)s.") % {"sentence": sentence, "cards": list_cards(finding["by"])}


def _sizes(violation: Facts, pack: GamePack) -> dict[str, Any]:
    return {
        "section": say_section(violation["section"], pack=pack),
        "limit": violation["limit"],
        "actual": violation["actual"],
        "missing": (violation["limit"] or 0) - (violation["actual"] or 0),
        "surplus": (violation["actual"] or 0) - (violation["limit"] or 0),
        "cards": list_cards(violation["cards"]),
        "group": group_name(violation),
    }


def group_name(finding: Facts) -> str:
    """What a rule calls its cards. In Chinese a space parts Latin letters from the words before them."""
    label = finding.get("label")
    if label is None:
        return _("cards of this kind")
    language = language_key()
    name = str(label[language])
    return f" {name}" if language == "zh" and name[0].isascii() else name


def _too_few(violation: Facts, pack: GamePack, best_of: int) -> str:
    facts = _sizes(violation, pack)
    return (
        ngettext(
            "%(section)s has %(actual)s of %(limit)s cards; %(missing)s card is missing.",
            "%(section)s has %(actual)s of %(limit)s cards; %(missing)s cards are missing.",
            facts["missing"],
        )
        % facts
    )


def _too_many(violation: Facts, pack: GamePack, best_of: int) -> str:
    facts = _sizes(violation, pack)
    return (
        ngettext(
            "%(section)s has %(actual)s cards, at most %(limit)s allowed; take out %(surplus)s card.",
            "%(section)s has %(actual)s cards, at most %(limit)s allowed; take out %(surplus)s cards.",
            facts["surplus"],
        )
        % facts
    )


def _not_in_use(violation: Facts, pack: GamePack, best_of: int) -> str:
    facts = _sizes(violation, pack) | {"length": say_best_of(best_of)}
    return (
        ngettext(
            "In a match that is %(length)s there is no %(section)s; this list has %(actual)s card in it.",
            "In a match that is %(length)s there is no %(section)s; this list has %(actual)s cards in it.",
            violation["actual"],
        )
        % facts
    )


def with_question(sentence: str, finding: Facts) -> str:
    """A sentence about an unknown card, and which card may have been meant if one is close."""
    if not finding.get("suggestions"):
        return sentence
    question = _("Did you mean %(cards)s?") % {"cards": list_cards(finding["suggestions"])}
    return _("%(sentence)s %(question)s") % {"sentence": sentence, "question": question}


VIOLATIONS: dict[str, Callable[[Facts, GamePack, int], str]] = {
    "section_too_few": _too_few,
    "section_too_many": _too_many,
    "section_not_allowed": _not_in_use,
    "unknown_section": lambda found, pack, best_of: (
        _("This game has no section “%(section)s”; it contains %(cards)s.") % _sizes(found, pack)
    ),
    "too_many_copies": lambda found, pack, best_of: (
        _("%(cards)s: %(actual)s copies in %(section)s, at most %(limit)s allowed.") % _sizes(found, pack)
    ),
    "too_many_in_group": lambda found, pack, best_of: (
        _("%(section)s has %(actual)s of %(group)s, at most %(limit)s allowed: %(cards)s.") % _sizes(found, pack)
    ),
    "too_few_in_group": lambda found, pack, best_of: (
        _("%(section)s needs at least %(limit)s of %(group)s and has %(actual)s.") % _sizes(found, pack)
    ),
    "card_not_allowed_in_section": lambda found, pack, best_of: (
        (
            _("%(section)s may not contain %(cards)s; what belongs there: %(group)s.")
            if found.get("label")
            else _("%(section)s may not contain %(cards)s.")
        )
        % _sizes(found, pack)
    ),
    "unknown_card": lambda found, pack, best_of: with_question(
        _("%(cards)s is not in the card pool, which is closed at this event.") % _sizes(found, pack), found
    ),
    "not_a_card_number": lambda found, pack, best_of: (
        _("%(cards)s cannot be a card number of this game.") % _sizes(found, pack)
    ),
    "not_in_format": lambda found, pack, best_of: _("%(cards)s does not belong to this format.") % _sizes(found, pack),
    "card_banned": lambda found, pack, best_of: (
        _("%(cards)s is banned; this list has %(actual)s.") % _sizes(found, pack)
    ),
    "card_limited": lambda found, pack, best_of: (
        _("%(cards)s is limited to %(limit)s; this list has %(actual)s.") % _sizes(found, pack)
    ),
    "card_unreleased": lambda found, pack, best_of: _("%(cards)s is not released yet.") % _sizes(found, pack),
    "card_not_listed": lambda found, pack, best_of: (
        _("The list names every card that may be played, and %(cards)s is not among them.") % _sizes(found, pack)
    ),
    "choose_one": lambda found, pack, best_of: (
        _("Of %(cards)s only %(limit)s may be chosen; this list has %(actual)s.") % _sizes(found, pack)
    ),
    "cards_exclude_each_other": lambda found, pack, best_of: (
        _("These cards may not be in one deck: %(cards)s.") % _sizes(found, pack)
    ),
    "conflicting_limits": lambda found, pack, best_of: (
        _("%(cards)s: different limits are stated for it, and it matters which applies; a judge has to decide.")
        % _sizes(found, pack)
    ),
    "conflicting_rules": lambda found, pack, best_of: (
        _("%(cards)s change the same rule about %(section)s in different ways; a judge has to decide.")
        % _sizes(found, pack)
    ),
    "printed_rule_broken": lambda found, pack, best_of: (
        _("A rule printed on %(cards)s is not followed.") % _sizes(found, pack)
    ),
    "no_way_to_be_legal": lambda found, pack, best_of: (
        _("Whatever %(cards)s turn out to be, one of the rules about them is broken.") % _sizes(found, pack)
    ),
}


QUESTIONS: dict[str, Callable[[Facts, GamePack], str]] = {
    "too_many_copies": lambda found, pack: (
        _("Whether there are more than %(limit)s copies of one card in %(section)s depends on %(cards)s.")
        % _asked(found, pack)
    ),
    "too_many_in_group": lambda found, pack: (
        _("Whether %(section)s has more than %(limit)s of %(group)s depends on %(cards)s.") % _asked(found, pack)
    ),
    "too_few_in_group": lambda found, pack: (
        _("Whether %(section)s has the %(limit)s of %(group)s it needs depends on %(cards)s.") % _asked(found, pack)
    ),
    "card_not_allowed_in_section": lambda found, pack: (
        (
            _("Whether %(section)s may contain %(cards)s is not known; what belongs there: %(group)s.")
            if found.get("label")
            else _("Whether %(section)s may contain %(cards)s is not known.")
        )
        % _asked(found, pack)
    ),
    "not_in_format": lambda found, pack: (
        _("Whether %(cards)s belongs to this format is not known.") % _asked(found, pack)
    ),
    "cards_exclude_each_other": lambda found, pack: (
        _("Whether %(cards)s may be in one deck with the other cards is not known.") % _asked(found, pack)
    ),
    "card_banned": lambda found, pack: _("%(cards)s may be a card that is banned.") % _asked(found, pack),
    "card_limited": lambda found, pack: (
        _("%(cards)s may be a card that is limited to %(limit)s.") % _asked(found, pack)
    ),
    "card_unreleased": lambda found, pack: _("%(cards)s may be a card that is not released yet.") % _asked(found, pack),
    "card_not_listed": lambda found, pack: (
        _("Whether the list of playable cards names %(cards)s is not known.") % _asked(found, pack)
    ),
    "choose_one": lambda found, pack: (
        _("%(cards)s may be cards of which only %(limit)s may be chosen.") % _asked(found, pack)
    ),
    "printed_rule_broken": lambda found, pack: (
        _("%(cards)s may set a deck rule that is not known here.") % _asked(found, pack)
    ),
}


def say_question(question: Facts, *, pack: GamePack, best_of: int) -> str:
    """One whole sentence for an open question: what depends on which cards."""
    say = QUESTIONS.get(question["code"])
    if say is not None:
        return as_printed(say(question, pack), question)
    facts = _asked(question, pack)
    return _("%(cards)s may change the rule about %(section)s, which the deck does not follow as it is.") % facts


def say_remedies(question: Facts) -> str:
    """What would settle an open question, the cheapest first."""
    return _("What settles it: %(remedies)s.") % {
        "remedies": _("; or ").join(str(REMEDIES[remedy]) for remedy in question["remedies"])
    }


def say_verdict(verdict: str) -> str:
    """A verdict at the head of a report."""
    return str(VERDICTS[Verdict(verdict)])


def _asked(question: Facts, pack: GamePack) -> dict[str, Any]:
    return {
        "section": say_section(question["section"], pack=pack),
        "limit": question["limit"],
        "cards": list_cards(question["cards"]),
        "group": group_name(question),
    }


REMEDIES = {
    Remedy.NAME_CARD: gettext_lazy("write the card’s name next to its number"),
    Remedy.IMPORT_SET: gettext_lazy("import the set the card is from"),
    Remedy.COMPLETE_CARD: gettext_lazy("fill in what the card pool lacks of the card"),
    Remedy.JUDGE: gettext_lazy("a judge says what the card counts as"),
}


VERDICTS = {
    Verdict.LEGAL: gettext_lazy("Legal"),
    Verdict.NOT_LEGAL: gettext_lazy("Not legal"),
    Verdict.UNDECIDED: gettext_lazy("Cannot be decided"),
}


def say_basis(report: Facts, *, day: date | None = None, game: str = "") -> str:
    """What a list was judged by: the ruleset, the restriction lists and the format, and the day if it is known.

    `game` is its name, which stands in place of the game's code.
    """
    code, _space, version = report["ruleset"].rpartition(" ")
    facts = {
        "ruleset": f"{game or code} {version}".strip(),
        "lists": _(", ").join(report.get("restrictions", [])),
        "day": date_format(day, "Y-m-d") if day is not None else "",
    }
    if facts["lists"] and day is not None:
        said = _("Judged as of %(day)s by %(ruleset)s and the restrictions of %(lists)s.") % facts
    elif facts["lists"]:
        said = _("Judged by %(ruleset)s and the restrictions of %(lists)s.") % facts
    elif day is not None:
        said = _("Judged as of %(day)s by %(ruleset)s; no card was restricted.") % facts
    else:
        said = _("Judged by %(ruleset)s; no card was restricted.") % facts
    if not report.get("format"):
        return said
    return _("%(said)s Format: %(format)s.") % {"said": said, "format": report["format"]}
