"""What a report of a pod says once players have gone."""

import pytest

from tournaments.pods.agreeing import still_said

LEFT = (1, 3, 4)


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ({1: 1, 2: 2, 3: 3, 4: 4}, {1: 1, 3: 2, 4: 3}),
        ({1: 1, 2: 1, 3: 1, 4: 1}, {1: 1, 3: 1, 4: 1}),
        ({1: 2, 2: 1, 3: 2, 4: 2}, None),
        ({1: 2, 2: 1, 3: 3, 4: 4}, None),
        ({1: 1, 2: 1, 3: 3, 4: 3}, None),
        ({1: 1, 3: 2}, None),
    ],
    ids=["order", "drawn", "winner gone", "winner of an order gone", "half of the first place gone", "one left out"],
)
def test_a_report_says_something_of_who_is_left_while_its_first_place_stands(
    places: dict[int, int], said: dict[int, int] | None
) -> None:
    assert still_said(places, LEFT) == said
