"""600 players on paper: whole A4 pages, every row on one of them, codes that a phone reads."""

import io
import re
import unicodedata

import pytest
import zxingcpp
from django.urls import reverse
from PIL import Image
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from accounts.models import Player
from tests.people_and_events import make_event, owner_of
from tests.running_events import finish_round, publish
from tests.team_events import started_team_event
from tests.web.decks.test_sheets_in_browser import A4, come_in, sizes
from tests.web.public.visiting import some_years_ago
from tournaments.models import Match, Registration, Round, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = 600
SURNAMES = "王李张刘陈杨赵宋周吴徐孙胡朱高林何郭梁罗"
SPOKEN = "wang li zhang liu chen yang zhao song zhou wu xu sun hu zhu gao lin he guo liang luo"
LONG = "Maximiliane Alexandra von Hohenstein-Wittgenstein zu Berleburg und Sayn"
WIDE_NAME = "欧阳" * 38
CUT_OFF = """() => {
  const parts = ".paper-name, .paper-opponent, .paper-rows td, .paper-rows th, .slip th, .slip footer, .link-name";
  const cut = [...document.querySelectorAll(parts)].filter(
    (one) => one.scrollHeight > one.clientHeight + 3 || one.scrollWidth > one.clientWidth + 3);
  const tall = [...document.querySelectorAll(".paper-names li > *, .slip th > span")].filter((one) => {
    const [inside, outside] = [one.getBoundingClientRect(), one.parentElement.getBoundingClientRect()];
    return inside.top < outside.top - 1 || inside.bottom > outside.bottom + 1;
  });
  const bodies = [...document.querySelectorAll(".paper-columns, .paper-rows, .paper-bracket")].filter((one) =>
    one.getBoundingClientRect().bottom > one.closest(".sheet-page").getBoundingClientRect().bottom - 8);
  return [...cut, ...tall, ...bodies].map((one) => one.className + ": " + one.textContent.trim().slice(0, 40));
}"""
ROWS = {
    "names": ".paper-names li",
    "tables": ".paper-rows tbody tr",
    "slips": ".slip",
    "standings": ".paper-places tbody tr",
}


def name_of(number: int) -> str:
    if number % 50 == 7:
        return f"{LONG} {number}"
    if number in (40, 41):
        return f"{WIDE_NAME}{number:04}"
    if number % 10 == 3:
        return f"Player {number:03} Surname"
    return f"{SURNAMES[number % 20]}{SURNAMES[number // 20 % 20]}{number:03}"


def large_event() -> Tournament:
    """600 players, a sixth of them children, in round 2 of which every table plays."""
    event = make_event(planned_rounds=9)
    players = Player.objects.bulk_create(
        Player(name=name_of(number), birth_year=some_years_ago(10) if number % 6 == 0 else None)
        for number in range(1, PLAYERS + 1)
    )
    entries = Registration.objects.bulk_create(
        Registration(tournament=event, player=player, number=number, name=player.name)
        for number, player in enumerate(players, start=1)
    )
    for number, status in ((1, Round.Status.COMPLETED), (2, Round.Status.PUBLISHED)):
        round = event.rounds.create(number=number, status=status)
        pairs = zip(entries[::2], entries[1::2] if number == 1 else [*entries[3::2], entries[1]], strict=True)
        Match.objects.bulk_create(
            Match(
                round=round,
                table=table,
                player1=one,
                player2=two,
                outcome="intentional_draw" if number == 1 else "played",
                is_complete=number == 1,
            )
            for table, (one, two) in enumerate(pairs, start=1)
        )
    Tournament.objects.filter(pk=event.pk).update(phase="swiss", started_at=event.created_at)
    return event


def text_of(page) -> str:
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", page.extract_text()))


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))


def read_codes(picture: bytes) -> set[str]:
    return {found.text for found in zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))}


PAGES = {"names": 10, "tables": 11, "slips": 75, "standings": 17}
READ_EVERY = {"slips": 6, "round": 9}
"""Of pages that are all alike every sixth is read, since reading takes long."""


def open_paper(page: Page, live_server, what: str, **asked: object) -> None:
    """A document of the large event with names as entered, as it goes to the printer."""
    event = large_event()
    come_in(page, owner_of(event), live_server)
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    page.goto(reverse("desk_paper", args=[event.code, what]) + f"?names=desk&{query}")
    page.emulate_media(media="print")


def printed(page: Page) -> PdfReader:
    """The open document as a PDF, after a look at whether everything fits where it stands."""
    assert page.evaluate(CUT_OFF) == []
    paper = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    assert sizes(paper) == [A4] * len(paper.pages)
    return paper


def rows_by_page(page: Page, rows: str) -> list[list[str]]:
    """The text of the rows of each page, as the browser lays them out."""
    return page.locator(".sheet-page").evaluate_all(
        f"(pages) => pages.map((page) => [...page.querySelectorAll('{rows}')].map((row) => row.innerText))"
    )


def assert_whole(paper: PdfReader, by_page: list[list[str]], every: int) -> None:
    """Every word of a row stands on the row's page: nothing of it was carried to another."""
    for page, rows in list(zip(paper.pages, by_page, strict=True))[::every]:
        text = text_of(page)
        for row in rows:
            assert all(squeezed(word) in text for word in re.findall(r"\w+", row)), row


