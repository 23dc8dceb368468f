"""Registration sheets on paper: whole A4 pages, nothing cut, a code that a judge's phone reads; curves on a phone."""

import io
import re
import unicodedata

import pytest
import zxingcpp
from django.conf import settings
from django.urls import reverse
from PIL import Image
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.people_and_events import enter, owner_of, player_actor
from tests.typed_lists import LEGAL, MAIN, SIDE
from tests.web.decks.opening import an_entry
from tests.web.public.visiting import browser
from tournaments.services.decklists import save_entry_decklist

pytestmark = pytest.mark.django_db(transaction=True)

A4 = (595, 842)
"""In points, the unit of PDF."""
FORTY = "\n".join(["Main", *(f"1 HBU01-A{number:02}" for number in range(1, 41)), "Side", *SIDE])
LONG = "\n".join(
    ["Main", *(f"1 HBU01-A{number:02}" for number in range(1, 100)), *(f"1 HBU03-A{n:02}" for n in range(1, 40))]
)
OVERFLOWS = """() => [...document.querySelectorAll(".sheet-page")].flatMap((page) => {
  const foot = page.querySelector(".sheet-foot").getBoundingClientRect();
  const parts = ".sheet-head > div, .sheet-code, .sheet-columns, .sheet-official, .name, .number";
  const cut = [...page.querySelectorAll(parts)]
    .filter((part) => part.scrollHeight > part.clientHeight + 2 || part.scrollWidth > part.clientWidth + 2)
    .map((part) => part.className + ": " + part.textContent.trim().slice(0, 30));
  const tables = [...page.querySelectorAll("table")];
  const low = tables.filter((table) => table.getBoundingClientRect().bottom > foot.top + 1);
  return [...cut, ...low.map(() => "a table runs into the foot")];
})"""


def submit(entry, text):
    save_entry_decklist(actor=player_actor(entry), registration_id=entry.pk, text=text, name="Red", submit=True)


def come_in(page: Page, actor, live_server, language="zh-hans") -> None:
    cookie = browser(actor).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [
            {"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url},
            {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": live_server.url},
        ]
    )


def printed(page: Page) -> PdfReader:
    return PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))


def words_of(paper: PdfReader) -> str:
    """The text on it, without spaces; fonts write some characters as radicals."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", "".join(page.extract_text() for page in paper.pages)))


def sizes(paper: PdfReader):
    return [(round(float(one.mediabox.width)), round(float(one.mediabox.height))) for one in paper.pages]


@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize("text", [LEGAL, FORTY, ""], ids=["usual", "fifty different cards", "empty"])
def test_a_sheet_is_one_page_with_nothing_cut(browser_page: Page, live_server, text, language):
    entry = an_entry(name="2026 年上海英雄对决城市公开赛暨暑期青少年训练营选拔赛 第 3 站")
    if text:
        submit(entry, text)
    come_in(browser_page, player_actor(entry), live_server)
    browser_page.goto(reverse("deck_sheet", args=[entry.pk]) + f"?language={language}")
    browser_page.emulate_media(media="print")
    assert browser_page.evaluate(OVERFLOWS) == []
    paper = printed(browser_page)
    assert sizes(paper) == [A4]
    words = words_of(paper)
    assert "王小明" in words
    if text == FORTY:
        assert all(f"HBU01-A{number:02}" in words for number in range(1, 41))


def test_a_longer_list_goes_on_overleaf(browser_page: Page, live_server):
    entry = an_entry()
    submit(entry, LONG)
    come_in(browser_page, player_actor(entry), live_server, "en")
    browser_page.goto(reverse("deck_sheet", args=[entry.pk]))
    browser_page.emulate_media(media="print")
    assert browser_page.evaluate(OVERFLOWS) == []
    paper = printed(browser_page)
    assert sizes(paper) == [A4, A4]
    assert "Continued overleaf" in paper.pages[0].extract_text()
    words = words_of(paper)
    assert all(f"HBU01-A{number:02}" in words for number in range(1, 100))


def test_an_events_sheets_begin_on_a_page_each(browser_page: Page, live_server):
    entry = an_entry()
    submit(entry, "\n".join(["Main", *MAIN, "Side", *SIDE]))
    enter(entry.tournament, "Ann", "Bob")
    come_in(browser_page, owner_of(entry.tournament), live_server, "en")
    browser_page.goto(reverse("deck_sheets", args=[entry.tournament.code]))
    assert sizes(printed(browser_page)) == [A4] * 3
    browser_page.emulate_media(media="print")
    assert browser_page.evaluate(OVERFLOWS) == []
    expect(browser_page.locator(".sheet-choice")).to_be_hidden()


def test_the_code_opens_the_judges_deck_check_of_this_entry(browser_page: Page, live_server, settings):
    settings.PHONE_HOSTS = "tests.web.decks.test_sheets_in_browser.the_hall"
    entry = an_entry()
    submit(entry, LEGAL)
    come_in(browser_page, owner_of(entry.tournament), live_server)
    for address, path in (
        (reverse("deck_sheet", args=[entry.pk]), f"/t/{entry.tournament.code}/checks/entry/{entry.pk}/"),
        (reverse("deck_sheets", args=[entry.tournament.code]) + "?show=nobody", f"/t/{entry.tournament.code}/checks/"),
    ):
        browser_page.goto(address)
        picture = Image.open(io.BytesIO(browser_page.locator(".sheet-code .qr").screenshot()))
        (code,) = zxingcpp.read_barcodes(picture)
        port = live_server.url.rsplit(":", 1)[1]
        assert code.text == f"http://192.168.7.7:{port}{path}"
        assert browser_page.goto(path).status == 200


def the_hall():
    """The machine's address for phones in the hall."""
    return ["192.168.7.7"]


def test_on_a_phone_nothing_runs_sideways(phone_page: Page, live_server):
    entry = an_entry()
    submit(entry, FORTY.replace("HBU01-A", "DEMO01-A"))
    submit(entry, LEGAL)
    come_in(phone_page, player_actor(entry), live_server)
    for address in (
        reverse("tournament_deck", args=[entry.tournament.code, entry.pk]),
        reverse("deck_editor", args=[entry.pk]),
        reverse("deck_version", args=[entry.pk, 1]),
        reverse("deck_compare", args=[entry.pk]) + "?a=1&b=2",
        reverse("deck_sheet", args=[entry.pk]),
    ):
        phone_page.goto(address)
        wide = phone_page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, address


def test_the_curves_follow_what_is_typed(phone_page: Page, live_server):
    entry = an_entry()
    come_in(phone_page, player_actor(entry), live_server, "en")
    phone_page.goto(reverse("deck_editor", args=[entry.pk]))
    expect(phone_page.locator("#deck-curves figure")).to_have_count(0)
    expect(phone_page.locator(".deck-statistics")).to_be_hidden()
    phone_page.locator("#deck-text").fill("3 DEMO01-A01")
    stars = phone_page.get_by_role("img", name="Stars: 3: 3")
    expect(phone_page.locator(".deck-statistics")).to_be_visible()
    expect(stars).to_be_hidden()
    phone_page.locator(".deck-statistics > summary").tap()
    expect(stars).to_be_visible()
    phone_page.locator("#deck-text").fill("3 DEMO01-A01\n2 DEMO01-A02")
    expect(phone_page.get_by_role("img", name="Stars: 3: 3, 5: 2")).to_be_visible()
