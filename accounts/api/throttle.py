"""The API's limit on requests, with the same allowances as the pages."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.allowances import ASK_API, spend


class VisitorThrottle(BaseThrottle):
    """Limits an account by itself, a browser by its cookie, a program without either by its address."""

    def __init__(self) -> None:
        self._wait = 0

    def allow_request(self, request: Request, view: Any) -> bool:
        self._wait = spend(request, ASK_API)
        return not self._wait

    def wait(self) -> float:
        return self._wait
