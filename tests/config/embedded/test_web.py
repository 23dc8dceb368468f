"""The sockets of the web processes: the supervisor's, or opened by themselves."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from config.embedded.supervisord import listening_socket
from config.embedded.web import own_sockets
from config.embedded.wording import CannotRun


@pytest.fixture
def taken() -> Iterator[socket.socket]:
    with listening_socket(("127.0.0.1", 0)) as listening:
        yield listening


def test_without_a_supervisor_each_process_gets_a_socket_at_one_address(taken: socket.socket) -> None:
    port = taken.getsockname()[1]
    taken.close()
    opened = own_sockets({"PORT": str(port), "WEB_PROCESSES": "3"})
    assert [one.getsockname() for one in opened] == [("127.0.0.1", port)] * 3
    for one in opened:
        one.close()


def test_the_port_of_another_program_is_not_shared_with_it(taken: socket.socket) -> None:
    port = str(taken.getsockname()[1])
    with pytest.raises(CannotRun, match=port):
        own_sockets({"PORT": port})


@pytest.mark.parametrize("wrong", [{"PORT": "http"}, {"WEB_PROCESSES": "0"}])
def test_values_that_make_no_sense_are_named(wrong: dict[str, str]) -> None:
    with pytest.raises(CannotRun, match=next(iter(wrong))):
        own_sockets(wrong)
