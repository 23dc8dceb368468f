"""JSON that somebody wrote: what is refused, and where."""

from __future__ import annotations

import pytest

from cardpool.intake.strict_json import BadJson, read_json, read_json_tables


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "json_invalid", 1),
        ("[1,\n}", "json_invalid", 2),
        ('{"a": 1, "a": 2}', "json_key_twice", 0),
        ('[{"b": {"a": 1, "a": 1}}]', "json_key_twice", 0),
        ("[NaN]", "json_constant", 0),
        ("[" * 100_000, "json_too_deep", 0),
        ("[" + "1" * 5_000 + "]", "json_number_too_long", 0),
    ],
)
def test_what_is_refused(text: str, code: str, line: int) -> None:
    with pytest.raises(BadJson) as refused:
        read_json(text)
    assert (refused.value.code, refused.value.line) == (code, line)


def test_tables_are_a_list_of_objects() -> None:
    assert read_json_tables('[{"kind": "max_copies"}]') == ({"kind": "max_copies"},)
    for text in ("{}", "[1]", '"a"', "null"):
        with pytest.raises(BadJson, match="json_not_tables"):
            read_json_tables(text)
