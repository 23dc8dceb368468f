"""One message to one browser by its push service: encrypted (RFC 8291), signed with the site's VAPID key (RFC 8292)."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from urllib.parse import urlsplit

import requests
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid
from pywebpush import WebPushException, webpush

SECONDS = 10.0
"""How long a push service may take to answer."""
MAX_WAIT = 3600
"""Seconds beyond which the wait that a push service asks for is not believed."""
GONE = (404, 410)
"""What a push service answers once the browser has ended the subscription (RFC 8030, section 7.3)."""
PUBLIC_KEY_BYTES, AUTH_BYTES = 65, 16
KEY = re.compile(r"[A-Za-z0-9_+/-]{1,88}={0,2}")
LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")


class Urgency(StrEnum):
    """How soon a phone that saves power is to be woken (RFC 8030, section 5.3)."""

    NORMAL = "normal"
    HIGH = "high"


@dataclass(frozen=True)
class Message:
    """What the phone shows: a title, a text, the page that a tap opens. A message of a `tag` replaces one of the same.

    `seconds` is how long the push service keeps it for a phone that cannot be reached.
    """

    title: str
    body: str
    path: str
    tag: str
    seconds: int
    urgency: Urgency = Urgency.NORMAL


class Outcome(StrEnum):
    SENT = "sent"
    GONE = "gone"
    LATER = "later"
    REFUSED = "refused"


@dataclass(frozen=True)
class Answer:
    """What became of a message; `wait`: the seconds after which the service wants to be asked again, 0 for none."""

    outcome: Outcome
    wait: int = 0


def is_push_on() -> bool:
    """Whether the site has a key to sign messages with (`manage.py make_push_keys`)."""
    return bool(settings.VAPID_PRIVATE_KEY)


def public_key() -> str:
    """The site's public key as browsers want it; empty while push is off."""
    return _public_key(settings.VAPID_PRIVATE_KEY) if is_push_on() else ""


@cache
def _public_key(private_key: str) -> str:
    key = Vapid.from_string(private_key).public_key
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")


def is_push_service(endpoint: str) -> bool:
    """Whether the address is at a push service that the site posts to (`PUSH_SERVICES`).

    A browser names the address, so without the list anybody could make the site post to any machine.
    """
    if "\x00" in endpoint:  # PostgreSQL stores none.
        return False
    try:
        parts = urlsplit(endpoint)
        origin = f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        return False
    for known in settings.PUSH_SERVICES:
        scheme, host = known.split("://", 1)
        if origin == known or (host.startswith("*.") and parts.scheme == scheme and _is_below(parts.netloc, host[1:])):
            return True
    return False


def _is_below(netloc: str, suffix: str) -> bool:
    """Whether it is a host below the suffix, each label of which a resolver accepts (RFC 1123, section 2.1)."""
    name = netloc.removesuffix(suffix)
    return name != netloc and all(LABEL.fullmatch(label) for label in name.split("."))


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether these are the keys of a subscription: a point on the curve P-256, and 16 bytes."""
    if not (KEY.fullmatch(p256dh) and KEY.fullmatch(auth)):  # Decoding passes over other characters.
        return False
    try:
        point, secret = (urlsafe_b64decode(key + "=" * (-len(key) % 4)) for key in (p256dh, auth))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, NotBase64):
        return False
    return len(point) == PUBLIC_KEY_BYTES and len(secret) == AUTH_BYTES


def send(message: Message, *, endpoint: str, p256dh: str, auth: str) -> Answer:
    """Post a message. Needs no database, so several threads may send at once."""
    shown = {"title": message.title, "body": message.body, "path": message.path, "tag": message.tag}
    try:
        webpush(
            {"endpoint": endpoint, "keys": {"p256dh": p256dh, "auth": auth}},
            data=json.dumps(shown, ensure_ascii=False),
            vapid_private_key=settings.VAPID_PRIVATE_KEY,
            vapid_claims={"sub": settings.VAPID_CONTACT},
            ttl=message.seconds,
            headers={"Urgency": message.urgency.value},
            timeout=SECONDS,
        )
    except WebPushException as error:
        return _read(error)
    except requests.RequestException:
        return Answer(Outcome.LATER)
    return Answer(Outcome.SENT)


def _read(error: WebPushException) -> Answer:
    status = error.response.status_code if error.response is not None else 0
    if status in GONE:
        return Answer(Outcome.GONE)
    if status == 429 or status >= 500:
        said = str(error.retry_after or "")
        return Answer(Outcome.LATER, min(int(said), MAX_WAIT) if said.isascii() and said.isdigit() else 0)
    return Answer(Outcome.REFUSED)
