"""Importing a workbook with a browser and a real worker: upload, columns, progress, preview, import."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from cardpool.models import Card, CardImport, ColumnMapping
from tests.people_and_events import load_game, make_user
from tests.web.imports.card_tables import CARDS, HEADER, csv_bytes, xlsx_bytes

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)


def sign_in(page: Page, live_server: Any) -> None:
    """Sign in as a game manager."""
    client = Client()
    client.force_login(make_user(may_manage_games=True))
    cookie = {"name": "dueldesk_session", "value": client.cookies["dueldesk_session"].value, "url": live_server.url}
    page.context.add_cookies([cookie])


def test_a_workbook_becomes_cards(phone_page: Page, live_server: Any, celery_worker: Any, tmp_path: Path) -> None:
    game = load_game()
    sign_in(phone_page, live_server)
    book = tmp_path / "第九弹.xlsx"
    rows = [(f"HBU10-A{number:02d}", f"卡 {number}", "", number, "N", "", "") for number in range(60)]
    book.write_bytes(xlsx_bytes([["卡表"], [*HEADER, "备注"], *CARDS, *rows]))
    phone_page.goto(f"/desk/games/{game.slug}/import/")
    phone_page.set_input_files("input[type=file]", str(book))
    phone_page.get_by_role("button", name="上传并预览").click()
    phone_page.get_by_label("备注").select_option("other_names")
    phone_page.get_by_label("备注").select_option("")
    phone_page.get_by_role("button", name="预览", exact=True).click()
    phone_page.get_by_role("button", name="确认导入").wait_for()
    assert Card.objects.count() == 0
    expect(phone_page.locator(".import-counts")).to_contain_text(re.compile(r"新增\s*63"))
    assert phone_page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing runs out of the screen"
    phone_page.get_by_role("button", name="确认导入").click()
    phone_page.locator(".notice-done").wait_for()
    assert Card.objects.count() == 63
    assert CardImport.objects.get().state == "done"
    assert ColumnMapping.objects.count() == 1


def test_too_much_for_one_upload_is_said_before_it_is_sent(
    browser_page: Page, live_server: Any, tmp_path: Path
) -> None:
    game = load_game()
    sign_in(browser_page, live_server)
    large = tmp_path / "large.csv"
    large.write_bytes(b"x" * (15 * 2**20 + 1))
    small = tmp_path / "small.csv"
    small.write_bytes(csv_bytes([HEADER, *CARDS]))
    browser_page.goto(f"/desk/games/{game.slug}/import/")
    browser_page.set_input_files("input[type=file]", str(large))
    send = browser_page.get_by_role("button", name="上传并预览")
    browser_page.locator(".wrong-files").wait_for()
    expect(send).to_be_disabled()
    browser_page.set_input_files("input[type=file]", str(small))
    browser_page.locator(".wrong-files").wait_for(state="hidden")
    expect(send).to_be_enabled()
