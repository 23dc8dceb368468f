"""The tables of a draft in a list for each division that plays by itself, as everybody reads them once it is public."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.models import Round
from tournaments.queries.division_places import by_division, own_division, round_apart
from tournaments.queries.division_tables import meet_across
from tournaments.queries.divisions import division_names
from tournaments.views.desk.draft import DraftPair, DraftRest, DraftReview


@dataclass(frozen=True)
class DraftGroup:
    """What a page of a draft shows of one division; of a draft in one list, everything under an empty code."""

    code: str
    name: str
    pairs: tuple[DraftPair, ...]
    rest: tuple[DraftRest, ...]


def draft_apart(round: Round, draft: DraftReview) -> bool:
    """Whether the draft is read by division: no table has players of two of them."""
    pairs = ((one.match.player1.division, one.match.player2.division) for one in draft.pairs)
    return round_apart(round) and not meet_across(round.tournament, pairs)


def in_divisions(round: Round, draft: DraftReview) -> DraftReview:
    """The draft with its tables in the order of the divisions they are in."""
    listed = by_division(round.tournament, draft.pairs, _of_pair, is_apart=draft_apart(round, draft))
    return replace(draft, pairs=tuple(pair for own in listed.values() for pair in own))


def draft_groups(round: Round, draft: DraftReview, shown: Sequence[DraftPair]) -> list[DraftGroup]:
    """The lists of one page of a draft `in_divisions`. Who has no opponent stands below the last table of the division,
    on the last page where it has none; of a draft in one list, on every page."""
    if not draft_apart(round, draft):
        return [DraftGroup("", "", tuple(shown), draft.rest)]
    event = round.tournament
    pairs = by_division(event, shown, _of_pair, is_apart=True)
    last = {own_division(event, _of_pair(pair)): pair for pair in draft.pairs}
    rest = by_division(event, draft.rest, lambda one: one.entry.division, is_apart=True)
    is_last_page = not draft.pairs or draft.pairs[-1] in shown
    groups = []
    for code, name in division_names(event).items():
        ends = last[code] in shown if code in last else is_last_page
        group = DraftGroup(code, name, tuple(pairs.get(code, ())), tuple(rest.get(code, ())) if ends else ())
        groups.append(group)
    return [group for group in groups if group.pairs or group.rest]


def _of_pair(pair: DraftPair) -> str:
    return pair.match.player1.division
