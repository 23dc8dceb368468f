"""What a verdict on a deck says, in the active language. The deck page, the API and the command line all speak with it.

The functions take the plain facts that `decks.findings` shapes, so that a saved report can be said in any language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from cardpool.packs import GamePack
from decks import list_words

Facts = Mapping[str, Any]


def say_violation(violation: Facts, *, pack: GamePack, best_of: int) -> str:
    """One whole sentence for a violation; its clause is shown beside it, not in it."""
    return _as_printed(VIOLATIONS[violation["code"]](violation, pack, best_of), violation)


def say_notice(notice: Facts, *, pack: GamePack) -> str:
    """One whole sentence for a notice of the rules or of the reading."""
    return _as_printed(NOTICES[notice["code"]](notice, pack), notice)


def say_error(error: Facts) -> str:
    """Why a line could not be read, without its line number."""
    return ERRORS[error["code"]](error)


def say_suggestions(error: Facts) -> str:
    """The question after an error: the cards that could have been meant; empty where none is close."""
    if not error["suggestions"]:
        return ""
    cards = _listed(error["suggestions"])
    if error["code"] in ("ambiguous_name", "ambiguous_number"):
        return _("Which one: %(cards)s? Write its number.") % {"cards": cards}
    return _("Did you mean %(cards)s?") % {"cards": cards}


def say_section(section: str, *, pack: GamePack) -> str:
    """A section, or several counted together, as the game calls them; the whole deck for none."""
    known = {one.key: one.names.in_language(_language()) for one in pack.sections}
    names = [known.get(key, key) for key in section.split("+") if key]
    if not names:
        return pack.labels["deck"].in_language(_language())
    said = names[0]
    for name in names[1:]:
        said = _("%(first)s and %(second)s") % {"first": said, "second": name}
    return said


def _language() -> str:
    return get_language() or "zh-hans"


def _listed(cards: list[Facts]) -> str:
    """Cards by number and name, parted as the language parts a list."""
    return _(", ").join(f"{card['number']} {card['name']}".strip() for card in cards)


def _as_printed(sentence: str, finding: Facts) -> str:
    """A sentence about a rule, and whose rule it is where cards of the deck brought it."""
    if not finding.get("by"):
        return sentence
    return _("%(sentence)s So it is printed on %(cards)s.") % {"sentence": sentence, "cards": _listed(finding["by"])}


def _sizes(violation: Facts, pack: GamePack) -> dict[str, Any]:
    return {
        "section": say_section(violation["section"], pack=pack),
        "limit": violation["limit"],
        "actual": violation["actual"],
        "missing": (violation["limit"] or 0) - (violation["actual"] or 0),
        "surplus": (violation["actual"] or 0) - (violation["limit"] or 0),
        "cards": _listed(violation["cards"]),
        "group": _group(violation),
    }


def _group(finding: Facts) -> str:
    label = finding.get("label")
    if label is None:
        return _("cards of this kind")
    return str(label["zh"] if _language().startswith("zh") else label["en"])


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
    facts = _sizes(violation, pack) | {"best_of": best_of}
    return (
        ngettext(
            "In a best-of-%(best_of)s match there is no %(section)s; this list has %(actual)s card in it.",
            "In a best-of-%(best_of)s match there is no %(section)s; this list has %(actual)s cards in it.",
            violation["actual"],
        )
        % facts
    )


def _with_question(sentence: str, finding: Facts) -> str:
    """A sentence about an unknown card, and which card may have been meant where one is near."""
    if not finding.get("suggestions"):
        return sentence
    question = _("Did you mean %(cards)s?") % {"cards": _listed(finding["suggestions"])}
    return _("%(sentence)s %(question)s") % {"sentence": sentence, "question": question}


VIOLATIONS: dict[str, Callable[[Facts, GamePack, int], str]] = {
    "section_too_few": _too_few,
    "section_too_many": _too_many,
    "section_not_allowed": _not_in_use,
    "unknown_section": lambda found, pack, best_of: (
        _("This game has no section “%(section)s”; it holds %(cards)s.") % _sizes(found, pack)
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
            _("%(section)s may not hold %(cards)s; what belongs there: %(group)s.")
            if found.get("label")
            else _("%(section)s may not hold %(cards)s.")
        )
        % _sizes(found, pack)
    ),
    "unknown_card": lambda found, pack, best_of: _with_question(
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
    "choose_one": lambda found, pack, best_of: (
        _("Of %(cards)s only %(limit)s may be chosen; this list has %(actual)s.") % _sizes(found, pack)
    ),
    "cards_exclude_each_other": lambda found, pack, best_of: (
        _("These cards may not be in one deck: %(cards)s.") % _sizes(found, pack)
    ),
    "conflicting_limits": lambda found, pack, best_of: (
        _("%(cards)s: different limits are stated for it, and it matters which holds; a judge has to decide.")
        % _sizes(found, pack)
    ),
    "conflicting_rules": lambda found, pack, best_of: (
        _("%(cards)s change the same rule about %(section)s in different ways; a judge has to decide.")
        % _sizes(found, pack)
    ),
    "swap_changes_size": lambda found, pack, best_of: (
        _("%(section)s must keep its %(limit)s cards between games and has %(actual)s.") % _sizes(found, pack)
    ),
    "swap_adds_card": lambda found, pack, best_of: (
        _("%(cards)s: %(actual)s in %(section)s, %(limit)s registered.") % _sizes(found, pack)
    ),
    "swap_loses_card": lambda found, pack, best_of: (
        _("%(cards)s: only %(actual)s in %(section)s, %(limit)s registered.") % _sizes(found, pack)
    ),
}


def _unknown_accepted(notice: Facts, pack: GamePack) -> str:
    cards = notice["cards"]
    said = ngettext(
        "%(cards)s is not in the card pool; the number is accepted as it is.",
        "%(cards)s are not in the card pool; the numbers are accepted as they are.",
        len(cards),
    ) % {"cards": _listed(cards)}
    return _with_question(said, notice)


def _undecided(notice: Facts, pack: GamePack) -> str:
    return _("Whether %(cards)s fit the rule about %(section)s cannot be told from what is known of them.") % {
        "cards": _listed(notice["cards"]),
        "section": say_section(notice["section"], pack=pack),
    }


def _none_in_pool(notice: Facts, pack: GamePack) -> str:
    if notice.get("label"):
        facts = {"section": say_section(notice["section"], pack=pack), "group": _group(notice)}
        return _("%(section)s needs %(group)s, and no card of the pool is known to be one.") % facts
    section = say_section(notice["section"], pack=pack)
    return _("No card of the pool is known to be allowed in %(section)s.") % {"section": section}


def _printed_rule_unreadable(notice: Facts, pack: GamePack) -> str:
    cards = _listed(notice["cards"])
    return _("The deck rules noted for %(cards)s cannot be read and were left out; a judge has to decide.") % {
        "cards": cards
    }


def _total_differs(notice: Facts, pack: GamePack) -> str:
    section = notice.get("text") or say_section(notice["section"], pack=pack)
    return _("Line %(line)s says %(stated)s cards for %(section)s; %(actual)s were read.") % {
        **notice,
        "section": section,
    }


def _name_differs(notice: Facts, pack: GamePack) -> str:
    card = notice["card"]
    return _("Line %(line)s: %(number)s is %(name)s; “%(text)s” was not taken into account.") % {
        "line": notice["line"],
        "number": card["number"],
        "name": card["name"],
        "text": notice["text"],
    }


NOTICES: dict[str, Callable[[Facts, GamePack], str]] = {
    "unknown_card_accepted": _unknown_accepted,
    "undecided": _undecided,
    "none_in_pool": _none_in_pool,
    "printed_rule_unreadable": _printed_rule_unreadable,
    "total_differs": _total_differs,
    "name_differs": _name_differs,
}

ERRORS: dict[str, Callable[[Facts], str]] = {
    "unreadable": lambda error: _("“%(text)s” names no card known here.") % error,
    "ambiguous_name": lambda error: _("Several cards have the name in “%(text)s”.") % error,
    "name_and_number_differ": lambda error: (
        _("The number and the name in “%(text)s” belong to different cards.") % error
    ),
    "several_cards": lambda error: _("“%(text)s” names several cards; write each on a line of its own.") % error,
    "count_out_of_range": lambda error: _("A line holds 1 to %(limit)s copies of a card, not %(found)s.") % error,
    "count_unclear": lambda error: _("How many copies “%(text)s” means is unclear; write “3 NUMBER”.") % error,
    "count_missing": lambda error: (
        _("“%(text)s” has a count sign without a number; write how many, such as “3 NUMBER”.") % error
    ),
    "line_too_long": lambda error: _("The line has %(found)s characters; at most %(limit)s are read.") % error,
    "too_many_lines": lambda error: _("The list has %(found)s lines; at most %(limit)s are read.") % error,
    "text_too_long": lambda error: _("The list has %(found)s characters; at most %(limit)s are read.") % error,
    "empty": lambda error: _("The list names no card."),
    **list_words.ERRORS,
}


def say_basis(report: Facts, *, day: date | None = None) -> str:
    """What a list was judged by: the ruleset, the restriction lists and the format, and the day where it is known."""
    facts = {
        "ruleset": report["ruleset"],
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
