"""Addresses that are meant to be opened on another device."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.module_loading import import_string

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})


def address_to_share(request: HttpRequest, path: str) -> str:
    """The full address of a path of this site, as a phone in the hall can open it.

    On the machine that runs the site pages are often opened as "localhost", which means another machine to every
    phone; the machine's own address on the local network takes its place where there is one.
    """
    name, port = split_domain_port(request.get_host())
    if name in LOOPBACK and settings.PHONE_HOSTS:
        for host in import_string(settings.PHONE_HOSTS)():
            return f"{request.scheme}://{host}{f':{port}' if port else ''}{path}"
    return request.build_absolute_uri(path)
