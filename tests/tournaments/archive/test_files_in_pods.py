"""Archive files of events in pods: reading what was written, faults with their places by reader and schema alike."""

from __future__ import annotations

import copy
from typing import Any

import jsonschema
import pytest

from cardpool.intake.problems import TableFault
from tests.tournaments.archive.test_cuts import faults_of
from tests.tournaments.archive.test_reading import GOOD, SCHEMA
from tournaments.archive.pod_cores import open_pods, places_after_finals, pod_history, pods_to_seat
from tournaments.archive.problems import ArchiveFault
from tournaments.archive.reading import archive_of, read_archive
from tournaments.archive.writing import archive_value, write_archive
from tournaments.pods.ranking import rank_players


def seats(*placed: tuple[int, int | None], **manners: str) -> list[dict[str, Any]]:
    return [{"id": key, "place": place, "manner": manners.get(f"p{key}", "played")} for key, place in placed]


IN_PODS: dict[str, Any] = {
    "format": "dueldesk-archive/3",
    "settings": {"points": {"win": 3, "draw": 1, "loss": 0}, "rounds": 3, "prohibited": [[1, 2]]},
    "entrants": [{"id": key, "team": "a" if key in (5, 6) else None} for key in range(1, 9)]
    + [{"id": 9, "dropped_after": 1}],
    "rounds": [
        {
            "number": 1,
            "pods": [
                {"table": 1, "seats": seats((1, 2), (2, 1), (3, 2), (4, 4), p4="no_show")},
                {"table": 2, "seats": seats((5, 1), (6, 1), (7, 3), p7="conceded"), "ended_by_time": True},
            ],
            "matches": [{"players": [8], "kind": "bye"}, {"players": [9], "kind": "loss"}],
        }
    ],
    "finals": {
        "seeds": [2, 8, 5, 6],
        "rounds": [{"pods": [{"table": 1, "seats": seats((2, 4), (8, 3), (5, 1), (6, 2))}]}],
    },
}
POD = "rounds.0.pods.0"


def changed(path: str, value: Any) -> dict[str, Any]:
    """The file with one place replaced."""
    new = copy.deepcopy(IN_PODS)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = new
    for step in way:
        place = place[step]
    place[last] = value
    return new


def test_what_is_written_is_read_as_the_same() -> None:
    archive = archive_of(IN_PODS)
    jsonschema.validate(IN_PODS, SCHEMA)
    value = archive_value(archive)
    jsonschema.validate(value, SCHEMA)
    assert value["format"] == "dueldesk-archive/3"
    assert read_archive(write_archive(archive)) == archive


def test_the_table_the_next_field_and_the_places_follow_from_the_file() -> None:
    archive = archive_of(IN_PODS)
    rows = rank_players(pod_history(archive))
    assert [(row.entrant, row.points) for row in rows][:4] == [(2, 3), (8, 3), (5, 1), (6, 1)]
    field = pods_to_seat(archive)
    assert set(field.by_id) == set(range(1, 9))
    assert field.by_id[1].met == {2: 1, 3: 1}, "who did not come was not met"
    assert (field.by_id[1].turns, field.by_id[1].short, field.by_id[8].short) == (((1, 3),), 1, 1)
    assert field.apart == {frozenset((1, 2)), frozenset((5, 6))}
    places = places_after_finals(archive, [(row.entrant, row.rank) for row in rows])
    assert [places[key] for key in (5, 6, 8, 2)] == [1, 2, 3, 4]
    assert min(places[key] for key in (1, 3, 4, 7, 9)) == 5


def test_a_pod_without_a_result_is_open() -> None:
    archive = archive_of(changed(f"{POD}.seats", seats((1, None), (2, None), (3, None), (4, None), p4="match_loss")))
    assert [pod.players for _number, pod in open_pods(archive)] == [(1, 2, 3, 4)]
    assert 1 not in {key for key, rows in pod_history(archive).rows.items() if rows}


