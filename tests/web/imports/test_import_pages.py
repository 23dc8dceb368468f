"""Importing card files at the desk, with a browser without JavaScript."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from cardpool.importing import jobs
from cardpool.importing.storing import folder_of, remove_files
from cardpool.models import Card, CardGame, CardImport, ColumnMapping
from jobs.models import Job
from jobs.queries import SLOW_TO_START
from jobs.services.leases import sweep
from jobs.services.running import run_job
from tests.background import no_worker, time_passes
from tests.people_and_events import load_game, make_user
from tests.web.imports.card_tables import CARDS, HEADER, Manager, csv_bytes, xlsx_bytes
from tests.web.pages import assert_clean, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> CardGame:
    return load_game()


@pytest.fixture(autouse=True)
def _jobs_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for the commit runs at once, since a test's transaction is not committed."""
    monkeypatch.setattr("django.db.transaction.on_commit", lambda call, **_: call())


@pytest.fixture
def manager(game: CardGame) -> Manager:
    return Manager(game)


TABLE = ("cards.csv", csv_bytes([HEADER, *CARDS]))


def test_a_table_goes_from_upload_to_cards(manager: Manager) -> None:
    answer = manager.upload(TABLE)
    assert answer.status_code == 302
    assert answer.url == manager.at("card_import_columns")
    page = manager.client.get(answer.url)
    assert_clean(page)
    words = words_of(page)
    assert "HBU09-A01" in words
    chosen = [bound.value() for bound in page.context["form"]]
    assert chosen == [
        "number", "name", "name_en", "attributes.star", "attributes.rarity", "attributes.keywords", "attributes.power",
    ]  # fmt: skip
    preview = manager.choose()
    assert_clean(preview)
    assert manager.brought().state == "previewed"
    assert manager.brought().report["counts"]["added"] == 3
    assert Card.objects.count() == 0, "a preview writes nothing"
    assert "测试战士" in words_of(preview)
    done = manager.client.post(manager.at("card_import_run"), follow=True)
    assert_clean(done)
    assert manager.brought().state == "done"
    assert "The cards are in the pool" in words_of(done)
    card = Card.objects.get(number="HBU09-A01")
    assert card.attributes == {"star": 3, "rarity": "SR", "keywords": ["奥特战士", "测试"], "power": 3000}
    assert card.other_names == ["Test Warrior"]
    assert not list(folder_of(manager.brought()).glob("*/*.csv")), "the files go when the import is done"


def test_the_report_says_what_changed_and_what_was_refused(manager: Manager) -> None:
    manager.upload(TABLE)
    manager.choose()
    manager.client.post(manager.at("card_import_run"))
    rows = [
        HEADER,
        ("HBU09-A01", "测试战士", "Test Warrior", 4, "SR", "奥特战士、测试", 3000),
        ("HBU09-A02", "测试怪兽改", "", "", "", "", ""),
        ("HBU09-A03", "测试队员", "", "很多", "N", "", "x"),
        ("nothing", "无号", "", "", "", "", ""),
    ]
    manager.upload(("more.csv", csv_bytes(rows)))
    words = words_of(manager.choose())
    assert "Stars 3 → 4" in words
    assert "Card name 测试怪兽 → 测试怪兽改" in words
    assert "row 4 星数 “很多” is not a whole number." in words
    assert "row 4 战力 “x” is not a whole number." in words
    assert "row 5 卡牌编号 “nothing” is not a card number of this game" in words
    counts = manager.brought().report["counts"]
    assert counts == {"rows": 4, "added": 0, "changed": 2, "untouched": 0, "refused": 2, "skipped": 0, "noticed": 0}
    report = manager.client.get(manager.at("card_import_report"))
    text = report.content.decode("utf-8-sig")
    assert 'Refused,"more.csv, row 4",,,星数,,,“很多” is not a whole number.' in text
    assert 'Changed,"more.csv, row 2",HBU09-A01,测试战士,Stars,3,4,' in text


def test_deck_rules_that_cannot_be_used_are_said_in_words(game: CardGame) -> None:
    manager = Manager(game, language="zh-hans")
    rows = [("编号", "名称", "构筑规则"), ("HBU09-A01", "甲", '[{"kind": "nonsense"}]'), ("HBU09-A02", "乙", "[1")]
    manager.upload(("cards.csv", csv_bytes(rows)))
    words = words_of(manager.choose())
    assert "HBU09-A01.deck_rules[0].kind" in words
    assert "unknown rule kind" not in words
    assert manager.brought().report["counts"]["refused"] == 2


