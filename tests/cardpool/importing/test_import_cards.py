"""What becomes of read cards in a pool."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.actor import Actor
from accounts.refusals import NotAllowed
from cardpool.announcing import judging_changed
from cardpool.models import Card, CardGame, Printing
from cardpool.services import card_digest, load_games, read_shipped
from tests.cardpool.importing.stated_cards import bring, codes, pool_of, stated
from tests.people_and_events import load_game, make_actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> CardGame:
    return load_game()


def test_cards_are_added_then_changed_then_untouched(game: CardGame) -> None:
    first = bring(game, [stated(2, "HBU01-A07", "赛罗", "Zero", star=3, keywords=("a", "b"), rarity="R")])
    assert first.counts == {
        "rows": 1,
        "added": 1,
        "changed": 0,
        "untouched": 0,
        "refused": 0,
        "skipped": 0,
        "noticed": 0,
    }
    second = bring(
        game,
        [stated(2, "HBU01-A07", "赛罗奥特曼", "Zero", "ゼロ", star=4, codes=("77",), copy_limit=1, rarity="SEC")],
    )
    assert [(change["field"], change["before"], change["after"]) for change in second.changed[0]["changes"]] == [
        ("name", "赛罗", "赛罗奥特曼"),
        ("other_names", ["Zero"], ["Zero", "赛罗", "ゼロ"]),
        ("attributes.star", 3, 4),
        ("copy_limit", None, 1),
        ("codes", [], ["77"]),
        ("printings", ["HBU01-A07 R"], ["HBU01-A07 R", "HBU01-A07 SEC"]),
    ]
    card = Card.objects.get()
    assert card.attributes == {"star": 4, "keywords": ["a", "b"], "rarity": "R"}, "what is not stated is kept"
    third = bring(game, [stated(2, "HBU01-A07", "赛罗", star=4, keywords=("b", "a"))])
    assert third.counts["untouched"] == 1, "a known name and another order of a list change nothing"


def test_a_dry_run_tells_the_same_and_writes_nothing(game: CardGame) -> None:
    rows = [stated(2, "HBU01-A07", "赛罗"), stated(3, "HBU01-A08", "")]
    revision = CardGame.objects.get().pool_revision
    preview = bring(game, rows, dry_run=True)
    assert pool_of(game) == {}
    assert CardGame.objects.get().pool_revision == revision
    done = bring(game, rows)
    assert (preview.added, preview.refused) == (done.added, done.refused)
    assert codes(done) == [(3, "new_card_without_name")]
    assert CardGame.objects.get().pool_revision != revision


def test_rows_of_one_card_add_up_or_are_both_refused(game: CardGame) -> None:
    result = bring(
        game,
        [
            stated(2, "HBU01-A07", "赛罗", star=3, rarity="R"),
            stated(3, "HBU01-A07", "赛罗异画", power=3000, rarity="SEC"),
            stated(4, "HBU01-A08", "捷德", star=3),
            stated(5, "HBU01-A08", "捷德", star=5),
            stated(6, "HBU01-A08", "捷德", power=1),
        ],
    )
    assert pool_of(game)["HBU01-A07"] == {
        "name": "赛罗", "other_names": ["赛罗异画"],
        "attributes": {"star": 3, "power": 3000, "rarity": "R"}, "codes": [],
        "copy_limit": None, "deck_rules": [], "is_demo": False,
        "printings": [("HBU01-A07", "R", ""), ("HBU01-A07", "SEC", "")],
    }  # fmt: skip
    assert codes(result) == [(4, "contradicts"), (5, "contradicts"), (6, "contradicts")]
    assert [entry["facts"]["other_row"] for entry in result.refused] == [5, 4, 4]
    assert not Card.objects.filter(number="HBU01-A08").exists()


def test_where_names_make_the_card_rows_of_one_number_need_one_name() -> None:
    game = load_game("rush-duel")
    rows = [stated(2, "RD-KP01-JP001", "甲", "A"), stated(3, "RD-KP01-JP001", "A"), stated(4, "RD-KP01-JP002", "乙")]
    result = bring(game, [*rows, stated(5, "RD-KP01-JP002", "丙")])
    assert codes(result) == [(4, "contradicts"), (5, "contradicts")]
    assert pool_of(game)["RD-KP01-JP001"]["other_names"] == ["A"]


def test_a_row_without_a_number_finds_the_one_card_of_its_name(game: CardGame) -> None:
    bring(game, [stated(2, "HBU01-A07", "赛罗"), stated(3, "HBU01-A08", "泽塔"), stated(4, "HBU02-A08", "泽塔")])
    result = bring(game, [stated(2, "", "赛罗", star=3), stated(3, "", "泽塔", star=3), stated(4, "", "无名", star=1)])
    assert Card.objects.get(number="HBU01-A07").attributes == {"star": 3}
    assert codes(result) == [(3, "name_not_unique"), (4, "number_missing")]
    assert result.refused[0]["facts"]["known"] == ["HBU01-A08", "HBU02-A08"]


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"star": 1_000_001}, "out_of_range"),
        ({"star": -1}, "out_of_range"),
        ({"star": True}, "wrong_kind"),
        ({"star": "3"}, "wrong_kind"),
        ({"nonsense": 3}, "wrong_kind"),
        ({"effect": "x" * 2001}, "text_too_long"),
        ({"effect": "nul \x00"}, "unprintable"),
        ({"effect": "half \ud800"}, "unprintable"),
        ({"keywords": tuple("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")}, "too_many_parts"),
        ({"copy_limit": 1000}, "out_of_range"),
        ({"codes": ("x" * 61,)}, "text_too_long"),
        ({"deck_rules": ({"kind": "nonsense"},)}, "deck_rules_wrong"),
        ({"codes": ("HBU01-A01",)}, "code_taken"),
    ],
)
def test_what_a_pool_cannot_keep_is_refused(game: CardGame, facts: dict[str, Any], code: str) -> None:
    bring(game, [stated(2, "HBU01-A01", "有主")])
    result = bring(game, [stated(2, "HBU01-A07", "赛罗", **facts), stated(3, "HBU01-A08", "捷德")])
    assert codes(result) == [(2, code)]
    assert set(pool_of(game)) == {"HBU01-A01", "HBU01-A08"}


def test_a_name_too_long_is_refused(game: CardGame) -> None:
    assert codes(bring(game, [stated(2, "HBU01-A07", "名" * 121)])) == [(2, "text_too_long")]


def test_deck_rules_printed_on_a_card_are_compiled(game: CardGame) -> None:
    rule = {"kind": "section_size", "section": "main", "exactly": 60, "replace": True}
    assert bring(game, [stated(2, "HBU01-A07", "赛罗", deck_rules=(rule,))]).counts["added"] == 1
    assert Card.objects.get().deck_rules == [rule]
    assert bring(game, [stated(2, "HBU01-A07", "赛罗", deck_rules=(rule,))]).counts["untouched"] == 1


def test_a_shipped_card_an_import_changed_is_the_stores() -> None:
    shipped = [one for one in read_shipped() if one.pack.key == "ultraman-hero-duel"]
    load_games(shipped)
    game = CardGame.objects.get()
    bring(game, [stated(2, "HBU01-A07", "赛罗奥特曼", star=3)])
    changed = Card.objects.get(number="HBU01-A07")
    assert card_digest(changed) != changed.shipped_digest != ""
    loaded = load_games(shipped)[0]
    assert (loaded.kept, loaded.updated) == (1, 0)
    assert Card.objects.get(number="HBU01-A07").attributes == {"star": 3}


def test_only_managers_and_the_program_import(game: CardGame) -> None:
    with pytest.raises(NotAllowed):
        bring(game, [stated(2, "HBU01-A07", "赛罗")], actor=make_actor())
    bring(game, [stated(2, "HBU01-A07", "赛罗")], actor=make_actor(may_manage_games=True))


def test_the_change_is_announced_once_and_only_when_there_is_one(game: CardGame) -> None:
    heard: list[dict[str, Any]] = []

    def hear(game: CardGame, actor: Actor, cause: dict[str, Any], **_: Any) -> None:
        heard.append({"game": game, "actor": actor, **cause})

    judging_changed.connect(hear, weak=False, dispatch_uid="test")
    try:
        manager = make_actor(may_manage_games=True)
        for dry_run in (True, False, False):
            bring(game, [stated(2, "HBU01-A07", "赛罗")], actor=manager, dry_run=dry_run)
    finally:
        judging_changed.disconnect(dispatch_uid="test")
    assert len(heard) == 1
    assert heard[0]["kind"] == "pool"
    assert (heard[0]["game"], heard[0]["actor"]) == (game, manager)
    assert (heard[0]["added"], heard[0]["source"]) == (1, "test")


ROWS = st.lists(
    st.builds(
        stated,
        st.just(0),
        st.sampled_from([f"HBU01-A{number:02d}" for number in range(6)]),
        st.sampled_from(["赛罗", "捷德", "Zero"]),
        star=st.just(3),
        keywords=st.sampled_from([("a", "b"), ("b", "a")]),
        rarity=st.sampled_from(["", "R", "SEC"]),
        codes=st.just(()),
    ),
    max_size=12,
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=ROWS, seed=st.integers(0, 1000))
def test_a_second_import_in_any_order_changes_nothing(game: CardGame, rows: list[Any], seed: int) -> None:
    Printing.objects.all().delete()
    Card.objects.all().delete()
    bring(game, rows)
    after = pool_of(game)
    again = [*rows, *rows]
    random.Random(seed).shuffle(again)
    result = bring(game, again)
    assert not result.changes_anything, result.changed
    assert result.counts["untouched"] == len(after) == len({row.number for row in rows})
    assert pool_of(game) == after


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=ROWS, seed=st.integers(0, 1000))
def test_the_order_of_rows_decides_no_fact(game: CardGame, rows: list[Any], seed: int) -> None:
    def facts() -> dict[str, Any]:
        return {
            key: ({card["name"], *card["other_names"]}, card["attributes"].get("star"), card["printings"])
            for key, card in pool_of(game).items()
        }

    pools = []
    for order in (rows, random.Random(seed).sample(rows, len(rows))):
        Printing.objects.all().delete()
        Card.objects.all().delete()
        bring(game, order)
        pools.append(facts())
    assert pools[0] == pools[1]
