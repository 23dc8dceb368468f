"""What a service raises when it will not do what was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any


class Refusal(Exception):
    """A request that was understood and is refused; nothing was written.

    Carries facts, not sentences: `code` names the reason (snake_case, stable: the API publishes it), `clause` the rule
    clause it rests on (as the rule document cites itself, "1.2.2a"), `field` the input concerned, and `facts` what a
    sentence about it needs. The views turn it into words with their app's `wording` module.
    """

    http_status = 400

    def __init__(self, code: str, *, clause: str = "", field: str = "", **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.clause = clause
        self.field = field
        self.facts: Mapping[str, Any] = MappingProxyType(facts)

    @property
    def problems(self) -> tuple[Refusal, ...]:
        """Every problem of the request, each with its own field; a plain refusal is its own only problem."""
        return (self,)

    def __str__(self) -> str:
        details = ", ".join(f"{key}={value!r}" for key, value in self.facts.items())
        return f"{self.code} ({details})" if details else self.code


class NotAllowed(Refusal):
    """The actor's roles do not permit the action on this object (HTTP 403)."""

    http_status = 403


class Conflict(Refusal):
    """The object is no longer in the state the request was made for (HTTP 409)."""

    http_status = 409


class TooMany(Refusal):
    """Asked for more often than one visitor may within a short time (HTTP 429)."""

    http_status = 429


class SeveralProblems(Refusal):
    """More than one input cannot be accepted; each of `problems` names its field and its reason."""

    def __init__(self, problems: Sequence[Refusal]) -> None:
        super().__init__("several_problems", count=len(problems))
        self._problems = tuple(problems)

    @property
    def problems(self) -> tuple[Refusal, ...]:
        return self._problems

    def __str__(self) -> str:
        return "; ".join(f"{problem.field}: {problem}" if problem.field else str(problem) for problem in self._problems)


def refuse_any(problems: Sequence[Refusal]) -> None:
    """Raise what was collected: nothing for none, the problem itself for one, SeveralProblems for more."""
    if len(problems) == 1:
        raise problems[0]
    if problems:
        raise SeveralProblems(problems)


def refuse_together(checks: Iterable[Callable[[], object]]) -> None:
    """Make every check and raise all that they refuse at once, as `refuse_any` does."""
    problems: list[Refusal] = []
    for check in checks:
        try:
            check()
        except Refusal as refusal:
            problems += refusal.problems
    refuse_any(problems)