def test_a_report_that_is_not_kept_any_more_is_not_offered(manager: Manager) -> None:
    manager.upload(("cards.csv", csv_bytes([HEADER, *CARDS])))
    manager.choose()
    assert manager.at("card_import_report") in manager.client.get(manager.at("card_import")).content.decode()
    remove_files(manager.brought(), report_too=True)
    page = manager.client.get(manager.at("card_import"))
    assert_clean(page)
    assert manager.at("card_import_report") not in page.content.decode()


def test_a_discarded_import_counts_nothing_as_added(manager: Manager) -> None:
    manager.upload(("cards.csv", csv_bytes([HEADER, *CARDS])))
    manager.choose()
    assert "3 added" in words_of(manager.client.get(reverse("game_import", args=[manager.game.slug])))
    listed = manager.client.post(manager.at("card_import_discard"), follow=True)
    assert "3 added" not in words_of(listed)
    assert "import-counts" not in manager.client.get(manager.at("card_import")).content.decode()


def test_a_report_runs_no_formula(manager: Manager) -> None:
    rows = [("number", "name"), ("HBU09-A01", '=HYPERLINK("http://evil","x")')]
    manager.upload(("cards.csv", csv_bytes(rows)))
    manager.choose()
    text = manager.client.get(manager.at("card_import_report")).content.decode("utf-8-sig")
    assert "\"'=HYPERLINK" in text
    assert ",=HYPERLINK" not in text


def test_the_choice_of_columns_is_remembered(manager: Manager) -> None:
    strange = [("Nummer", "Karte", "Sterne"), ("HBU09-A01", "测试战士", "3")]
    manager.upload(("a.csv", csv_bytes(strange)))
    refused = manager.choose()
    assert "Choose the column with the card number or the name." in words_of(refused)
    manager.choose(column_0_0="number", column_0_1="name", column_0_2="attributes.star")
    assert manager.brought().report["counts"]["added"] == 1
    assert ColumnMapping.objects.count() == 1
    other = Manager(manager.game)
    other.upload(("b.csv", csv_bytes([*strange[:1], ("HBU09-A02", "测试怪兽", "5")])))
    page = other.client.get(other.at("card_import_columns"))
    assert [bound.value() for bound in page.context["form"]] == ["number", "name", "attributes.star"]
    assert f"by {manager.user.get_username()} for the same header line" in words_of(page)


def test_two_columns_cannot_hold_one_fact(manager: Manager) -> None:
    manager.upload(TABLE)
    page = manager.choose(column_0_2="name")
    assert page.status_code == 422
    assert "Only one column can be assigned to “Card name”." in words_of(page)
    assert page.context["form"]["column_0_2"].value() == "name", "what was chosen is kept"


def test_a_sheet_can_be_chosen(manager: Manager) -> None:
    manager.upload(("book.xlsx", xlsx_bytes([("说明",), ("x",)], title="说明", 卡表=[HEADER, *CARDS])))
    page = manager.client.get(manager.at("card_import_columns"), {"sheet": "卡表"})
    assert "HBU09-A01" in words_of(page)
    assert page.context["sheet"] == "卡表"
    data = {name: page.context["form"][name].value() or "" for name in page.context["form"].fields}
    manager.client.post(manager.at("card_import_columns"), {**data, "sheet": "卡表"})
    assert manager.brought().report["counts"]["added"] == 3


def test_another_manager_goes_on_with_an_import(manager: Manager) -> None:
    manager.upload(TABLE)
    manager.choose()
    other = Manager(manager.game)
    other.client.post(other.at("card_import_run"))
    assert manager.brought().state == "done"
    assert manager.brought().requested_by_user == other.user


def test_a_discarded_import_is_gone(manager: Manager) -> None:
    manager.upload(TABLE)
    manager.choose()
    folder = folder_of(manager.brought())
    assert folder.exists()
    answer = manager.client.post(manager.at("card_import_discard"), follow=True)
    assert "The import was discarded" in words_of(answer)
    assert not folder.exists()
    answer = manager.client.post(manager.at("card_import_run"), follow=True)
    assert Card.objects.count() == 0
    assert "Somebody else has continued this import" in words_of(answer)


def test_a_preview_says_when_cards_changed_since(manager: Manager) -> None:
    manager.upload(TABLE)
    manager.choose()
    preview = manager.brought()
    manager.upload(("other.csv", csv_bytes([HEADER, *CARDS[:1]])))
    manager.choose()
    manager.client.post(manager.at("card_import_run"))
    page = manager.client.get(manager.at("card_import", preview))
    assert "Cards have changed since this preview" in words_of(page)
    manager.client.post(manager.at("card_import_run", preview))
    preview.refresh_from_db()
    assert preview.report["counts"]["added"] == 2, "worked out again"
    assert preview.report["counts"]["untouched"] == 1


