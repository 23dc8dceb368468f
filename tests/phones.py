"""Phones that subscribe to notices, and a push service of their own which keeps what is sent to it."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Thread
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_numbers = count(1)
KNOWN_SERVICE = "https://updates.push.services.mozilla.com"


def _as_text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


@dataclass(frozen=True)
class Phone:
    """A browser: its address at a push service, and the keys of which the service knows nothing."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey
    secret: bytes

    @property
    def sent(self) -> dict[str, str]:
        """What the browser sends to the site."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": _as_text(point), "auth": _as_text(self.secret)}

    def read(self, body: bytes) -> dict[str, str]:
        """What the phone shows of a message."""
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        shown: dict[str, str] = json.loads(plain)
        return shown


def make_phone(service: str = KNOWN_SERVICE) -> Phone:
    """A new browser at a push service."""
    return Phone(f"{service}/push/{next(_numbers)}", ec.generate_private_key(ec.SECP256R1()), os.urandom(16))


@dataclass
class PushService:
    """What came in: address, headers, body. `answers` are the status and headers by address; 201 for all others."""

    origin: str
    received: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    answers: dict[str, tuple[int, dict[str, str]]] = field(default_factory=dict)

    def shown_on(self, phone: Phone) -> list[dict[str, str]]:
        """The messages to a phone, as it reads them."""
        return [phone.read(body) for endpoint, _headers, body in self.received if endpoint == phone.endpoint]

    def headers_to(self, phone: Phone) -> list[dict[str, str]]:
        return [headers for endpoint, headers, _body in self.received if endpoint == phone.endpoint]


@contextmanager
def push_service() -> Iterator[PushService]:
    """A push service on this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            endpoint = f"{service.origin}{self.path}"
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.received.append((endpoint, {name.lower(): value for name, value in self.headers.items()}, body))
            status, headers = service.answers.get(endpoint, (201, {}))
            self.send_response(status)
            for name, value in (headers | {"Content-Length": "0"}).items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(f"http://127.0.0.1:{server.server_address[1]}")
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
