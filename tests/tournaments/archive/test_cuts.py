"""Top cuts in archive files: both formats, reading what was written, faults with their places, final places."""

from __future__ import annotations

import copy
import json
from typing import Any

import jsonschema
import pytest

from cardpool.intake.problems import TableFault
from tests.tournaments.archive.test_reading import GOOD, SCHEMA
from tournaments.archive.cuts import final_places
from tournaments.archive.problems import ArchiveError, ArchiveFault
from tournaments.archive.reading import archive_of, read_archive
from tournaments.archive.writing import archive_value, write_archive

WITH_CUTS: dict[str, Any] = {
    "format": "dueldesk-archive/2",
    "entrants": [{"id": key, "division": "少年组" if key < 5 else "大师组"} for key in range(1, 9)] + [{"id": 9}],
    "rounds": [{"number": 1, "matches": [{"players": [1, 5], "score": [2, 0]}]}],
    "cuts": [
        {
            "division": "少年组",
            "seeds": [1, 2, 3, 4],
            "third_place": True,
            "matches": [
                {"round": 1, "table": 1, "players": [1, 4], "games": [1, 2, 2]},
                {"round": 1, "table": 2, "players": [2, 3], "score": [2, 0]},
                {"round": 2, "players": [2, 4], "kind": "no_show", "winner": 1},
                {"round": 2, "players": [1, 3], "kind": "double_loss"},
            ],
        },
        {"division": "大师组", "seeds": [7, 5, 6], "matches": [{"round": 1, "players": [5, 6]}]},
    ],
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """The file with one place replaced."""
    new = copy.deepcopy(WITH_CUTS)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = new
    for step in way:
        place = place[step]
    place[last] = value
    return new


def faults_of(value: Any) -> list[tuple[str, object]]:
    with pytest.raises(ArchiveError) as refused:
        archive_of(value)
    return [(problem.path, problem.code) for problem in refused.value.problems]


@pytest.mark.parametrize("file", [GOOD, WITH_CUTS], ids=["first format", "second format"])
def test_what_is_written_is_read_as_the_same(file: dict[str, Any]) -> None:
    archive = archive_of(file)
    again = archive_value(archive)
    assert again["format"] == file["format"]
    jsonschema.validate(again, SCHEMA)
    assert read_archive(write_archive(archive)) == archive


def test_states_settings_and_every_kind_of_match_are_written_too() -> None:
    state = {"score": 6, "met": [2, 2], "had_bye": 1, "floated_down": 2, "floated_up": 3}
    settings = {"teams": "prohibit", "team_rounds": 2, "order": "fold", "discouraged": [[1, 2]], "tiebreaks_from": 3}
    file = {
        "format": "dueldesk-archive/1",
        "settings": settings,
        "entrants": [{"id": 1, "name": "甲", "team": "a", "state": state, "fixed_table": 4}, {"id": 2}],
    }
    assert read_archive(write_archive(archive_of(file))) == archive_of(file)


def test_a_file_of_the_first_format_is_read_as_before_and_has_no_cuts() -> None:
    assert archive_of(GOOD).cuts == ()
    old = {**WITH_CUTS, "format": "dueldesk-archive/1"}
    assert faults_of(old) == [("cuts", TableFault.UNKNOWN_KEY)]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(old, SCHEMA)
    new = {**GOOD, "format": "dueldesk-archive/2"}
    jsonschema.validate(new, SCHEMA)
    assert archive_of(new) == archive_of(GOOD)


def test_an_unknown_format_is_refused() -> None:
    assert faults_of({**GOOD, "format": "dueldesk-archive/4"})[0][0] == "format"


@pytest.mark.parametrize(
    ("path", "value", "place", "code"),
    [
        ("cuts.0.seeds", [1], "cuts[0].seeds", ArchiveFault.WRONG_SIZE),
        ("cuts.1.seeds", [7, 7, 6], "cuts[1].seeds", ArchiveFault.SEEDED_TWICE),
        ("cuts.1.seeds", [7, 5, 1], "cuts[1].seeds", ArchiveFault.SEEDED_TWICE),
        ("cuts.1.seeds", [7, 5, 60], "cuts[1].seeds", ArchiveFault.NO_SUCH_ENTRANT),
        ("cuts.1.seeds", [7, 5, 4], "cuts[1].seeds", ArchiveFault.WRONG_DIVISION),
        ("cuts.1.division", "少年组", "cuts[0].division", ArchiveFault.WHOSE_CUT),
        ("cuts.1.division", None, "cuts[1].division", ArchiveFault.WHOSE_CUT),
        ("cuts.1.matches.0.players", [7, 5], "cuts[1].matches[0].players", ArchiveFault.NOT_IN_BRACKET),
        ("cuts.1.matches.0.round", 3, "cuts[1].matches[0].players", ArchiveFault.NOT_IN_BRACKET),
        ("cuts.0.matches.2.players", [1, 2], "cuts[0].matches[2].players", ArchiveFault.NOT_IN_BRACKET),
        ("cuts.0.matches.1.score", [1, 1], "cuts[0].matches[1]", ArchiveFault.NO_WINNER),
        ("cuts.1.matches.0.kind", "intentional_draw", "cuts[1].matches[0].kind", ArchiveFault.NO_DRAWS),
        ("cuts.1.matches.0.more", 1, "cuts[1].matches[0].more", TableFault.UNKNOWN_KEY),
        ("cuts.1.size", 4, "cuts[1].size", TableFault.UNKNOWN_KEY),
    ],
)
def test_every_fault_has_its_place(path: str, value: Any, place: str, code: object) -> None:
    assert (place, code) in faults_of(changed(path, value))


def test_a_match_without_its_round_is_a_fault() -> None:
    file = copy.deepcopy(WITH_CUTS)
    del file["cuts"][1]["matches"][0]["round"]
    assert ("cuts[1].matches[0].round", TableFault.MISSING_KEY) in faults_of(file)


def test_a_match_played_twice_is_a_fault() -> None:
    file = copy.deepcopy(WITH_CUTS)
    file["cuts"][0]["matches"].insert(1, {"round": 1, "players": [4, 1], "score": [2, 0]})
    assert ("cuts[0].matches[1].players", ArchiveFault.NOT_IN_BRACKET) in faults_of(file)


RANKS = [(key, rank) for rank, key in enumerate((5, 1, 2, 6, 3, 7, 4, 8, 9), start=1)]


def test_final_places_are_those_of_the_own_cut_then_by_rank() -> None:
    places = final_places(archive_of(WITH_CUTS), RANKS)
    assert {key: places[key] for key in (1, 2, 3, 4)} == {2: 1, 4: 2, 1: 4, 3: 4}
    assert {key: places[key] for key in (5, 6, 7, 8)} == {7: 1, 5: 2, 6: 3, 8: 4}
    assert places[9] == 1  # Of those in no division.


def test_behind_somebody_disqualified_everybody_moves_up() -> None:
    file = copy.deepcopy(WITH_CUTS)
    file["entrants"][1]["disqualified"] = True
    places = final_places(archive_of(file), RANKS)
    assert {key: places.get(key) for key in (1, 2, 3, 4)} == {2: None, 4: 1, 1: 2, 3: 2}


def test_one_cut_of_everybody_places_everybody_and_no_cut_nobody() -> None:
    matches = [{"round": 1, "players": [1, 5], "score": [0, 2]}]
    file = {**WITH_CUTS, "cuts": [{"seeds": [1, 5], "matches": matches}]}
    places = final_places(archive_of(file), RANKS)
    assert [key for key, _place in sorted(places.items(), key=lambda found: found[1])] == [5, 1, 2, 6, 3, 7, 4, 8, 9]
    assert final_places(archive_of(GOOD), RANKS[:2]) == {}
    assert json.loads(write_archive(archive_of(GOOD)))["format"] == "dueldesk-archive/1"


def test_an_award_says_who_goes_on_in_the_second_format_alone() -> None:
    matches = [{"round": 1, "players": [1, 5], "kind": "award", "winner": 2, "score": [1, 1]}]
    file = {**WITH_CUTS, "cuts": [{"seeds": [1, 5], "matches": matches}]}
    assert final_places(archive_of(file), RANKS)[5] == 1
    jsonschema.validate(file, SCHEMA)
    del matches[0]["winner"]
    assert faults_of(file) == [("cuts[0].matches[0]", ArchiveFault.NO_WINNER)]
    old = copy.deepcopy(GOOD)
    old["rounds"][0]["matches"][0] = {"players": [1, 2], "kind": "award", "winner": 1}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(old, SCHEMA)
    assert ("rounds[0].matches[0].kind", TableFault.BAD_VALUE) in faults_of(old)
    new = {**old, "format": "dueldesk-archive/2"}
    jsonschema.validate(new, SCHEMA)
    assert archive_value(archive_of(new))["format"] == "dueldesk-archive/2"
