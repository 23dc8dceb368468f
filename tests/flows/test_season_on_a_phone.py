"""A season on a phone: what a player looks for is in view."""

from __future__ import annotations

import pytest

from tests.flows.browsers import Hall
from tests.people_and_events import owner_of
from tests.tournaments.ended_events import make_season
from tests.tournaments.services.test_places_in_divisions import finished

pytestmark = [pytest.mark.slow]


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_points_stand_beside_a_place_in_a_division(hall: Hall, language: str) -> None:
    """They were out of view behind the place in the division, which took one line."""
    tournament = finished()
    season = make_season(owner_of(tournament), tournament)
    junior = tournament.registrations.filter(division="junior").earliest("final_place")
    phone = hall.visitor(viewport={"width": 390, "height": 844})
    phone.read_in(language)
    phone.go("season_history", season.code, junior.pk)
    table = phone.page.locator(".scroll-x").first
    assert table.evaluate("node => node.scrollWidth - node.clientWidth") <= 0
