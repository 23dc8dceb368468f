"""The page of each game in docs/games mentions every clause its pack cites."""

from pathlib import Path

import pytest

from cardpool.games import shipped_keys, shipped_pack

FOLDER = Path(__file__).parents[2] / "docs" / "games"


@pytest.mark.parametrize("game", shipped_keys())
def test_every_clause_is_accounted_for(game: str) -> None:
    page = (FOLDER / f"{game}.md").read_text(encoding="utf-8")
    pack = shipped_pack(game)
    play = pack.play
    cited = {rule["clause"] for rule in pack.rules} | {ending["clause"] for ending in play["endings"]}
    cited |= {play[part]["clause"] for part in ("first_game", "later_games", "after_draw", "simultaneous_loss")}
    cited |= {attribute.clause for attribute in pack.attributes}
    assert [clause for clause in sorted(cited) if clause not in page] == []


@pytest.mark.parametrize("game", shipped_keys())
def test_every_ending_and_rule_kind_is_named(game: str) -> None:
    page = (FOLDER / f"{game}.md").read_text(encoding="utf-8")
    pack = shipped_pack(game)
    endings = [ending["key"] for ending in pack.play["endings"] if ending["clause"]]
    assert [key for key in endings if f"`{key}`" not in page] == []
    kinds = {rule["kind"] for rule in pack.rules} - {"restrictions", "pool"}
    assert [kind for kind in sorted(kinds) if f"`{kind}`" not in page] == []
