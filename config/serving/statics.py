"""Static files from memory, on the event loop: what whitenoise would answer, without Django's middlewares."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from whitenoise.middleware import WhiteNoiseMiddleware

from config.serving.asgi_types import Answer, Message, header

MAX_BYTES = 512 * 1024
"""Larger files are left to Django, which sends them in pieces."""
ASKED = {b"if-none-match": "HTTP_IF_NONE_MATCH", b"if-modified-since": "HTTP_IF_MODIFIED_SINCE"}


class StaticFiles:
    """The collected static files, found and given headers as by whitenoise; one that has been read stays as it was."""

    def __init__(self) -> None:
        self.table = WhiteNoiseMiddleware(lambda request: None)
        self._body = lru_cache(maxsize=1024)(_read)

    def answer(self, scope: Message) -> Answer | None:
        """The whole answer; None if Django has to answer, because it is not a static file or not a plain request."""
        path = scope["path"]
        if not path.startswith(self.table.static_prefix) or self.table.autorefresh or header(scope, b"range"):
            return None
        file = self.table.files.get(path)
        if file is None or scope["method"] not in {"GET", "HEAD"}:
            return None
        environment: dict[str, Any] = {"HTTP_ACCEPT_ENCODING": header(scope, b"accept-encoding").decode("latin-1")}
        environment |= {name: header(scope, key).decode("latin-1") for key, name in ASKED.items() if header(scope, key)}
        if file.is_not_modified(environment):
            return Answer(304, b"", _raw(file.not_modified_response.headers))
        place, headers = file.get_path_and_headers(environment)
        length = next((int(value) for name, value in headers if name == "Content-Length"), 0)
        if length > MAX_BYTES:
            return None
        return Answer(200, self._body(str(place)), _raw(headers))


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _raw(headers: Any) -> list[tuple[bytes, bytes]]:
    return [
        (name.lower().encode("latin-1"), value.encode("latin-1"))
        for name, value in headers
        if name.lower() != "content-length"
    ]
