"""Answering with a kept page: the headers that keep it out of other people's hands, the encoding, the 304."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpResponse, HttpResponseRedirect

from tournaments.pages.store import KeptPage

HEADERS = {
    # A proxy keeps nothing, and a browser asks each time: what it has may be of before the visitor signed in.
    "Cache-Control": "private, no-cache",
    "Vary": "Accept-Encoding, Accept-Language, Cookie, HX-Request",
}


def encoding_for(accepted: str) -> str:
    """The encoding a browser's `Accept-Encoding` asks for: br, gzip, or none at all (an empty text)."""
    offered = {}
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        offered[name.strip()] = weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return next((name for name in ("br", "gzip") if offered.get(name)), "")


def etag_of(page: KeptPage, encoding: str) -> str:
    """The page's tag: one for each encoding, as their bytes differ."""
    return f'{page.etag[:-1]}-{encoding}"' if encoding else page.etag


def is_known(tags: str, etag: str) -> bool:
    """Whether an `If-None-Match` names the tag."""
    return etag in (tag.strip().removeprefix("W/") for tag in tags.split(","))


@dataclass(frozen=True)
class Reply:
    """An answer with a kept page, for whatever server sends it."""

    status: int
    headers: dict[str, str]
    body: bytes


def reply_with(page: KeptPage, *, accept_encoding: str, if_none_match: str) -> Reply:
    """The kept page for a browser that sent these headers; 304 without a body where it has the page already."""
    if page.location:
        return Reply(302, {**HEADERS, "Location": page.location}, b"")
    encoding = encoding_for(accept_encoding)
    headers = {**HEADERS, "ETag": etag_of(page, encoding)}
    if is_known(if_none_match, headers["ETag"]):
        return Reply(304, headers, b"")
    headers["Content-Type"] = page.content_type
    if encoding:
        headers["Content-Encoding"] = encoding
    return Reply(200, headers, page.encoded(encoding))


def answer_with(page: KeptPage, headers: Mapping[str, str]) -> HttpResponse:
    """The kept page as Django's answer to a request with these headers."""
    reply = reply_with(
        page,
        accept_encoding=headers.get("Accept-Encoding", ""),
        if_none_match=headers.get("If-None-Match", ""),
    )
    if page.location:
        return HttpResponseRedirect(page.location, headers=HEADERS)
    return HttpResponse(reply.body, status=reply.status, headers=reply.headers)
