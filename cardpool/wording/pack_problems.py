"""What is wrong with a game pack, in the active language, for whoever writes one at the desk."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from cardpool.legality.problems import RulesetProblem, RulesetProblemCode
from cardpool.packs import PackProblem, PackProblemCode
from cardpool.services.pack_drafts import PublishingCode, PublishingProblem

Facts = Mapping[str, str]

SHAPE: dict[PackProblemCode, Callable[[Facts], str]] = {
    PackProblemCode.SYNTAX: lambda facts: _("not valid TOML: %(detail)s") % facts,
    PackProblemCode.UNKNOWN_KEY: lambda facts: _("unknown key (known: %(known)s)") % facts,
    PackProblemCode.MISSING_KEY: lambda facts: _("missing"),
    PackProblemCode.WRONG_TYPE: lambda facts: _("must be %(wanted)s, found %(found)s") % facts,
    PackProblemCode.BAD_VALUE: lambda facts: _("must be one of %(known)s, found %(found)s") % facts,
    PackProblemCode.OUT_OF_RANGE: lambda facts: _("must be %(wanted)s, found %(found)s") % facts,
    PackProblemCode.DUPLICATE: lambda facts: _("%(found)s is declared twice") % facts,
    PackProblemCode.BAD_PATTERN: lambda facts: _("is not a card-number pattern: %(detail)s") % facts,
    PackProblemCode.EMPTY: lambda facts: _("must not be empty"),
    PackProblemCode.BAD_ROW: lambda facts: facts["detail"],
}

RULES: dict[RulesetProblemCode, Callable[[Facts], str]] = {
    RulesetProblemCode.UNKNOWN_KIND: lambda facts: _("unknown rule kind %(found)s (known: %(known)s)") % facts,
    RulesetProblemCode.UNKNOWN_KEY: lambda facts: _("unknown key (known: %(known)s)") % facts,
    RulesetProblemCode.MISSING_KEY: lambda facts: _("missing (one of: %(known)s)") % facts,
    RulesetProblemCode.WRONG_TYPE: lambda facts: _("must be %(wanted)s") % facts,
    RulesetProblemCode.BAD_VALUE: lambda facts: _("must be one of %(known)s, found %(found)s") % facts,
    RulesetProblemCode.NO_POOL_RULE: lambda facts: _("no rule of kind pool, so unknown cards would pass unseen"),
    RulesetProblemCode.REPLACES_NOTHING: lambda facts: _("the game has no rule about this to replace"),
    RulesetProblemCode.NOT_PRINTED: lambda facts: _(
        "the game has no rule of kind printed_rules, so this would have no effect"
    ),
}

PUBLISHING: dict[PublishingCode, Callable[[Facts], str]] = {
    PublishingCode.KEY_TAKEN: lambda facts: (
        _("“%(key)s” is the key of %(game)s. Choose another one, or edit that game's pack.") % facts
    ),
    PublishingCode.KEY_RESERVED: lambda facts: _("“%(key)s” is taken by the site itself. Choose another key.") % facts,
    PublishingCode.KEY_CHANGED: lambda facts: (
        _("The key of this game stays “%(key)s”. For a game of its own start a new one.") % facts
    ),
    PublishingCode.VERSION_PUBLISHED: lambda facts: (
        _(
            "Version %(version)s is published with a different text, and events may depend on it. Give the "
            "changed text a new version."
        )
        % facts
    ),
}

PHRASES: tuple[tuple[str, Callable[[], str]], ...] = (
    ("text", lambda: pgettext("a value in a file", "text")),
    ("a whole number", lambda: _("a whole number")),
    ("a whole number, 0 or more", lambda: _("a whole number, 0 or more")),
    ("a decimal number", lambda: _("a decimal number")),
    ("true/false|true or false", lambda: _("true or false")),
    ("a date", lambda: _("a date")),
    ("a list", lambda: _("a list")),
    ("a list of texts", lambda: _("a list of texts")),
    ("a list of whole numbers", lambda: _("a list of whole numbers")),
    ("a list of tables", lambda: _("a list of tables")),
    ("a list of tables, not empty", lambda: _("a list of tables, not empty")),
    ("a table", lambda: _("a table")),
    ("a table of texts", lambda: _("a table of texts")),
    ("a section key", lambda: _("the key of a section")),
    ("a list of section keys, not empty", lambda: _("a list of section keys, not empty")),
    ("a list of two or more card filters", lambda: _("a list of two or more card filters")),
    ("an odd number", lambda: _("an odd number")),
    ("lower-case letters, digits and - or _", lambda: _("lower-case letters, digits and - or _")),
    ("text without control characters", lambda: _("text without control characters")),
    (r"(?P<least>\d+) or more", lambda: _("%(least)s or more")),
    (r"(?P<most>\d+) or less", lambda: _("%(most)s or less")),
    (r"at most (?P<most>\d+)", lambda: _("at most %(most)s")),
    (r"at most (?P<most>\d+) characters", lambda: _("at most %(most)s characters")),
    (r"at most (?P<most>\d+) items", lambda: _("at most %(most)s items")),
    (r"at most (?P<most>\d+) charts", lambda: _("at most %(most)s charts")),
    (r"less than (?P<most>\d+)", lambda: _("less than %(most)s")),
    (r"more than (?P<least>\d+)", lambda: _("more than %(least)s")),
    (r"the patterns do not read (?P<example>.*)", lambda: _("the patterns do not read %(example)s")),
    ("a separator needs characters on both sides", lambda: _("a separator needs characters on both sides")),
    ("nested too deeply", lambda: _("nested too deeply")),
    ("a number with too many digits", lambda: _("a number with too many digits")),
    (r"more than (?P<most>\d+) characters", lambda: _("more than %(most)s characters")),
    (r"a line of more than (?P<most>\d+) characters", lambda: _("a line of more than %(most)s characters")),
    (r"Invalid value(?P<place> \(.*\))?", lambda: _("a value is missing or cannot be read; texts need quotes")),
    (r"Invalid statement(?P<place> \(.*\))?", lambda: _("this is no “key = value” and no [table]")),
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
    (r'(?P<value>".*") is neither 1 nor 0', lambda: _("%(value)s is neither 1 nor 0")),
    ("a card needs a name", lambda: _("a card needs a name")),
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
"""What the readers of packs say in English inside their facts, and how it is said here. The rest stays as it is."""
_READ = tuple((re.compile(pattern), say) for pattern, say in PHRASES)


def say_problem(problem: PackProblem | RulesetProblem | PublishingProblem) -> str:
    """One sentence without its place."""
    facts = {key: say_phrase(str(value)) for key, value in problem.facts.items()}
    if isinstance(problem, PackProblem):
        return SHAPE[problem.code](facts)
    if isinstance(problem, RulesetProblem):
        return RULES[problem.code](facts)
    return PUBLISHING[problem.code](dict(problem.facts))


def say_stored_problem(stored: Mapping[str, Any]) -> str:
    """One sentence for a problem of a card's deck rules as `cardpool.pack_check.rules_of_cards` states it."""
    return say_problem(RulesetProblem("", stored["path"], None, RulesetProblemCode(stored["code"]), stored["facts"]))


def say_phrase(phrase: str) -> str:
    """A part of a sentence as the readers of packs state it."""
    for pattern, say in _READ:
        if match := pattern.fullmatch(phrase):
            return say() % match.groupdict(default="") if "%(" in say() else say()
    if listed := re.fullmatch(r"a list \((?P<one>.*)\)", phrase):
        return _("a list of %(one)s") % {"one": say_phrase(listed["one"])}
    return phrase
