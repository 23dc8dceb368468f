"""`make run`: everything the site needs, in one folder, under one supervisor, until it is asked to stop."""

import fcntl
import json
import os
import resource
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from config.disk.reserve import keep_reserve
from config.disk.space import Limits, is_full_disk, limits_from
from config.embedded import banner, own_database, own_redis, postgres, redis
from config.embedded.addresses import port_number, require_free, web_processes
from config.embedded.disk_watch import watch_until_end
from config.embedded.leftovers import end_leftovers
from config.embedded.parent_death import end_with_parent
from config.embedded.paths import DataFolder, data_folder, secret_key
from config.embedded.supervision import Supervisor, configuration
from config.embedded.wording import CannotRun, both, complain, say

PATIENCE = 60.0
"""Seconds a service may take to answer."""


DISK_FULL = both("磁盘满了：先腾出空间，再运行一次。", "The disk is full: make space, then run it again.")


class Stopped(BaseException):
    """Somebody asked the site to stop."""


@dataclass(frozen=True)
class Plan:
    """What this run is to do, read from the environment."""

    data: DataFolder
    host: str
    port: int
    processes: int
    database_url: str
    """`DATABASE_URL`, a database that is not this folder's; empty for the embedded one."""
    redis_url: str
    """`REDIS_URL`, a Redis that is not this folder's; empty for the embedded one."""
    limits: Limits
    """How much space the disk of the data folder has to have."""
    demo: bool
    """Whether an empty database of this folder gets the demo events."""

    @property
    def own_database(self) -> bool:
        return bool(self.database_url)

    @property
    def own_redis(self) -> bool:
        return bool(self.redis_url)

    @property
    def here(self) -> str:
        """The site's address on this machine."""
        name = "localhost" if self.host in {"0.0.0.0", "127.0.0.1"} else self.host
        return f"http://{name}:{self.port}"


def plan_from(environment: Mapping[str, str]) -> Plan:
    """Read the plan; raises CannotRun for a value that makes no sense."""
    return Plan(
        data=data_folder(),
        host=environment.get("HOST") or "0.0.0.0",
        port=port_number(environment.get("PORT") or "8000"),
        processes=web_processes(environment.get("WEB_PROCESSES") or "2"),
        database_url=environment.get("DATABASE_URL", "").strip(),
        redis_url=environment.get("REDIS_URL", "").strip(),
        limits=disk_limits(environment),
        demo=environment.get("DEMO", "1") not in {"0", "no", "off"},
    )


def disk_limits(environment: Mapping[str, str]) -> Limits:
    """How much space there has to be; raises CannotRun for a value that is not a number."""
    try:
        return limits_from(environment)
    except ValueError as error:
        raise CannotRun(both("DISK_LOW_MB、DISK_RESERVE_MB、DISK_FULL_MB 应为整数。", str(error))) from error


def main() -> int:
    """Run until stopped; 0 after a stop that was asked for, 1 after a line that says why the site cannot run."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    try:
        run(plan_from(os.environ))
    except Stopped:
        say(both("已停止。", "Stopped."))
        return 0
    except CannotRun as reason:
        complain(str(reason))
        return 1
    except OSError as error:
        if not is_full_disk(error):
            raise
        complain(DISK_FULL)
        return 1
    complain(both("监督进程意外结束，详见日志。", "The supervisor ended unexpectedly; see the logs."))
    return 1


def stop(number: int, frame: object) -> None:
    """Leave whatever is being done; further requests to stop change nothing, the stopping is under way."""
    for other in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(other, signal.SIG_IGN)
    raise Stopped


def run(plan: Plan) -> None:
    """Start everything, tell where it is, and wait; raises CannotRun or Stopped, with nothing left running."""
    data = plan.data
    allow_connections()
    keep_reserve(data.root, plan.limits)
    make_folders(data)
    with lock(data, plan):
        if end_leftovers(data):
            say(both("已收拾上次没有正常结束的进程。", "Ended what a killed run had left."))
        require_free(plan.host, plan.port)
        if plan.own_database:
            own_database.require_answer(plan.database_url)
        if plan.own_redis:
            own_redis.require_answer(plan.redis_url)
        services = prepare_services(plan)
        text = configuration(data, address=f"{plan.host}:{plan.port}", processes=plan.processes, services=services)
        try:
            with Supervisor(data, text, processes=plan.processes) as supervisor:
                bring_up(plan, supervisor, services)
                watch_until_end(supervisor.process, data.root, plan.limits)
        finally:
            end_leftovers(data)


def allow_connections() -> None:
    """Let every process started from here open as many files as this user may: each open page is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def make_folders(data: DataFolder) -> None:
    """Make the data folder, closed to the machine's other users; raises CannotRun where it cannot be written."""
    try:
        for folder in (data.root, data.log, data.redis, data.media, data.static):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            probe = folder / ".writable"
            probe.touch()
            probe.unlink()
        secret_key(data)
    except OSError as error:
        raise CannotRun(unwritable(data.root, error)) from error


