"""One verdict on the page, by the API and on the command line, when facts of cards are not known."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from cardpool.models import Card, CardGame
from cardpool.services import pool_changed
from tests.cardpool.importers.card_databases import RUSH, write_cdb
from tests.people_and_events import enter, event_data, load_every_game, make_actor, player_actor
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.setup import create_tournament

pytestmark = pytest.mark.django_db

POKEMON, RUSH_DUEL = "pokemon-tcg", "rush-duel"
MONSTERS = "4 DEM-001\n4 DEM-002\n4 DEM-003\n"
FILLER = "\n".join(f"3 RD-DEMO-JP{number:03}" for number in range(1, 13)) + "\n"
STATES = {"legal": "legal", "illegal": "not_legal", "undecided": "undecided"}
EXITS = {0: "legal", 1: "not_legal", 3: "undecided"}


@pytest.fixture(autouse=True)
def _games() -> None:
    load_every_game()


def on_the_page(game: str, text: str, pool: str) -> str:
    sent = {"text": text, "game": game, "best_of": 1, "pool": pool}
    page = Client(HTTP_ACCEPT_LANGUAGE="en").post(reverse("deck_check"), sent)
    assert page.status_code == 200
    return STATES[page.context["shown"].state]


def by_the_api(game: str, text: str, pool: str) -> dict[str, Any]:
    sent = {"text": text, "best_of": 1, "pool": pool}
    answer = Client().post(reverse("api_judge", args=[game]), sent, content_type="application/json")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def on_the_command_line(folder: Path, game: str, text: str, pool: str) -> tuple[str, dict[str, Any]]:
    path, out, status = folder / "list.txt", io.StringIO(), 0
    path.write_text(text, encoding="utf-8")
    try:
        call_command("check_deck", str(path), "--game", game, "--best-of", "1", "--pool", pool, "--json", stdout=out)
    except SystemExit as left:
        status = int(left.code or 0)
    return EXITS[status], json.loads(out.getvalue())


def verdict_everywhere(folder: Path, game: str, text: str, pool: str = "open") -> dict[str, Any]:
    """The report that every entry point gives for a list: one verdict and the same questions."""
    api = by_the_api(game, text, pool)
    command, printed = on_the_command_line(folder, game, text, pool)
    assert on_the_page(game, text, pool) == api["verdict"] == command == printed["verdict"]
    assert api["legal"] == printed["legal"] == {"legal": True, "not_legal": False, "undecided": None}[command]
    assert [one["code"] for one in api["questions"]] == [one["code"] for one in printed["questions"]]
    return api


def cards_in_question(report: dict[str, Any]) -> set[str]:
    return {card["number"] for one in report["questions"] for card in one["cards"]}


@pytest.mark.parametrize("pool", ["open", "closed"])
def test_sixty_copies_of_a_card_nobody_knows(tmp_path: Path, pool: str) -> None:
    report = verdict_everywhere(tmp_path, POKEMON, "60 Comfey XYZ 1", pool)
    assert report["verdict"] == "not_legal"
    assert ("too_many_copies", 4, 60) in [(one["code"], one["limit"], one["actual"]) for one in report["violations"]]


def test_two_unknown_numbers_that_may_be_one_card(tmp_path: Path) -> None:
    report = verdict_everywhere(tmp_path, POKEMON, MONSTERS + "40 DEM-042\n4 LOR 79\n4 PR SWSH242")
    assert report["verdict"] == "undecided"
    assert cards_in_question(report) == {"LOR-79", "PR-SW-SWSH242"}
    named = verdict_everywhere(tmp_path, POKEMON, MONSTERS + "40 DEM-042\n4 Comfey LOR 79\n4 Comfey PR SWSH242")
    assert named["verdict"] == "not_legal"


def test_an_open_question_beside_a_broken_rule_changes_nothing(tmp_path: Path) -> None:
    report = verdict_everywhere(tmp_path, POKEMON, "5 DEM-001\n47 DEM-042\n4 LOR 79\n4 PR SWSH242")
    assert report["verdict"] == "not_legal"
    assert report["questions"]


def test_a_second_radiant_card_that_nobody_knows(tmp_path: Path) -> None:
    where = {"attribute": "subtypes", "has": "Radiant"}
    names = {"zh": "光辉宝可梦", "en": "Radiant Pokémon"}
    rule = {"kind": "group", "sections": ["main"], "where": where, "at_most": 1, "names": names}
    facts = {"supertype": "pokemon", "subtypes": ["Basic", "Radiant"]}
    game = CardGame.objects.get(slug=POKEMON)
    radiant = {"key": "ASR-46", "number": "ASR-46", "name": "Radiant Greninja"}
    Card.objects.create(game=game, attributes=facts, deck_rules=[rule], **radiant)
    pool_changed(game=game)
    rest = MONSTERS + "46 DEM-042\n1 ASR 46\n"
    assert verdict_everywhere(tmp_path, POKEMON, rest + "1 DEM-004")["verdict"] == "legal"
    report = verdict_everywhere(tmp_path, POKEMON, rest + "1 Radiant Charizard XYZ 11")
    assert (report["verdict"], cards_in_question(report)) == ("undecided", {"XYZ-11"})


@pytest.mark.parametrize("pool", ["open", "closed"])
@pytest.mark.parametrize("energy", ["Basic Fire Energy", "Basic {R} Energy", "基本火能量", "火能量"])
def test_basic_energy_on_a_fresh_site(tmp_path: Path, energy: str, pool: str) -> None:
    report = verdict_everywhere(tmp_path, POKEMON, f"4 DEM-001\n3 DEM-002\n53 {energy}", pool)
    assert report["verdict"] == "legal"
    assert [notice["code"] for notice in report["notices"]] == ["demo_cards"]


def test_a_passcode_beside_a_printed_number(tmp_path: Path) -> None:
    report = verdict_everywhere(tmp_path, RUSH_DUEL, FILLER + "3 160001002\n3 RD/KP01-JP002")
    assert report["verdict"] == "undecided"
    assert {"160001002", "RD-KP01-JP002"} <= cards_in_question(report)
    same = FILLER + "3 160001002 海龙神\n3 RD/KP01-JP002 海龙神"
    assert verdict_everywhere(tmp_path, RUSH_DUEL, same)["verdict"] == "not_legal"


def test_the_passcode_of_the_sister_game_is_the_same_card(tmp_path: Path) -> None:
    row = {"id": 160001050, "alias": 89631139, "name": "青眼白龙", "ot": RUSH}
    path = write_cdb(tmp_path / "cards.cdb", [row])
    call_command("import_cards", "--game", RUSH_DUEL, str(path), stdout=io.StringIO())
    three = verdict_everywhere(tmp_path, RUSH_DUEL, FILLER + "3 160001050\n1 RD-DEMO-JP013", "closed")
    assert three["verdict"] == "legal", three
    four = FILLER + "3 160001050\n1 89631139"
    for pool in ("open", "closed"):
        report = verdict_everywhere(tmp_path, RUSH_DUEL, four, pool)
        found = [(one["code"], one["actual"]) for one in report["violations"]]
        assert (report["verdict"], found) == ("not_legal", [("too_many_copies", 4)])
    data = event_data(game_slug=RUSH_DUEL, best_of=1, decklists_required=True)
    event = create_tournament(actor=make_actor(), data=data)
    (entry,) = enter(event, "甲")
    version = save_entry_decklist(actor=player_actor(entry), registration_id=entry.pk, text=four, submit=True)
    assert version.verdict == "not_legal"
    assert {card["number"] for card in version.cards} >= {"160001050"}
    assert "89631139" not in {card["number"] for card in version.cards}
