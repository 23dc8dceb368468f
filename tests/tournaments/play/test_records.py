"""Game records: what is still missing from one, and which games of a bare score have a known place."""

import pytest

from tests.tournaments.play.tables import FIRST, ONE, TWO, bare
from tournaments.play.records import GameRecord, places_of_score


def test_a_record_names_its_missing_details() -> None:
    assert GameRecord(1).missing == ("chooser", "choice", "first", "result", "ending")
    full = GameRecord(1, chooser=ONE, choice=FIRST, first=ONE, winner=TWO, ending="damage")
    assert full.missing == ()
    assert full.loser is ONE
    assert GameRecord(1, chooser=ONE, choice=FIRST, first=ONE, winner=TWO, conceded=True).missing == ()


def test_an_unknown_game_and_a_penalty_miss_nothing() -> None:
    assert all(record.missing == () for record in bare("211"))
    assert GameRecord(1, winner=ONE, penalty=True).missing == ()


@pytest.mark.parametrize(
    ("winners", "last_decided", "places"),
    [
        ([], True, ()),
        ([ONE, ONE], True, (True, True)),
        ([None, None], False, (True, True)),
        ([TWO, ONE, ONE], True, (False, False, True)),
        ([TWO, ONE], True, (True, True)),
        ([TWO, TWO, ONE], True, (True, True, True)),
        ([ONE, TWO], False, (False, False)),
        ([None, ONE, ONE], True, (False, False, True)),
        ([TWO, ONE, ONE, ONE, ONE], False, (False,) * 5),
    ],
)
def test_which_games_of_a_bare_score_have_a_place(winners, last_decided, places):
    assert places_of_score(winners, last_decided=last_decided) == places
