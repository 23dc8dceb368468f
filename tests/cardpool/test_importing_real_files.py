"""Card databases and set files from the command line into the pool, and lists judged by the result."""

import io
import json
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from cardpool.models import Card, CardGame
from cardpool.queries import current_ruleset
from cardpool.services import delete_card
from decks.judging import judge_text
from tests.cardpool.importers.card_databases import FUSION, LEGEND, MONSTER, RUSH, SPELL, TOKEN, TRAP, write_cdb
from tests.cardpool.importers.set_files import entry, write_cards, write_sets
from tests.people_and_events import load_every_game

RUSH_DUEL, GALAXY, POKEMON = "rush-duel", "galaxy-card-game", "pokemon-tcg"


@pytest.fixture(autouse=True)
def _games(db: None) -> None:
    load_every_game()


def bring(game: str, *arguments: str | Path) -> dict[str, Any]:
    """The import's report."""
    out = io.StringIO()
    with suppress(SystemExit):
        call_command("import_cards", "--game", game, "--json", *map(str, arguments), stdout=out)
    report: dict[str, Any] = json.loads(out.getvalue())
    return report


def judge(folder: Path, game: str, text: str) -> dict[str, Any]:
    """The verdict on a list, in a closed pool."""
    path = folder / "list.txt"
    path.write_text(text, encoding="utf-8")
    out = io.StringIO()
    with suppress(SystemExit):
        call_command("check_deck", str(path), "--game", game, "--pool", "closed", "--json", stdout=out, stderr=out)
    verdict: dict[str, Any] = json.loads(out.getvalue())
    return verdict


def found(verdict: dict[str, Any]) -> list[tuple[str, str, int | None]]:
    return [(one["code"], one["clause"], one["actual"]) for one in verdict["violations"]]


def rush_cards() -> list[dict[str, Any]]:
    plain = [{"id": 160001000 + 100 * place, "name": f"Road Monster {place} (Rush)"} for place in range(1, 15)]
    return [
        *plain,
        {"id": 160001101, "alias": 160001100, "name": "Road Monster 1"},
        {"id": 160009001, "name": "Blue Dragon", "ot": RUSH | LEGEND},
        {"id": 160009002, "name": "Dark Wizard", "ot": RUSH | LEGEND},
        {"id": 160009003, "name": "Fused Monster", "type": MONSTER | FUSION},
        {"id": 160009004, "name": "Sheep Token", "type": MONSTER | TOKEN},
        {"id": 89631139, "name": "Blue Dragon of the other game", "ot": 0x3},
    ]


def rush_list(*changes: str) -> str:
    return "\n".join(["#main", *(f"3 {160001000 + 100 * place}" for place in range(1, 14)), *changes])


def test_rush_duel_from_a_database(tmp_path: Path) -> None:
    path = write_cdb(tmp_path / "rush.cdb", rush_cards())
    report = bring(RUSH_DUEL, path)
    assert report["counts"] == {
        "rows": 20,
        "added": 17,
        "changed": 0,
        "untouched": 0,
        "refused": 0,
        "skipped": 2,
        "noticed": 0,
    }
    assert [row["code"] for row in report["skipped"]] == ["other_game", "token"]
    assert Card.objects.get(number="160001100").codes == ["160001101"]
    again = bring(RUSH_DUEL, "--format", "cdb", path)
    assert (again["counts"]["untouched"], again["counts"]["added"], again["counts"]["changed"]) == (17, 0, 0)

    assert judge(tmp_path, RUSH_DUEL, rush_list("1 160009001", "Extra deck", "2 160009003"))["legal"]
    legends = judge(tmp_path, RUSH_DUEL, rush_list("1 160009001", "1 160009002"))
    assert found(legends) == [("too_many_in_group", "同名卡/传说卡的数量", 2)]
    other_game = judge(tmp_path, RUSH_DUEL, rush_list("1 89631139"))
    assert [code for code, *_ in found(other_game)] == ["unknown_card"]
    bring(RUSH_DUEL, "--include-others", path)
    other_game = judge(tmp_path, RUSH_DUEL, rush_list("1 89631139"))
    assert found(other_game) == [("not_in_format", "【超速决斗】专用卡", 1)]


def test_a_deck_file_of_passcodes_counts_other_pictures_together(tmp_path: Path) -> None:
    bring(RUSH_DUEL, write_cdb(tmp_path / "rush.cdb", rush_cards()))
    lines = [160001000 + 100 * place for place in range(1, 15) for _ in range(3)]
    ydk = "#created by somebody\r\n#main\r\n" + "\r\n".join(str(number) for number in lines)
    assert judge(tmp_path, RUSH_DUEL, ydk)["legal"]
    four = judge(tmp_path, RUSH_DUEL, f"{ydk}\r\n160001101\r\n#extra\r\n160009003\r\n!side\r\n")
    assert found(four) == [("too_many_copies", "同名卡/传说卡的数量", 4)]


