"""Giving each of some things one of those that it may have, no two the same."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

One = TypeVar("One")
Other = TypeVar("Other")


def most_pairs(choices: Mapping[One, Sequence[Other]]) -> int:
    """How many keys can be given one of their choices each, at most."""
    taken: dict[Other, One] = {}
    return sum(_finds_one(one, choices, taken, set()) for one in choices)


def _finds_one(one: One, choices: Mapping[One, Sequence[Other]], taken: dict[Other, One], tried: set[Other]) -> bool:
    """Give a key one of its choices, moving others to another of theirs where it must."""
    for choice in choices[one]:
        if choice not in tried:
            tried.add(choice)
            if choice not in taken or _finds_one(taken[choice], choices, taken, tried):
                taken[choice] = one
                return True
    return False
