"""An event of 64 on a running site, and one of 16 that shares its hall, before either has a round.

Run by the site itself: `running_site.manage("shell", "-c", OPEN)` prints what the people of the events have to know.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from accounts.services import issue_personal_link
from tests.flows.deck_lists import LEGAL
from tests.judged_events import hand_in
from tests.people_and_events import enter, make_actor, make_event, owner_of, staff_actor
from tournaments.services.start import start_tournament

OPEN = "from tests.flows.city_open import open_both; print(open_both())"
PLAYERS, SIDE_PLAYERS, SWISS_ROUNDS = 64, 16, 4
CHECKED = "P01"
"""Who has submitted a list, and carries a phone."""


@dataclass(frozen=True)
class CityOpen:
    """The codes of both events, who works at the first by the names of their accounts, the keys of its entries by
    name, and the personal link of the player who has a phone."""

    code: str
    side: str
    owner: str
    keeper: str
    judge: str
    entries: dict[str, int]
    link: str


def open_both() -> str:
    """Make them; their facts as JSON."""
    owner = make_actor("city-open-owner")
    event = make_event(owner, planned_rounds=SWISS_ROUNDS, top_cut=8, name="City Open")
    entries = enter(event, *(f"P{number:02}" for number in range(1, PLAYERS + 1)))
    checked = next(entry for entry in entries if entry.name == CHECKED)
    hand_in(checked, LEGAL)
    start_tournament(actor=owner, tournament_id=event.pk)
    side = make_event(owner, name="Side event", planned_rounds=3, capacity=SIDE_PLAYERS)
    enter(side, *(f"S{number:02}" for number in range(1, SIDE_PLAYERS + 1)))
    staff = {role: staff_actor(event, role).user for role in ("scorekeeper", "judge")}
    made = CityOpen(
        code=event.code,
        side=side.code,
        owner=owner_of(event).user.get_username(),
        keeper=staff["scorekeeper"].get_username(),
        judge=staff["judge"].get_username(),
        entries={entry.name: entry.pk for entry in entries},
        link=issue_personal_link(player=checked.player),
    )
    return json.dumps(asdict(made))
