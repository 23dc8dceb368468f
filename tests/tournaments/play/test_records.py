"""Game records: what is still missing from one."""

from tests.tournaments.play.tables import FIRST, ONE, TWO, bare
from tournaments.play.records import GameRecord


def test_a_record_names_its_missing_details() -> None:
    assert GameRecord(1).missing == ("chooser", "choice", "first", "result", "ending")
    full = GameRecord(1, chooser=ONE, choice=FIRST, first=ONE, winner=TWO, ending="damage")
    assert full.missing == ()
    assert full.loser is ONE
    assert GameRecord(1, chooser=ONE, choice=FIRST, first=ONE, winner=TWO, conceded=True).missing == ()


def test_an_unknown_game_and_a_penalty_miss_nothing() -> None:
    assert all(record.missing == () for record in bare("211"))
    assert GameRecord(1, winner=ONE, penalty=True).missing == ()
