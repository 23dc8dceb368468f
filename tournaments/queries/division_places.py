"""Whether each division of an event has places of its own, from 1 on, in its table and at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from tournaments.models import Round, Tournament

Row = TypeVar("Row")


def own_division(tournament: Tournament, division: str) -> str:
    """The division that somebody of this one is ranked in: who is in none of the event's is in the last one."""
    codes = [one["code"] for one in tournament.divisions]
    return division if division in codes or not codes else codes[-1]


def places_apart(tournament: Tournament, *, had_cut: bool) -> bool:
    """Whether final places are those in the division: who played one top cut with everybody has a place among all,
    and without a cut so has who may have been paired with everybody.
    """
    return tournament.cuts_apart if had_cut else tournament.is_paired_apart


def ranks_apart(tournament: Tournament) -> bool:
    """Whether the Swiss table ranks each division by itself: they are paired apart, and no top cut for everybody takes
    its players from the whole table. One query at most.
    """
    if not tournament.is_paired_apart or tournament.cuts_apart:
        return tournament.is_paired_apart
    is_over = tournament.phase == Tournament.Phase.FINISHED
    return not (had_cut(tournament) if is_over else tournament.top_cut)


def newest_apart(tournament: Tournament) -> bool:
    """Whether the newest table is by divisions: the final places once the event has finished. One query at most."""
    if tournament.phase != Tournament.Phase.FINISHED or not tournament.divisions:
        return ranks_apart(tournament)
    return places_apart(tournament, had_cut=had_cut(tournament))


def round_apart(round: Round) -> bool:
    """Whether a round has its divisions apart by the settings; at a table of joined ones, or of a round that was
    paired before the setting, players of two can meet all the same."""
    in_cut = round.stage == Round.Stage.TOP_CUT
    return round.tournament.cuts_apart if in_cut else round.tournament.is_paired_apart


def by_division(
    tournament: Tournament, rows: Iterable[Row], division: Callable[[Row], str], *, is_apart: bool
) -> dict[str, list[Row]]:
    """The rows of each division, by its code and in the order of the event; all under an empty code where divisions are
    not apart. Without rows there is no division.
    """
    found: dict[str, list[Row]] = {one["code"]: [] for one in tournament.divisions} if is_apart else {"": []}
    for row in rows:
        found[own_division(tournament, division(row)) if is_apart else ""].append(row)
    return {code: own for code, own in found.items() if own}


def had_cut(tournament: Tournament) -> bool:
    """Whether a top cut has begun. One query."""
    return Round.objects.filter(tournament=tournament, stage=Round.Stage.TOP_CUT).exists()
