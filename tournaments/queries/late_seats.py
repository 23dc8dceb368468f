"""Who came too late for a round and could still play in it, and who came after a draft of it was paired."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tournaments.models import (
    AssignedRound,
    Bye,
    Match,
    MissedRound,
    Registration,
    Round,
    RoundRepair,
    Tournament,
)
from tournaments.queries.divisions import parts_of
from tournaments.queries.match_records import is_recorded, rulings_to_read
from tournaments.queries.name_order import spoken_key

ACTIVE = Registration.Status.ACTIVE


@dataclass(frozen=True)
class LateSeat:
    """Somebody without a match in a running round, and the player with the bye whom they could meet."""

    late: Registration
    with_bye: Registration


def late_seats(round: Round, *, only: int | None = None) -> list[LateSeat]:
    """Every match that a bye of a running Swiss round could become: with each player who is here and has a loss, or an
    awarded bye, because they came late or came back; `only` with this one.

    A bye or a loss that staff gave for the round stands. Where parts of the round were paired by themselves, two of the
    same part meet. In pods of four nobody is added. At most five queries, as names are spoken.
    """
    event = round.tournament
    is_open = round.status == Round.Status.PUBLISHED and round.stage == Round.Stage.SWISS
    if not is_open or event.phase != Tournament.Phase.SWISS or event.is_in_pods:
        return []
    byes = _of(Bye.objects.filter(round=round, kind=Bye.Kind.PAIRED, registration__status=ACTIVE))
    if not byes:
        return []
    given = AssignedRound.objects.filter(registration__tournament=event, number=round.number)
    assigned = set(given.values_list("registration", flat=True))
    late = _of(Bye.objects.filter(round=round, kind=Bye.Kind.AWARDED, registration__status=ACTIVE))
    late += _of(MissedRound.objects.filter(round=round, registration__status=ACTIVE))
    late = [one for one in late if one.pk not in assigned and only in (None, one.pk)]
    part: dict[int, str] = {}
    if round.pairing.get("parts"):
        divisions = {one.pk: one.division for one in (*byes, *late)}
        part = {key: codes for codes, members in parts_of(event, divisions) for key in members}
    return [
        LateSeat(one, other)
        for one in sorted(late, key=_spoken)
        for other in sorted(byes, key=_spoken)
        if part.get(one.pk) == part.get(other.pk)
    ]


def _of(rows: Iterable[Bye] | Iterable[MissedRound]) -> list[Registration]:
    return list(Registration.objects.filter(pk__in=[row.registration_id for row in rows]).select_related("player"))


def _spoken(entry: Registration) -> tuple[str, int]:
    return spoken_key(entry.name), entry.pk


def seated_by(repair: RoundRepair) -> dict[str, Any]:
    """The match that seating a late player made, with its table and players, as the wall had it at once."""
    kept = {line["match"] for line in repair.before["tables"]}
    return next(line for line in repair.after["tables"] if line["match"] not in kept)


def late_match(round: Round, repair: RoundRepair) -> Match | None:
    """The match that seating a late player made, while nothing is recorded in it and it is still theirs."""
    seated = seated_by(repair)
    found = round.matches.filter(pk=seated["match"]).prefetch_related(
        "games", "revisions", *rulings_to_read(round.tournament)
    )
    match = found.first()
    if match is None or is_recorded(match) or [match.player1_id, match.player2_id] != seated["players"]:
        return None
    return match


def came_after_draft(round: Round) -> list[Registration]:
    """Who was entered after a draft was paired, as names are spoken: paired again, the round has them in it; published
    as it is, they play from the next one on."""
    if round.status != Round.Status.DRAFT or round.stage != Round.Stage.SWISS:
        return []
    later = Registration.objects.filter(tournament=round.tournament, status=ACTIVE, first_round__gt=round.number)
    return sorted(later.select_related("player"), key=_spoken)
