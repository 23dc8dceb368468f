"""What is wrong with an archive file, place by place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class ArchiveFault(StrEnum):
    """The kinds of fault a file can have."""

    NOT_JSON = "not_json"
    WRONG_FORMAT = "wrong_format"
    WRONG_TYPE = "wrong_type"
    MISSING = "missing"
    UNKNOWN_KEY = "unknown_key"
    OUT_OF_RANGE = "out_of_range"
    NOT_A_CHOICE = "not_a_choice"
    ID_TWICE = "id_twice"
    NO_SUCH_ENTRANT = "no_such_entrant"
    AGAINST_SELF = "against_self"
    TWICE_IN_ROUND = "twice_in_round"
    ROUND_TWICE = "round_twice"
    WRONG_PLAYERS = "wrong_players"
    WINNER_NEEDED = "winner_needed"
    TWO_RESULTS = "two_results"
    STATE_AND_ROUNDS = "state_and_rounds"
    KEY_TWICE = "key_twice"
    CONTROL_CHARACTER = "control_character"
    TEXT_TOO_LONG = "text_too_long"
    FILE_TOO_LONG = "file_too_long"


@dataclass(frozen=True)
class ArchiveProblem:
    """One fault: where (a path such as `rounds[0].matches[3].players`), what, and the facts a sentence needs."""

    path: str
    fault: ArchiveFault
    facts: dict[str, object] = field(default_factory=dict)


class ArchiveError(ValueError):
    """A file that cannot be read; `problems` names every fault found."""

    def __init__(self, problems: Iterable[ArchiveProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{problem.path}: {problem.fault}" for problem in self.problems))
