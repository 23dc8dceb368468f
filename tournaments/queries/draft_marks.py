"""What is unusual about a draft: marks that stay as long as its players sit so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournaments.models import Registration, Round, Tournament


class MarkKind(StrEnum):
    REMATCH = "rematch"
    KEPT_APART = "kept_apart"
    SAME_TEAM = "same_team"
    SECOND_BYE = "second_bye"


@dataclass(frozen=True)
class DraftMark:
    """One thing to know before publishing: two players at one table, or one with the bye (`other` None)."""

    kind: MarkKind
    one: Registration
    other: Registration | None = None

    @property
    def keys(self) -> frozenset[int]:
        """The entries it is about."""
        return frozenset(entry.pk for entry in (self.one, self.other) if entry is not None)


def draft_marks(round: Round) -> list[DraftMark]:
    """The marks of a Swiss draft: players who have met, who are to be kept apart, of one team; a second bye."""
    facts = round.pairing
    pairs = [(MarkKind.REMATCH, pair) for pair in facts.get("rematches", [])]
    pairs += [(MarkKind.KEPT_APART, pair) for pair in facts.get("kept_together", [])]
    bye = facts.get("second_bye")
    keys = {key for _, pair in pairs for key in pair} | ({bye} if bye else set())
    if not keys:
        return []
    entries = round.tournament.registrations.in_bulk(keys)
    marks = [
        DraftMark(_kind(kind, round.tournament, entries[one], entries[other]), entries[one], entries[other])
        for kind, (one, other) in pairs
    ]
    return marks + ([DraftMark(MarkKind.SECOND_BYE, entries[bye])] if bye else [])


def _kind(kind: MarkKind, event: Tournament, one: Registration, other: Registration) -> MarkKind:
    """Whether players kept apart are so for their team."""
    by_team = event.team_policy != Tournament.TeamPolicy.IGNORE and one.team and one.team == other.team
    return MarkKind.SAME_TEAM if kind is MarkKind.KEPT_APART and by_team else kind
