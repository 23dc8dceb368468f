"""Events for teams of two that tests start from."""

from __future__ import annotations

from typing import Any

from tests.people_and_events import CONSENT, make_event, owner_of
from tournaments.models import Registration, Tournament
from tournaments.queries.teams import members_of
from tournaments.services.entries import MemberData, add_team
from tournaments.services.start import start_tournament

TEAMS = ("星港队", "舰队", "军团", "空间站")


def team_event(*names: str, **settings: Any) -> Tournament:
    """An event for teams of two, each with a child and a grown-up: 星港队甲 (2016) and 星港队乙."""
    event = make_event(**({"entry_format": "teams_together"} | settings))
    for name in names:
        enter_team(event, name)
    return event


def enter_team(event: Tournament, name: str, **facts: Any) -> Registration:
    """A team as staff enter it."""
    two = [MemberData(f"{name}甲", birth_year=2016), MemberData(f"{name}乙", age_group="adult")]
    return add_team(
        actor=owner_of(event), tournament_id=event.pk, name=name, **({"members": two, "consent": CONSENT} | facts)
    )


def two_of(team: Registration) -> tuple[Registration, Registration]:
    """The members of a team, by seat."""
    first, second = members_of(team)
    return first, second


def started_team_event(*names: str, **settings: Any) -> Tournament:
    """A team event whose Swiss rounds can be paired."""
    event = team_event(*(names or TEAMS), **settings)
    return start_tournament(actor=owner_of(event), tournament_id=event.pk, allow_missing_decklists=True)
