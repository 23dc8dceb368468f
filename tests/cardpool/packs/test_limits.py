"""What a pack may not exceed, each bound with its place, and how long hostile files may take."""

import pytest

from cardpool.games import shipped_keys, shipped_text
from cardpool.packs import PackError, read_pack
from cardpool.packs.limits import (
    CHOICES,
    LENGTHS,
    MAX_DEPTH,
    MAX_LINE_LENGTH,
    MAX_PACK_LENGTH,
    MAX_VALUES,
    is_too_deep,
)
from cardpool.packs.numbers import MAX_READINGS, NumberForm, NumberPatternError

BASE = shipped_text("rush-duel")


def problems(text: str) -> list[tuple[str, int | None, str]]:
    with pytest.raises(PackError) as refused:
        read_pack(text, source="p.toml")
    return [(problem.path, problem.line, problem.sentence) for problem in refused.value.problems]


@pytest.mark.parametrize("game", shipped_keys())
def test_the_shipped_packs_are_within_bounds(game: str) -> None:
    assert read_pack(shipped_text(game), source="p.toml").key == game


@pytest.mark.parametrize(
    ("before", "after", "path", "said"),
    [
        ('key = "rush-duel"', f'key = "{"k" * 61}"', "key", "at most 60 characters"),
        ('version = "2020"', f'version = "{"v" * 41}"', "ruleset.version", "at most 40 characters"),
        ('zh = "超速决斗", en', f'zh = "{"长" * 81}", en', "names.zh", "at most 80 characters"),
        (
            'zh = "超速决斗", en',
            'zh = "超速\\u0007决斗", en',
            "names.zh",
            "text without control characters, found U+0007",
        ),
        ('key = "life_points"', f'key = "{"e" * 41}"', "play.endings[0].key", "at most 40 characters"),
        ('key = "rps"', f'key = "{"m" * 21}"', "play.first_game.methods[0].key", "at most 20 characters"),
        ("best_of = [1, 3]", "best_of = [1, 3, 9]", "play.best_of[2]", "must be one of 1, 3, 5, found 9"),
        ("size = 4", "size = 6", "tournament.top_cut[0].size", "must be one of 2, 4, 8, 16, 32, found 6"),
        ("minutes = 20", "minutes = 601", "tournament.round_minutes[0].minutes", "at most 600"),
        ("win = 3, draw = 1", "win = 101, draw = 1", "tournament.points.win", "at most 100"),
        ("win = 3, draw = 1", "win = 1, draw = 1", "tournament.points.draw", "less than 1, found 1"),
        ("draw = 1, loss = 0", "draw = 1, loss = 2", "tournament.points.loss", "at most 1, found 2"),
        ("at_least = 40", "at_least = 9999999999", "rules[0].at_least", "at most 1000000000"),
    ],
)
def test_each_bound_is_a_problem_with_its_line(before: str, after: str, path: str, said: str) -> None:
    assert BASE.count(before) >= 1
    text = BASE.replace(before, after, 1)
    ((found, line, sentence),) = problems(text)
    assert found == path
    assert said in sentence
    assert line is not None
    assert after in text.split("\n")[line - 1]


def test_a_value_that_is_wrong_already_is_not_reported_twice() -> None:
    assert [path for path, _, _ in problems(BASE.replace("size = 4", "size = 0"))] == ["tournament.top_cut[0].size"]


def test_long_lists_are_cut() -> None:
    row = '[[play.endings]]\nkey = "e{n}"\nnames = { zh = "甲", en = "A" }\nresults = ["win"]\nclause = ""\n'
    rows = "".join(row.replace("{n}", str(n)) for n in range(40))
    text = BASE.replace("[tournament]\n", rows + "\n[tournament]\n", 1)
    ((path, _, sentence),) = problems(text)
    assert (path, sentence) == ("play.endings", "must be at most 40 items, found 48")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\n" * (MAX_PACK_LENGTH // 6 + 1), "more than 200000 characters"),
        ("# fine\n# " + "x" * MAX_LINE_LENGTH, "a line of more than 2000 characters"),
        ("a = " + "[" * 900 + "]" * 900, "nested too deeply"),
        ("a." * 900 + "b = 1", "nested too deeply"),
        (f"a = {'9' * 1900}\nb = 0x{'f' * 1900}", "missing"),
        ("a = 1\n", "missing"),
    ],
)
def test_a_file_that_is_costly_to_read_is_not_read(text: str, said: str) -> None:
    assert any(said in sentence for _, _, sentence in problems(text))


def test_the_line_of_what_ends_too_early_is_the_last() -> None:
    ((path, line, sentence),) = problems("format = 1\nnames = [\n\n")
    assert (path, line) == ("", 4)
    assert "Invalid value (at end of document)" in sentence


def test_depth_is_counted_without_recursion() -> None:
    deep: dict[str, object] = {}
    for _ in range(100_000):
        deep = {"a": deep}
    assert is_too_deep(deep)
    fine: dict[str, object] = {}
    for _ in range(MAX_DEPTH - 1):
        fine = {"a": fine}
    assert not is_too_deep(fine)
    assert is_too_deep({"a": {"a": fine}})


@pytest.mark.parametrize(
    ("pattern", "fault"),
    [
        ("X{0,12}A{0,12}X{0,12}A{0,12}X{0,12}A{0,12}X{0,12}A{0,12}", "forms"),
        ("A{1,12}9{1,12}-A{1,12}", "forms"),
        ("A{0,5}", "1 to 40 characters"),
        ("X{12}X{12}X{12}X{12}", "1 to 40 characters"),
        ("'ABCDEFGHIJ'{5}", "1 to 40 characters"),
    ],
)
def test_a_pattern_that_is_slow_to_match_is_refused(pattern: str, fault: str) -> None:
    with pytest.raises(NumberPatternError, match=fault):
        NumberForm((pattern,))


def test_the_widest_pattern_still_reads_hostile_text() -> None:
    """At most 200 ways, over a text of only near misses."""
    form = NumberForm(("X{1,5}A{1,5}X{1,4}A{1,2}9",))
    assert MAX_READINGS >= 5 * 5 * 4 * 2
    assert form.find("ABABABABABABABAB " * 1_200) == ()
    assert form.normalise("A" * 40) is None


def test_the_tables_name_places_that_exist() -> None:
    """A bound for a place that no pack has would have no effect."""
    mappings = [read_pack(shipped_text(game), source="p").mapping for game in shipped_keys()]
    mappings.append({"infractions": [{"key": "", "names": {"zh": "", "en": ""}, "clause": "", "repeat": []}]})
    for form in (*LENGTHS, *MAX_VALUES, *CHOICES):
        assert any(_reaches(mapping, form) for mapping in mappings), form


def _reaches(value: object, form: str) -> bool:
    for part in form.split("."):
        name = part.removesuffix("[]")
        values = value if isinstance(value, list) else [value]
        value = next((one[name] for one in values if isinstance(one, dict) and name in one), None)
        if value is None:
            return False
    return True
