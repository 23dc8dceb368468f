"""The links of mails about notices: the key of an address, signed by the site, so that nothing secret is stored.

Who has one reads the mailbox: it confirms the address, or ends mails to it, without signing in. An address that is
given again has another key, so links of mails sent before no longer do anything to it.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from datetime import datetime

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.addresses import address_to_share

CONFIRM, END = "accounts.mail_links.confirm", "accounts.mail_links.end"
SECRET = re.compile(r"([0-9]{1,18})-([A-Za-z0-9_-]{43})")


def confirming_secret(address_id: int, asked_at: datetime) -> str:
    """The secret that confirms an address; asking again makes another."""
    return f"{address_id}-{_signature(CONFIRM, f'{address_id} {asked_at.timestamp():.6f}')}"


def ending_secret(address_id: int) -> str:
    """The secret that ends mails to an address."""
    return f"{address_id}-{_signature(END, str(address_id))}"


def key_of(secret: str) -> int | None:
    """The key of the address that a secret is about, which has still to be compared; None for what is not one."""
    found = SECRET.fullmatch(secret)
    return int(found[1]) if found else None


def is_same(secret: str, expected: str) -> bool:
    """Whether two secrets are equal, in a time that says nothing about how much of them is."""
    return constant_time_compare(secret, expected)


def origin_of(request: HttpRequest) -> str:
    """What links in the mails a visitor asks for begin with: `SITE_ORIGIN`, or the site as the visitor opened it."""
    return settings.SITE_ORIGIN or address_to_share(request, "/").rstrip("/")


def mask_address(address: str) -> str:
    """An address as others than its reader see it: `an…@example.com`; never a whole name."""
    name, _at, domain = address.rpartition("@")
    shown = 2 if len(name) > 4 else min(1, len(name) - 1)
    return f"{name[:shown]}…@{domain}"


def _signature(salt: str, text: str) -> str:
    return urlsafe_b64encode(salted_hmac(salt, text, algorithm="sha256").digest()).decode().rstrip("=")
