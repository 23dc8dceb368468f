"""The web processes: one that has loaded the site, and forked from it those that serve it with uvicorn.

Each serves a listening socket of its own. The supervisor keeps these open while processes are replaced, so that
visitors wait instead of being refused. Started without it, as on a server on the Internet, this program opens them
itself: `WEB_PROCESSES` of them at `HOST`:`PORT`.
"""

import gc
import os
import socket
from collections.abc import Mapping

import uvicorn

from config.embedded.addresses import port_number, require_free, web_processes
from config.embedded.children import fork_children
from config.embedded.loading import load_site
from config.embedded.parent_death import end_with_parent
from config.embedded.protocol import BoundedProtocol
from config.embedded.supervisord import BACKLOG, LISTENERS, listening_socket
from config.embedded.wording import CannotRun

COLLECTED_AFTER = 50_000
"""Objects made before the youngest are looked through for cycles. A table of 5,000 players makes some 200,000 that all
stay: with Python's own 700 a quarter of its time went into looking at them."""


def main() -> None:
    end_with_parent()
    try:
        listeners = inherited_sockets() or own_sockets(os.environ)
    except CannotRun as reason:
        raise SystemExit(str(reason)) from None
    os.environ.setdefault("DATABASE_POOL", "1")
    gc.disable()  # Next to nothing of what is loaded can be freed.
    load_site()
    gc.freeze()  # Nor later: a collection that looked at it would make each child a copy of its own.
    number = fork_children(len(listeners))
    gc.enable()
    collect_seldom()
    serve(listeners[number])


def inherited_sockets() -> list[socket.socket]:
    """The supervisor's sockets; none without a supervisor."""
    return [socket.socket(fileno=int(number)) for number in os.environ.get(LISTENERS, "").split(",") if number]


def own_sockets(environment: Mapping[str, str]) -> list[socket.socket]:
    """Sockets that close with this program, one for each web process, by default two at 127.0.0.1:8000.

    Raises CannotRun for an address that is taken (a socket that shares its port would share another program's
    visitors, too) and for a value that makes no sense.
    """
    count = web_processes(environment.get("WEB_PROCESSES") or "2")
    host, port = environment.get("HOST") or "127.0.0.1", port_number(environment.get("PORT") or "8000")
    require_free(host, port)
    return [listening_socket((host, port)) for _ in range(count)]


def collect_seldom() -> None:
    """Look for cycles after many objects; what is in none is freed at once all the same."""
    gc.set_threshold(COLLECTED_AFTER, 20)


def serve(listening: socket.socket) -> None:
    """Answer visitors until asked to stop."""
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
