"""What is wrong with a game pack, each problem with its place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class PackProblemCode(StrEnum):
    """The kinds of mistake a pack can hold. `facts` of the problem names what each sentence needs."""

    SYNTAX = "syntax"
    UNKNOWN_KEY = "unknown_key"
    MISSING_KEY = "missing_key"
    WRONG_TYPE = "wrong_type"
    BAD_VALUE = "bad_value"
    OUT_OF_RANGE = "out_of_range"
    DUPLICATE = "duplicate"
    BAD_PATTERN = "bad_pattern"
    EMPTY = "empty"
    BAD_ROW = "bad_row"


_SENTENCES = {
    PackProblemCode.SYNTAX: "not valid TOML: {detail}",
    PackProblemCode.UNKNOWN_KEY: "unknown key (known: {known})",
    PackProblemCode.MISSING_KEY: "missing",
    PackProblemCode.WRONG_TYPE: "must be {wanted}, found {found}",
    PackProblemCode.BAD_VALUE: "must be one of {known}, found {found}",
    PackProblemCode.OUT_OF_RANGE: "must be {wanted}, found {found}",
    PackProblemCode.DUPLICATE: "{found} is declared twice",
    PackProblemCode.BAD_PATTERN: "is not a card-number pattern: {detail}",
    PackProblemCode.EMPTY: "must not be empty",
    PackProblemCode.BAD_ROW: "{detail}",
}


@dataclass(frozen=True)
class PackProblem:
    """One mistake: the file, the dotted path in it (`sections[1].words`), the line, and the facts of the code."""

    source: str
    path: str
    line: int | None
    code: PackProblemCode
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """The mistake in English, without its place: for logs and the command line."""
        return _SENTENCES[self.code].format(**self.facts)

    def __str__(self) -> str:
        place = self.source if self.line is None else f"{self.source}:{self.line}"
        return f"{place}: {self.path}: {self.sentence}" if self.path else f"{place}: {self.sentence}"


class PackError(ValueError):
    """A pack that cannot be used; `problems` holds every mistake found, in file order."""

    def __init__(self, problems: tuple[PackProblem, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))
