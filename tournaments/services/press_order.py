"""Which report is one that was sent before, and which of two a phone pressed later: the older one may be under way for
long, and arrive last."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from tournaments.models import PodReport, ResultReport

Report = TypeVar("Report", ResultReport, PodReport)


@dataclass(frozen=True)
class Press:
    """On which phone a report was pressed, and a number that rises with each press there.

    Without a phone (an API client, a page without scripts) reports count in the order in which they come. `is_by_hand`:
    somebody pressed a button of a page without scripts; no program keeps the report and sends it again.
    """

    phone: str = ""
    number: int = 0
    is_by_hand: bool = False


NOT_COUNTED = Press()
BY_HAND = Press(is_by_hand=True)


def find_sent(own: Sequence[Report], press: Press, key: str, said: object) -> Report | None:
    """The report among those of one entry, in the order they came, that this one is sent again from: the newest with
    this client's `key`, if it says the same.

    A press on a page is sent again only as itself, or by a second tap while nothing else was reported since: the page
    may have been gone back to.
    """
    if press.phone:
        again = next((one for one in own if (one.phone, one.pressed) == (press.phone, press.number)), None)
        if again is not None:
            return again
    with_key = _sent_with(own, key)
    same = [one for place, one in enumerate(with_key) if one.key == _key_in_place(key, said, place)]
    by_person = press.phone != "" or press.is_by_hand
    newest = [one for one in own if not one.is_superseded] if by_person else with_key
    return next((one for one in newest[-1:] if one in same), None)


def key_to_keep(own: Sequence[Report], key: str, said: object) -> str:
    """The key of a new report. It names what was sent with the client's key and how many reports came with that before,
    so that each of them has one of its own: a page that is gone back to has one key for all of them."""
    return _key_in_place(key, said, len(_sent_with(own, key))) if key else ""


def _sent_with(own: Sequence[Report], key: str) -> list[Report]:
    return [one for one in own if key and one.key.startswith(_digest(key))]


def _key_in_place(key: str, said: object, place: int) -> str:
    return _digest(key) + _digest([said, place])


def _digest(facts: object) -> str:
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]


def renew_press(sent: Report, press: Press) -> Report:
    """The report that was sent again; a press between its first and its newest one has been overtaken from now on."""
    if press.phone and sent.phone == press.phone and sent.pressed < press.number:
        sent.pressed = press.number
        sent.save(update_fields=["pressed"])
    return sent


def is_overtaken(own: Sequence[Report], press: Press) -> bool:
    """Whether a report that the same phone pressed later is there already."""
    return any(one.phone == press.phone != "" and one.pressed > press.number for one in own)
