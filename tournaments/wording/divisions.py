"""Divisions, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from accounts.languages import language_key
from cardpool.packs import Names


def say_kept(names: Sequence[str]) -> str:
    """A division as a line of the log keeps it, Chinese and English; a dash for none."""
    if not names:
        return "–"
    return Names(zh=names[0], en=names[-1]).in_language(language_key())


def _changed(facts: Mapping[str, Any]) -> str:
    words = {"name": facts["name"], "division": say_kept(facts["after"]), "reason": facts.get("reason")}
    if words["reason"]:
        return _("put %(name)s into the division %(division)s: %(reason)s") % words
    return _("put %(name)s into the division %(division)s") % words


def _joined(facts: Mapping[str, Any]) -> str:
    pairs = say_joined(facts["now"])
    if not pairs:
        return _("had every division paired by itself")
    return _("had divisions paired together: %(pairs)s") % {"pairs": pairs}


def say_joined(pairs: Iterable[Sequence[list[str]]]) -> str:
    """Which divisions are paired along with which, as the log keeps them; empty where each is by itself."""
    each = ({"one": say_kept(one), "other": say_kept(other)} for one, other in pairs)
    return _(", ").join(_("%(one)s along with %(other)s") % pair for pair in each)


def _cuts(facts: Mapping[str, Any]) -> str:
    if not facts["now"]:
        return _("had the top cut of every division follow the game’s table")
    return _("planned the top cuts of the divisions: %(cuts)s") % {"cuts": say_sizes(facts["now"])}


def say_sizes(sizes: Iterable[tuple[list[str], int]]) -> str:
    """The sizes of the divisions' cuts as the log keeps them."""
    each = (
        (_("%(division)s top %(size)s") if size else _("%(division)s none"))
        % {"division": say_kept(name), "size": size}
        for name, size in sizes
    )
    return _(", ").join(each)


def _fixed(facts: Mapping[str, Any]) -> str:
    return _("Divisions can change until the Swiss rounds are over.")


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "no_such_division": lambda facts: _("Choose one of the event’s divisions."),
    "divisions_are_fixed": _fixed,
    "joined_in_circle": lambda facts: _(
        "A division that others are paired along with cannot itself be paired along with another."
    ),
    "too_many_divisions": lambda facts: _("An event has at most %(limit)s divisions.") % facts,
    "one_division": lambda facts: _("Name at least two divisions, one to a line, or none."),
    "division_name": lambda facts: _("A division needs a name of at most %(limit)s characters.") % facts,
    "division_code": lambda facts: _(
        "The code of a division has lowercase letters, digits and hyphens, such as “junior”."
    ),
    "division_years": lambda facts: (
        _("The years of birth of “%(name)s” must lie between %(first)s and %(last)s, the earlier one first.") % facts
    ),
    "division_twice": lambda facts: _("“%(name)s” is the name of two divisions.") % facts,
    "divisions_overlap": lambda facts: (
        _("“%(one)s” and “%(other)s” take the same year of birth. Each year may belong to one division only.") % facts
    ),
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "division_changed": _changed,
    "divisions_joined": _joined,
    "division_cuts": _cuts,
    "divisions_lost": lambda facts: (
        _("removed divisions that had been chosen for %(names)s") % {"names": _(", ").join(facts["names"])}
    ),
}
