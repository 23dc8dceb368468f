"""The worked examples of ``docs/algorithms/standings.md``, replayed; and the published ones too small for a page."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tournaments.scoring.history import Entrant, History, MatchResult, PointSystem, ResultKind
from tournaments.scoring.presets import PRESETS, custom_preset, find_preset
from tournaments.scoring.standings import compute_standings

PAGE = Path(__file__).parents[3] / "docs" / "algorithms" / "standings.md"
BLOCKS = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)]
FIELDS = {block["field"]: block for block in BLOCKS if "field" in block}
EXAMPLES = [block for block in BLOCKS if "of" in block]


def read_match(number: int, match: dict[str, Any]) -> MatchResult:
    players = match["players"]
    kind = ResultKind({"loss": "missed"}.get(match.get("kind", "played"), match.get("kind", "played")))
    games = match.get("games", [])
    score = match.get("score", [games.count(1), games.count(2), games.count(0)])
    two = players[1] if len(players) > 1 else None
    return MatchResult(number, players[0], two, *score, kind=kind, winner=match.get("winner"))


def read_history(block: dict[str, Any]) -> History:
    return History(
        tuple(Entrant(row["id"], row.get("dropped_after")) for row in block["entrants"]),
        tuple(read_match(row["number"], match) for row in block["rounds"] for match in row["matches"]),
    )


def test_every_preset_has_a_worked_example() -> None:
    assert {example["preset"] for example in EXAMPLES} == set(PRESETS)


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{number}-{row['preset']}" for number, row in enumerate(EXAMPLES)])
def test_the_page_is_right(example: dict[str, Any]) -> None:
    field = FIELDS[example["of"]]
    history = read_history(field)
    ids = {row["name"]: row["id"] for row in field["entrants"]}
    preset = find_preset(example["preset"])
    if "options" in example:
        codes = [tiebreak.value for tiebreak in preset.tiebreaks]
        preset = custom_preset(codes, base=preset.code, **example["options"])
    found = [
        (row.rank, row.entrant, row.points, list(row.record), dict(row.tiebreakers))
        for row in compute_standings(history, preset)
    ]
    assert found == [
        (
            row["rank"],
            ids[row["name"]],
            row["points"],
            row["record"],
            {code: Fraction(value) for code, value in row["tiebreakers"].items()},
        )
        for row in example["expect"]
    ]


def opponent_of_record(wins: int, losses: int, byes: int) -> History:
    """Entrant 1 met entrant 2 in round 1; 2's record is as given, won against a new opponent each round."""
    results = [MatchResult(1, 1, 2, 2, 0)]
    results += [MatchResult(2 + number, 2, 10 + number, 2, 0) for number in range(wins - byes)]
    results += [MatchResult(2 + wins - byes + number, 2, 50 + number, 0, 2) for number in range(losses - 1)]
    results += [MatchResult(1 + wins - byes + losses + number, 2, kind=ResultKind.BYE) for number in range(byes)]
    ids = {entrant for result in results for entrant in (result.one, result.two) if entrant is not None}
    return History(tuple(Entrant(entrant) for entrant in sorted(ids)), tuple(results))


@pytest.mark.parametrize(
    ("wins", "losses", "byes", "expected"),
    [(3, 2, 1, Fraction(9, 15)), (1, 3, 0, Fraction(33, 100)), (5, 2, 0, Fraction(15, 21)), (1, 1, 1, Fraction(1, 2))],
)
def test_what_an_opponent_is_worth_by_appendix_c(wins: int, losses: int, byes: int, expected: Fraction) -> None:
    rows = compute_standings(opponent_of_record(wins, losses, byes), find_preset("mtr"))
    assert next(row for row in rows if row.entrant == 1).tiebreakers["OMW"] == expected


def test_only_byes_give_the_floor() -> None:
    history = History((Entrant(1),), (MatchResult(1, 1, kind=ResultKind.AWARDED_BYE),))
    (row,) = compute_standings(history, find_preset("mtr"))
    floor = Fraction(33, 100)
    assert (row.points, row.byes, row.record) == (3, 1, (1, 0, 0))
    assert row.tiebreakers == {"OMW": floor, "GW": Fraction(1), "OGW": floor}


