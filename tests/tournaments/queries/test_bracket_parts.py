"""Which columns of a bracket a wall shows, and on how many pages."""

from typing import Any, cast

import pytest

from tournaments.queries.bracket import DrawnBracket, DrawnRound
from tournaments.queries.bracket_parts import parts_for_the_wall


def bracket(size: int, paired: int) -> DrawnBracket:
    """A bracket of this many players, the first `paired` rounds of which have been paired; matches are numbers."""
    columns = []
    for number in range(1, size.bit_length()):
        players = size >> (number - 1)
        matches: Any = tuple(range(players // 2))
        columns.append(DrawnRound(number, cast(Any, "paired") if number <= paired else None, players, matches))
    return DrawnBracket(size, tuple(columns), None)


@pytest.mark.parametrize(
    ("size", "paired", "pages"),
    [
        (2, 1, [[[0]]]),
        (4, 1, [[[0, 1], [0]]]),
        (8, 1, [[[0, 1, 2, 3], [0, 1], [0]]]),
        (8, 3, [[[0, 1, 2, 3], [0, 1], [0]]]),
        (16, 1, [[[0, 1, 2, 3], [0, 1], [0]], [[4, 5, 6, 7], [2, 3], [1]]]),
        (16, 2, [[[0, 1, 2, 3], [0, 1], [0]]]),
        (32, 1, [[[4 * at + one for one in range(4)], [2 * at, 2 * at + 1], [at]] for at in range(4)]),
        (32, 2, [[[0, 1, 2, 3], [0, 1], [0]], [[4, 5, 6, 7], [2, 3], [1]]]),
        (32, 5, [[[0, 1, 2, 3], [0, 1], [0]]]),
    ],
)
def test_eight_players_and_three_rounds_are_a_page(size: int, paired: int, pages: list[list[list[int]]]) -> None:
    parts = parts_for_the_wall(bracket(size, paired))
    assert [[list(column.matches) for column in part.rounds] for part in parts] == pages
