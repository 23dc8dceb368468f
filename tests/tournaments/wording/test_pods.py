"""Results of pods in words, in both languages."""

import pytest
from django.utils import translation

from tournaments.wording.pods import say_reported_places

PLACED = [("Ann", 1), ("Bo", 1), ("Cy", 3), ("Di", 3)]


@pytest.mark.parametrize(
    ("language", "shared", "won"),
    [("en", "Ann, Bo share the first place", "Ann won"), ("zh-hans", "Ann、Bo 并列第一", "Ann 获胜")],
)
def test_who_share_the_first_place_have_not_won(language: str, shared: str, won: str) -> None:
    with translation.override(language):
        assert say_reported_places(PLACED, is_drawn=False, is_whole=False) == shared
        assert say_reported_places([("Ann", 1), ("Bo", 2)], is_drawn=False, is_whole=False) == won
