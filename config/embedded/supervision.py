"""The supervisor (supervisord) that keeps PostgreSQL, Redis, the web processes and the worker running."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self
from xmlrpc.client import Error, ServerProxy

from supervisor.xmlrpc import SupervisorTransport

from config.embedded import postgres, redis
from config.embedded.parent_death import end_with_parent
from config.embedded.paths import PROJECT, DataFolder
from config.serving.lanes import connections_of_a_process

MIN_CONNECTIONS = 100
"""What PostgreSQL allows by itself."""
PLAIN = {"NOSETPS": "1"}
"""Celery leaves the command lines of its processes as they are, by which `config.embedded.leftovers` finds them."""
OTHERS = 30
"""Connections for the worker's processes, management commands and backups, beside those of the web processes."""


def escaped(path: Path | str) -> str:
    """A value for the configuration file, in which % is special."""
    return str(path).replace("%", "%%")


def section(title: str, values: Mapping[str, object]) -> str:
    """One section of the configuration file."""
    return "\n".join([f"[{title}]", *(f"{key} = {value}" for key, value in values.items()), ""])


def program(name: str, command: list[str], *, kind: str = "program", **more: object) -> str:
    """The section of one supervised program: started on request, restarted whenever it ends, logged and rotated."""
    values: dict[str, object] = {
        "command": escaped(shlex.join(command)),
        "directory": escaped(PROJECT),
        "autostart": "false",
        "autorestart": "true",
        "startretries": 999,
        "stopwaitsecs": 30,
        "killasgroup": "true",
        "redirect_stderr": "true",
        "stdout_logfile": f"{name}.log",
        "stdout_logfile_maxbytes": "10MB",
        "stdout_logfile_backups": 5,
    }
    return section(f"{kind}:{name}", values | more)


def own_program(data: DataFolder, module: str) -> list[str]:
    """The command of one of the site's own processes; `--data` tells a later start whose process it is."""
    return [sys.executable, "-m", module, "--data", str(data.root)]


def own_modules() -> list[str]:
    """Where a process outside the project's folder finds the project's modules, before what the caller's path holds."""
    return [str(PROJECT), *filter(None, [os.environ.get("PYTHONPATH")])]


def supervisor_sections(data: DataFolder) -> list[str]:
    """The sections about supervisord itself, which answers on a Unix socket alone."""
    own: dict[str, object] = {
        "nodaemon": "true",
        "silent": "true",
        "strip_ansi": "true",
        "logfile": escaped(data.log / "supervisord.log"),
        "logfile_maxbytes": "5MB",
        "logfile_backups": 2,
        "pidfile": escaped(data.sockets / "supervisord.pid"),
    }
    if os.geteuid() == 0:
        own["user"] = "root"
    factory = "supervisor.rpcinterface:make_main_rpcinterface"
    return [
        section("supervisord", own),
        section("unix_http_server", {"file": escaped(data.sockets / "supervisor.sock"), "chmod": "0700"}),
        section("rpcinterface:supervisor", {"supervisor.rpcinterface_factory": factory}),
    ]


def configuration(data: DataFolder, *, address: str, processes: int, services: Mapping[str, str | None]) -> str:
    """supervisord's configuration file, to be read with the log folder as the working folder.

    `address` is HOST:PORT of the site and `processes` how many web processes share it. `services` names which of
    "postgres" and "redis" run here, each with the system user that runs it (None: the caller).
    """
    parts = supervisor_sections(data)
    if "postgres" in services:
        user = services["postgres"]
        more: dict[str, Any] = {"priority": 10, "stopsignal": "INT", "directory": "/"}
        if user is not None:
            more["user"] = user
        connections = f"max_connections={max(MIN_CONNECTIONS, processes * connections_of_a_process() + OTHERS)}"
        command = postgres.server_command(data.postgres, data.sockets, connections)
        parts.append(program("postgres", command, **more))
    if "redis" in services:
        parts.append(program("redis", redis.server_command(data.redis, data.redis_socket), priority=20))
    parts.append(program("worker", own_program(data, "config.embedded.worker"), priority=30, startsecs=3))
    web: dict[str, Any] = {"priority": 40, "socket": f"tcp://{address}"}
    parts.append(program("web", own_program(data, "config.embedded.web"), kind="fcgi-program", **web))
    return "\n".join(parts)


class Supervisor:
    """A running supervisord: the child process and its control socket."""

    def __init__(self, data: DataFolder, configuration: str, *, processes: int) -> None:
        self.data = data
        self.file = data.sockets / "supervisord.conf"
        self.file.write_text(configuration)
        own = {"PYTHONPATH": os.pathsep.join(own_modules()), "WEB_PROCESSES": str(processes)}
        with (data.log / "supervisord.out.log").open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.embedded.supervisord", "-c", str(self.file)],
                cwd=data.log,
                env=os.environ | own | PLAIN,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=end_with_parent,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def call(self, method: str, *arguments: object) -> Any:
        """Call one of supervisord's own remote procedures; raises OSError or xmlrpc.client.Error."""
        transport = SupervisorTransport(None, None, f"unix://{self.data.sockets / 'supervisor.sock'}")
        with ServerProxy("http://127.0.0.1", transport=transport) as server:
            return getattr(server.supervisor, method)(*arguments)

    def wait_until(self, ready: Callable[[], bool], *, seconds: float) -> bool:
        """Wait for a condition; False when time is up or supervisord has ended."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < deadline:
            if ready():
                return True
            time.sleep(0.1)
        return False

    def answers(self) -> bool:
        """Whether supervisord takes commands."""
        try:
            return bool(self.call("getState")["statename"] == "RUNNING")
        except (OSError, Error):
            return False

    def runs(self, name: str) -> bool:
        """Whether a program has stayed up for its `startsecs`."""
        return bool(self.call("getProcessInfo", name)["statename"] == "RUNNING")

    def start(self, name: str) -> None:
        """Start a program without waiting for it."""
        self.call("startProcess", name, False)

    def stop(self) -> None:
        """Stop every program in reverse order and supervisord itself; returns when all have ended."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()
