"""`python -m config.embedded.supervisord`: supervisord whose listening sockets stay open when their program ends.

Each web process has a listening socket of its own at the one address (SO_REUSEPORT): the kernel spreads visitors over
them, where processes that share one socket leave most visitors to whichever wakes first. `WEB_PROCESSES` in the
environment says how many.

supervisord closes the socket of an fcgi-program when the last process using it has ended, and opens another for the
next process: that leaves a moment in which visitors are refused, and drops those who wait. References kept for good
leave them waiting in the sockets' queues for the process that follows.
"""

import os
import socket
from typing import Any

from supervisor import process, supervisord
from supervisor.process import FastCGISubprocess
from supervisor.socket_manager import SocketManager

from config.embedded.surviving import survive

BACKLOG = 65_535
"""Visitors who may wait to be taken; the kernel's net.core.somaxconn lowers it."""
LISTENERS = "WEB_LISTENERS"
"""Environment variable: the file descriptors of the listening sockets that a program has inherited, by commas."""


class ListeningSockets(SocketManager):
    """The listening sockets of all web processes, closed by supervisord's own end alone."""

    listeners: tuple[socket.socket, ...] = ()

    def get_socket(self) -> Any:
        """The sockets, for one more start of the program."""
        if not self.listeners:
            address = self.socket_config.addr()
            self.listeners = tuple(listening_socket(address) for _ in range(int(os.environ["WEB_PROCESSES"])))
        return self.listeners


class WebProcess(FastCGISubprocess):
    """A program that inherits every socket, where supervisord hands over one as standard input."""

    fcgi_sock: tuple[socket.socket, ...]
    config: Any
    pipes: dict[str, int]

    def _prepare_child_fds(self) -> None:
        numbers = {listener.fileno() for listener in self.fcgi_sock}
        for number in numbers:
            os.set_inheritable(number, True)
        os.environ[LISTENERS] = ",".join(map(str, sorted(numbers)))
        options = self.config.options
        options.dup2(self.pipes["child_stdin"], 0)
        options.dup2(self.pipes["child_stdout"], 1)
        options.dup2(self.pipes["child_stdout"], 2)
        for number in set(range(3, options.minfds)) - numbers:
            options.close_fd(number)


def listening_socket(address: tuple[str, int]) -> socket.socket:
    """A socket that listens beside others at the same address."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def main() -> None:
    process.SocketManager = ListeningSockets
    process.FastCGISubprocess = WebProcess
    survive()
    supervisord.main()


if __name__ == "__main__":
    main()
