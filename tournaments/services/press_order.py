"""Which of two reports a phone pressed later: the older one may be under way for long, and arrive last."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tournaments.models import PodReport, ResultReport
from tournaments.play.reported_games import SaidGame
from tournaments.queries.reports import said_facts

Report = TypeVar("Report", ResultReport, PodReport)


@dataclass(frozen=True)
class Press:
    """On which phone a report was pressed, and a number that rises with each press there.

    Without a phone (an API client, a page without scripts) reports count in the order in which they come.
    """

    phone: str = ""
    number: int = 0


NOT_COUNTED = Press()


def find_sent(own: Sequence[Report], press: Press, is_same: Callable[[Report], bool]) -> Report | None:
    """The report among those of one entry, in the order they came, that this one is sent again from.

    A counted press is sent again only as itself, or by a second tap while `is_same` holds for the newest report:
    where something else was said in between it is a report of its own.
    """
    if press.phone:
        again = next((one for one in own if (one.phone, one.pressed) == (press.phone, press.number)), None)
        if again is not None:
            return again
        own = [one for one in own if not one.is_superseded][-1:]
    return next((one for one in own if is_same(one)), None)


def renew_press(sent: Report, press: Press) -> Report:
    """The report that was sent again; a press between its first and its newest one has been overtaken from now on."""
    if press.phone and sent.phone == press.phone and sent.pressed < press.number:
        sent.pressed = press.number
        sent.save(update_fields=["pressed"])
    return sent


def is_overtaken(own: Sequence[Report], press: Press) -> bool:
    """Whether a report that the same phone pressed later is there already."""
    return any(one.phone == press.phone != "" and one.pressed > press.number for one in own)


def unused_key(own: Sequence[Report], press: Press, key: str) -> str:
    """The key to keep a report by: a counted press needs none where an earlier one from the same page has it."""
    return "" if press.phone and any(one.key == key for one in own) else key


def key_of_game(key: str, number: int, game: SaidGame | None) -> str:
    """The key of one game's report: another game from the same page is another report, whatever the page's key."""
    if not key:
        return ""
    facts = said_facts(game) if game is not None else None
    return hashlib.sha256(json.dumps([key, number, facts]).encode()).hexdigest()
