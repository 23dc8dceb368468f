"""Archive files: what is read, and that every fault is named with its place, by reader and JSON Schema alike."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardpool.intake.problems import TableFault
from tournaments.archive.cores import next_round_number, pairing_history, scoring_history
from tournaments.archive.problems import ArchiveError, ArchiveFault
from tournaments.archive.reading import archive_of, read_archive
from tournaments.scoring.history import ResultKind

SCHEMA = json.loads((Path(__file__).resolve().parents[3] / "docs" / "archive.schema.json").read_text())
GOOD: dict[str, Any] = {
    "format": "dueldesk-archive/1",
    "settings": {"points": {"win": 3, "draw": 1, "loss": 0}, "best_of": 3, "rounds": 5, "preset": "mtr"},
    "entrants": [
        {"id": 1, "name": "甲", "team": "a", "dropped_after": None},
        {"id": 2},
        {"id": 3},
        {"id": 4},
        {"id": 5},
    ],
    "rounds": [
        {
            "number": 1,
            "matches": [
                {"table": 1, "players": [1, 2], "games": [1, 2, 1]},
                {"table": 2, "players": [3, 4], "score": [0, 0, 1]},
                {"players": [5], "kind": "bye"},
            ],
        },
        {
            "number": 2,
            "matches": [
                {"table": 1, "players": [1, 5], "kind": "no_show", "winner": 2},
                {"table": 2, "players": [3, 2], "kind": "intentional_draw"},
                {"players": [4], "kind": "loss"},
            ],
        },
    ],
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """The good file with one place replaced; `del` removes it."""
    new = copy.deepcopy(GOOD)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = new
    for step in way:
        place = place[step]
    if value == "del":
        del place[last]
    else:
        place[last] = value
    return new


def test_a_file_is_read_whole():
    archive = archive_of(GOOD)
    jsonschema.validate(GOOD, SCHEMA)
    first = archive.rounds[0].matches
    assert (first[0].wins1, first[0].wins2, first[0].draws) == (2, 1, 0)
    assert (first[1].wins1, first[1].wins2, first[1].draws) == (0, 0, 1)
    assert next_round_number(archive) == 3


def test_the_pairing_core_gets_scores_meetings_byes_and_floats():
    entrants = {entrant.id: entrant for entrant in pairing_history(archive_of(GOOD)).entrants}
    assert {key: entrant.score for key, entrant in entrants.items()} == {1: 3, 2: 1, 3: 2, 4: 1, 5: 6}
    assert dict(entrants[1].met) == {2: 1, 5: 1}
    assert entrants[5].had_bye == 1
    assert (entrants[3].floated_down, entrants[2].floated_up) == (1, 1)
    assert entrants[1].tables == (1, 1)


def test_the_scoring_core_gets_kinds_and_winners():
    results = scoring_history(archive_of(GOOD)).results
    assert [result.kind for result in results] == [
        ResultKind.PLAYED,
        ResultKind.PLAYED,
        ResultKind.BYE,
        ResultKind.NO_SHOW,
        ResultKind.INTENTIONAL_DRAW,
        ResultKind.MISSED,
    ]
    assert results[3].winner == 5


def test_who_dropped_is_not_paired():
    archive = archive_of(changed("entrants.0.dropped_after", 1))
    assert 1 not in {entrant.id for entrant in pairing_history(archive).entrants}


def test_a_field_known_by_its_state():
    value = {
        "format": "dueldesk-archive/1",
        "entrants": [
            {"id": 1, "state": {"score": 6, "met": [2, 3], "had_bye": True, "floated_down": 1}},
            {"id": 2, "state": {"score": 0, "met": [1]}},
        ],
    }
    history = pairing_history(archive_of(value))
    assert history.next_round == 4
    assert (history.by_id[1].score, history.by_id[1].had_bye, history.by_id[1].floated_down) == (6, 1, 1)


STRUCTURE = [
    ("format", "other/2", "format", TableFault.BAD_VALUE),
    ("entrants", "del", "entrants", TableFault.MISSING_KEY),
    ("entrants.1.id", "2", "entrants[1].id", TableFault.WRONG_TYPE),
    ("entrants.1.id", True, "entrants[1].id", TableFault.WRONG_TYPE),
    ("entrants.1.id", -1, "entrants[1].id", TableFault.OUT_OF_RANGE),
    ("entrants.1.nick", "x", "entrants[1].nick", TableFault.UNKNOWN_KEY),
    ("settings.points.win", 1.5, "settings.points.win", TableFault.WRONG_TYPE),
    ("settings.best_of", 0, "settings.best_of", TableFault.OUT_OF_RANGE),
    ("settings.order", "up", "settings.order", TableFault.BAD_VALUE),
    ("rounds.0.number", 0, "rounds[0].number", TableFault.OUT_OF_RANGE),
    ("rounds.0.matches", {}, "rounds[0].matches", TableFault.WRONG_TYPE),
    ("rounds.0.matches.0.games", [3], "rounds[0].matches[0].games", TableFault.OUT_OF_RANGE),
    ("rounds.0.matches.0.kind", "magic", "rounds[0].matches[0].kind", TableFault.BAD_VALUE),
    ("rounds.0.matches.1.games", [1], "rounds[0].matches[1].score", ArchiveFault.TWO_RESULTS),
]
MEANING = [
    ("entrants.1.id", 1, "entrants[1].id", TableFault.DUPLICATE),
    ("rounds.1.number", 1, "rounds[1].number", TableFault.DUPLICATE),
    ("rounds.0.matches.0.players", [1, 9], "rounds[0].matches[0].players", ArchiveFault.NO_SUCH_ENTRANT),
    ("rounds.0.matches.0.players", [1, 1], "rounds[0].matches[0].players", ArchiveFault.AGAINST_SELF),
    ("rounds.0.matches.0.players", [1, 3], "rounds[0].matches[1].players", ArchiveFault.TWICE_IN_ROUND),
    ("rounds.0.matches.0.players", [1], "rounds[0].matches[0].players", ArchiveFault.WRONG_PLAYERS),
    ("rounds.0.matches.2.players", [5, 4], "rounds[0].matches[2].players", ArchiveFault.WRONG_PLAYERS),
    ("rounds.1.matches.0.winner", None, "rounds[1].matches[0].winner", ArchiveFault.WINNER_NEEDED),
    ("entrants.0.state", {"score": 3}, "entrants[0].state", ArchiveFault.STATE_AND_ROUNDS),
]


@pytest.mark.parametrize(("path", "value", "place", "fault"), STRUCTURE + MEANING)
def test_each_fault_is_named_with_its_place(path, value, place, fault):
    with pytest.raises(ArchiveError) as caught:
        archive_of(changed(path, value))
    assert (place, fault) in {(problem.path, problem.code) for problem in caught.value.problems}


@pytest.mark.parametrize(("path", "value", "place", "fault"), STRUCTURE)
def test_the_schema_refuses_what_the_reader_refuses(path, value, place, fault):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(changed(path, value), SCHEMA)


def test_a_fault_keeps_its_place_where_rounds_stand_out_of_order():
    value = changed("rounds.0.matches.0.players", [1, 9])
    value["rounds"].reverse()
    with pytest.raises(ArchiveError) as caught:
        archive_of(value)
    assert [problem.path for problem in caught.value.problems] == ["rounds[1].matches[0].players"]


def test_half_a_character_is_no_text():
    entrants = [{"id": 1, "name": "\ud800"}, {"id": 2, "name": "\U0001f600", "x-\udfff": 1}]
    with pytest.raises(ArchiveError) as caught:
        read_archive(json.dumps({"format": "dueldesk-archive/1", "entrants": entrants}))
    assert [(problem.path, problem.code) for problem in caught.value.problems] == [
        ("entrants[0].name", TableFault.WRONG_TYPE),
        ("entrants[1]", TableFault.WRONG_TYPE),
    ]


def test_all_faults_are_reported_together():
    value = changed("entrants.1.id", "2")
    value["settings"]["rounds"] = "five"
    with pytest.raises(ArchiveError) as caught:
        archive_of(value)
    assert len(caught.value.problems) >= 2


KEYS = ["format", "settings", "entrants", "rounds", "id", "state", "matches", "players", "number"]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=12,
)


@given(ANYTHING)
def test_anything_but_an_archive_is_refused_with_reasons(value):
    with pytest.raises(ArchiveError) as caught:
        archive_of(value)
    assert caught.value.problems


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "nul"])
def test_what_is_no_json_says_so(text):
    with pytest.raises(ArchiveError) as caught:
        read_archive(text)
    assert caught.value.problems[0].code is ArchiveFault.NOT_JSON


def test_nesting_of_any_depth_is_refused_in_words():
    for depth in range(700, 1100, 7):
        with pytest.raises(ArchiveError):
            read_archive('["é", ' + "[" * depth + "]" * depth + "]")


def test_tiebreakers_count_from_a_round_once_it_is_played() -> None:
    settings = {"preset": "mtr", "tiebreaks_from": 2}
    entrants = [{"id": 1}, {"id": 2}]
    rounds = [{"number": number, "matches": [{"players": [1, 2], "score": [2, 0, 0]}]} for number in (1, 2)]
    for played, first in ((1, 1), (2, 2)):
        document = {"format": "dueldesk-archive/1", "settings": settings, "entrants": entrants}
        archive = read_archive(json.dumps(document | {"rounds": rounds[:played]}))
        assert scoring_history(archive).tiebreaks_from == first


def faults_of(text: str) -> list[tuple[str, ArchiveFault]]:
    with pytest.raises(ArchiveError) as refused:
        read_archive(text)
    return [(problem.path, problem.code) for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"format": "dueldesk-archive/1", "entrants": [], "entrants": []}', ""),
        ('{"format": "dueldesk-archive/1", "entrants": [{"id": 1}, {"id": 2, "name": "a", "id": 3}]}', "entrants[1]"),
    ],
)
def test_a_key_that_occurs_twice_is_refused_where_it_does(text: str, place: str) -> None:
    assert faults_of(text) == [(place, TableFault.DUPLICATE)]


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\x7f", "\x85", "\n", "\t"])
@pytest.mark.parametrize("key", ["name", "team"])
def test_a_control_character_in_a_name_is_refused_at_its_place(key: str, character: str) -> None:
    text = json.dumps(changed(f"entrants.1.{key}", f"a{character}b"))
    assert faults_of(text) == [(f"entrants[1].{key}", TableFault.OUT_OF_RANGE)]


def test_a_long_text_is_refused_at_its_place_and_a_long_file_as_a_whole() -> None:
    assert faults_of(json.dumps(changed("entrants.1.name", "x" * 301))) == [
        ("entrants[1].name", TableFault.OUT_OF_RANGE)
    ]
    assert faults_of(json.dumps(changed("entrants.1.name", "x" * 5_000_000))) == [
        ("entrants[1].name", TableFault.OUT_OF_RANGE)
    ]
    text = json.dumps(changed("entrants.1.name", '"' + "x" * 20_000_000), indent=1)
    line = text[: text.index("xx")].count("\n") + 1
    assert faults_of(text) == [
        ("", TableFault.OUT_OF_RANGE),
        (f"line {line}, character 12", TableFault.OUT_OF_RANGE),
    ]
    assert faults_of(" " * 20_000_000) == [("", TableFault.OUT_OF_RANGE)]
    assert faults_of(json.dumps(GOOD | {"x" * 5_000_000: 1})) == [("", TableFault.OUT_OF_RANGE)]


def test_an_entrant_who_met_themselves_is_refused() -> None:
    state = {"score": 3, "met": [2, 1]}
    file = {"format": "dueldesk-archive/1", "entrants": [{"id": 1, "state": state}, {"id": 2}]}
    assert faults_of(json.dumps(file)) == [("entrants[0].state.met", ArchiveFault.AGAINST_SELF)]
