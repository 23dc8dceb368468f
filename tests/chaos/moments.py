"""What the people of a chaos run are doing at this moment, so that a fault can strike in its middle."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition, Event

PASSING = frozenset({429, 503, 507})
"""Answers that say "not now"."""


class NoAnswer(Exception):
    """The connection was refused or cut off: whether the request was carried out is not known."""


@dataclass
class Doing:
    """One request from its start to its end; `ended` is None while it is unanswered (times of `time.monotonic`)."""

    action: str
    began: float
    ended: float | None = None
    is_answered: bool = False

    def was_unfinished(self, when: float) -> bool:
        """Whether it had no answer at this time, or never got one."""
        return self.ended is None or self.ended > when or not self.is_answered


@dataclass
class Moments:
    """What is under way, what was answered, and when all have to stop.

    `newest` is the last request of each action and `begun_count` how many there were; `acknowledged` counts writes that
    the site has confirmed, `answers` every answer by its status, 0 for none.
    """

    over: Event = field(default_factory=Event)
    news: Condition = field(default_factory=Condition)
    newest: dict[str, Doing] = field(default_factory=dict)
    begun_count: Counter[str] = field(default_factory=Counter)
    acknowledged: Counter[str] = field(default_factory=Counter)
    answers: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @contextmanager
    def doing(self, action: str) -> Iterator[None]:
        """Announce a request that is sent within the block; NoAnswer passes through."""
        doing = Doing(action, time.monotonic())
        with self.news:
            self.newest[action] = doing
            self.begun_count[action] += 1
            self.news.notify_all()
        try:
            yield
            doing.is_answered = True
        finally:
            doing.ended = time.monotonic()

    def acknowledge(self, action: str) -> None:
        with self.news:
            self.acknowledged[action] += 1
            self.news.notify_all()

    def answered(self, status: int, what: str) -> None:
        with self.news:
            self.answers[status] += 1
            if status >= 500 and status not in PASSING:
                self.wrong.append(f"{status} to {what}")

    def wait_for(self, action: str, count: int, seconds: float) -> Doing | None:
        """Wait until the action begins for the `count`-th time from now; None if it does not in that time."""
        with self.news:
            aim = self.begun_count[action] + count
            if not self.news.wait_for(lambda: self.begun_count[action] >= aim, seconds):
                return None
            return self.newest[action]

    def wait_for_writes(self, count: int, seconds: float) -> bool:
        """Wait for `count` more acknowledged writes."""
        with self.news:
            before = self.acknowledged.total()
            return self.news.wait_for(lambda: self.acknowledged.total() >= before + count, seconds)
