"""Faults of archive files in words, for the commands and the conformance page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from tournaments.archive.problems import ArchiveFault, ArchiveProblem

Facts = Mapping[str, object]

FAULTS: dict[ArchiveFault, Callable[[Facts], str]] = {
    ArchiveFault.NOT_JSON: lambda facts: _("This is not JSON."),
    ArchiveFault.WRONG_FORMAT: lambda facts: _("The format must be “%(wanted)s”, not “%(found)s”.") % facts,
    ArchiveFault.WRONG_TYPE: lambda facts: _("This must be of the type: %(wanted)s.") % facts,
    ArchiveFault.MISSING: lambda facts: _("This key is missing."),
    ArchiveFault.UNKNOWN_KEY: lambda facts: _("This key is unknown; known here: %(known)s.") % _joined(facts, "known"),
    ArchiveFault.OUT_OF_RANGE: lambda facts: _("The number must lie between %(least)s and %(most)s.") % facts,
    ArchiveFault.NOT_A_CHOICE: lambda facts: _("“%(found)s” is not one of: %(choices)s.") % _joined(facts, "choices"),
    ArchiveFault.ID_TWICE: lambda facts: _("The id %(id)s occurs twice.") % facts,
    ArchiveFault.NO_SUCH_ENTRANT: lambda facts: _("No entrant has the id %(id)s.") % facts,
    ArchiveFault.AGAINST_SELF: lambda facts: _("Entrant %(id)s meets themselves.") % facts,
    ArchiveFault.TWICE_IN_ROUND: lambda facts: _("Entrant %(id)s has two matches in this round.") % facts,
    ArchiveFault.ROUND_TWICE: lambda facts: _("Round %(number)s occurs twice.") % facts,
    ArchiveFault.WRONG_PLAYERS: lambda facts: (
        _("A match of the kind “%(kind)s” has %(wanted)s players, not %(found)s.") % facts
    ),
    ArchiveFault.WINNER_NEEDED: lambda facts: _("A no-show needs its winner: seat 1 or 2."),
    ArchiveFault.TWO_RESULTS: lambda facts: _("Give either games or score, not both."),
    ArchiveFault.STATE_AND_ROUNDS: lambda facts: _("An entrant known by a state cannot have rounds in the file."),
    ArchiveFault.KEY_TWICE: lambda facts: _("The key “%(key)s” occurs twice here. Leave one of them out.") % facts,
    ArchiveFault.CONTROL_CHARACTER: lambda facts: (
        _("This text has a control character (%(character)s), which cannot be shown. Remove it.") % facts
    ),
    ArchiveFault.TEXT_TOO_LONG: lambda facts: (
        _("This text has %(found)s characters; at most %(most)s can be read.") % facts
    ),
    ArchiveFault.FILE_TOO_LONG: lambda facts: (
        _("The file has %(found)s characters; at most %(most)s can be read.") % facts
    ),
}


def say_problem(problem: ArchiveProblem) -> str:
    """The place, if it is not the file as a whole, and the sentence."""
    sentence = FAULTS[problem.fault](problem.facts)
    return f"{problem.path}: {sentence}" if problem.path else sentence


def _joined(facts: Facts, key: str) -> dict[str, object]:
    listed = facts[key]
    words = ", ".join(str(word) for word in listed) if isinstance(listed, list | tuple) else str(listed)
    return {**facts, key: words}
