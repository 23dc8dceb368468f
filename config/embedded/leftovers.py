"""What a killed run leaves behind: processes that nobody supervises, and PostgreSQL's note of one that is gone."""

import signal

import psutil

from config.embedded.paths import DataFolder
from config.embedded.wording import CannotRun, both


def end_leftovers(data: DataFolder) -> int:
    """End every process that still works on this data folder; returns how many there were.

    To be called while holding the folder's lock and with no supervisor of one's own. Raises CannotRun when a process
    belongs to somebody else.
    """
    ended = 0
    for find, how, patience in (
        (supervisors, signal.SIGTERM, 60),
        (own_processes, signal.SIGTERM, 15),
        (redis_servers, signal.SIGTERM, 15),
        (postgres_servers, signal.SIGINT, 60),
    ):
        found = find(data)
        for process in found:
            end(process, how)
        _, stubborn = psutil.wait_procs(found, timeout=patience)
        for process in stubborn:
            end(process, signal.SIGQUIT if find is postgres_servers else signal.SIGKILL)
        psutil.wait_procs(stubborn, timeout=15)
        ended += len(found)
    (data.postgres / "postmaster.pid").unlink(missing_ok=True)
    return ended


def end(process: psutil.Process, how: signal.Signals) -> None:
    """Send a signal to a process that may be gone already."""
    try:
        process.send_signal(how)
    except psutil.NoSuchProcess:
        pass
    except psutil.AccessDenied as error:
        raise CannotRun(
            both(
                f"另一个用户的进程 {process.pid} 正在使用这个数据文件夹，请先停止它。",
                f"Process {process.pid} of another user works on this data folder; stop it first.",
            )
        ) from error


def commands() -> list[tuple[psutil.Process, list[str]]]:
    """Every process of the machine whose command line can be read."""
    listed = psutil.process_iter(["cmdline"])
    return [(process, process.info["cmdline"]) for process in listed if process.info["cmdline"]]


def supervisors(data: DataFolder) -> list[psutil.Process]:
    """supervisord on this data folder."""
    file = str(data.sockets / "supervisord.conf")
    return [process for process, words in commands() if "config.embedded.supervisord" in words and words[-1] == file]


def own_processes(data: DataFolder) -> list[psutil.Process]:
    """Web processes and workers of this data folder."""
    return [process for process, words in commands() if words[-2:] == ["--data", str(data.root)]]


def redis_servers(data: DataFolder) -> list[psutil.Process]:
    """Redis on this data folder's socket, which it shows in its title."""
    socket = str(data.redis_socket)
    titles = [(process, f"{' '.join(words)} ") for process, words in commands()]
    return [process for process, title in titles if "redis-server " in title and f"{socket} " in title]


def postgres_servers(data: DataFolder) -> list[psutil.Process]:
    """PostgreSQL on this data folder."""
    return [
        process
        for process, words in commands()
        if words[0].endswith("postgres") and "-D" in words[:-1] and words[words.index("-D") + 1] == str(data.postgres)
    ]
