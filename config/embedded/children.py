"""Processes forked from one that has loaded the site: a killed one is back at once, and memory is shared."""

import logging
import os
import signal
import time

from config.embedded.parent_death import end_with_parent

logger = logging.getLogger(__name__)

STOPS = frozenset({signal.SIGTERM, signal.SIGINT, signal.SIGHUP})
PAUSE = 1.0
"""Seconds a child has to live for the next to be started without waiting as long."""


def fork_children(count: int) -> int:
    """Return the child's number, from 0, in each of the children; whichever ends is followed by another.

    The parent stays here. When it is asked to stop it signals its children, waits for them and leaves the program; when
    it dies otherwise, the system stops its children (on Linux). To be called before any thread starts.
    """
    parent = _Parent()
    signal.signal(signal.SIGCHLD, lambda *_: None)  # A signal that is ignored may not be waited for.
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS | {signal.SIGCHLD})
    for number in range(count):
        if parent.start(number):
            return number
    while signal.sigwait(STOPS | {signal.SIGCHLD}) not in STOPS:
        for number in parent.ended():
            if parent.start(number):
                return number
    parent.stop()
    raise SystemExit(0)


class _Parent:
    """The running children: process id, number, and when each was started."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self.children: dict[int, tuple[int, float]] = {}

    def start(self, number: int) -> bool:
        """Fork a child, and again for as long as the system has no room for one; whether this is the child."""
        while True:
            try:
                child = os.fork()
            except OSError as error:
                logger.warning("web_process_not_started: %s", error)
                time.sleep(PAUSE)
                continue
            if child:
                self.children[child] = number, time.monotonic()
                return False
            self._become_child()
            return True

    def _become_child(self) -> None:
        """Follow the parent, and take signals as any program does."""
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS | {signal.SIGCHLD})
        end_with_parent()
        if os.getppid() != self.process:  # It died before the line above.
            raise SystemExit(0)

    def ended(self) -> list[int]:
        """The numbers of the children that have ended since."""
        numbers = []
        while self.children:
            child, status = os.waitpid(-1, os.WNOHANG)
            if not child:
                break
            number, started = self.children.pop(child)
            logger.warning("web_process_ended: number %s, status %s", number, os.waitstatus_to_exitcode(status))
            if time.monotonic() - started < PAUSE:
                time.sleep(PAUSE)
            numbers.append(number)
        return numbers

    def stop(self) -> None:
        """Tell every child, and wait."""
        for child in self.children:
            os.kill(child, signal.SIGTERM)
        for child in self.children:
            os.waitpid(child, 0)
