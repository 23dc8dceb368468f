"""How a planted fault is named: by the function and the lines, which stay the same when mutmut numbers again."""

import tomllib
from fnmatch import fnmatch
from random import Random

from tests.mutants.__main__ import (
    PROJECT,
    RESULT,
    Change,
    core_of,
    format_survivors,
    format_table,
    function_of,
    kept_to,
    named_equivalents,
    planted_in,
    title_of,
)
from tests.mutants.quick import choose

METHOD = "tournaments.swiss.levels.xǁLevelsǁpacked__mutmut_7"


def test_a_function_and_a_method_have_their_dotted_names() -> None:
    assert (
        function_of("tournaments.swiss.relaxation.x_lower_bound__mutmut_12")
        == "tournaments.swiss.relaxation.lower_bound"
    )
    assert function_of("decks.text.share.x__packed__mutmut_1") == "decks.text.share._packed"
    assert function_of(METHOD) == "tournaments.swiss.levels.Levels.packed"
    assert core_of(METHOD) == "tournaments/swiss"


def test_results_are_read_line_by_line() -> None:
    assert RESULT.findall(f"    {METHOD}: survived\n    a.x_b__mutmut_1: no tests\n") == [
        (METHOD, "survived"),
        ("a.x_b__mutmut_1", "no tests"),
    ]


def test_the_table_counts_what_is_equivalent_apart() -> None:
    change = Change("a.b.c", "x = 1", "x = 2")
    verdicts = {"a.b.x_c__mutmut_1": "killed", "a.b.x_c__mutmut_2": "survived", "a.b.x_c__mutmut_3": "no tests"}
    survivors = {name: change for name, verdict in verdicts.items() if verdict != "killed"}
    left = {"a.b.x_c__mutmut_3": change}
    assert format_table(verdicts, survivors, left).splitlines()[2:] == [
        "| a/b | 3 | 1 | 1 | 1 | 1 |",
        "| all | 3 | 1 | 1 | 1 | 1 |",
    ]
    assert format_survivors(left) == "- `a.b.c`: `x = 1` → `x = 2`"


def test_every_equivalent_is_a_change_with_its_reason() -> None:
    assert [change for change in named_equivalents() if change.was == change.becomes] == []


def test_mutmut_is_kept_to_the_cores_that_are_asked_for() -> None:
    settings = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
    assert kept_to([], settings) == settings
    kept = tomllib.loads(kept_to(["tournaments/play"], settings))["tool"]["mutmut"]
    assert kept["only_mutate"] == ["tournaments/play/*"]
    assert kept["pytest_add_cli_args_test_selection"] == ["tests/tournaments/play"]
    kept = tomllib.loads(kept_to(["decks/curves"], settings))["tool"]["mutmut"]
    assert kept["only_mutate"] == ["decks/curves.py"]
    assert kept["pytest_add_cli_args_test_selection"] == ["tests/decks/test_curves.py"]


def test_faults_are_planted_in_as_many_modules_as_are_asked_for() -> None:
    settings = kept_to(["decks/text", "decks/curves"], (PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    assert planted_in(settings, PROJECT, 0, Random(1)) == planted_in(settings, PROJECT, 500, Random(1)) == settings
    drawn = tomllib.loads(planted_in(settings, PROJECT, 5, Random(1)))["tool"]["mutmut"]["only_mutate"]
    assert len(drawn) == len(set(drawn)) == 5
    assert all((PROJECT / one).is_file() for one in drawn)
    assert planted_in(settings, PROJECT, 5, Random(1)) == planted_in(settings, PROJECT, 5, Random(1))


def test_every_pure_core_has_faults_planted_in_it() -> None:
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    cores = next(one for one in settings["importlinter"]["contracts"] if one["id"] == "pure")["source_modules"]
    planted = settings["mutmut"]["only_mutate"]
    assert [core for core in cores if not any(fnmatch(f"{core.replace('.', '/')}.py", one) for one in planted)] == [
        core for core in cores if f"{core.replace('.', '/')}/*" in planted
    ]
    assert all((PROJECT / one).exists() for one in settings["mutmut"]["pytest_add_cli_args_test_selection"])


def test_the_shortest_tests_of_each_folder_are_chosen() -> None:
    seconds = {"a/x::one": 0.5, "a/x::two": 0.1, "a/x::three": 0.6, "b/y::one": 0.9, "c/z::one": 0.1}
    assert choose(seconds, ["a/", "b/"], 1.0) == ["a/x::two", "a/x::one", "b/y::one"]


def test_a_part_has_a_section_of_its_own() -> None:
    assert title_of([]) == "Planted faults (`make mutants`)"
    assert title_of(["tournaments/swiss"]) == "Planted faults (`CORES=tournaments/swiss make mutants`)"
