"""Faults of archive files in words, for the commands and the conformance page."""

from __future__ import annotations

from cardpool.intake.problems import Problem
from cardpool.wording.pack_problems import say_problem as say_fault


def say_problem(problem: Problem) -> str:
    """The place, if it is not the file as a whole, and the sentence."""
    sentence = say_fault(problem)
    return f"{problem.path}: {sentence}" if problem.path else sentence
