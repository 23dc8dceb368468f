"""Wrong passwords slow down the sender, and never lock out the person who knows the right one.

Failures are counted for an account and a source: a browser that signed in to the account before counts alone, so
nothing that others do makes it wait. Everybody else counts by address, and a browser with a cookie by itself besides.
While an address waits, a browser that has no wait of its own goes on at once if its form brings back a solved puzzle
(`accounts.puzzles`), so that collected cookies make no guess cheap. The next try of a source with failures waits, twice
as long each time; the wait is answered with its seconds and nobody's process sleeps. The account's owner gets a notice.
"""

from __future__ import annotations

import hashlib
import time

import structlog
from django.core.cache import cache
from django.http import HttpRequest

from accounts.counting import count
from accounts.inbox import send_notice
from accounts.models import User
from accounts.puzzles import has_solved_puzzle
from accounts.visitors import address_of, browser_of, has_signed_in_before

logger = structlog.get_logger(__name__)

MAX_FREE_TRIES = 5
"""Failures at an account from one address before that address waits."""
MAX_OWN_TRIES = 4
"""Of a browser with a cookie before it waits, even while others behind its address do."""

FIRST_WAIT = 2
MAX_WAIT = 300
FORGOTTEN_AFTER = 60 * 60
NOTICE_FROM = 10
"""Failures within the hour, from anywhere, after which the owner is notified; once an hour."""


def seconds_to_wait(request: HttpRequest, username: str) -> int:
    """How long this visitor waits before the next try at this account; 0: the password is looked at."""
    account = account_key(username)
    if _is_known(request, username):
        return _wait(f"{account}:browser:{browser_of(request)}")
    wait = _wait(f"{account}:address:{address_of(request)}")
    return _own_wait(request, account, wait) if wait and browser_of(request) else wait


def note_failure(request: HttpRequest, username: str) -> None:
    """Count a wrong password, or an account that does not exist, which looks the same; tell the account's owner."""
    account = account_key(username)
    if _is_known(request, username):
        _count(f"{account}:browser:{browser_of(request)}")
    else:
        if browser_of(request):
            _count(f"{account}:own:{browser_of(request)}", free=MAX_OWN_TRIES)
        _count(f"{account}:address:{address_of(request)}")
    failures = count(f"{account}:all", 1, FORGOTTEN_AFTER)
    if failures >= NOTICE_FROM and cache.add(f"{account}:notified", True, FORGOTTEN_AFTER):
        _tell_owner(username, failures)


def note_success(request: HttpRequest, username: str) -> None:
    """Forget the failures of a source that knew the password after all."""
    account = account_key(username)
    sources = [f"{account}:browser:{browser_of(request)}", f"{account}:own:{browser_of(request)}"]
    cache.delete_many([key for source in sources for key in (source, f"{source}:until")])


def account_key(username: str) -> str:
    """Under which key an account's failures are counted, whether the account exists or not."""
    return f"wrong_password:{hashlib.sha256(username.strip().casefold().encode()).hexdigest()[:32]}"


def _is_known(request: HttpRequest, username: str) -> bool:
    account = User.objects.filter(username__iexact=username.strip()).values_list("pk", flat=True).first()
    return account is not None and has_signed_in_before(request, account)


def _own_wait(request: HttpRequest, account: str, wait: int) -> int:
    """How long a browser waits while its address does: for its own failures, else not at all with a solved puzzle."""
    own = _wait(f"{account}:own:{browser_of(request)}")
    if own:
        return own
    return 0 if has_solved_puzzle(request) else wait


def _wait(source: str) -> int:
    return max(0, int(cache.get(f"{source}:until", 0) - time.time()) + 1) if cache.get(f"{source}:until") else 0


def _count(source: str, *, free: int = MAX_FREE_TRIES) -> None:
    failures = count(source, 1, FORGOTTEN_AFTER)
    if failures >= free:
        wait = min(MAX_WAIT, FIRST_WAIT << min(failures - free, 10))
        cache.set(f"{source}:until", time.time() + wait, wait)


def _tell_owner(username: str, failures: int) -> None:
    user = User.objects.filter(username__iexact=username.strip(), is_active=True).first()
    if user is not None:
        send_notice(to=user, code="wrong_passwords", count=failures)
        logger.warning("wrong_passwords", account=user.pk, failures=failures)
