"""How much work a check may do, in looks at a pair, a member or an end; a witness may come from anywhere."""

from __future__ import annotations

MAX_CHECK_LOOKS = 120_000
"""Of the check of one proof that somebody waits for: 0.7 s of a core."""


class TooMuchWork(Exception):
    """The check would take more work than it may: nothing is shown, and nothing refuted."""


class CheckWork:
    """The looks that a check has taken. ``most``: how many it may take, ``None`` for as many as it needs."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.looks = 0

    def spend(self, looks: int) -> None:
        """Take looks before they are made. Raises ``TooMuchWork`` beyond the most."""
        self.looks += looks
        if self.most is not None and self.looks > self.most:
            raise TooMuchWork
