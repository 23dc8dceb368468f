"""What is wrong in a file that somebody wrote, such as a game pack, in the active language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop, pgettext
from django.utils.translation import gettext as _

from cardpool.intake.problems import Problem, TableFault
from cardpool.legality.problems import RuleFault

PLAIN = frozenset(
    {
        gettext_noop("a whole number"),
        gettext_noop("a decimal number"),
        gettext_noop("true or false"),
        gettext_noop("a date"),
        gettext_noop("a list"),
        gettext_noop("a list of texts"),
        gettext_noop("a list of whole numbers"),
        gettext_noop("four whole numbers, none above the one before it, not all equal"),
        gettext_noop("a list of tables"),
        gettext_noop("a list of tables, not empty"),
        gettext_noop("a table"),
        gettext_noop("an object"),
        gettext_noop("a list of objects"),
        gettext_noop("a list of pairs of ids"),
        gettext_noop("nothing"),
        gettext_noop("a table of texts"),
        gettext_noop("a list of two or more card filters"),
        gettext_noop("an odd number"),
        gettext_noop("lower-case letters, digits and - or _"),
        gettext_noop("text without control characters"),
        gettext_noop("a separator needs characters on both sides"),
        gettext_noop("nested too deeply"),
        gettext_noop("a number with too many digits"),
        gettext_noop("a card needs a name"),
        gettext_noop("deck rules are a JSON list of tables"),
    }
)
"""What the readers of packs say in English inside their facts, where it is always the same words."""

PHRASES: tuple[tuple[str, Callable[[], str]], ...] = (
    ("text", lambda: pgettext("a value in a file", "text")),
    (r"(?P<least>-?\d+) or more", lambda: _("%(least)s or more")),
    (r"between (?P<least>-?\d+) and (?P<most>\d+)", lambda: _("between %(least)s and %(most)s")),
    (r"(?P<most>\d+) or less", lambda: _("%(most)s or less")),
    (r"at most (?P<most>\d+)", lambda: _("at most %(most)s")),
    (r"at most (?P<most>\d+) characters", lambda: _("at most %(most)s characters")),
    (r"at most (?P<most>\d+) items", lambda: _("at most %(most)s items")),
    (r"at most (?P<most>\d+) charts", lambda: _("at most %(most)s charts")),
    (r"less than (?P<most>\d+)", lambda: _("less than %(most)s")),
    (r"more than (?P<least>\d+)", lambda: _("more than %(least)s")),
    (r"the patterns do not read (?P<example>.*)", lambda: _("the patterns do not read %(example)s")),
    (r"more than (?P<most>\d+) characters", lambda: _("more than %(most)s characters")),
    (r"a line of more than (?P<most>\d+) characters", lambda: _("a line of more than %(most)s characters")),
    (r"Invalid value(?P<place> \(.*\))?", lambda: _("a value is missing or cannot be read; texts need quotes")),
    (r"Invalid statement(?P<place> \(.*\))?", lambda: _("this is neither “key = value” nor a [table]")),
    (r"Expected '=' after a key in a key/value pair(?P<place> \(.*\))?", lambda: _("“=” is missing after the key")),
    (
        r"Expected newline or end of document after a statement(?P<place> \(.*\))?",
        lambda: _("the line continues after the value; a quote or comma may be missing"),
    ),
    (r"Cannot declare .* twice(?P<place> \(.*\))?", lambda: _("this table is declared twice")),
    (r"Cannot overwrite a value(?P<place> \(.*\))?", lambda: _("this key has a value already")),
    (r"Duplicate inline table key (?P<key>'.*')(?P<place> \(.*\))?", lambda: _("the key %(key)s appears twice")),
    (r"Unclosed array(?P<place> \(.*\))?", lambda: _("a list is not closed with “]”")),
    (r"Unclosed inline table(?P<place> \(.*\))?", lambda: _("a table is not closed with “}”")),
    (r"Unterminated string(?P<place> \(.*\))?", lambda: _("a text is not closed with a quote")),
    (r"Illegal character '\\n'(?P<place> \(.*\))?", lambda: _("a text is not closed with a quote")),
    (r"Illegal character (?P<sign>'.*')(?P<place> \(.*\))?", lambda: _("the character %(sign)s is not allowed here")),
    (
        r"Invalid initial character for a key part(?P<place> \(.*\))?",
        lambda: _("a key may contain letters, digits, - and _ only"),
    ),
    (
        r"Expected '\]+' at the end of an? (table|array) declaration(?P<place> \(.*\))?",
        lambda: _("a [table] line is not closed with “]”"),
    ),
    (r"Invalid date or datetime(?P<place> \(.*\))?", lambda: _("there is no such date")),
    (r'(?P<value>".*") is not one of (?P<known>.*)', lambda: _("%(value)s is not one of %(known)s")),
    (r'(?P<value>".*") is not a whole number', lambda: _("%(value)s is not a whole number")),
    (r'deck rules contain (?P<key>".*") twice', lambda: _("deck rules contain %(key)s twice")),
    (r'(?P<value>".*") is neither 1 nor 0', lambda: _("%(value)s is neither 1 nor 0")),
    (
        r'(?P<value>".*") is not a card number of this game as printed',
        lambda: _("%(value)s is not a card number of this game as printed"),
    ),
    (
        r"(?P<number>.*) is already on line (?P<line>\d+)",
        lambda: _("%(number)s is already on line %(line)s"),
    ),
    (
        r"(?P<cells>\d+) cells where the first line has (?P<columns>\d+)",
        lambda: _("%(cells)s cells where the first line has %(columns)s"),
    ),
)
"""Patterns of phrases that name a value of the pack, and how each is said here. Other phrases stay as they are."""
_READ = tuple((re.compile(pattern), say) for pattern, say in PHRASES)


def say_problem(problem: Problem) -> str:
    """One sentence without its place."""
    facts = {key: say_phrase(str(value)) for key, value in problem.facts.items()}
    return gettext(problem.code.sentence) % facts


def say_stored_problem(stored: Mapping[str, Any]) -> str:
    """One sentence for a problem of a card's deck rules as `cardpool.pack_check.rules_of_cards` states it."""
    codes = {str(code): code for code in (*TableFault, *RuleFault)}
    return say_problem(Problem(stored["path"], codes[stored["code"]], {"found": "", **stored["facts"]}))


def say_phrase(phrase: str) -> str:
    """A part of a sentence as the readers of packs state it."""
    if phrase in PLAIN:
        return gettext(phrase)
    for pattern, say in _READ:
        if match := pattern.fullmatch(phrase):
            return say() % match.groupdict(default="") if "%(" in say() else say()
    if listed := re.fullmatch(r"a list \((?P<one>.*)\)", phrase):
        return _("a list of %(one)s") % {"one": say_phrase(listed["one"])}
    return phrase
