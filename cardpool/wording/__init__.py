"""Refusals about games and cards, in words: a table per part, code → sentence from the refusal's facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from accounts.refusals import Refusal
from accounts.wording import say_refusal as say_lower_refusal
from cardpool.wording import cards, games, imports, packs, restrictions

Sentence = Callable[[Mapping[str, Any]], str]

_PARTS = (cards, games, imports, packs, restrictions)
REFUSALS: dict[str, Sentence] = {code: say for part in _PARTS for code, say in part.REFUSALS.items()}


def say_refusal(refusal: Refusal) -> str:
    """The sentence for a refusal of this app or a lower one, in the active language."""
    say = REFUSALS.get(refusal.code)
    return say(refusal.facts) if say is not None else say_lower_refusal(refusal)
