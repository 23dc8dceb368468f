"""Imports on real connections: two of one game at once, and one interrupted in the middle."""

from __future__ import annotations

from typing import Any

import pytest

from cardpool.importing import writing
from cardpool.models import Card, CardGame, Printing
from tests.cardpool.importing.stated_cards import bring, pool_of, stated
from tests.people_and_events import load_game
from tests.two_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_imports_of_one_game_follow_each_other() -> None:
    game = load_game()
    first = [stated(2, "HBU01-A07", "赛罗", star=3), stated(3, "HBU01-A08", "捷德")]
    second = [stated(2, "HBU01-A07", "赛罗", power=3000), stated(3, "HBU01-A09", "泽塔")]
    results = at_once(game, lambda: bring(game, first), lambda: bring(game, second))
    assert sorted(result.counts["added"] for result in results) == [1, 2]
    assert sorted(result.counts["changed"] for result in results) == [0, 1]
    assert set(pool_of(game)) == {"HBU01-A07", "HBU01-A08", "HBU01-A09"}
    assert pool_of(game)["HBU01-A07"]["attributes"] == {"star": 3, "power": 3000}


def test_the_same_import_twice_at_once_adds_once() -> None:
    game = load_game()
    rows = [stated(2, f"HBU01-A{number:02d}", f"卡{number}", rarity="R") for number in range(50)]
    results = at_once(game, lambda: bring(game, rows), lambda: bring(game, rows))
    assert sorted(result.counts["added"] for result in results) == [0, 50]
    assert sorted(result.counts["untouched"] for result in results) == [0, 50]
    assert Printing.objects.count() == 50


def test_an_import_that_breaks_off_leaves_everything_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game()
    bring(game, [stated(2, "HBU01-A07", "赛罗")])
    before, revision = pool_of(game), CardGame.objects.get().pool_revision

    def broken(**_: Any) -> None:
        assert Card.objects.count() == 2, "the cards were written already"
        raise RuntimeError("power failure")

    monkeypatch.setattr(writing, "pool_changed", broken)
    with pytest.raises(RuntimeError):
        bring(game, [stated(2, "HBU01-A07", "赛罗", star=3), stated(3, "HBU01-A08", "捷德", rarity="R")])
    assert pool_of(game) == before
    assert CardGame.objects.get().pool_revision == revision
    assert not Printing.objects.exists()
