"""600 players on paper: whole A4 pages, every row on one of them, codes that a phone reads."""

import io
import re
import unicodedata
from itertools import product

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
    """600 players, a sixth of them children and the others adults, in round 2 of which every table plays."""
    event = make_event(planned_rounds=2, top_cut=32)
    players = Player.objects.bulk_create(
        Player(name=name_of(number), birth_year=some_years_ago(10 if number % 6 == 0 else 30))
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


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))


def text_of(page) -> str:
    return squeezed(page.extract_text())


def read_codes(picture: bytes) -> set[str]:
    return {found.text for found in zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))}


PAGES = {"names": 10, "tables": 11, "standings": 17, "slips": 75}
HIDE_CODES = """() => {
  for (const code of document.querySelectorAll(".qr")) code.style.visibility = "hidden";
}"""


def open_paper(page: Page, event: Tournament, what: str, **asked: object) -> None:
    """A document as it goes to the printer, with names as entered unless `names` says otherwise."""
    query = "&".join(f"{name}={value}" for name, value in {"names": "desk", **asked}.items())
    page.goto(reverse("desk_paper", args=[event.code, what]) + f"?{query}")
    page.emulate_media(media="print")


def printed(page: Page) -> PdfReader:
    """The open document as a PDF, after a look at whether everything fits where it stands: whole A4 pages, as many as
    the browser lays out.

    The codes keep their place and are not drawn: reading the text of a page would take ten times as long.
    """
    assert page.evaluate(CUT_OFF) == []
    page.evaluate(HIDE_CODES)
    paper = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    assert sizes(paper) == [A4] * len(paper.pages)
    assert len(paper.pages) == page.locator(".sheet-page").count()
    return paper


def rows_by_page(page: Page, rows: str) -> list[list[str]]:
    """The text of the rows of each page, as the browser lays them out."""
    return page.locator(".sheet-page").evaluate_all(
        f"(pages) => pages.map((page) => [...page.querySelectorAll('{rows}')].map((row) => row.innerText))"
    )


def read_whole(page: Page, rows: str) -> tuple[list[str], list[list[str]]]:
    """The text of the pages and their rows, once every word of a row has been found in the PDF's text of the row's
    page: nothing of it was carried to another."""
    paper, by_page = printed(page), rows_by_page(page, rows)
    texts = [text_of(one) for one in paper.pages]
    for text, found in zip(texts, by_page, strict=True):
        for row in found:
            assert all(squeezed(word) in text for word in re.findall(r"\w+", row)), row
    return texts, by_page


@pytest.mark.parametrize(("names", "language", "table"), [("public", "zh-hans", "桌号?"), ("desk", "en", "Table")])
def test_everything_for_a_round_of_six_hundred(browser_page: Page, live_server, names, language, table):
    """Both lists, the standings, the slips and a page of empty ones."""
    event = large_event()
    come_in(browser_page, owner_of(event), live_server)
    open_paper(browser_page, event, "round", names=names, language=language)
    assert browser_page.locator(".slip .qr").count() == PLAYERS // 2
    assert browser_page.locator(".slip-ruling", has_text="1.2.2").count() == PLAYERS // 2
    texts, by_page = read_whole(browser_page, ", ".join(ROWS.values()))
    counts = {"names": PLAYERS, "tables": PLAYERS // 2, "standings": PLAYERS, "slips": PLAYERS // 2 + 4}
    at = 0
    for what, rows in counts.items():
        pages = PAGES[what] + (what == "slips")
        assert sum(map(len, by_page[at : at + pages])) == rows, what
        at += pages
    assert at == len(texts)
    assert_spoken_order(texts[:10], by_page[:10], entered=names == "desk")
    assert_sorted_stacks(texts[-PAGES["slips"] :], table)


def assert_spoken_order(texts: list[str], by_page: list[list[str]], *, entered: bool) -> None:
    """The names of all pages as they are printed, the surnames in the order of pinyin among Latin names; of a masked
    name the first character is seen."""
    for text, rows in zip(texts, by_page, strict=True):
        at = 0
        for row in rows:
            at = text.find(squeezed(row), at)
            assert at >= 0, row
    spoken = dict(zip(SURNAMES, SPOKEN.split(), strict=True)) | {"欧": "ou"}
    names = [lines(row)[1] for rows in by_page for row in rows]
    assert len(set(names)) == PLAYERS
    assert any("＊" in name for name in names) != entered
    surnames = [spoken.get(name[0], name.split()[0].lower()) for name in names]
    firsts = [surname[: None if entered else 1] for surname in surnames]
    assert firsts == sorted(firsts)


def lines(row: str) -> list[str]:
    """The cells of a row: its table, the name, the opponent."""
    return [cell for cell in row.splitlines() if cell.strip()]


def assert_sorted_stacks(texts: list[str], table: str) -> None:
    """The first places of all pages are tables 1 to 75, then the second ones."""
    for number, text in enumerate(texts, start=1):
        tables = [int(found) for found in re.findall(rf"{table}(\d+)", text)]
        assert tables == [number + place * len(texts) for place in range(4)]


def test_what_else_six_hundred_get_on_paper(browser_page: Page, live_server):
    """The numbers of their tables, and everybody's personal link."""
    event = large_event()
    come_in(browser_page, owner_of(event), live_server)
    read_the_code_of_a_slip(browser_page, event)
    open_paper(browser_page, event, "numbers", first=1, last=PLAYERS // 2)
    texts, _rows = read_whole(browser_page, ".paper-numbers > div")
    assert [[int(found) for found in re.findall(r"(\d+)桌", text)] for text in texts] == [
        [number, number + PLAYERS // 4] for number in range(1, PLAYERS // 4 + 1)
    ]
    links_on_paper(browser_page, event)


def read_the_code_of_a_slip(page: Page, event: Tournament) -> None:
    """It opens its match at the desk."""
    page.goto(reverse("desk_paper", args=[event.code, "slips"]))
    first = event.rounds.get(number=2).matches.get(table=1)
    (found,) = read_codes(page.locator(".slip .qr").first.screenshot())
    assert found.endswith(reverse("desk_match", args=[event.code, first.pk]))


def links_on_paper(page: Page, event: Tournament) -> None:
    """A card for each, with a code that signs in."""
    page.emulate_media(media="screen")
    page.goto(reverse("desk_print_links", args=[event.code]))
    page.locator("form.panel button[type=submit]").click()
    expect(page.locator(".link-card .qr")).to_have_count(PLAYERS)
    page.emulate_media(media="print")
    (found,) = read_codes(page.locator(".link-card .qr").first.screenshot())
    assert re.search(r"/me/[\w-]{20}/$", found)
    texts, by_page = read_whole(page, ".link-name, .link-name + p")
    assert (len(texts), sum(map(len, by_page))) == (29, 2 * PLAYERS)


def test_long_names_of_teams_and_of_their_players_fit(browser_page: Page, live_server):
    event = started_team_event(
        "红队", f"{LONG} 1", WIDE_NAME, f"{LONG} 2", "M78 星云之光代表队", f"{WIDE_NAME}二", planned_rounds=2
    )
    finish_round(publish(event))
    publish(event)
    come_in(browser_page, owner_of(event), live_server)
    for what, names in product(("names", "tables", "slips", "standings"), ("public", "desk")):
        open_paper(browser_page, event, what, names=names)
        printed(browser_page)
