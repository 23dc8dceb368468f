"""What is wrong with the rules of a pack, each problem with its place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

LineOf = Callable[[str], int | None]
"""The line of a dotted path in the pack file, None where it is not known."""


class RulesetProblemCode(StrEnum):
    """The kinds of mistake a rule can hold."""

    UNKNOWN_KIND = "unknown_kind"
    UNKNOWN_KEY = "unknown_key"
    MISSING_KEY = "missing_key"
    WRONG_TYPE = "wrong_type"
    BAD_VALUE = "bad_value"
    NO_POOL_RULE = "no_pool_rule"
    REPLACES_NOTHING = "replaces_nothing"
    NOT_PRINTED = "not_printed"


_SENTENCES = {
    RulesetProblemCode.UNKNOWN_KIND: "unknown rule kind {found} (known: {known})",
    RulesetProblemCode.UNKNOWN_KEY: "unknown key (known: {known})",
    RulesetProblemCode.MISSING_KEY: "missing (one of: {known})",
    RulesetProblemCode.WRONG_TYPE: "must be {wanted}",
    RulesetProblemCode.BAD_VALUE: "must be one of {known}, found {found}",
    RulesetProblemCode.NO_POOL_RULE: "no rule of kind pool, so unknown cards would pass unseen",
    RulesetProblemCode.REPLACES_NOTHING: "the game has no rule about this to replace",
    RulesetProblemCode.NOT_PRINTED: "the game has no rule of kind printed_rules, so this would have no effect",
}


@dataclass(frozen=True)
class RulesetProblem:
    """One mistake: the file, the dotted path (`rules[2].where.attribute`), the line, and the facts of the code."""

    source: str
    path: str
    line: int | None
    code: RulesetProblemCode
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """The mistake in English, without its place: for logs and the command line."""
        return _SENTENCES[self.code].format(**self.facts)

    def __str__(self) -> str:
        place = self.source if self.line is None else f"{self.source}:{self.line}"
        return f"{place}: {self.path}: {self.sentence}"


class RulesetError(ValueError):
    """Rules that cannot be compiled; `problems` holds every mistake found."""

    def __init__(self, problems: tuple[RulesetProblem, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))


class Problems:
    """Collects the problems of one pack while its rules are compiled."""

    def __init__(self, source: str, line_of: LineOf) -> None:
        self._source = source
        self._line_of = line_of
        self.found: list[RulesetProblem] = []

    def add(self, path: str, code: RulesetProblemCode, **facts: str) -> None:
        """Note a problem at a dotted path."""
        self.found.append(RulesetProblem(self._source, path, self._line_of(path), code, facts))
