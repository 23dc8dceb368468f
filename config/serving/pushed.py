"""What the streams of an event tell besides its mark: where the phone's own entries sit in a new round.

A phone whose page is open shows its table without asking: thousands that fetch their page in one second wait for each
other. What is pushed stands on the public pairings page (`tournaments/queries/seating.py`); which entries a phone names
as its own gives no access.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection
from concurrent.futures import Executor

from django.db import Error
from django.utils import translation

from accounts.languages import LANGUAGES
from tournaments.models import Round
from tournaments.queries.seating import Seating
from tournaments.round_names import say_round

logger = logging.getLogger(__name__)

ReadSeating = Callable[[str, Collection[int], str], Seating | None]
PATIENCE = 1.0
"""Seconds for which an announcement waits for the seats; without them phones look for themselves."""


def event_of(mark: str, kind: str = "mark") -> bytes:
    """A mark as an event of the stream; of the kind `own` where it is about the phone's own entries."""
    return f"event: {kind}\ndata: {mark}\n\n".encode()


def event_for_later(mark: str, phones: int) -> bytes:
    """A mark that is about single entries: their phones hear of it at once, all others look in their time, which
    is longer the more phones follow."""
    return event_of(f"{mark} later {phones}")


class SeatReader:
    """Reads where entries sit, in a thread; the event loop alone calls it."""

    def __init__(self, read: ReadSeating, thread: Executor) -> None:
        self.read = read
        self.thread = thread

    async def seating(self, code: str, entries: Collection[int], known: str) -> Seating | None:
        """The moment of an event and, where it is not the `known` one, the seats of these entries; None where the
        database does not say it in time."""
        reading = asyncio.get_running_loop().run_in_executor(self.thread, self.read, code, entries, known)
        try:
            return await asyncio.wait_for(reading, PATIENCE)
        except (Error, TimeoutError) as mistake:
            logger.warning("seats_not_pushed: %s", type(mistake).__name__)
            return None


def events_of_seats(mark: str, seating: Seating, phones: int) -> dict[int, bytes]:
    """What a phone gets for each entry that sits somewhere, as an event of the stream: facts, and what the round is
    called in each language. The page puts them into words."""
    rounds = {language: _round_words(seating.round, language) for language in LANGUAGES.values()}
    alike = {"mark": mark, "phones": phones, "round": rounds}
    return {
        entry: event_of(json.dumps({**alike, "entry": entry, **seat}), "seat") for entry, seat in seating.seats.items()
    }


def _round_words(number: int, language: str) -> str:
    with translation.override(language):
        return say_round(Round(stage=Round.Stage.SWISS, number=number))