def test_before_the_first_round_all_are_level() -> None:
    rows = compute_standings(History(tuple(Entrant(entrant) for entrant in (3, 1, 2)), ()), find_preset("mtr"))
    assert [(row.rank, row.entrant, row.rounds) for row in rows] == [(1, 1, 0), (1, 2, 0), (1, 3, 0)]


@pytest.mark.parametrize(("best_of", "needed"), [(1, 1), (3, 2), (5, 3)])
def test_a_bye_is_won_to_nil_in_the_length_of_the_event(best_of: int, needed: int) -> None:
    results = (MatchResult(1, 1, kind=ResultKind.BYE), MatchResult(2, 1, 2, 0, 1))
    history = History((Entrant(1), Entrant(2)), results, best_of=best_of)
    row = next(row for row in compute_standings(history, find_preset("mtr")) if row.entrant == 1)
    assert row.tiebreakers["GW"] == Fraction(needed, needed + 1)


@pytest.mark.parametrize(
    ("result", "records"),
    [
        (MatchResult(1, 1, 2, 1, 0), ((1, 0, 0), (0, 1, 0))),
        (MatchResult(1, 1, 2, 1, 1), ((0, 0, 1), (0, 0, 1))),
        (MatchResult(1, 1, 2, 0, 0, 1), ((0, 0, 1), (0, 0, 1))),
        (MatchResult(1, 1, 2, 0, 1, 1), ((0, 1, 0), (1, 0, 0))),
        (MatchResult(1, 1, 2, 1, 0, kind=ResultKind.MATCH_LOSS, winner=2), ((0, 1, 0), (1, 0, 0))),
        (MatchResult(1, 1, 2, kind=ResultKind.NO_SHOW, winner=1), ((1, 0, 0), (0, 1, 0))),
        (MatchResult(1, 1, 2, 1, 0, kind=ResultKind.JUDGE_AWARD, winner=2), ((0, 1, 0), (1, 0, 0))),
        (MatchResult(1, 1, 2, 1, 0, kind=ResultKind.JUDGE_AWARD), ((0, 0, 1), (0, 0, 1))),
        (MatchResult(1, 1, 2, 1, 0, kind=ResultKind.INTENTIONAL_DRAW), ((0, 0, 1), (0, 0, 1))),
        (MatchResult(1, 1, 2, kind=ResultKind.DOUBLE_LOSS), ((0, 1, 0), (0, 1, 0))),
    ],
)
def test_matches_from_games_and_rulings(
    result: MatchResult, records: tuple[tuple[int, int, int], tuple[int, int, int]]
) -> None:
    rows = compute_standings(History((Entrant(1), Entrant(2)), (result,)), find_preset("mtr"))
    by_id = {row.entrant: row.record for row in rows}
    assert (by_id[1], by_id[2]) == records


def test_a_match_loss_is_two_to_nil_whatever_was_played() -> None:
    result = MatchResult(1, 1, 2, 1, 0, kind=ResultKind.MATCH_LOSS, winner=2)
    history = History((Entrant(1), Entrant(2)), (result,))
    preset = custom_preset(["GW"], own_game_win_floored=False)
    assert {row.entrant: row.tiebreakers["GW"] for row in compute_standings(history, preset)} == {1: 0, 2: 1}


def test_the_disqualified_have_no_place_and_stay_opponents() -> None:
    history = History(
        (Entrant(1), Entrant(2, ranked=False), Entrant(3)),
        (MatchResult(1, 1, 2, 0, 2), MatchResult(1, 3, kind=ResultKind.BYE)),
        PointSystem(),
    )
    rows = compute_standings(history, find_preset("mtr"))
    assert [(row.rank, row.entrant) for row in rows] == [(1, 3), (2, 1)]
    assert rows[1].tiebreakers["OMW"] == 1
