"""The web processes: one that has loaded the site, and forked from it those that serve it with uvicorn.

Each serves a listening socket of its own. The supervisor keeps these open while processes are replaced, so that
visitors wait instead of being refused.
"""

import gc
import os
import socket
import sys

import uvicorn

from config.embedded.children import fork_children
from config.embedded.loading import load_site
from config.embedded.parent_death import end_with_parent
from config.embedded.protocol import BoundedProtocol
from config.embedded.supervisord import BACKLOG, LISTENERS

SWITCH_SECONDS = 0.001
"""How long a thread that works out a page keeps the others waiting, the one of streams and cached pages among them."""

COLLECTED_AFTER = 50_000
"""Objects made before the youngest are looked through for cycles. A table of 5,000 players makes some 200,000 that all
stay: with Python's own 700 a quarter of its time went into looking at them."""


def main() -> None:
    end_with_parent()
    listeners = [socket.socket(fileno=int(number)) for number in os.environ[LISTENERS].split(",")]
    os.environ.setdefault("DATABASE_POOL", "1")
    gc.disable()  # Next to nothing of what is loaded can be freed.
    load_site()
    gc.freeze()  # Nor later: a collection that looked at it would make each child a copy of its own.
    number = fork_children(len(listeners))
    gc.enable()
    collect_seldom()
    serve(listeners[number])


def collect_seldom() -> None:
    """Look for cycles after many objects; what is in none is freed at once all the same."""
    gc.set_threshold(COLLECTED_AFTER, 20)


def serve(listening: socket.socket) -> None:
    """Answer visitors until asked to stop."""
    sys.setswitchinterval(SWITCH_SECONDS)
    config = uvicorn.Config(
        "config.asgi:application",
        loop="uvloop",
        http=BoundedProtocol,
        ws="none",
        lifespan="on",
        server_header=False,
        access_log=False,
        log_config=None,
        backlog=BACKLOG,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
    )
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
