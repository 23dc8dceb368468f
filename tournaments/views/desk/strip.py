"""The running round in numbers, each leading to the list that it counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Round, Tournament
from tournaments.queries.decks import count_unready_decks
from tournaments.queries.floor import FloorState, floor_of
from tournaments.views.desk.tables import Board
from tournaments.wording.calls import state_icon, state_name

COUNTED = (
    FloorState.PLAYING,
    FloorState.EXTRA,
    FloorState.RESULT,
    FloorState.DISPUTED,
    FloorState.LEVEL,
    FloorState.SILENT,
    FloorState.OVERDUE,
    FloorState.CALLED,
    FloorState.CHECK,
)
ALWAYS = (FloorState.PLAYING, FloorState.RESULT)
"""Shown even where no table is like this."""
NEEDS_SOMEBODY = (
    FloorState.DISPUTED,
    FloorState.LEVEL,
    FloorState.SILENT,
    FloorState.OVERDUE,
    FloorState.CALLED,
)


@dataclass(frozen=True)
class StripTile:
    """A number, what it counts, and the page that lists exactly these; `needs` marks what somebody has to see to."""

    key: str
    count: int
    name: str
    icon: str
    url: str
    needs: bool = False


def strip_of(tournament: Tournament, round: Round | None, board: Board | None) -> list[StripTile]:
    """The numbers of the running round; four queries, none where no round is running."""
    if round is None or board is None or round.status != Round.Status.PUBLISHED:
        return []
    floor = reverse("desk_floor", args=[tournament.code])
    tables = floor_of(round, None if tournament.is_in_pods else [row.match for row in board.rows])
    counts = Counter(state for table in tables for state in table.states)
    tiles = [
        StripTile(
            key=state.value,
            count=counts[state],
            name=state_name(state),
            icon=state_icon(state),
            url=f"{floor}?{urlencode({'state': state.value})}",
            needs=state in NEEDS_SOMEBODY,
        )
        for state in COUNTED
        if counts[state] or state in ALWAYS
    ]
    decks = count_unready_decks(tournament)
    if decks:
        url = reverse("desk_entries", args=[tournament.code]) + "?show=decks"
        tiles.append(StripTile("decks", decks, _("Deck needs attention"), "cards", url, needs=True))
    return tiles
