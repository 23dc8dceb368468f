"""How the people of a chaos run send requests, and what they record of the answers."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException
from typing import Any

from tests.chaos.moments import PASSING, Moments, NoAnswer

PATIENCE = 30.0


@dataclass(frozen=True)
class Answer:
    """What the site said."""

    status: int
    headers: Message
    body: bytes

    @property
    def is_yes(self) -> bool:
        return 200 <= self.status < 400

    def json(self) -> Any:
        return json.loads(self.body)


class _Stay(urllib.request.HTTPRedirectHandler):
    """Returns redirects as answers like any other."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Visitor:
    """Sends requests, each on its own connection: as a program with a token, or as a browser's session."""

    def __init__(self, base_url: str, moments: Moments, *, token: str = "", session: str = "") -> None:
        self.base_url, self.moments = base_url, moments
        self.headers = {"Accept-Language": "en"}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"
        if session:
            secret = "c" * 32  # Django compares the cookie with what is sent; any secret of that length works.
            self.headers |= {"Cookie": f"dueldesk_session={session}; csrftoken={secret}", "X-CSRFToken": secret}
        self.opener = urllib.request.build_opener(_Stay)

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, None, {})

    def post(self, path: str, body: Any = None) -> Answer:
        """Send JSON."""
        return self._ask("POST", path, json.dumps(body or {}).encode(), {"Content-Type": "application/json"})

    def send_form(self, path: str, files: Mapping[str, bytes] | None = None, **fields: str) -> Answer:
        """Send a form as a browser does, with files by their names."""
        edge = "----chaos"
        parts = [
            f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in fields.items()
        ]
        for name, data in (files or {}).items():
            head = f'--{edge}\r\nContent-Disposition: form-data; name="card_files"; filename="{name}"\r\n\r\n'
            parts.append(head.encode() + data + b"\r\n")
        body = b"".join([*parts, f"--{edge}--\r\n".encode()])
        return self._ask("POST", path, body, {"Content-Type": f"multipart/form-data; boundary={edge}"})

    def _ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Raises NoAnswer."""
        request = urllib.request.Request(
            self.base_url + path, data=body, headers=self.headers | dict(headers), method=method
        )
        try:
            try:
                with self.opener.open(request, timeout=PATIENCE) as found:
                    answer = Answer(found.status, found.headers, found.read())
            except urllib.error.HTTPError as other:
                answer = Answer(other.code, other.headers, other.read())
        except (OSError, HTTPException) as error:
            self.moments.answered(0, path)
            raise NoAnswer(f"{method} {path}: {type(error).__name__}") from None
        self.moments.answered(answer.status, f"{method} {path}")
        return answer

    def get_until(self, path: str) -> Answer:
        """Ask again until the site accepts or refuses. Raises NoAnswer when all have to stop."""
        while not self.moments.over.is_set():
            try:
                answer = self.get(path)
            except NoAnswer:
                self.moments.over.wait(0.2)
                continue
            if answer.status < 500 and answer.status not in PASSING:
                return answer
            self.moments.over.wait(0.5)
        raise NoAnswer(path)
