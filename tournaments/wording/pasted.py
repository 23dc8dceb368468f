"""Lines of a pasted list that were not entered, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.services.entries import SkippedLine
from tournaments.services.entries.preview_rows import Remark


def say_skipped(reason: str, facts: Mapping[str, Any]) -> str:
    """Why a line of a pasted list was not entered; `facts` hold `text` and, for a repetition, `first_line`."""
    sentences = {
        "duplicate_in_list": _("“%(text)s” is already on line %(first_line)s."),
        "already_entered": _("“%(text)s” is entered already."),
        "name_too_long": _("“%(text)s” is too long for a name."),
        "hidden_character": _(
            "“%(text)s” contains a character that cannot be seen (%(character)s). Type the name again."
        ),
        "player_in_list": _("“%(text)s” is already on line %(first_line)s."),
        "same_twice": _("Both players of “%(text)s” have the same name. Enter this team by itself."),
        "not_a_team": _("“%(text)s” is not a team and two players. Write, for example: %(example)s"),
        "by_spaces": _("“%(text)s” has only spaces; tick it if these are a team and its players."),
        "too_many_columns": _("“%(text)s” has more columns than a name and a team."),
        "title": _("“%(text)s” is read as a title."),
        "note": _("“%(text)s” has no number; it is read as a note."),
        "count": _("“%(text)s” says how many people; it is read as a note."),
        "not_chosen": _("“%(text)s” was left out."),
        "brings_others": _("“%(plus)s” may be somebody else who plays: enter them too, by name."),
    }
    return sentences[reason] % {**facts, "example": _("Red Team, Ann, Bob")}


def say_skipped_line(line: SkippedLine | Remark) -> str:
    """The same of a line that was not entered, or would not be."""
    plus = line.plus if isinstance(line, Remark) else ""
    facts = {"text": line.text, "first_line": line.first_line, "character": line.character, "plus": plus}
    return say_skipped(line.reason, facts)
