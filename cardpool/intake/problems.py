"""What is wrong in a file that somebody wrote: each mistake with its place, its facts and a sentence."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self


def gettext_noop(sentence: str) -> str:
    """Mark a sentence that is translated where it is said."""
    return sentence


class ProblemCode(StrEnum):
    """A kind of mistake, with the sentence that says it of its facts."""

    sentence: str

    def __new__(cls, value: str, sentence: str) -> Self:
        """The member of that value."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.sentence = sentence
        return member


class TableFault(ProblemCode):
    """What can be wrong with any table of keys and values."""

    UNKNOWN_KEY = "unknown_key", gettext_noop("unknown key (known: %(known)s)")
    MISSING_KEY = "missing_key", gettext_noop("missing")
    MISSING_ONE_OF = "missing_one_of", gettext_noop("missing (one of: %(known)s)")
    WRONG_TYPE = "wrong_type", gettext_noop("must be %(wanted)s, found %(found)s")
    BAD_VALUE = "bad_value", gettext_noop("must be one of %(known)s, found %(found)s")
    OUT_OF_RANGE = "out_of_range", gettext_noop("must be %(wanted)s, found %(found)s")
    DUPLICATE = "duplicate", gettext_noop("%(found)s is declared twice")
    EMPTY = "empty", gettext_noop("must not be empty")


@dataclass(frozen=True)
class Problem:
    """One mistake: the dotted path in the file (`sections[1].words`, empty for the file as a whole), the kind, the
    facts of its sentence, and where they are known the file and the line."""

    path: str
    code: ProblemCode
    facts: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""
    line: int | None = None

    @property
    def sentence(self) -> str:
        """The mistake in English, without its place."""
        return self.code.sentence % self.facts

    def __str__(self) -> str:
        place = self.source if self.line is None else f"{self.source}:{self.line}"
        return ": ".join(part for part in (place, self.path, self.sentence) if part)


class BadFile(ValueError):
    """A file that cannot be used; `problems` holds every mistake found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))
