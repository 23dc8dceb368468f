"""A `REDIS_URL` that cannot be used is one line in both languages, without its password."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import pytest

from config.embedded.launcher import plan_from
from config.embedded.own_redis import require_answer
from config.embedded.redis import PROGRAM
from config.embedded.wording import CannotRun


def line_of(url: str) -> str:
    with pytest.raises(CannotRun) as refused:
        require_answer(url)
    line = str(refused.value)
    assert "\n" not in line
    assert "secret" not in line
    assert " | " in line
    return line


@pytest.mark.parametrize(
    "url",
    ["garbage", "localhost:6379", "http://u:secret@127.0.0.1/0", "redis://", "unix://", "redis://u:secret@h:99999/0",
     "redis://u:secret@h:port/0", "redis://[u:secret/0"],
)  # fmt: skip
def test_what_is_no_address(url: str) -> None:
    line = line_of(url)
    assert "REDIS_URL must look like redis://" in line
    assert "REDIS_URL 应形如 redis://" in line


def test_nobody_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for url in (
        f"redis://:secret@127.0.0.1:{port}/0",
        "redis://:secret@no-such-host.invalid/0",
        "unix:///nowhere/redis.sock",
    ):
        line = line_of(url)
        assert "cannot be reached: start it or correct the address" in line
        assert "连不上 REDIS_URL 的 Redis" in line


@pytest.fixture(scope="module")
def guarded() -> Iterator[Path]:
    """The socket of a Redis with a password and two databases."""
    with TemporaryDirectory(dir="/tmp") as folder:
        path = Path(folder) / "r.sock"
        settings = ["--port", "0", "--unixsocket", str(path), "--dir", folder, "--databases", "2", "--save", ""]
        server = subprocess.Popen(
            [str(PROGRAM), *settings, "--requirepass", "right"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            pause = Event()
            for _ in range(1000):
                if path.exists():
                    break
                pause.wait(0.01)
            yield path
        finally:
            server.terminate()
            server.wait()


def test_one_that_answers(guarded: Path) -> None:
    require_answer(f"unix://:right@{guarded}?db=1")


@pytest.mark.parametrize("address", ["unix://{}", "unix://:secret@{}", "unix://:right@{}?db=7"])
def test_one_that_refuses(guarded: Path, address: str) -> None:
    line = line_of(address.format(guarded))
    assert "check its user, password and database number" in line
    assert "请检查用户、密码和库号" in line


def test_an_empty_address_is_the_embedded_one() -> None:
    assert not plan_from({"REDIS_URL": " "}).own_redis
    assert plan_from({"REDIS_URL": " redis://h/0 "}).redis_url == "redis://h/0"
