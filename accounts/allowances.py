"""How much each visitor may ask for within a minute, counted in work where work differs; docs/architecture/limits.md.

Three counts, each with a limit of its own: a visitor (account or browser), everybody with a cookie behind one address,
and everybody without one behind it. A phone that hammers uses up its own; the hall behind the same address goes on.
Cookies cost nothing, so somebody may use up an address's: then forms that bring back a solved puzzle, which costs a
second of work each, count apart (`accounts.puzzles`), and a hall of phones goes on.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.http import HttpRequest

from accounts.counting import count
from accounts.puzzles import has_solved_puzzle
from accounts.refusals import TooMany
from accounts.visitors import address_of, browser_of, has_signed_in


@dataclass(frozen=True)
class Allowance:
    """Units of one kind of work within `seconds`: of one visitor, of all browsers behind an address, and of everybody
    without a cookie behind it. Kinds with the same `newcomers_share` count the last together."""

    name: str
    visitor: int
    newcomers: int
    address: int
    seconds: int = 60
    newcomers_share: str = ""


SIGN_IN = Allowance("sign_in", visitor=30, newcomers=400, address=2_000, newcomers_share="password")
SIGN_UP = Allowance("sign_up", visitor=6, newcomers=400, address=1_000, newcomers_share="password")
"""Both hash a password, about 30 ms (`accounts.passwords`): 400 a minute are a fifth of one core."""

SUBSCRIBE = Allowance("subscribe", visitor=20, newcomers=200, address=1_000)
"""Letting a phone show notices."""

MAIL_ADDRESS = Allowance("mail_address", visitor=10, newcomers=40, address=400)
"""Giving an address for notices, which sends a mail."""

ASK_API = Allowance("ask_api", visitor=600, newcomers=2_400, address=12_000)


def spend(request: HttpRequest, allowance: Allowance, units: int = 1) -> int:
    """Take units of the visitor's allowance; the seconds until there are more, 0 when the work may be done now.

    Browsers that signed in to an account before count together apart from those that never did, whose cookies are free.
    What a visitor asks beyond their own allowance is not counted against the address. Accounts are counted alone.
    While Redis cannot be reached nothing adds up (`config.caching`) and everything may be done.
    """
    now = time.time()
    wait = int(allowance.seconds - now % allowance.seconds) + 1
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return wait if _used(allowance, f"account:{user.pk}", units, now) > allowance.visitor else 0
    return wait if _is_used_up(request, allowance, units, now) else 0


def _is_used_up(request: HttpRequest, allowance: Allowance, units: int, now: float) -> bool:
    """Whether a visitor without an account has no more of it: alone, or as one of those behind the address."""
    browser, address = browser_of(request), address_of(request)
    if browser and _used(allowance, f"browser:{browser}", units, now) > allowance.visitor:
        return True
    group, most, name = "address", allowance.address, ""
    if not browser:
        group, most, name = "newcomers", allowance.newcomers, allowance.newcomers_share
    elif has_signed_in(request):
        group = "known"
    if _used(allowance, f"{group}:{address}", units, now, name) <= most:
        return False
    if not has_solved_puzzle(request):
        return True
    return _used(allowance, f"solved:{address}", units, now) > allowance.address


def require_allowance(request: HttpRequest, allowance: Allowance, units: int = 1) -> None:
    """Take units of the visitor's allowance. Raises TooMany `too_often` with the seconds to wait."""
    wait = spend(request, allowance, units)
    if wait:
        raise TooMany("too_often", seconds=wait)


def _used(allowance: Allowance, who: str, units: int, now: float, name: str = "") -> int:
    """How much of this minute's allowance is used, these units with it."""
    key = f"allowance:{name or allowance.name}:{who}:{int(now // allowance.seconds)}"
    return count(key, units, allowance.seconds + 5)
