"""What a player has to do next about their own list: the head of the deck page, before the list itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from decks.views.saved import SavedProblem
from decks.views.shown import Problem
from tournaments.views.entry_deck import EntryDeck


class DeckStep(StrEnum):
    """The one next step. `ASK` is a judge's help, when the list is locked and something is wrong with it."""

    WRITE = "write"
    SUBMIT = "submit"
    CORRECT = "correct"
    ASK = "ask"
    NONE = "none"


KINDS = {DeckStep.WRITE: "need", DeckStep.SUBMIT: "need", DeckStep.CORRECT: "bad", DeckStep.ASK: "bad"}


@dataclass(frozen=True)
class DeckHead:
    """The next step, the first problem of the newest list, and how many more there are.

    `is_question` says that the problem is a card about which a judge decides, which no player can correct. `kind` is
    how it looks: done, need, bad, or nothing in particular.
    """

    step: DeckStep
    kind: str = ""
    problem: Problem | SavedProblem | None = None
    more: int = 0
    is_question: bool = False


def find_deck_head(
    here: EntryDeck, verdict: str, problems: Sequence[Problem | SavedProblem], *, is_readable: bool
) -> DeckHead | None:
    """What comes next for the player of a list; None for staff who act on it, and once nobody can change it.

    `verdict` is that on the newest list: legal, undecided, or anything else for a list that is wrong. A line that is
    not understood is the player's to correct, whatever the verdict.
    """
    if here.for_player or here.closed:
        return None
    is_question = verdict == "undecided" and is_readable
    step = _next_step(here, is_sound=is_question or (verdict == "legal" and is_readable))
    kind = KINDS.get(step, "done" if here.submitted is not None else "")
    return DeckHead(step, kind, next(iter(problems), None), max(0, len(problems) - 1), is_question)


def _next_step(here: EntryDeck, *, is_sound: bool) -> DeckStep:
    is_in = here.submitted is not None and (here.locked or here.newest == here.submitted)
    if is_in and is_sound:
        return DeckStep.NONE
    if here.locked:
        return DeckStep.ASK if here.submitted is not None or here.tournament.decklists_required else DeckStep.NONE
    if here.newest is None:
        return DeckStep.WRITE
    return DeckStep.SUBMIT if is_sound else DeckStep.CORRECT
