"""A sum that a browser works out by itself, for a second or a few, before something that is tried by the thousand.

A page with a form carries a puzzle, and its script looks for the solution while somebody types; the answer is asked for
only where an address has used up what it may do, or sends wrong passwords. A person with one phone waits for nothing;
a thousand cookies pay for every try. Nothing is asked of people, and nothing of the network.

The solution is a number whose SHA-256 together with the puzzle's seed begins with `BITS` zeros, so finding it takes
2 ** BITS tries on average and checking it one. A puzzle is good for one address and one use.
"""

from __future__ import annotations

import hashlib
import re

import structlog
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

from accounts.secrets import new_secret
from accounts.visitors import address_of

logger = structlog.get_logger(__name__)

BITS = 20
"""About a second of a laptop, four of a cheap phone, and a tenth of a second of a core for a program made for it."""

GOOD_FOR = 30 * 60
"""Seconds: as long as somebody may take to fill in the form."""

PUZZLE, SOLUTION = "puzzle", "solution"
"""The fields of a form that bring it back."""

SALT = "accounts.puzzles"
_NUMBER = re.compile(r"[0-9]{1,12}")
_ASKED = "_puzzle_asked"
_SOLVED = "_puzzle_solved"


def new_puzzle(request: HttpRequest) -> str:
    """A fresh puzzle for a page that is about to be shown."""
    return signing.dumps([address_of(request), new_secret(9)], salt=SALT)


def seed_of(puzzle: str) -> str:
    """What a solution is tried with: short, so that one try is one block of SHA-256."""
    return hashlib.sha256(puzzle.encode()).hexdigest()[:32]


def is_solution(puzzle: str, solution: str) -> bool:
    """Whether the number solves the puzzle."""
    digest = hashlib.sha256(f"{seed_of(puzzle)}:{solution}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - BITS) == 0


def has_solved_puzzle(request: HttpRequest) -> bool:
    """Whether the form came with the solution of a puzzle of this address that was not used before.

    Asking again within the request gives the same answer. Without one, the page that answers says that it needs one.
    """
    if _SOLVED not in request.META:
        request.META[_SOLVED] = _spent(request)
    if not request.META[_SOLVED]:
        request.META[_ASKED] = True
    return bool(request.META[_SOLVED])


def asks_for_puzzle(request: HttpRequest) -> bool:
    """Whether this request was refused for want of a solution."""
    return bool(request.META.get(_ASKED))


def _spent(request: HttpRequest) -> bool:
    puzzle, solution = request.POST.get(PUZZLE, ""), request.POST.get(SOLUTION, "")
    try:
        address, _ = signing.loads(puzzle, salt=SALT, max_age=GOOD_FOR)
    except (signing.BadSignature, ValueError, TypeError):
        return False
    if address != address_of(request) or not _NUMBER.fullmatch(solution) or not is_solution(puzzle, solution):
        return False
    try:
        return bool(cache.add(f"puzzle:{seed_of(puzzle)}", True, GOOD_FOR))
    except (RedisError, OSError):
        logger.warning("puzzle_not_spent")
        return True