@pytest.mark.parametrize(("what", "pages"), PAGES.items())
def test_six_hundred_players_on_whole_pages(browser_page: Page, live_server, what, pages):
    open_paper(browser_page, live_server, what)
    paper = printed(browser_page)
    assert len(paper.pages) == browser_page.locator(".sheet-page").count() == pages
    by_page = rows_by_page(browser_page, ROWS[what])
    assert sum(map(len, by_page)) == (PLAYERS if what in ("names", "standings") else PLAYERS // 2)
    assert_whole(paper, by_page, READ_EVERY.get(what, 1))
    if what == "names":
        assert_spoken_order(paper, by_page)
    if what == "slips":
        assert_sorted_stacks(browser_page, paper)


def assert_spoken_order(paper: PdfReader, by_page: list[list[str]]) -> None:
    """Surnames in the order of pinyin among Latin names, through all pages as they are printed."""
    for page, rows in zip(paper.pages, by_page, strict=True):
        text, at = text_of(page), 0
        for row in rows:
            at = text.find(squeezed(row), at)
            assert at >= 0, row
    spoken = dict(zip(SURNAMES, SPOKEN.split(), strict=True)) | {"欧": "ou"}
    names = [lines(row)[1] for rows in by_page for row in rows]
    surnames = [spoken.get(name[0], name.split()[0].lower()) for name in names]
    assert surnames == sorted(surnames)


def lines(row: str) -> list[str]:
    """The cells of a row: its table, the name, the opponent."""
    return [cell for cell in row.splitlines() if cell.strip()]


def assert_sorted_stacks(page: Page, paper: PdfReader) -> None:
    """The first places of all pages are tables 1 to 75, then the second ones; each has a code and says who chooses."""
    sheets = len(paper.pages)
    for number, sheet in list(enumerate(paper.pages, start=1))[:: READ_EVERY["slips"]]:
        tables = [int(table) for table in re.findall(r"桌号?(\d+)", text_of(sheet))]
        assert tables == [number + place * sheets for place in range(4)]
    assert page.locator(".slip .qr").count() == PLAYERS // 2
    assert page.locator(".slip-ruling", has_text="1.2.2").count() == PLAYERS // 2


def test_everything_for_a_round_in_english(browser_page: Page, live_server):
    open_paper(browser_page, live_server, "round", language="en")
    paper = printed(browser_page)
    assert len(paper.pages) == browser_page.locator(".sheet-page").count() == sum(PAGES.values()) + 1
    assert_whole(paper, rows_by_page(browser_page, ", ".join(ROWS.values())), READ_EVERY["round"])
    assert "Pairingsbyname" in text_of(paper.pages[0])


def test_table_numbers_for_six_hundred_players_stay_sorted_when_cut(browser_page: Page, live_server):
    open_paper(browser_page, live_server, "numbers", first=1, last=PLAYERS // 2)
    paper = printed(browser_page)
    assert len(paper.pages) == PLAYERS // 4
    assert [text_of(paper.pages[at]).split("桌")[0] for at in (0, PLAYERS // 4 - 1)] == ["1", "150"]


def test_the_code_of_a_slip_opens_its_match_at_the_desk(browser_page: Page, live_server):
    event = large_event()
    come_in(browser_page, owner_of(event), live_server)
    browser_page.goto(reverse("desk_paper", args=[event.code, "slips"]))
    first = event.rounds.get(number=2).matches.get(table=1)
    picture = browser_page.locator(".slip .qr").first.screenshot()
    (found,) = read_codes(picture)
    assert found.endswith(reverse("desk_match", args=[event.code, first.pk]))


def test_everybodys_card_has_a_code_that_signs_in(browser_page: Page, live_server):
    event = large_event()
    come_in(browser_page, owner_of(event), live_server)
    browser_page.goto(reverse("desk_print_links", args=[event.code]))
    browser_page.locator("form.panel button[type=submit]").click()
    expect(browser_page.locator(".link-card")).to_have_count(PLAYERS)
    browser_page.emulate_media(media="print")
    paper = PdfReader(io.BytesIO(browser_page.pdf(prefer_css_page_size=True)))
    assert len(paper.pages) == browser_page.locator(".sheet-page").count() == 29
    assert browser_page.evaluate(CUT_OFF) == []
    (found,) = read_codes(browser_page.locator(".link-card .qr").first.screenshot())
    assert re.search(r"/me/[\w-]{20}/$", found)


@pytest.mark.parametrize("names", ["public", "desk"])
@pytest.mark.parametrize("what", ["names", "tables", "slips", "standings"])
def test_long_names_of_teams_and_of_their_players_fit(browser_page: Page, live_server, what, names):
    event = started_team_event(
        "红队", f"{LONG} 1", WIDE_NAME, f"{LONG} 2", "M78 星云之光代表队", f"{WIDE_NAME}二", planned_rounds=2
    )
    finish_round(publish(event))
    publish(event)
    come_in(browser_page, owner_of(event), live_server)
    browser_page.goto(reverse("desk_paper", args=[event.code, what]) + f"?names={names}")
    browser_page.emulate_media(media="print")
    printed(browser_page)
