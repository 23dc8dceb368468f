"""Refusals about games and cards, in words: a table per part, code → sentence from the refusal's facts."""

from __future__ import annotations

from accounts.refusals import Refusal
from accounts.wording import REFUSALS as LOWER_REFUSALS
from accounts.wording import Sentence
from accounts.wording import say_refusal as say_by
from cardpool.wording import cards, games, imports, packs, restrictions

_PARTS = (cards, games, imports, packs, restrictions)
REFUSALS: dict[str, Sentence] = {
    **LOWER_REFUSALS,
    **{code: say for part in _PARTS for code, say in part.REFUSALS.items()},
}


def say_refusal(refusal: Refusal) -> str:
    """The sentence for a refusal of this app or a lower one, in the active language."""
    return say_by(refusal, REFUSALS)
