"""Phones that come to the site all at once, to look for a name or by a personal link that they have not opened yet."""

from __future__ import annotations

import asyncio
import re
import time
from typing import Any
from urllib.parse import urlencode

from bench.load.phones import HEADERS, Heard, Phone, phones_of
from bench.load.scenes import publish_again
from bench.load.site import LoadedSite
from bench.load.wire import Reply, request, unpacked

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
COOKIE = re.compile(rb"\r\nset-cookie: ([^=;]+)=([^;]*)", re.IGNORECASE)


async def find_at_once(site: LoadedSite, event: dict[str, Any], path: str, phones: int) -> Heard:
    """A round is published, and each phone looks for another player's name in it, as static/js/live.js asks."""
    await publish_again(site, event)
    heard, hall = Heard(), phones_of(site.base, phones, [])
    found = [request("GET", f"{path}?find={number:04}", HEADERS) for number in range(phones)]
    await asyncio.gather(*(phone.open(wire, heard) for phone, wire in zip(hall, found, strict=True)))
    for phone in hall:
        phone.close()
    return heard


async def links_at_once(site: LoadedSite, event: dict[str, Any], path: str, phones: int) -> Heard:
    """Each player opens the personal link, goes on as the player, and opens the page with the session they got."""
    heard, hall = Heard(), phones_of(site.base, phones, [])
    players = [bar.split(".")[1] for _, bar, _ in event["sessions"][:phones]]
    await asyncio.gather(
        *(_arrive(phone, f"/me/{player}/", path, heard) for phone, player in zip(hall, players, strict=True))
    )
    for phone in hall:
        phone.close()
    return heard


async def _arrive(phone: Phone, link: str, path: str, heard: Heard) -> None:
    start, cookies = time.perf_counter(), dict[str, str]()

    async def fetch(method: str, path: str, body: bytes = b"") -> Reply | None:
        headers = HEADERS | {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        answer = await phone.fetch(request(method, path, headers, body), heard)
        if answer is not None:
            cookies.update({name.decode(): value.decode() for name, value in COOKIE.findall(answer.head)})
        return answer

    asked = await fetch("GET", link)
    if asked is None:
        return
    token = TOKEN.search(unpacked(asked).decode())
    gone_on = await fetch("POST", link, urlencode({"csrfmiddlewaretoken": token[1]}).encode()) if token else None
    if gone_on is None or gone_on.status != 302:
        heard.errors += [] if gone_on is None and token else ["the link did not lead on"]
        return
    if await fetch("GET", path) is not None:
        heard.seconds.append(time.perf_counter() - start)
