"""Writing a list in a browser: what htmx replaces, as a visitor sees it."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from cardpool.models import Card, RestrictionList
from tests.people_and_events import load_game, make_actor

pytestmark = pytest.mark.django_db(transaction=True)


def sign_in(page: Page, username: str, base: str) -> None:
    client = Client()
    client.force_login(make_actor(username, may_manage_games=True).user)
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": base}])


def test_a_list_is_tapped_together_and_saved(phone_page: Page, live_server) -> None:
    game = load_game()
    for number, name in [("HBU01-A07", "赛罗奥特曼"), ("HBU01-A10", "赛罗奥特曼月神奇迹型")]:
        Card.objects.create(game=game, key=number, number=number, name=name)
    sign_in(phone_page, "店长", live_server.url)
    phone_page.goto(reverse("restriction_list_new", args=[game.slug]))
    phone_page.fill("#id_name", "2026 秋")
    phone_page.fill("#list-q", "月神")
    phone_page.click(".list-search button")
    phone_page.click("button[value='add:banned:HBU01-A10']")
    expect(phone_page.locator("#id_text")).to_have_value(
        "card,kind,limit,group,starts,ends,note\nHBU01-A10,banned,,,,,\n"
    )
    expect(phone_page.locator("#id_name")).to_have_value("2026 秋")
    phone_page.click("button[value='set:limited1:0']")
    expect(phone_page.locator(".list-entries")).to_contain_text("最多 1 张")
    phone_page.set_input_files("#list-file", {"name": "x.bin", "mimeType": "text/plain", "buffer": b"\x00\x01"})
    phone_page.click(".list-files button")
    expect(phone_page.locator(".list-problems")).to_be_visible()
    expect(phone_page.locator("#id_text")).to_have_value(
        "card,kind,limit,group,starts,ends,note\nHBU01-A10,limited,1,,,,\n"
    )
    phone_page.click(".form-actions button[name='look']")
    phone_page.click("button[name='save']")
    expect(phone_page.locator("#messages")).to_contain_text("2026 秋")
    made = RestrictionList.objects.get()
    expect(phone_page).to_have_url(re.compile(reverse("restriction_list", args=[game.slug, made.pk]) + "$"))
    assert phone_page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
