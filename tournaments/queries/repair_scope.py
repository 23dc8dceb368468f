"""Whether a published round is to be repaired: the results corrected since it was paired, and the tables still free."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from tournaments.models import Match, MatchRevision, PairedField, Registration, Round, RoundRepair
from tournaments.queries.match_records import is_recorded, rulings_to_read

STAY = (Registration.Status.NO_SHOW, Registration.Status.DISQUALIFIED)
"""Who has left for good: their table gets its result by that, so nobody is moved to or from it."""


@dataclass(frozen=True)
class Correction:
    """A result of an earlier round that was changed after the round was paired; `version` is the match's newest."""

    match: Match
    round: int
    at: datetime
    version: int


@dataclass(frozen=True)
class RepairScope:
    """What of a round is to be decided about next: the corrections, and whose tables can move because of them.

    Where parts of the round were paired by themselves it is the first part that a correction concerns: `part` are the
    codes of its divisions, `members` its players. Otherwise it is the whole round, whose `members` are None; so is a
    draft in parts, with the corrections that some part was neither repaired nor kept for.
    """

    corrections: tuple[Correction, ...]
    part: str = ""
    members: frozenset[int] | None = None

    def has(self, match: Match) -> bool:
        """Whether both players of a match of the round are in it."""
        return self.members is None or self.members.issuperset(pair_of(match))


def corrections_since_pairing(round: Round) -> list[Correction]:
    """Results of earlier Swiss rounds that were changed after this round was paired, last repaired or kept as it is; in
    a published round in parts those of the part that comes next."""
    return list(repair_scope(round).corrections)


def repair_scope(round: Round) -> RepairScope:
    """What is to be decided about a round after corrections."""
    since: dict[str, datetime] = {}
    chosen = round.repairs.filter(undone_at=None).exclude(choice=RoundRepair.Choice.LATE).order_by("number")
    for part, made_at in chosen.values_list("part", "made_at"):
        since[part] = made_at
    found = tuple(_corrections_after(round, round.created_at))
    if not is_by_divisions(round):
        return RepairScope(tuple(one for one in found if one.at > since.get("", round.created_at)))
    members = _members_by_part(round) if found else {}
    undecided = {
        part: tuple(
            one for one in found if one.at > since.get(part, round.created_at) and own.intersection(pair_of(one.match))
        )
        for part, own in members.items()
    }
    if round.status == Round.Status.DRAFT:
        concerned = {one.match.pk for some in undecided.values() for one in some}
        last, drawn = max(since.values(), default=round.created_at), frozenset().union(*members.values())
        return RepairScope(
            tuple(
                one
                for one in found
                if one.match.pk in concerned or (one.at > last and drawn.isdisjoint(pair_of(one.match)))
            )
        )
    for part, corrections in undecided.items():
        if corrections:
            return RepairScope(corrections, part, members[part])
    return RepairScope((), members=frozenset())


def _corrections_after(round: Round, moment: datetime) -> list[Correction]:
    revisions = (
        MatchRevision.objects.filter(
            match__round__tournament_id=round.tournament_id,
            match__round__number__lt=round.number,
            match__round__stage=Round.Stage.SWISS,
            match__team_match=None,
            changed_at__gt=moment,
        )
        .select_related("match__round", "match__player1", "match__player2")
        .defer("match__round__pairing", "before", "after")
        .order_by("match__round__number", "match__table", "version")
    )
    newest = {revision.match_id: revision for revision in revisions}
    return [Correction(one.match, one.match.round.number, one.changed_at, one.version) for one in newest.values()]


def _members_by_part(round: Round) -> dict[str, frozenset[int]]:
    """Who was drawn in each part of a round, by the codes of its divisions, in the order of the parts."""
    drawn = PairedField.objects.filter(round=round, repair=None).values_list("part", "facts__pairs", "facts__bye")
    keys = {
        part: frozenset(key for pair in pairs for key in pair) | (frozenset() if bye is None else {bye})
        for part, pairs, bye in drawn
    }
    return {one["divisions"]: keys[one["divisions"]] for one in round.pairing["parts"]}


def seen_in(corrections: Sequence[Correction]) -> str:
    """A short text that is the same exactly for the same corrections; another correction of a match is another one."""
    facts = sorted([one.match.pk, one.version] for one in corrections)
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]


def free_matches(round: Round) -> tuple[list[Match], list[Match]]:
    """The matches of a round nobody has recorded anything in, and the others, each in order of table."""
    matches = (
        Match.objects.filter(round=round)
        .select_related("player1__player", "player2__player")
        .prefetch_related("games", "revisions", *rulings_to_read(round.tournament))
        .order_by(F("table").asc(nulls_last=True), "pk")
    )
    free: list[Match] = []
    playing: list[Match] = []
    for match in matches:
        match.round = round
        gone = match.player1.status in STAY or match.player2.status in STAY
        (playing if gone or match.is_complete or is_recorded(match) else free).append(match)
    return free, playing


def is_by_divisions(round: Round) -> bool:
    """Whether parts of the round were paired by themselves: each is repaired by itself."""
    return bool(round.pairing.get("parts"))


def pair_of(match: Match) -> tuple[int, int]:
    """The keys of both entrants of a match."""
    return match.player1_id, match.player2_id
