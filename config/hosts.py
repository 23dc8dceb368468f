"""Which host names the embedded site answers to."""

import ipaddress
import socket
from collections.abc import Callable
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest


def is_own_host(host: str, names: frozenset[str]) -> bool:
    """Whether a Host header names this machine: an IP address, `localhost`, or one of its own names.

    A store's laptop changes address with every network, so every address is taken. That is safe against DNS rebinding,
    which needs a name that the attacker owns; names are therefore taken only from the list.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    if name == "localhost" or name.endswith(".localhost") or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def machine_names() -> frozenset[str]:
    """This machine's names, as the local network may spell them."""
    name = socket.gethostname().lower().rstrip(".")
    short = name.split(".", 1)[0]
    return frozenset({name, short, f"{short}.local", f"{short}.lan"})


class OwnHostMiddleware:
    """Refuses requests under a name that is not this machine's; replaces a fixed `ALLOWED_HOSTS`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.names = machine_names()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if is_own_host(request.headers.get("Host", ""), self.names):
            return self.get_response(request)
        return HttpResponseBadRequest("Unknown host name.", content_type="text/plain")