def unwritable(folder: Path, error: OSError) -> str:
    """The line about a data folder that cannot be written."""
    if is_full_disk(error):
        return DISK_FULL
    return both(
        f"无法写入 {folder}（{error.strerror}）：改权限，或用 VAR_DIR=/别的文件夹 make run",
        f"cannot write to {folder}: fix its permissions or use VAR_DIR=/another/folder make run",
    )


@contextmanager
def lock(data: DataFolder, plan: Plan) -> Iterator[None]:
    """Hold the data folder for this run; raises CannotRun, naming the address, while another run holds it."""
    with (data.root / "lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            where = file.read().strip()
            raise CannotRun(
                both(f"这个文件夹里的对决台已在运行：{where}", f"DuelDesk is already running here: {where}")
            ) from error
        file.truncate(0)
        file.write(plan.here + "\n")
        file.flush()
        yield


def prepare_services(plan: Plan) -> dict[str, str | None]:
    """Make the embedded services' folders; which services run here and as which system user."""
    data = plan.data
    services: dict[str, str | None] = {}
    try:
        data.sockets.mkdir(mode=0o700, parents=True, exist_ok=True)
        for old in data.sockets.glob("*.sock"):
            old.unlink()
        if not plan.own_database:
            if not (data.postgres / "PG_VERSION").exists():
                say(both("首次启动，正在建立数据库……", "First start: making the database…"))
            services["postgres"] = postgres.prepare(data.postgres, data.sockets)
    except postgres.PostgresError as error:
        raise CannotRun(both(f"无法建立数据库：{error}", "PostgreSQL cannot be set up")) from error
    except OSError as error:
        raise CannotRun(unwritable(data.root, error)) from error
    if not plan.own_redis:
        services["redis"] = None
    return services


def bring_up(plan: Plan, supervisor: Supervisor, services: Mapping[str, str | None]) -> None:
    """Services first, then the data, then web and worker, then the banner; raises CannotRun at the first failure."""
    data = plan.data
    need(supervisor.wait_until(supervisor.answers, seconds=PATIENCE), data.log / "supervisord.out.log")
    for service in services:
        supervisor.start(service)
    if "postgres" in services:
        up = supervisor.wait_until(lambda: postgres.answers(data.sockets), seconds=PATIENCE)
        need(up, data.log / "postgres.log")
        postgres.create_database(data.sockets, "dueldesk")
    if "redis" in services:
        need(supervisor.wait_until(lambda: redis.answers(data.redis_socket), seconds=PATIENCE), data.log / "redis.log")
    link = prepare_site(plan)
    supervisor.start("worker")
    supervisor.start("web")
    need(supervisor.wait_until(lambda: healthy(plan), seconds=PATIENCE), data.log / "web.log")
    need(supervisor.wait_until(lambda: supervisor.runs("worker"), seconds=PATIENCE), data.log / "worker.log")
    banner.show(plan.here, host=plan.host, port=plan.port, owner_link=link, own_database=plan.own_database)


def need(condition: bool, log: Path) -> None:
    """Raise CannotRun pointing to the log unless the condition holds."""
    if not condition:
        raise CannotRun(both(f"没有启动成功，原因见 {log}", f"It did not start; see {log}"))


def prepare_site(plan: Plan, *options: str) -> str | None:
    """Migrate, load and gather in a process of its own; the path of the owner's one-time link, if there is one."""
    log = plan.data.log / "prepare.log"
    command = [sys.executable, "-m", "config.embedded.prepare", *options]
    if plan.own_database:
        command.append("--own-database")
    if not plan.demo:
        command.append("--no-demo")
    with log.open("wb") as errors:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
            preexec_fn=end_with_parent,
        )
        try:
            output, _ = process.communicate()
        except Stopped:
            process.terminate()
            process.wait()
            raise
    need(process.returncode == 0, log)
    link = json.loads(output.splitlines()[-1])["owner_link"]
    return None if link is None else str(link)


def healthy(plan: Plan) -> bool:
    """Whether the site answers that all is well."""
    host = "127.0.0.1" if plan.host == "0.0.0.0" else plan.host
    try:
        with urllib.request.urlopen(f"http://{host}:{plan.port}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False
