"""Loading shipped games: what is created, what is left unchanged, what a mistake says."""

from datetime import date
from pathlib import Path

import pytest
from django.core.management import call_command

from cardpool.models import Card, CardGame, Ruleset
from cardpool.packs import PackError
from cardpool.queries import catalogue_of, current_ruleset, pack_of
from cardpool.services import SHIPPED, load_games, pool_changed, read_shipped, save_card
from decks.judging import judge_text

pytestmark = pytest.mark.django_db

POOL = "number,name,star,keywords\nHBU01-A07,赛罗奥特曼,3,赛罗|奥特战士\nHBU01-A10,赛罗奥特曼月神奇迹型,4,\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The Ultraman pack with a pool of two cards."""
    text = (SHIPPED / "ultraman-hero-duel.toml").read_text(encoding="utf-8")
    (tmp_path / "ultraman-hero-duel.toml").write_text(text, encoding="utf-8")
    (tmp_path / "ultraman-hero-duel.cards.csv").write_text(POOL, encoding="utf-8")
    return tmp_path


def load(folder: Path):
    return load_games(read_shipped(folder))


def counts(loaded) -> tuple[int, int, int, int]:
    return loaded.added, loaded.updated, loaded.unchanged, loaded.kept


def test_the_first_load_makes_game_ruleset_and_cards(folder):
    (loaded,) = load(folder)
    assert (loaded.slug, loaded.version, loaded.is_new_game, loaded.is_new_ruleset) == (
        "ultraman-hero-duel", "V1.9", True, True,
    )  # fmt: skip
    assert counts(loaded) == (2, 0, 0, 0)
    card = Card.objects.get(key="HBU01-A07")
    assert (card.number, card.name, card.attributes) == (
        "HBU01-A07", "赛罗奥特曼", {"star": 3, "keywords": ["赛罗", "奥特战士"]},
    )  # fmt: skip


def test_loading_again_changes_nothing(folder):
    load(folder)
    before = CardGame.objects.get().pool_revision
    (loaded,) = load(folder)
    assert (loaded.is_new_game, loaded.is_new_ruleset) == (False, False)
    assert counts(loaded) == (0, 0, 2, 0)
    assert Ruleset.objects.count() == 1
    assert CardGame.objects.get().pool_revision == before


def test_a_changed_pack_is_a_new_ruleset_and_the_old_one_stays(folder):
    load(folder)
    old = Ruleset.objects.get()
    path = folder / "ultraman-hero-duel.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("exactly = 40", "exactly = 41"), encoding="utf-8")
    (loaded,) = load(folder)
    assert loaded.is_new_ruleset
    assert Ruleset.objects.count() == 2
    assert Ruleset.objects.get(pk=old.pk).pack == old.pack
    newest = current_ruleset(CardGame.objects.get(), on=old.effective_from)
    assert newest.pk != old.pk
    assert pack_of(newest).rules[0]["exactly"] == 41
    assert pack_of(old).rules[0]["exactly"] == 40


def test_shipped_cards_follow_the_file_until_somebody_changes_them_here(folder):
    load(folder)
    changed = Card.objects.get(key="HBU01-A10")
    changed.name = "月神奇迹型 (our name)"
    save_card(card=changed)
    (folder / "ultraman-hero-duel.cards.csv").write_text(POOL.replace("赛罗奥特曼", "赛罗"), encoding="utf-8")
    (loaded,) = load(folder)
    assert counts(loaded) == (0, 1, 0, 1)
    assert Card.objects.get(key="HBU01-A07").name == "赛罗"
    assert Card.objects.get(key="HBU01-A10").name == "月神奇迹型 (our name)"


def test_a_card_the_store_had_first_is_kept(folder):
    game = CardGame.objects.create(slug="ultraman-hero-duel", name_zh="奥特曼英雄对决", name_en="Ultraman Hero Duel")
    Card.objects.create(game=game, key="HBU01-A07", number="HBU01-A07", name="own")
    (loaded,) = load(folder)
    assert counts(loaded) == (1, 0, 0, 1)
    assert Card.objects.get(key="HBU01-A07").name == "own"


def test_a_card_that_left_the_file_is_not_deleted(folder):
    load(folder)
    (folder / "ultraman-hero-duel.cards.csv").write_text("number,name\nHBU01-A10,别名\n", encoding="utf-8")
    load(folder)
    assert Card.objects.filter(key="HBU01-A07").exists()


