"""Card databases and set files through the desk and the command line, end to end."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from cardpool.models import Card, CardGame
from tests.cardpool.importers.card_databases import LEGEND, RUSH, SPELL, TOKEN, write_cdb
from tests.cardpool.importers.set_files import SETS, entry, write_cards, write_sets
from tests.people_and_events import load_game
from tests.web.imports.card_tables import Manager
from tests.web.pages import assert_clean, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _jobs_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.db.transaction.on_commit", lambda call, **_: call())


def rush_database(folder: Path) -> Path:
    rows = [
        {"id": 160001001, "name": "七条龙 (Rush)"},
        {"id": 160001002, "name": "传说龙 (Rush) [L]", "ot": RUSH | LEGEND},
        {"id": 160001003, "name": "魔法", "type": SPELL},
        {"id": 160001004, "name": "衍生物", "type": TOKEN | 1},
        {"id": 160001005, "name": "本家卡", "ot": 3},
    ]
    return write_cdb(folder / "rush.cdb", rows)


def test_a_card_database_through_the_desk(tmp_path: Path) -> None:
    game = load_game("rush-duel")
    manager = Manager(game)
    data = rush_database(tmp_path).read_bytes()
    page = manager.client.get(manager.upload(("rush.cdb", data)).url)
    assert_clean(page)
    counts = manager.brought().report["counts"]
    assert (counts["added"], counts["refused"], counts["skipped"]) == (3, 0, 2), words_of(page)
    assert "is a token, no card of a deck" in words_of(page)
    manager.client.post(manager.at("card_import_preview"), {"include_others": "on"})
    assert manager.brought().report["counts"]["added"] == 4
    manager.client.post(manager.at("card_import_preview"))
    manager.client.post(manager.at("card_import_run"))
    assert Card.objects.filter(game=game).count() == 3
    manager.upload(("rush.cdb", data))
    assert manager.brought().report["counts"]["untouched"] == 3


def test_a_translation_alone_gives_further_names_through_the_desk() -> None:
    game = load_game("pokemon-tcg")
    manager = Manager(game)
    sets = ("en.json", json.dumps(SETS).encode())
    manager.upload(("sv6.json", json.dumps([entry("sv6-128", "Dreepy")]).encode()), sets)
    manager.client.post(manager.at("card_import_run"))
    french = [entry("sv6-128", "Fantyrm", supertype="Dresseur", subtypes=["Objet"])]
    page = manager.client.get(manager.upload(("sv6.json", json.dumps(french).encode())).url)
    assert "A translation" in words_of(page)
    manager.client.post(manager.at("card_import_preview"), {"names_only": "on"})
    later = {"card_files": [SimpleUploadedFile(*sets)]}
    assert_clean(manager.client.post(manager.at("card_import_files"), later, follow=True))
    manager.client.post(manager.at("card_import_run"))
    card = Card.objects.get(game=game)
    assert (card.name, card.other_names, card.attributes["subtypes"]) == ("Dreepy", ["Fantyrm"], ["Item"])


def test_sql_that_calls_itself_a_database_is_recognised() -> None:
    manager = Manager(load_game("rush-duel"))
    page = manager.client.get(manager.upload(("rush.cdb", b"CREATE TABLE datas (id, name);\n")).url)
    assert_clean(page)
    assert (manager.brought().state, manager.brought().error["code"]) == ("failed", "sql_text"), words_of(page)


def test_set_files_through_the_desk_with_the_list_of_sets_added() -> None:
    game = load_game("pokemon-tcg")
    manager = Manager(game)
    cards = [entry("sv6-128", "Dreepy", supertype="Pokémon", subtypes=["Basic"], hp="70"), entry("sv6-129", "Drakloak")]
    page = manager.client.get(manager.upload(("sv6.json", json.dumps(cards).encode())).url)
    assert_clean(page)
    assert manager.brought().state == "failed"
    assert "upload sets/en.json as well" in words_of(page)
    sets = SimpleUploadedFile("en.json", json.dumps(SETS).encode())
    page = manager.client.post(manager.at("card_import_files"), {"card_files": [sets]}, follow=True)
    assert manager.brought().report["counts"]["added"] == 2, words_of(page)
    manager.client.post(manager.at("card_import_run"))
    assert set(Card.objects.filter(game=game).values_list("number", flat=True)) == {"TWM-128", "TWM-129"}


def run(*arguments: str) -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("import_cards", *arguments, stdout=out, stderr=out, no_color=True)
    except SystemExit as left:
        return int(left.code or 0), out.getvalue()
    return 0, out.getvalue()


def counts_of(output: str) -> dict[str, int]:
    found: dict[str, int] = json.loads(output)["counts"]
    return found


def test_both_formats_on_the_command_line(tmp_path: Path) -> None:
    load_game("rush-duel")
    load_game("pokemon-tcg")
    database = str(rush_database(tmp_path))
    status, out = run("--game", "rush-duel", "--format", "cdb", "--json", database)
    assert (status, counts_of(out)["added"]) == (0, 3)
    status, out = run("--game", "rush-duel", "--json", database)
    assert (status, counts_of(out)["untouched"]) == (0, 3)
    data = tmp_path / "pokemon-tcg-data"
    write_sets(data)
    write_cards(data, "sv6", [entry("sv6-128", "Dreepy"), entry("sv6-129", "Drakloak")])
    write_cards(data, "sv6", [entry("sv6-128", "多龙梅西亚")], language="zh")
    status, out = run("--game", "pokemon-tcg", "--format", "pokemon", "--json", str(data))
    assert (status, counts_of(out)["added"]) == (0, 2), out
    card = Card.objects.get(number="TWM-128")
    assert (card.name, card.other_names) == ("Dreepy", ["多龙梅西亚"])
    status, out = run("--game", "pokemon-tcg", "--json", str(data))
    assert (status, counts_of(out)["untouched"]) == (0, 2)


def test_a_game_that_declares_no_database_says_so(tmp_path: Path) -> None:
    game: CardGame = load_game()
    manager = Manager(game)
    page = manager.client.get(manager.upload(("rush.cdb", rush_database(tmp_path).read_bytes())).url)
    assert manager.brought().state == "failed"
    assert_clean(page)
    assert "This was not accepted" not in words_of(page)