BY_SCHEMA = [
    (POD + ".seats.0.manner", "asleep", POD + ".seats.0.manner", TableFault.BAD_VALUE),
    (POD + ".seats.0.place", 5, POD + ".seats.0.place", TableFault.OUT_OF_RANGE),
    (POD + ".seats.0.more", 1, POD + ".seats.0.more", TableFault.UNKNOWN_KEY),
    (POD + ".winner", 1, POD + ".winner", TableFault.UNKNOWN_KEY),
    (POD + ".seats", seats((1, 1)), POD + ".seats", ArchiveFault.WRONG_POD),
    ("rounds.0.matches.0", {"players": [8]}, "rounds.0.matches.0.kind", TableFault.MISSING_KEY),
    ("rounds.0.matches.0.kind", "played", "rounds.0.matches.0.kind", TableFault.BAD_VALUE),
    ("settings.preset", "mtr", "settings.preset", TableFault.UNKNOWN_KEY),
    ("settings.pod_places", [4, 3, 2], "settings.pod_places", TableFault.WRONG_TYPE),
    ("entrants.0.state", {"score": 3}, "entrants.0.state", TableFault.UNKNOWN_KEY),
    ("cuts", [], "cuts", TableFault.UNKNOWN_KEY),
    ("finals.seeds", [2, 8], "finals.seeds", ArchiveFault.WRONG_SIZE),
    ("finals.seeds", [2, 2, 5, 6, 8], "finals.seeds", ArchiveFault.SEEDED_TWICE),
]
TOGETHER = [
    (POD + ".seats", seats((1, 2), (2, 2), (3, 3)), POD + ".seats", ArchiveFault.NO_ORDER),
    (POD + ".seats", seats((1, 1), (2, None), (3, 3)), POD + ".seats", ArchiveFault.NO_ORDER),
    (POD + ".seats", seats((1, 1), (2, 2)), POD + ".seats", ArchiveFault.WRONG_POD),
    (POD + ".seats.0.id", 90, POD + ".seats", ArchiveFault.NO_SUCH_ENTRANT),
    (POD + ".seats.0.id", 3, POD + ".seats", ArchiveFault.TWICE_IN_ROUND),
    (POD + ".seats.0.id", 8, POD + ".seats", ArchiveFault.TWICE_IN_ROUND),
    ("settings.pod_places", [1, 2, 3, 4], "settings.pod_places", TableFault.WRONG_TYPE),
    ("finals.seeds", [2, 8, 5, 60], "finals.seeds", ArchiveFault.NO_SUCH_ENTRANT),
    ("finals.seeds", [2, 8, 5], "finals.rounds.0", ArchiveFault.NOT_IN_FINALS),
    ("finals.rounds", [IN_PODS["finals"]["rounds"][0]] * 3, "finals.rounds", ArchiveFault.NOT_ONE_FINAL),
]


def place_of(path: str) -> str:
    """The path of a fault as the reader writes it."""
    return "".join(f"[{step}]" if step.isdigit() else f".{step}" for step in path.split("."))[1:]


@pytest.mark.parametrize(("path", "value", "place", "code"), BY_SCHEMA + TOGETHER)
def test_every_fault_has_its_place(path: str, value: Any, place: str, code: object) -> None:
    assert (place_of(place), code) in faults_of(changed(path, value))


@pytest.mark.parametrize(("path", "value", "place", "code"), BY_SCHEMA)
def test_the_schema_refuses_what_the_reader_refuses(path: str, value: Any, place: str, code: object) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(changed(path, value), SCHEMA)


@pytest.mark.parametrize("extra", [{"finals": IN_PODS["finals"]}, {"settings": {"pod_places": [4, 3, 2, 1]}}])
def test_files_of_matches_have_nothing_of_pods(extra: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(GOOD | extra, SCHEMA)
    assert TableFault.UNKNOWN_KEY in {code for _place, code in faults_of(GOOD | extra)}
