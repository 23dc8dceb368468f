"""`python -m config.embedded.supervisord`: supervisord whose listening sockets stay open while it runs.

supervisord closes the socket of an fcgi-program when the last process using it has ended, and opens another for the
next process: web processes that end together leave a moment in which visitors are refused. One reference kept for good
leaves visitors waiting in the socket's queue instead.
"""

from typing import Any

from supervisor import process, supervisord
from supervisor.socket_manager import SocketManager


class OpenDoor(SocketManager):
    """A socket that, once opened, is closed by supervisord's own end alone."""

    kept: Any = None

    def get_socket(self) -> Any:
        """The listening socket for one more process."""
        if self.kept is None:
            self.kept = super().get_socket()
        return super().get_socket()


def main() -> None:
    process.SocketManager = OpenDoor
    supervisord.main()


if __name__ == "__main__":
    main()
