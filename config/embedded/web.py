"""One web process: uvicorn on the listening socket that the supervisor hands over as standard input.

The supervisor keeps the socket open while a process is replaced, so that visitors wait instead of being refused.
"""

import os
import socket

import uvicorn

from config.embedded.parent_death import end_with_parent

CONNECTIONS = "10"
"""The most database connections one process keeps; a request waits for one when all are in use."""


def main() -> None:
    end_with_parent()
    os.environ.setdefault("DATABASE_POOL", CONNECTIONS)
    listening = socket.socket(fileno=os.dup(0))
    config = uvicorn.Config(
        "config.asgi:application",
        lifespan="off",
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
    )
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
