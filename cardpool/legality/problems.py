"""What can be wrong with the deck rules of a pack, besides what can be wrong with any table."""

from collections.abc import Callable, Mapping
from typing import Any

from cardpool.intake.problems import Problem, ProblemCode, gettext_noop

LineOf = Callable[[str], int | None]
"""The line of a dotted path in the pack file, None where it is not known."""


class RuleFault(ProblemCode):
    """The mistakes only rules can hold."""

    UNKNOWN_KIND = "unknown_kind", gettext_noop("unknown rule kind %(found)s (known: %(known)s)")
    NO_POOL_RULE = "no_pool_rule", gettext_noop("no rule of kind pool, so unknown cards would pass unseen")
    REPLACES_NOTHING = "replaces_nothing", gettext_noop("the game has no rule about this to replace")
    NOT_PRINTED = (
        "not_printed",
        gettext_noop("the game has no rule of kind printed_rules, so this would have no effect"),
    )


class Problems:
    """Collects the problems of one pack while its rules are compiled."""

    def __init__(self, source: str, line_of: LineOf) -> None:
        self._source = source
        self._line_of = line_of
        self.found: list[Problem] = []

    def add(self, path: str, code: ProblemCode, **facts: str) -> None:
        """Note a problem at a dotted path."""
        self.report(path, code, facts)

    def report(self, path: str, code: ProblemCode, facts: Mapping[str, Any]) -> None:
        """Note a problem at a dotted path; the signature that readers of tables call."""
        self.found.append(Problem(path, code, facts, self._source, self._line_of(path)))