def test_files_can_be_added(manager: Manager) -> None:
    manager.upload(("cards.csv", csv_bytes([HEADER, CARDS[0]])))
    more = SimpleUploadedFile("cards.csv", csv_bytes([HEADER, CARDS[1]]))
    manager.client.post(manager.at("card_import_files"), {"card_files": [more]})
    assert [file["name"] for file in manager.brought().files] == ["cards.csv", "cards (2).csv"]
    manager.choose()
    assert manager.brought().report["counts"]["added"] == 2


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("picture.csv", b"\x89PNG\r\n\x1a\n" + bytes(100), "“picture.csv”: This is a picture, whatever its name says."),
        ("cards.xlsx", b"SQLite format 3\x00" + bytes(100), "This is a database, not a table."),
        ("empty.csv", b"", "“empty.csv”: The file is empty."),
        ("old.xls", b"\xd0\xcf\x11\xe0" + bytes(100), "Excel format of before 2007"),
        ("zeros.csv", b"a,b\n\x00\x01\x02\x00\x03", "neither a text table (CSV) nor an Excel workbook"),
        (
            "latin.csv",
            "n°,nom\nX,Pok\xe9mon \xe9\xe0".encode("latin-1"),
            "The encoding of this text cannot be determined",
        ),
    ],
)
def test_what_cannot_be_read_is_said_at_the_box(manager: Manager, name: str, data: bytes, words: str) -> None:
    folder = Path(default_storage.path("card-imports"))
    before = set(folder.glob("*"))
    answer = manager.upload((name, data), format="table")
    assert answer.status_code == 422
    assert_clean(answer)
    assert words in words_of(answer)
    assert CardImport.objects.count() == 0
    assert set(folder.glob("*")) == before, "nothing is left of it"


def test_a_path_in_a_file_name_leads_nowhere(manager: Manager) -> None:
    manager.upload(("../../../etc/cards.csv", csv_bytes([HEADER, *CARDS])))
    assert manager.brought().files[0]["name"] == "cards.csv"


def test_without_a_queue_it_waits_and_is_read_later(manager: Manager) -> None:
    with no_worker():
        manager.upload(TABLE)
        manager.choose()
        time_passes(SLOW_TO_START.total_seconds() + 1)
        assert "No worker has taken this up yet" in words_of(manager.client.get(manager.at("card_import")))
    sweep()
    assert manager.brought().state == "previewed"


def test_a_fault_of_ours_is_said_and_can_be_tried_again(manager: Manager) -> None:
    with no_worker():
        manager.upload(TABLE)
        manager.choose()
    with patch.object(jobs, "import_cards", side_effect=RuntimeError("broken")), pytest.raises(RuntimeError):
        run_job(Job.objects.get().pk)
    page = words_of(manager.client.get(manager.at("card_import")))
    assert "because of an internal error" in page
    assert "Preview again" in page
    manager.client.post(manager.at("card_import_preview"))
    assert manager.brought().state == "previewed"


PAGES = ["game_import", "card_import", "card_import_columns", "card_import_report"]
ACTIONS = ["card_import_files", "card_import_preview", "card_import_run", "card_import_discard"]


@pytest.mark.parametrize("page", PAGES + ACTIONS)
def test_only_managers_come_in(manager: Manager, page: str) -> None:
    manager.upload(TABLE)
    manager.choose()
    keys = [manager.game.slug] if page == "game_import" else [manager.game.slug, manager.brought().key]
    path = reverse(page, args=keys)
    for user, allowed in ((None, False), (make_user(), False), (make_user(may_manage_games=True), True)):
        client = Client()
        if user is not None:
            client.force_login(user)
        answer = client.post(path) if page in ACTIONS else client.get(path)
        if allowed:
            assert answer.status_code not in (403, 404), page
        elif user is None:
            assert answer.status_code == 302
            assert "/accounts/" in answer.url
        else:
            assert answer.status_code in (302, 403)
            assert manager.brought().state == "previewed"
    assert Client().post(reverse("game_import", args=[manager.game.slug])).status_code == 302


def test_an_import_belongs_to_its_game(manager: Manager) -> None:
    manager.upload(TABLE)
    other = load_game("rush-duel")
    answer = manager.client.get(reverse("card_import", args=[other.slug, manager.brought().key]))
    assert answer.status_code == 404


def test_htmx_asks_only_for_what_moves(manager: Manager) -> None:
    manager.upload(TABLE)
    manager.choose()
    CardImport.objects.update(state="running", progress=40)
    page = manager.client.get(manager.at("card_import"))
    assert_clean(page)
    assert 'http-equiv="refresh"' in page.content.decode()
    part = manager.client.get(manager.at("card_import"), headers={"HX-Request": "true"})
    assert_clean(part, partial=True)
    assert 'value="40"' in part.content.decode()
