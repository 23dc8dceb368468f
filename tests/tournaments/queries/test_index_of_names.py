"""The index of a list finds the rows that a look at each name finds."""

from __future__ import annotations

import pytest

from tournaments.queries.finding import MAX_FOUND, Index, Listed, Named, folded

NAMES = {
    1: Named(1, "anna", "anna"),
    2: Named(2, "王＊＊#2", "王子轩"),
    3: Named(3, "annabel", "annabel"),
    4: Named(4, "", "jo"),
    5: Named(5, "naan", "naan"),
}
ROWS = [Listed((1, 2), 1), Listed((3,), 1), Listed((4, 5), 2), Listed((9,), 2)]


@pytest.mark.parametrize(
    "find", ["a", "an", "anna", "annab", "na", "naan", "王", "王子", "王子轩", "jo", "j", "x", "a\nn", " ANNA "]
)
def test_it_finds_what_each_name_says(find: str) -> None:
    fits = [row for row in ROWS if any(NAMES[key].fits(folded(find)) for key in row.entries if key in NAMES)]
    assert Index(ROWS, NAMES).find(find) == fits


def test_an_empty_list_has_nobody() -> None:
    assert Index([], NAMES).find("a") == []
    assert Index([Listed((9,), 1)], NAMES).find("") == []


def test_it_finds_no_more_than_a_page_shows_but_the_whole_name() -> None:
    names = {key: Named(key, "anna", f"{key}") for key in range(1, 200)}
    index = Index([Listed((key,), 1) for key in names], names)
    assert index.find("anna") == [Listed((key,), 1) for key in range(1, MAX_FOUND + 1)]
    assert index.find("150") == [Listed((150,), 1)]
