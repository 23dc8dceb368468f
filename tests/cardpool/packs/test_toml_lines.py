"""Which line a key is on."""

import tomllib
from typing import Any

from cardpool.games import shipped_text
from cardpool.packs.toml_lines import line_numbers, nearest_line

TEXT = '''# a comment = "no key"
top = 1
"quoted key" = "a # not a comment"
dotted.one.two = 'x = 1'

[table]
text = """
not = "a key"
[nor.a.table]
\\""" still """
many = [
    1,   # one
    "two",
    { three = 3, four = { five = 5 } },
]
empty = {}
literal = \'\'\'
[[no]] \'\'\'
[table.below]
day = 2025-01-01

[[list]]
key = "a"
[[list]]
key = "b"
[list.inner]
deep = true
[[list.more]]
last = """""quoted"""""
'''

EXPECTED = {
    "top": 2,
    "quoted key": 3,
    "dotted.one.two": 4,
    "table": 6,
    "table.text": 7,
    "table.many": 11,
    "table.many[1]": 13,
    "table.many[2].three": 14,
    "table.many[2].four.five": 14,
    "table.empty": 16,
    "table.literal": 17,
    "table.below.day": 20,
    "list[0].key": 23,
    "list[1].key": 25,
    "list[1].inner.deep": 27,
    "list[1].more[0].last": 29,
}


def test_every_kind_of_key() -> None:
    lines = line_numbers(TEXT)
    assert {path: lines.get(path) for path in EXPECTED} == EXPECTED
    assert "not" not in lines
    assert "table.not" not in lines


def paths(value: Any, path: str = "") -> list[str]:
    """Every path of a parsed file."""
    if isinstance(value, dict):
        return [found for key, below in value.items() for found in paths(below, f"{path}.{key}" if path else key)]
    if isinstance(value, list):
        return [found for place, below in enumerate(value) for found in paths(below, f"{path}[{place}]")]
    return [path]


def test_every_path_that_the_parser_sees_has_a_line() -> None:
    for text in (TEXT, shipped_text("ultraman-hero-duel")):
        lines = line_numbers(text)
        assert [path for path in paths(tomllib.loads(text)) if path not in lines] == []


def test_a_missing_key_stands_in_its_table() -> None:
    lines = line_numbers(TEXT)
    assert nearest_line(lines, "list[1].missing") == 24
    assert nearest_line(lines, "table.many[9].x") == 11
    assert nearest_line(lines, "nowhere") is None
    assert nearest_line({}, "a.b[0]") is None
