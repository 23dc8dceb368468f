"""What came of checking a receipt: the parts that agree, and the places that do not."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Part(StrEnum):
    """What is checked, in this order."""

    DIGESTS = "digests"
    COMMITMENT = "commitment"
    DRAWS = "draws"
    PAIRING = "pairing"
    WITNESS = "witness"
    EDITS = "edits"


class Fault(StrEnum):
    """Why a part does not agree, or was not checked."""

    SHAPE = "shape"
    """A value of another kind than a receipt has here: `wanted`."""
    CHANGED = "changed"
    """The value is not the one that the digests were made of."""
    COMMITMENT = "commitment"
    """The text that was revealed does not have the digest that was published, or belongs to another round."""
    LATE = "late"
    """The commitment is later than the draw."""
    SEED = "seed"
    """The seed of the draw does not follow from the committed text."""
    UNCOUNTED = "uncounted"
    """A draw is left out of the count."""
    ENGINE = "engine"
    """Another version of the pairing core: it cannot be worked out again here."""
    OTHER_ROUND = "other_round"
    """The field is that of another round than the receipt."""
    STAGE = "stage"
    """The round was drawn as one of another stage is."""
    DIFFERENT = "different"
    """The pairing core comes to something else with this seed."""
    CLOCK = "clock"
    """The clock had ended the search, so that the seed alone does not repeat it."""
    TOO_LONG = "too_long"
    """Working it out again takes more than it may."""
    IMPOSSIBLE = "impossible"
    """The field cannot be paired at all."""
    WITNESS = "witness"
    """The independent check of costs and witness comes to something else."""
    SEATS = "seats"
    """The draw and the edits lead to other seats than the published ones."""
    GIVEN = "given"
    """The byes and losses that staff gave before the round are not those it was published with."""
    OTHER = "other"
    """The value is not the one that the site wrote down."""


@dataclass(frozen=True)
class Finding:
    """One place where a receipt does not agree."""

    part: Part
    place: str
    fault: Fault
    wanted: str = ""


@dataclass
class Verdict:
    """What came of a check. `done` are the parts that were checked and agree, `left_out` those there is nothing of.

    `drawn`: how often the round was drawn; `is_committed`: the draw that was published used a seed whose digest was
    published before it. `proved`: the witness shows that no pairing was better. `as_recorded`: an earlier version wrote
    the receipt of a round in pods, whose tables, assigned byes and losses, and costs of exchanges are not checked.
    `has_recorded_costs`: players of a round of pairs were exchanged, and what that was said to cost is not counted
    again, because results may have been corrected between the draw and the exchange.
    `is_part`: only the part for everybody was there, by which no pair can be worked out again.
    """

    findings: list[Finding] = field(default_factory=list)
    done: list[Part] = field(default_factory=list)
    left_out: list[Part] = field(default_factory=list)
    drawn: int = 0
    is_committed: bool = False
    proved: bool = False
    as_recorded: bool = False
    has_recorded_costs: bool = False
    is_part: bool = False

    @property
    def agrees(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def record_verdict(verdict: Verdict) -> dict[str, Any]:
    """The verdict as plain JSON values."""
    return {
        "agrees": verdict.agrees,
        "findings": [
            {"part": one.part.value, "place": one.place, "fault": one.fault.value, "wanted": one.wanted}
            for one in verdict.findings
        ],
        "done": [part.value for part in verdict.done],
        "left_out": [part.value for part in verdict.left_out],
        "drawn": verdict.drawn,
        "is_committed": verdict.is_committed,
        "proved": verdict.proved,
        "as_recorded": verdict.as_recorded,
        "has_recorded_costs": verdict.has_recorded_costs,
        "is_part": verdict.is_part,
    }
