"""What a drop between the Swiss rounds and the first round of the top cut means, by the setting of the event."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from cardpool.queries import pack_of
from tournaments.models import Registration, Round, Tournament
from tournaments.queries.cut_rounds import division_in_cut
from tournaments.queries.division_cuts import division_cuts, plans_cut
from tournaments.queries.rounds import newest_round
from tournaments.queries.standings import standings_of

MTR = "Magic Tournament Rules 2.10"


@dataclass(frozen=True)
class CutDrop:
    """A drop of somebody who is qualified: on which `place` of how many, and who would move up (None: nobody).

    `is_seeded`: the cut has been drawn as a draft. `source` is where the policy is published, empty where it is the
    organiser's alone.
    """

    name: str
    policy: str
    place: int
    size: int
    next_up: str
    is_seeded: bool
    source: str


def is_before_cut(tournament: Tournament) -> bool:
    """Whether the Swiss rounds are over and no round of the top cut has been published."""
    newest = newest_round(tournament)
    if newest is None:
        return False
    if tournament.phase == Tournament.Phase.TOP_CUT:
        first = tournament.rounds.filter(stage=Round.Stage.TOP_CUT).count() == 1
        return first and newest.status == Round.Status.DRAFT
    over = newest.status == Round.Status.COMPLETED and newest.number >= (tournament.planned_rounds or 0)
    return tournament.phase == Tournament.Phase.SWISS and over and bool(plans_cut(tournament))


def cut_drop_policy(tournament: Tournament) -> Tournament.CutDrop:
    """What a drop before the top cut means; in pods there is no opponent to advance, so that the next one moves up."""
    return Tournament.CutDrop.NEXT if tournament.is_in_pods else Tournament.CutDrop(tournament.cut_drop)


def is_in_cut(tournament: Tournament, entry: Registration) -> bool:
    """Whether the entry is seeded when it is among the best: it is still in, or its opponent is to advance."""
    if entry.status == Registration.Status.ACTIVE:
        return True
    walks_over = cut_drop_policy(tournament) is Tournament.CutDrop.WALK_OVER
    return walks_over and entry.left_before_cut and entry.status == Registration.Status.DROPPED


def passed_over(tournament: Tournament) -> list[Registration]:
    """Who is still in and by the standings has a place in a top cut that is drawn, but is not seeded, in the order of
    the table: somebody who came back after the seeding, or whose place was corrected since. Players who share the
    place of the last one seeded had their lot.
    """
    seeded: dict[str, list[int]] = defaultdict(list)
    waiting: list[tuple[str, int, Registration]] = []
    for row in standings_of(tournament):
        entry = row.registration
        division = division_in_cut(tournament, entry.division)
        if entry.seed is not None:
            seeded[division].append(row.rank or 0)
        elif row.rank is not None and entry.status == Registration.Status.ACTIVE:
            waiting.append((division, row.rank, entry))
    sizes = {one.division.code: one.size for one in division_cuts(tournament)} or {"": tournament.top_cut}
    return [
        entry
        for division, rank, entry in waiting
        if (ranks := seeded.get(division))
        and (len(ranks) < sizes.get(division, 0) or rank < max(ranks) or (rank == max(ranks) and entry.lot is None))
    ]


def cut_drop_of(entry: Registration) -> CutDrop | None:
    """What a drop of this entry would mean for the top cut now; None for one who is not qualified for a coming one."""
    tournament = entry.tournament
    if entry.status != Registration.Status.ACTIVE or not is_before_cut(tournament):
        return None
    division = division_in_cut(tournament, entry.division)
    rows = [
        row.registration
        for row in standings_of(tournament)
        if row.rank is not None
        and division_in_cut(tournament, row.registration.division) == division
        and is_in_cut(tournament, row.registration)
    ]
    keys = [one.pk for one in rows]
    size = next((one.size for one in division_cuts(tournament) if one.division.code == division), tournament.top_cut)
    place = entry.seed or (keys.index(entry.pk) + 1 if entry.pk in keys else 0)
    if not 0 < place <= size:
        return None
    policy = cut_drop_policy(tournament)
    following = rows[size] if policy is Tournament.CutDrop.NEXT and len(rows) > size else None
    return CutDrop(
        name=entry.name,
        policy=policy.value,
        place=place,
        size=size,
        next_up=following.name if following is not None else "",
        is_seeded=entry.seed is not None,
        source=cut_drop_source(tournament),
    )


def cut_drop_source(tournament: Tournament) -> str:
    """Where the policy of the event is published: by its game, or in the Magic Tournament Rules."""
    own, policy = pack_of(tournament.ruleset).tournament.cut_drop, cut_drop_policy(tournament)
    if own is not None and own.policy == policy and own.source:
        return own.source
    return MTR if policy == Tournament.CutDrop.WALK_OVER else ""
