"""Points by place, and the table, by worked examples and against a plain second count."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pods.ranking import PodHistory, PodPlayer, meetings, rank_players
from tournaments.pods.results import (
    Alone,
    AloneResult,
    Manner,
    Place,
    PodPoints,
    PodResult,
    UnreadableOrder,
    places_from,
)

BY_PLACE = PodPoints(places=(4, 3, 2, 1))


def pod(*places, round=1):
    """A pod of players 1, 2, … with these places; a letter behind is an absent player's."""
    return PodResult(round, tuple(Place(key, place) for key, place in enumerate(places, start=1)))


@pytest.mark.parametrize(
    ("points", "places", "worth"),
    [
        (PodPoints(), (1, 2, 3, 4), (3, 0, 0, 0)),
        (PodPoints(), (1, 1, 1, 1), (1, 1, 1, 1)),
        (PodPoints(), (1, 1, 3, 4), (1, 1, 0, 0)),
        (BY_PLACE, (1, 2, 3, 4), (4, 3, 2, 1)),
        (BY_PLACE, (1, 2, 3), (4, 3, 2)),
        (BY_PLACE, (1, 1, 1, 1), (3, 3, 3, 3)),
        (BY_PLACE, (1, 2, 2, 4), (4, 3, 3, 1)),
        (BY_PLACE, (1, 2, 2, 2), (4, 2, 2, 2)),
    ],
)
def test_points_of_places(points, places, worth):
    assert tuple(points.of(pod(*places)).values()) == worth


def test_absent_players_get_no_points_by_place_and_a_loss_otherwise():
    result = PodResult(1, (Place(1, 1), Place(2, 2), Place(3, 3, Manner.NO_SHOW), Place(4, 3, Manner.DISQUALIFIED)))
    assert BY_PLACE.of(result) == {1: 4, 2: 3, 3: 0, 4: 0}
    assert PodPoints().of(result) == {1: 3, 2: 0, 3: 0, 4: 0}
    alone = PodResult(1, (Place(1, 1), *(Place(key, 2, Manner.NO_SHOW) for key in (2, 3, 4))))
    assert PodPoints().of(alone) == {1: 3, 2: 0, 3: 0, 4: 0}
    nobody = PodResult(1, tuple(Place(key, 1, Manner.NO_SHOW) for key in (1, 2, 3)))
    assert PodPoints().of(nobody) == {1: 0, 2: 0, 3: 0}


def test_byes_and_missed_rounds():
    assert [PodPoints().alone(kind) for kind in Alone] == [3, 3, 0]
    assert [BY_PLACE.alone(kind) for kind in Alone] == [4, 4, 0]


def test_an_order_is_read_from_groups():
    found = places_from([[7], [5, 9]], {3: Manner.NO_SHOW}, [3, 5, 7, 9])
    assert [(one.entrant, one.place, one.manner) for one in found] == [
        (3, 4, Manner.NO_SHOW),
        (5, 2, Manner.PLAYED),
        (7, 1, Manner.PLAYED),
        (9, 2, Manner.PLAYED),
    ]


@pytest.mark.parametrize(
    ("order", "absent", "code"),
    [
        ([[1], [1, 2]], {}, "twice"),
        ([[1], [2]], {2: Manner.NO_SHOW}, "twice"),
        ([[1], [2], [3], [8]], {}, "stranger"),
        ([[1], [2]], {}, "missing"),
    ],
)
def test_an_order_that_is_none(order, absent, code):
    with pytest.raises(UnreadableOrder) as refused:
        places_from(order, absent, [1, 2, 3])
    assert refused.value.code == code


def test_the_worked_example_of_the_docs():
    """Two rounds of seven players: opponents' average points by hand."""
    first = (
        PodResult(1, tuple(Place(key, place) for key, place in ((1, 1), (2, 2), (3, 3), (4, 4)))),
        PodResult(1, tuple(Place(key, place) for key, place in ((5, 1), (6, 2), (7, 3)))),
    )
    second = (
        PodResult(2, tuple(Place(key, place) for key, place in ((1, 1), (5, 2), (2, 3), (6, 4)))),
        PodResult(2, tuple(Place(key, 1) for key in (3, 4, 7))),
    )
    table = rank_players(PodHistory(tuple(PodPlayer(key) for key in range(1, 8)), first + second))
    rows = {row.entrant: row for row in table}
    assert [(row.entrant, row.rank, row.points) for row in table[:2]] == [(1, 1, 6), (5, 2, 3)]
    # Player 1 met 2, 3, 4, 5, 2 and 6: averages 0, 1/2, 1/2, 3/2, 0 and 0.
    assert rows[1].opponents == Fraction(5, 2) / 6
    assert rows[3].opponents == rows[4].opponents == (Fraction(3) + 0 + Fraction(1, 2) * 3) / 5
    assert rows[3].head_to_head == 1
    assert rows[4].head_to_head == -1
    assert (rows[3].rank, rows[4].rank) == (rows[3].rank, rows[3].rank + 1)


def test_a_bye_is_no_opponent_and_a_disqualified_player_has_no_rank():
    history = PodHistory(
        (PodPlayer(1), PodPlayer(2), PodPlayer(3), PodPlayer(4, ranked=False), PodPlayer(5)),
        (PodResult(1, (Place(1, 1), Place(2, 2), Place(3, 3), Place(4, 4, Manner.DISQUALIFIED))),),
        (AloneResult(1, 5, Alone.BYE),),
    )
    table = rank_players(history)
    assert [row.entrant for row in table] == [1, 5, 2, 3]
    assert [(row.wins, row.byes, row.opponents) for row in table[:2]] == [(1, 0, 0), (1, 1, 0)]
    assert [row.rank for row in table] == [1, 1, 3, 4]


@settings(max_examples=80, deadline=None)
@given(
    orders=st.lists(st.permutations([1, 2, 3, 4, 5, 6, 7]), min_size=1, max_size=4),
    draws=st.lists(st.booleans(), min_size=4, max_size=4),
)
def test_a_plain_second_count_agrees(orders, draws):
    pods = []
    for number, order in enumerate(orders, start=1):
        for members in (order[:4], order[4:]):
            shared = draws[number - 1]
            pods.append(
                PodResult(number, tuple(Place(key, 1 if shared else place) for place, key in enumerate(members, 1)))
            )
    history = PodHistory(tuple(PodPlayer(key) for key in range(1, 8)), tuple(pods), points=BY_PLACE)
    points = {key: sum(BY_PLACE.of(pod).get(key, 0) for pod in pods) for key in range(1, 8)}
    table = rank_players(history)
    assert {row.entrant: row.points for row in table} == points
    met = meetings(tuple(place.entrant for place in pod.places) for pod in pods)
    for row in table:
        others = [(other, times) for other, times in met[row.entrant].items()]
        total = sum(times * Fraction(points[other], len(orders)) for other, times in others)
        assert row.opponents == total / sum(times for _other, times in others)
    keys = [(row.points, row.wins, row.opponents, row.head_to_head) for row in table]
    assert keys == sorted(keys, reverse=True)
    assert [row.rank for row in table] == [1 + sum(other > key for other in keys) for key in keys]
