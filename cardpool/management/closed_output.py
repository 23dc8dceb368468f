"""What a command does when the reader of its output closes it early (`| head`)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet_when_closed() -> Iterator[None]:
    """Write and flush inside; an output that was closed early ends the writing without a word, and the command goes on
    to its exit status."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter must not try to flush the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
