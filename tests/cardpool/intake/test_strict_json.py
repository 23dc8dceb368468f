"""JSON that somebody wrote: what is refused, and where."""

from __future__ import annotations

import pytest

from cardpool.intake.strict_json import BadJson, read_json, read_json_tables


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "json_invalid", 1),
        ("[1,\n}", "json_invalid", 2),
        ('{"a": 1, "a": 2}', "json_key_twice", 1),
        ('[\n{"b": {"a": 1,\n"a": 1}}]', "json_key_twice", 3),
        ("[NaN]", "json_constant", 0),
        ("[" * 100_000, "json_too_deep", 0),
        ("[" + "1" * 5_000 + "]", "json_number_too_long", 0),
    ],
)
def test_what_is_refused(text: str, code: str, line: int) -> None:
    with pytest.raises(BadJson) as refused:
        read_json(text)
    assert (refused.value.code, refused.value.line) == (code, line)


@pytest.mark.parametrize(
    ("text", "place", "key"),
    [
        ('{"a":1,"a":2}', (1, 8), "a"),
        ('{"a": {"b": 1}, "b": [{"a": 1}, {"a": 2}],\n "b" : 2}', (2, 2), "b"),
        ('{"a": "b", "\\u0061": "a"}', (1, 12), "a"),
        ('{"{\\"": "}", "x": ["\\\\", "a:"], "{\\"": 1}', (1, 33), '{"'),
    ],
)
def test_a_key_that_is_there_twice_is_named_where_it_comes_again(text: str, place: tuple[int, int], key: str) -> None:
    with pytest.raises(BadJson, match="json_key_twice") as refused:
        read_json(text)
    assert refused.value.facts == {"key": key, "line": place[0], "column": place[1]}


def test_tables_are_a_list_of_objects() -> None:
    assert read_json_tables('[{"kind": "max_copies"}]') == ({"kind": "max_copies"},)
    for text in ("{}", "[1]", '"a"', "null"):
        with pytest.raises(BadJson, match="json_not_tables"):
            read_json_tables(text)
