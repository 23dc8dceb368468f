"""A mail server on this machine that keeps what is sent to it, and answers as a test wants."""

from __future__ import annotations

import email
import email.policy
import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from threading import Thread
from typing import cast


@dataclass
class MailServer:
    """What came in, by address. `answers` are replies to a recipient in place of 250, `to_text` those to a mail's text;
    "drop" closes the connection."""

    port: int
    received: list[tuple[str, EmailMessage]] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    to_text: dict[str, str] = field(default_factory=dict)
    connections: int = 0

    def mails_to(self, address: str) -> list[EmailMessage]:
        return [mail for to, mail in self.received if to == address]


class _Conversation(socketserver.StreamRequestHandler):
    """As much of RFC 5321 as a client needs."""

    kept: MailServer

    def handle(self) -> None:
        self.kept.connections += 1
        self._say("220 here")
        to = ""
        while line := self.rfile.readline().decode().strip():
            verb = line[:4].upper()
            if verb == "RCPT":
                to = line[line.index("<") + 1 : line.index(">")]
                if not self._say(self.kept.answers.get(to, "250 OK")):
                    return
            elif verb == "DATA":
                self._say("354 go on")
                text = self._text()
                answer = self.kept.to_text.get(to, "250 OK")
                if answer == "250 OK":
                    self.kept.received.append((to, text))
                if not self._say(answer):
                    return
            elif verb == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 OK")

    def _say(self, line: str) -> bool:
        if line == "drop":
            return False
        self.wfile.write(f"{line}\r\n".encode())
        return True

    def _text(self) -> EmailMessage:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return cast(EmailMessage, email.message_from_bytes(b"".join(lines), policy=email.policy.default))


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """A mail server on this machine."""
    handler = type("Handler", (_Conversation,), {})
    server = _Server(("127.0.0.1", 0), handler)
    kept = MailServer(server.server_address[1])
    handler.kept = kept  # type: ignore[attr-defined]
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield kept
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
