"""What imports of card files say: refusals of the desk, and why a file, a row or a cell of one was not taken.

`ROWS` are the reasons of `RefusedRow`, `SkippedRow` and `UnreadableFile` by their code. A reader keeps the sentences of
its own codes in a module of its own beside this one, with a `ROWS` table that `say_row` looks into.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

Sentence = Callable[[Mapping[str, Any]], str]

REFUSALS: dict[str, Sentence] = {}

ROWS: dict[str, Sentence] = {
    "mixed_formats": lambda facts: (
        _("Bring files of one kind at a time: this one is of another kind than “%(other)s”.") % facts
    ),
}


def say_row(code: str, facts: Mapping[str, Any]) -> str:
    """Why a file or a row was not taken, in the active language; a code without words is named."""
    say = ROWS.get(code)
    return say(facts) if say is not None else _("This was not taken (%(code)s).") % {"code": code}
