"""What is unusual about a draft: marks that stay as long as its players sit so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournaments.models import Registration, Round, Tournament
from tournaments.queries.divisions import parts_of


class MarkKind(StrEnum):
    REMATCH = "rematch"
    KEPT_APART = "kept_apart"
    SAME_TEAM = "same_team"
    SECOND_BYE = "second_bye"
    DIVISIONS = "divisions"


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
    """The marks of a Swiss draft: players who have met, who are to be kept apart, of one team, of divisions that are
    paired apart; a second bye.
    """
    facts = round.pairing
    pairs = [(MarkKind.REMATCH, pair) for pair in facts.get("rematches", [])]
    pairs += [(MarkKind.KEPT_APART, pair) for pair in facts.get("kept_together", [])]
    pairs += [(MarkKind.DIVISIONS, pair) for pair in _across_parts(round)]
    second = facts.get("second_bye")
    byes = facts.get("second_byes", [second] if second else [])
    keys = {key for _, pair in pairs for key in pair} | set(byes)
    if not keys:
        return []
    entries = round.tournament.registrations.in_bulk(keys)
    marks = [
        DraftMark(_kind(kind, round.tournament, entries[one], entries[other]), entries[one], entries[other])
        for kind, (one, other) in pairs
    ]
    return marks + [DraftMark(MarkKind.SECOND_BYE, entries[bye]) for bye in byes]


def _across_parts(round: Round) -> list[tuple[int, int]]:
    """The pairs of players whose divisions are paired apart."""
    if not round.pairing.get("parts"):
        return []
    pairs = list(round.matches.order_by("table").values_list("player1", "player2"))
    keys = {key for pair in pairs for key in pair}
    entries = round.tournament.registrations.filter(pk__in=keys)
    parts = parts_of(round.tournament, dict(entries.values_list("pk", "division")))
    part = {key: codes for codes, members in parts for key in members}
    return [(one, two) for one, two in pairs if part[one] != part[two]]


def _kind(kind: MarkKind, event: Tournament, one: Registration, other: Registration) -> MarkKind:
    """Whether players kept apart are so for their team."""
    by_team = event.team_policy != Tournament.TeamPolicy.IGNORE and one.team and one.team == other.team
    return MarkKind.SAME_TEAM if kind is MarkKind.KEPT_APART and by_team else kind
