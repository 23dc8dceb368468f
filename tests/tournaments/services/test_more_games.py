"""Matches of more games than decide them, if the ranking accepts them: Netrunner, or a line that says so."""

import pytest

from tests.api.client import ApiAsker
from tests.people_and_events import owner_of
from tests.refused import refused
from tests.running_events import play_swiss, publish, score, start_event
from tests.tournaments.services.recorded import at
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.archive.cores import scoring_history
from tournaments.archive.reading import archive_of
from tournaments.queries.history import read_swiss
from tournaments.queries.match_records import winner_seat_of
from tournaments.scoring.presets import find_preset
from tournaments.scoring.tallies import rows_by_entrant
from tournaments.services import corrections, results, rounds, top_cut
from tournaments.services.result_inputs import GameInput

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(match):
    return owner_of(match.round.tournament)


@pytest.fixture(params=["netrunner", "custom:mtr:OMW,GW;games=more"])
def match(request):
    tournament = start_event(2, preset=request.param)
    return publish(tournament).matches.get()


@pytest.mark.parametrize(("wins", "winner"), [((4, 1, 0), 1), ((2, 5, 0), 2), ((3, 3, 0), None)])
def test_a_score_of_more_games(match, wins, winner):
    match = score(match, *wins)
    assert match.is_complete
    assert winner_seat_of(match, round=match.round) == winner


def test_the_table_counts_every_game(match):
    score(match, 4, 1)
    record = read_swiss(match.round.tournament, after_round=1)
    row = rows_by_entrant(record.history, record.preset)[match.player2_id][0]
    assert (row.outcome, row.game_wins, row.game_losses) == ("loss", 1, 4)


def test_a_correction_game_by_game(match, owner):
    match = score(match, 2, 0)
    games = [GameInput(winner_seat=seat) for seat in (1, 1, 2, 1, 1)]
    corrected = corrections.correct_match(**at(match, owner, games=games, reason="played on"))
    assert corrected.games.count() == 5
    assert corrected.is_complete


def test_other_ways_to_rank_end_with_the_deciding_game():
    match = publish(start_event(2, preset="mtr")).matches.get()
    refused(
        "score_too_many_wins", results.record_score, **at(match, owner_of(match.round.tournament), wins1=4, wins2=1)
    )
    match = score(match, 2, 0)
    games = [GameInput(winner_seat=1)] * 3
    owner = owner_of(match.round.tournament)
    refused("after_decided", corrections.correct_match, **at(match, owner, games=games, reason="played on"))


def test_the_top_cut_ends_with_the_deciding_game():
    tournament = start_event(4, preset="netrunner", top_cut=4, planned_rounds=1)
    play_swiss(tournament)
    draft = top_cut.start_top_cut(actor=owner_of(tournament), tournament_id=tournament.pk)
    match = rounds.publish_round(actor=owner_of(tournament), round_id=draft.pk).matches.first()
    refused("score_too_many_wins", results.record_score, **at(match, owner_of(tournament), wins1=4, wins2=1))


def test_the_desk_takes_the_score_in_its_fields(match):
    desk = DeskVisitor(match.round.tournament, owner_of(match.round.tournament))
    desk.press("desk_match_score", match.pk, version=match.version, wins1=4, wins2=1, draws=0)
    assert "4–1" in desk.read("desk_match", match.pk)


def test_the_api_takes_the_score(match):
    event = match.round.tournament
    path = f"tournaments/{event.code}/matches/{match.pk}/score/"
    answer = ApiAsker(owner_of(event)).post(path, {"expected_version": match.version, "wins1": 4, "wins2": 1})
    assert (answer["wins1"], answer["wins2"], answer["is_complete"]) == (4, 1, True)


def test_an_archive_holds_the_score():
    file = {
        "format": "dueldesk-archive/1",
        "settings": {"preset": "netrunner"},
        "entrants": [{"id": 1}, {"id": 2}],
        "rounds": [{"number": 1, "matches": [{"players": [1, 2], "score": [4, 1, 0]}]}],
    }
    archive = archive_of(file)
    row = rows_by_entrant(scoring_history(archive), find_preset(archive.settings.preset))[1][0]
    assert (row.outcome, row.game_wins, row.game_losses) == ("win", 4, 1)