def test_a_file_alone_and_later_with_the_one_its_aliases_point_to(tmp_path: Path) -> None:
    base = write_cdb(tmp_path / "base.cdb", [{"id": 160001100, "name": "Road Monster"}])
    more = write_cdb(tmp_path / "more.cdb", [{"id": 160001101, "alias": 160001100, "name": "Road Monster"}])
    assert bring(RUSH_DUEL, more)["counts"]["added"] == 1
    assert bring(RUSH_DUEL, base)["counts"]["added"] == 1
    counts = bring(RUSH_DUEL, base, more)["counts"]
    assert (counts["untouched"], counts["changed"], counts["refused"]) == (1, 0, 0)
    four = "#main\n" + "160001100\n160001101\n" * 2
    assert ("too_many_copies", "同名卡/传说卡的数量", 4) in found(judge(tmp_path, RUSH_DUEL, four))


def test_galaxy_cards_from_a_database(tmp_path: Path) -> None:
    rows = [
        *({"id": 10000000 + place, "name": f"单位 {place}", "type": 0x21, "attribute": 1} for place in range(1, 10)),
        {"id": 10000020, "name": "支援", "type": SPELL},
        {"id": 10000021, "name": "战术", "type": TRAP},
        {"id": 10000022, "name": "大型单位", "type": 0x61, "attribute": 2},
        {"id": 10000023, "name": "临时单位", "type": 0x4011, "attribute": 1},
    ]
    report = bring(GALAXY, write_cdb(tmp_path / "galaxy.cdb", rows))
    assert report["counts"]["added"] == 13
    main = ["基本卡组", *(f"3 {10000000 + place}" for place in range(1, 10)), "3 10000020"]
    special = ["特殊卡组", "1 10000022"]
    token = judge(tmp_path, GALAXY, "\n".join([*main, "1 10000023", *special, "指挥官", "1 10000001"]))
    assert found(token) == [
        ("card_not_allowed_in_section", "2.1.1", 1),
        ("card_not_allowed_in_section", "1.3", 1),
    ]
    for made_up in Card.objects.filter(attributes__kind="commander"):
        delete_card(card=made_up)
    ruleset = current_ruleset(CardGame.objects.get(slug=GALAXY), on=date(2026, 5, 1))
    nobody = judge_text("\n".join([*main, *special]), ruleset=ruleset, best_of=1, pool="closed", as_of=date(2026, 5, 1))
    assert [(one.code, one.clause) for one in nobody.legality.violations] == [("section_too_few", "1.3")]
    assert [one.code for one in nobody.legality.notices] == ["none_in_pool"]


def test_set_files_and_other_languages(tmp_path: Path) -> None:
    write_sets(tmp_path / "data")
    basic = {"supertype": "Pokémon", "subtypes": ["Basic"], "hp": "70", "types": ["Fire"]}
    ace = {"supertype": "Trainer", "subtypes": ["Item", "ACE SPEC"]}
    cards = [
        entry("sv6-1", "Little Dragon", **basic),
        entry("sv6-2", "Ace One", **ace),
        entry("sv6-3", "Ace Two", **ace),
    ]
    energy = entry("sv6-9", "Basic Fire Energy", supertype="Energy", subtypes=["Basic"])
    write_cards(tmp_path / "data", "sv6", [*cards, energy, entry("sv6-4", "Item"), "nonsense"])
    write_cards(tmp_path / "data", "cel25", [entry("cel25-2", "First", number="2")])
    write_cards(tmp_path / "data", "cel25c", [entry("cel25c-2_A", "Second", number="2")])
    write_cards(tmp_path / "data", "sv6", [entry("sv6-1", "小龙")], language="zh")
    report = bring(POKEMON, "--format", "pokemon", tmp_path / "data")
    assert report["counts"]["added"] == 7
    assert [(row["code"], row["file"], row["row"]) for row in report["refused"]] == [
        ("entry_not_an_object", "sv6.json", 6)
    ]
    assert bring(POKEMON, tmp_path / "data")["counts"]["untouched"] == 7

    text = (
        "Pokémon: 4\n4 小龙 TWM 1\nTrainer: 5\n4 Item TWM 4\n1 Ace One TWM 2\nEnergy: 51\n51 Basic Fire Energy TWM 9\n"
    )
    assert judge(tmp_path, POKEMON, text)["legal"]
    two_aces = text.replace("Trainer: 5", "Trainer: 6").replace("1 Ace One", "1 Ace Two TWM 3\n1 Ace One")
    verdict = judge(tmp_path, POKEMON, two_aces.replace("51", "50"))
    assert found(verdict) == [("too_many_in_group", "全局规则", 2)]
    assert {card.number: card.name for card in Card.objects.filter(number__startswith="CEL")} == {
        "CEL-2": "First",
        "CEL-2A": "Second",
    }


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.cdb", b"SQLite format 3\x00" + b"\x01" * 400), ("a.cdb", b"CREATE TABLE datas(id);"), ("a.json", b"[{]")],
)
def test_files_that_cannot_be_read_change_nothing_and_say_why(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    out = io.StringIO()
    format_ = "cdb" if name.endswith("cdb") else "pokemon"
    game = RUSH_DUEL if name.endswith("cdb") else POKEMON
    before = Card.objects.count()
    with pytest.raises(SystemExit) as left:
        call_command("import_cards", "--game", game, "--format", format_, "--lang", "en", str(path), stderr=out)
    assert left.value.code == 2
    assert out.getvalue().startswith(f"{name}:")
    assert Card.objects.count() == before
