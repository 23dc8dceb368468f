"""Commas part the columns of a pasted line, but not inside parentheses, as of a title."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tournaments.services.entries.pasted_lines import cells_of

MEANT = re.compile(r"[,，;；](?![^（(]*[)）])")
"""The rule; it reads the rest of the line once more for every comma."""


@given(st.text("a,，;；()（）"))
def test_commas_part_as_the_rule_has_it(line: str) -> None:
    assert cells_of(line) == [part for part in MEANT.split(line) if part]


def test_a_line_of_nothing_but_commas_is_read() -> None:
    assert cells_of(40_000 * ",") == []
    assert cells_of("(" + 40_000 * "," + "甲") == ["(", "甲"]
