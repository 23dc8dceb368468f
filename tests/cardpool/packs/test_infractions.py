"""What a pack says about penalties, read strictly."""

from __future__ import annotations

import pytest

from cardpool.games import shipped_keys, shipped_pack, shipped_text
from cardpool.packs import GamePack, Names, PackError, read_pack
from cardpool.packs.infractions import NEUTRAL_INFRACTIONS, OTHER, PENALTY_LEVELS, Infraction

TEXT = shipped_text("ultraman-hero-duel")
LATE = """
[[infractions]]
key = "late"
names = { zh = "迟到", en = "Late" }
level = "warning"
clause = "§6"
"""
DECK = """
[[infractions]]
key = "deck"
names = { zh = "卡组有误", en = "Wrong deck" }
level = "caution"
repeat = ["caution", "game_loss"]
wrong_size = "match_loss"
clause = ""
"""


def read(tables: str) -> GamePack:
    return read_pack(TEXT + tables, source="mine.toml")


@pytest.mark.parametrize("key", shipped_keys())
def test_a_pack_without_a_list_has_the_neutral_one(key: str) -> None:
    assert shipped_pack(key).infractions == ()
    assert shipped_pack(key).offered_infractions == NEUTRAL_INFRACTIONS


def test_the_neutral_list_cites_what_it_follows_and_ends_with_something_else() -> None:
    assert len({one.key for one in NEUTRAL_INFRACTIONS}) == len(NEUTRAL_INFRACTIONS)
    assert all(one.clause.startswith("IPG ") for one in NEUTRAL_INFRACTIONS[:-1])
    assert all(one.level in PENALTY_LEVELS for one in NEUTRAL_INFRACTIONS)
    assert NEUTRAL_INFRACTIONS[-1] is OTHER


def test_everything_that_can_be_said() -> None:
    pack = read(LATE + DECK)
    assert pack.infractions == (
        Infraction("late", Names("迟到", "Late"), "warning", "§6"),
        Infraction("deck", Names("卡组有误", "Wrong deck"), "caution", "", ("caution", "game_loss"), "match_loss"),
    )
    assert pack.offered_infractions == (*pack.infractions, OTHER)
    assert pack.infraction("tardiness") in NEUTRAL_INFRACTIONS
    assert pack.infraction("nothing") is None


def test_a_pack_may_name_something_else_itself() -> None:
    pack = read(LATE.replace('"late"', '"other"'))
    assert pack.offered_infractions == pack.infractions


@pytest.mark.parametrize(
    ("tables", "path", "said"),
    [
        (LATE.replace('"warning"', '"game loss"'), "level", "must be one of caution, warning, game_loss, match_loss"),
        (LATE.replace('key = "late"', 'key = "Late!"'), "key", "lower-case letters, digits and - or _"),
        (LATE.replace("clause", "clauses"), "clauses", "unknown key"),
        (LATE.replace('"§6"', f'"{"§" * 61}"'), "clause", "at most 60 characters"),
        (LATE + 'repeat = ["caution"]', "repeat[0]", "must be one of warning, game_loss"),
        (LATE + 'repeat = ["match_loss", "game_loss"]', "repeat[1]", "must be one of match_loss, disqualification"),
        (LATE + 'wrong_size = "caution"', "wrong_size", "must be one of warning, game_loss"),
    ],
)
def test_mistakes_are_named_with_file_path_and_line(tables: str, path: str, said: str) -> None:
    with pytest.raises(PackError) as caught:
        read(tables)
    found = next(one for one in caught.value.problems if one.path == f"infractions[0].{path}")
    assert said in str(found)
    assert str(found).startswith(f"mine.toml:{found.line}: infractions[0].{path}: ")
    assert found.line is not None
    assert found.line > TEXT.count("\n")


def test_a_key_is_declared_once() -> None:
    with pytest.raises(PackError, match=r"infractions\[1\].key"):
        read(LATE + LATE)
