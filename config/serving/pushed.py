"""What the streams of an event tell besides its mark: where the phone's own entries sit in a new round, and what
concerns everybody, which is the round's clock and the announcements.

A phone whose page is open shows them without asking: thousands that fetch their page in one second wait for each
other. What is pushed stands on the public pages (`tournaments/queries/seating.py`, `event_news.py` beside it); which
entries a phone names as its own gives no access.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection
from concurrent.futures import Executor
from typing import Any

from django.db import Error
from django.utils import translation

from accounts.languages import LANGUAGES
from tournaments.models import Announcement, Round
from tournaments.queries.clock import ClockFace
from tournaments.queries.event_news import EventNews
from tournaments.queries.seating import Seating
from tournaments.round_names import say_round
from tournaments.wording.announcing import say_end, say_made
from tournaments.wording.rulings import say_ruling

logger = logging.getLogger(__name__)

ReadSeating = Callable[[str, Collection[int], str], Seating | None]
ReadNews = Callable[[str], EventNews | None]
MAX_WITH_TEXT = 3
"""Announcements that are pushed with their text, the newest; of the others only that they stand."""
PATIENCE = 1.0
"""Seconds for which an announcement waits for either; without them phones look for themselves."""


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
    """What a phone gets for each entry that sits somewhere, as an event of the stream: facts, and in each language what
    the round is called and who chooses in the first game. The page puts them into words."""
    rounds = _in_each_language(lambda: say_round(Round(stage=Round.Stage.SWISS, number=seating.round)))
    alike = {"mark": mark, "phones": phones, "round": rounds, "who": _opening_words(seating)}
    return {
        entry: event_of(json.dumps({**alike, "entry": entry, **seat}), "seat") for entry, seat in seating.seats.items()
    }


class NewsReader:
    """Reads what concerns everybody, in a thread; the event loop alone calls it."""

    def __init__(self, read: ReadNews, thread: Executor) -> None:
        self.read = read
        self.thread = thread

    async def facts(self, code: str) -> str | None:
        """What concerns everybody at an event, as JSON that is the same as long as it is; None where there is no such
        event, or the database does not say it in time."""
        reading = asyncio.get_running_loop().run_in_executor(self.thread, self._facts, code)
        try:
            return await asyncio.wait_for(reading, PATIENCE)
        except (Error, TimeoutError) as mistake:
            logger.warning("news_not_pushed: %s", type(mistake).__name__)
            return None

    def _facts(self, code: str) -> str | None:
        news = self.read(code)
        return json.dumps(_facts_of(news), ensure_ascii=False) if news is not None else None


def event_of_news(mark: str, facts: str) -> bytes:
    """These facts as an event of the stream."""
    return event_of(json.dumps({"mark": mark, **json.loads(facts)}, ensure_ascii=False), "news")


def _facts_of(news: EventNews) -> dict[str, Any]:
    return {
        "round": news.round,
        "clock": _facts_of_clock(news.clock) if news.clock is not None else None,
        "announcements": [
            *map(_facts_of_announcement, news.announcements[:MAX_WITH_TEXT]),
            *({"id": one.pk} for one in news.announcements[MAX_WITH_TEXT:]),
        ],
    }


def _facts_of_clock(face: ClockFace) -> dict[str, Any]:
    """A clock that runs is given by when it ends: the page counts."""
    facts = {"ends": face.ends, "seconds": face.whole, "turns": face.extra_turns}
    shown = {"face": face.text, "gone": face.gone, "over": face.is_over}
    return facts | (shown if face.is_paused else {"face": "", "gone": "0", "over": False})


def _facts_of_announcement(one: Announcement) -> dict[str, Any]:
    return {
        "id": one.pk,
        "text": one.text,
        "at": one.made_at.isoformat(),
        "until": int(one.until_at.timestamp()) if one.until_at is not None else None,
        "made": _in_each_language(lambda: say_made(one)),
        "end": _in_each_language(lambda: say_end(one)),
    }


def _opening_words(seating: Seating) -> dict[str, str] | None:
    opening = seating.opening
    if opening is None:
        return None
    return _in_each_language(lambda: say_ruling(opening.ruling, chooser="", pack=opening.pack))


def _in_each_language(say: Callable[[], str]) -> dict[str, str]:
    said = {}
    for language in LANGUAGES.values():
        with translation.override(language):
            said[language] = say()
    return said
