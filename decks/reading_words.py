"""Why a line of a list could not be read, and which card could have been meant, in the active language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from decks import list_words
from decks.text.remarks import SURE
from decks.wording import Facts, list_cards

MIN_GROUPED = 3
"""With this many lines that name no known card, or more, one sentence says so of all of them."""

MAX_SHOWN = 4
"""Lines that one is to become, up to which all are named."""
Splits = Sequence[Sequence[str]]


def say_error(error: Facts) -> str:
    """Why a line could not be read, without its line number."""
    return ERRORS[error["code"]](error)


def say_suggestions(error: Facts) -> str:
    """The question after an error: the cards that could have been meant; empty if none is close."""
    if readings := error.get("readings"):
        # Quotation marks distinguish two readings that differ only in where the name ends.
        quotes = len({(one["number"], one["count"]) for one in readings}) < len(readings)
        return _("Is it %(readings)s? Write the line so.") % {
            "readings": _(" or ").join(_as_line(one, quotes=quotes) for one in readings)
        }
    if splits := error.get("splits"):
        return _("Is it %(readings)s? Write each card on a line of its own.") % {
            "readings": _(" or ").join(f"“{'; '.join(_shown(one))}”" for one in splits)
        }
    if not error.get("suggestions"):
        return ""
    cards = list_cards(error["suggestions"])
    return _("Did you mean %(cards)s?") % {"cards": cards}


def say_unknown(lines: Sequence[Facts]) -> str:
    """Several lines that name no card known here, as one sentence."""
    return ngettext(
        "%(count)s line names no card known here. Write the number beside each name, or import the cards of the game.",
        "%(count)s lines name no card known here. Write the number beside each name, or import the cards of the game.",
        len(lines),
    ) % {"count": len(lines)}


def say_ignored(line: Facts) -> str:
    """A line that was ignored."""
    return _("Line %(line)s was ignored: “%(text)s”") % line


def say_splits(splits: Splits) -> tuple[str, ...]:
    """The ways to write a line with several cards as a line for each, each as a choice is labelled."""
    if len(splits) == 1:
        return (_("Put each card on a line of its own"),)
    return tuple("; ".join(_shown(one)) for one in splits)


def _shown(split: Sequence[str]) -> Sequence[str]:
    return split if len(split) <= MAX_SHOWN else (split[0], "…", split[-1])


def _as_line(reading: Facts, *, quotes: bool = False) -> str:
    """A reading as it is written into a list, its name in quotation marks if only they show where it ends; in
    guillemets beside a number, where quotation marks would ask again."""
    if quotes and reading["number"]:
        name = f"{SURE[0]}{reading['name']}{SURE[1]}"
    else:
        quotes = quotes or (not reading["number"] and any(map(str.isdigit, reading["name"])))
        name = f'"{reading["name"]}"' if quotes else reading["name"]
    return f"“{' '.join(filter(None, (str(reading['count']), reading['number'], name)))}”"


ERRORS: dict[str, Callable[[Facts], str]] = {
    "unreadable": lambda error: (
        _("“%(text)s” names no card known here. Write its number, or # before the line if it is not a card.") % error
    ),
    "sections_side_by_side": lambda error: (
        _("Two parts stand side by side here (%(found)s). Paste one column below the other.") % error
    ),
    "ignored": lambda error: (
        _("“%(text)s” looks like neither a card nor a heading, so it was not read. Put # before it if that is right.")
        % error
    ),
    "another_deck": lambda error: (
        _("Another deck may begin at “%(text)s”: the cards above it and below it were read as one.") % error
        if error["text"]
        else _("Another part of the deck may begin at this empty line: the cards above it are a whole deck.")
    ),
    "no_such_card": lambda error: _("“%(text)s” names no card known here.") % error,
    "ambiguous_name": lambda error: _("Several cards have the name in “%(text)s”.") % error,
    "name_and_number_differ": lambda error: (
        _("The number and the name in “%(text)s” belong to different cards.") % error
    ),
    "several_cards": lambda error: _("“%(text)s” names several cards; write each on a line of its own.") % error,
    "count_out_of_range": lambda error: _("A line has 1 to %(limit)s copies of a card, not %(found)s.") % error,
    "count_unclear": lambda error: _("How many copies “%(text)s” means is unclear; write “3 NUMBER”.") % error,
    "count_missing": lambda error: (
        _("“%(text)s” does not say how many copies; write their number, such as “3 NUMBER”.") % error
    ),
    "words_left": lambda error: (
        _("In “%(text)s” it is unclear what “%(found)s” means: it is neither the card's name nor a known remark.")
        % error
    ),
    "name_unclear": lambda error: (
        (
            _("In “%(text)s” it is unclear whether “%(found)s” is part of the card's name or a remark about the copy.")
            if error["found"]
            else _(
                "Which card “%(text)s” names is unclear: one known here or named above, or another of a similar name."
            )
        )
        % error
    ),
    "number_unclear": lambda error: (
        _("Whether “%(found)s” is a card number is unclear; no card known here has it.") % error
    ),
    "line_too_long": lambda error: _("The line has %(found)s characters; at most %(limit)s are read.") % error,
    "too_many_lines": lambda error: _("The list has %(found)s lines; at most %(limit)s are read.") % error,
    "too_many_cards": lambda error: _("The list names more than %(limit)s cards; at most that many are read.") % error,
    "text_too_long": lambda error: _("The list has %(found)s characters; at most %(limit)s are read.") % error,
    "text_spells_out_too_long": lambda error: (
        _("Some characters of the list expand to several. Expanded, it has %(found)s; at most %(limit)s are read.")
        % error
    ),
    "empty": lambda error: _("The list names no card."),
    **list_words.ERRORS,
}
