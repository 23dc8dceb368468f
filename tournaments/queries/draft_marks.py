"""What is unusual about a draft: marks that stay as long as its players sit so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.models import KeepApart, Registration, Round, Tournament
from tournaments.queries.decided_pairs import apart_in
from tournaments.queries.divisions import parts_of
from tournaments.queries.history import team_key


class MarkKind(StrEnum):
    REMATCH = "rematch"
    KEPT_APART = "kept_apart"
    SAME_TEAM = "same_team"
    SECOND_BYE = "second_bye"
    DIVISIONS = "divisions"
    PARTED = "parted"


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

    @property
    def names(self) -> tuple[str, ...]:
        """Their names as staff read them."""
        return tuple(entry.entered_name for entry in (self.one, self.other) if entry is not None)


def draft_marks(round: Round) -> list[DraftMark]:
    """The marks of a Swiss draft: players who have met, who are to be kept apart, of one team, of divisions that are
    paired apart; a second bye.

    Who is to be kept apart is read as it stands now: it may have been said after the draft was paired.
    """
    facts = round.pairing
    pairs: list[tuple[MarkKind, Sequence[int]]] = [(MarkKind.REMATCH, pair) for pair in facts.get("rematches", [])]
    pairs += _apart(round)
    pairs += [(MarkKind.DIVISIONS, pair) for pair in _across_parts(round)]
    second = facts.get("second_bye")
    byes = facts.get("second_byes", [second] if second else [])
    keys = {key for _, pair in pairs for key in pair} | set(byes)
    if not keys:
        return []
    entries = round.tournament.registrations.in_bulk(keys)
    marks = [DraftMark(kind, entries[one], entries[other]) for kind, (one, other) in pairs]
    return marks + [DraftMark(MarkKind.SECOND_BYE, entries[bye]) for bye in byes]


def _apart(round: Round) -> list[tuple[MarkKind, Sequence[int]]]:
    """The pairs of one team where the event keeps teams apart in the round, and those whom the staff keep apart."""
    event, pairs = round.tournament, _pairs(round)
    keys = {key for pair in pairs for key in pair}
    kept = KeepApart.objects.filter(tournament=event).values_list("registration_a", "registration_b")
    apart = {frozenset(pair) for pair in (*kept, *apart_in(event, round.number, keys))}
    teams: dict[int, str] = {}
    if event.team_policy != Tournament.TeamPolicy.IGNORE and round.number <= (event.team_rounds or round.number):
        named = event.registrations.filter(pk__in=keys).exclude(team="").values_list("pk", "team")
        teams = {key: team_key(team) for key, team in named}
    found: list[tuple[MarkKind, Sequence[int]]] = []
    for pair in pairs:
        one, other = (teams.get(key, "") for key in pair)
        if one and one == other:
            found.append((MarkKind.SAME_TEAM, pair))
        elif frozenset(pair) in apart:
            found.append((MarkKind.KEPT_APART, pair))
    return found


def _pairs(round: Round) -> list[tuple[int, int]]:
    return list(round.matches.order_by("table").values_list("player1", "player2"))


def _across_parts(round: Round) -> list[tuple[int, int]]:
    """The pairs of players whose divisions are paired apart."""
    if not round.pairing.get("parts"):
        return []
    pairs = _pairs(round)
    keys = {key for pair in pairs for key in pair}
    entries = round.tournament.registrations.filter(pk__in=keys)
    parts = parts_of(round.tournament, dict(entries.values_list("pk", "division")))
    part = {key: codes for codes, members in parts for key in members}
    return [(one, two) for one, two in pairs if part[one] != part[two]]