def test_a_bad_card_row_leaves_everything_as_it_was(folder):
    (folder / "ultraman-hero-duel.cards.csv").write_text("number,name\nnonsense,x\n", encoding="utf-8")
    with pytest.raises(PackError, match=r"ultraman-hero-duel\.cards\.csv:2: number"):
        load(folder)
    assert not CardGame.objects.exists()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("effective = 2025-01-01", 'effective = "soon"', "ruleset.effective"),
        ('kind = "pool"', 'kind = "pond"', "unknown rule kind"),
        ("format = 1", "format = ", "not valid TOML"),
    ],
)
def test_the_command_names_file_path_and_line_and_exits_with_2(folder, capsys, old, new, said):
    path = folder / "ultraman-hero-duel.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    line = text[: text.index(old)].count("\n") + 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(SystemExit) as stopped:
        call_command("load_games", folder=folder)
    assert stopped.value.code == 2
    complaint = capsys.readouterr().err
    assert f"ultraman-hero-duel.toml:{line}" in complaint
    assert said in complaint
    assert not CardGame.objects.exists()


def test_the_command_reports_counts(folder, capsys):
    call_command("load_games", folder=folder)
    assert "ultraman-hero-duel V1.9: rules new; cards 2 added, 0 updated, 0 unchanged" in capsys.readouterr().out


def test_every_shipped_game_loads():
    loaded = load(SHIPPED)
    assert {game.slug for game in loaded} >= {"ultraman-hero-duel"}
    for game in CardGame.objects.all():
        assert pack_of(game.rulesets.get()).key == game.slug
        assert catalogue_of(game).game == game.slug


NAMED = (
    "number,name,name_en,kind,rarity,deck_rules\n"
    'DEMO-01,演示单位,Demo Unit,unit,N,"[{""kind"": ""copies"", ""sections"": [""main""], ""at_most"": 1}]"\n'
    "DEMO-02,演示单位,Demo Unit,unit,SR,\n"
)


@pytest.fixture
def by_name(tmp_path: Path) -> Path:
    """A game that counts by name, with two printings of one name; the first has a deck rule printed on it."""
    text = (SHIPPED / "galaxy-card-game.toml").read_text(encoding="utf-8")
    (tmp_path / "galaxy-card-game.toml").write_text(text, encoding="utf-8")
    (tmp_path / "galaxy-card-game.cards.csv").write_text(NAMED, encoding="utf-8")
    return tmp_path


def test_printings_of_one_name_keep_keys_and_facts_of_their_own(by_name):
    (loaded,) = load(by_name)
    assert counts(loaded) == (2, 0, 0, 0)
    assert counts(*load(by_name)) == (0, 0, 2, 0)
    assert list(Card.objects.order_by("key").values_list("key", "name")) == [
        ("DEMO-01", "演示单位"), ("DEMO-02", "演示单位"),
    ]  # fmt: skip
    rule = {"kind": "copies", "sections": ["main"], "at_most": 1}
    assert Card.objects.get(key="DEMO-01").deck_rules == [rule]
    known = catalogue_of(CardGame.objects.get()).cards
    assert (known["DEMO-01"].deck_rules, known["DEMO-02"].deck_rules) == ((rule,), ())


def test_printings_of_one_name_count_together_from_the_database(by_name):
    load(by_name)
    ruleset = current_ruleset(CardGame.objects.get(), on=date(2026, 5, 1))
    text = "基本卡组\n2 DEMO-01\n2 Demo Unit\n1 DEMO-02\n"
    judged = judge_text(text, ruleset=ruleset, best_of=1, pool="closed", as_of=date(2026, 5, 1))
    assert [ask["code"] for ask in judged.report["asks"]] == ["ambiguous_name"]
    Card.objects.filter(key="DEMO-01").update(deck_rules=[])
    pool_changed(game=CardGame.objects.get())
    judged = judge_text(text, ruleset=ruleset, best_of=1, pool="closed", as_of=date(2026, 5, 1))
    assert judged.readable
    (found,) = [one for one in judged.report["violations"] if one["code"] == "too_many_copies"]
    assert (found["actual"], [card["number"] for card in found["cards"]]) == (5, ["DEMO-01", "DEMO-02"])
    assert {card["key"] for card in judged.cards} == {judged.cards[0]["key"]}


def test_a_mistake_in_a_cards_rules_stops_the_load(by_name, capsys):
    pool = by_name / "galaxy-card-game.cards.csv"
    pool.write_text(NAMED.replace('""copies""', '""copie""'), encoding="utf-8")
    with pytest.raises(SystemExit):
        call_command("load_games", folder=by_name)
    assert "galaxy-card-game.cards.csv:2: DEMO-01.deck_rules[0].kind: unknown rule kind" in capsys.readouterr().err
    assert not CardGame.objects.exists()


def test_a_place_in_the_lists_is_taken_over_once_and_then_the_stores(folder, by_name):
    load(by_name)
    home, other = CardGame.objects.get(slug="ultraman-hero-duel"), CardGame.objects.get(slug="galaxy-card-game")
    assert list(CardGame.objects.all()) == [home, other]
    assert (home.position, other.position) == (1, 100)
    CardGame.objects.filter(pk=home.pk).update(position=7)
    CardGame.objects.filter(pk=other.pk).update(position=2)
    load(by_name)
    assert list(CardGame.objects.values_list("position", flat=True)) == [2, 7]
