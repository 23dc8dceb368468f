"""The frame every page shares: weight, security policy, error pages, style sheets."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import RequestFactory

from accounts.actor import Actor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, running_event

STATIC = Path(__file__).resolve().parents[3] / "static"
LIGHTEST = 150_000


@pytest.mark.django_db
def test_the_first_view_of_a_page_is_light() -> None:
    tournament = running_event()
    at_a_table = Actor(player=tournament.rounds.latest("number").matches.earliest("table").player1.player)
    nobody = ("/", f"/t/{tournament.code}/pairings/", f"/t/{tournament.code}/standings/")
    for path, actor in [(path, None) for path in nobody] + [("/my/", at_a_table)]:
        page = browser(actor).get(path).content
        named = re.findall(r'(?:href|src)="/static/([^"#]+)', page.decode())
        files = {name for name in named if not name.endswith((".png", ".webmanifest"))}
        assert {"css/tokens.css", "js/page.js"} <= files
        assert actor is None or b"plate" in page, "the player's own table"
        files |= imported(files)
        assert actor is None or "js/following.js" in files, "what a script imports is fetched, too"
        sizes = {name: len(gzip.compress(Path(finders.find(name)).read_bytes())) for name in files}
        assert len(gzip.compress(page)) + sum(sizes.values()) < LIGHTEST, sizes


def imported(files: set[str]) -> set[str]:
    """The modules that these scripts import, and theirs in turn."""
    found: set[str] = set()
    waiting = {name for name in files if name.endswith(".js")}
    while waiting:
        text = Path(finders.find(waiting.pop())).read_text()
        more = {f"js/{name}" for name in re.findall(r'(?:from|import) "\./([^"]+)"', text)} - found
        found |= more
        waiting |= more
    return found


@pytest.mark.django_db
def test_the_policy_allows_no_inline_code() -> None:
    policy = browser().get("/")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.django_db
def test_what_is_not_there_says_so() -> None:
    answer = browser().get("/nothing/")
    assert answer.status_code == 404
    assert_clean(answer)
    assert "There is nothing here" in words_of(answer)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["400.html", "403.html", "403_csrf.html"])
def test_error_pages_are_clean(name: str) -> None:
    request = RequestFactory().get("/")

    class Answer:
        content = render_to_string(name, {}, request).encode()

    assert_clean(Answer)


def test_the_page_of_last_resort_needs_nothing() -> None:
    page = render_to_string("500.html")
    assert "/static/" not in page
    assert "出错了" in page


def test_both_sets_of_colours_name_the_same_tokens() -> None:
    def colours(name: str) -> set[str]:
        text = (STATIC / "css" / name).read_text()
        return {token for token, value in re.findall(r"(--[a-z-]+):\s*([^;]+);", text) if re.match(r"#|rgb", value)}

    light, dark = colours("tokens.css"), colours("dark.css")
    assert light
    assert light - {"--shadow"} <= dark


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """WCAG 2.2 contrast ratio."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


PAIRS = [
    *((ink, ground) for ink in ("ink", "ink-soft", "ink-faint") for ground in ("page", "surface", "surface-hover")),
    ("ink-soft", "surface-sunk"),
    ("on-signal", "signal"),
    ("on-signal", "signal-strong"),
    ("signal-ink", "surface"),
    ("signal-ink", "page"),
    *((f"{kind}-ink", f"{kind}-soft") for kind in ("signal", "amber", "green", "blue")),
    *(("ink", f"{kind}-soft") for kind in ("signal", "amber", "green", "blue")),
    ("ink-faint", "amber-soft"),
]


@pytest.mark.parametrize("name", ["tokens.css", "dark.css"])
def test_contrast_is_enough(name: str) -> None:
    """AA (4.5) for text, AAA (7) for table numbers on their plate."""
    tokens = dict(re.findall(r"--([a-z-]+):\s*(#[0-9a-f]{6});", (STATIC / "css" / name).read_text()))
    low = {
        (ink, ground): round(contrast(tokens[ink], tokens[ground]), 2)
        for ink, ground in PAIRS
        if contrast(tokens[ink], tokens[ground]) < 4.5
    }
    assert not low
    assert contrast(tokens["plate-ink"], tokens["plate"]) >= 7


def test_every_icon_that_a_template_names_is_in_the_sprite() -> None:
    there = set(re.findall(r'<symbol id="([a-z]+)"', (STATIC / "icons" / "sprite.svg").read_text()))
    templates = STATIC.parent / "templates"
    named = set()
    for template in templates.rglob("*.html"):
        text = template.read_text()
        named |= set(re.findall(r'{% icon "([a-z]+)"', text)) | set(re.findall(r'(?:picture|icon)="([a-z]+)"', text))
    assert named <= there, named - there


@pytest.mark.parametrize(
    "flaw",
    [
        '<p style="color:red">x</p>',
        "<script>x()</script>",
        '<button onclick="x()">x</button>',
        '<p hx-on:click="x()">x</p>',
        '<p id="main">x</p>',
        "<input name=x>",
        "<div><span></div>",
        "<h1>x</h1>",
        '<script src="https://elsewhere.example/x.js"></script>',
    ],
)
def test_a_flawed_page_would_be_noticed(flaw: str) -> None:
    class Answer:
        content = f'<html lang="en"><main id="main"><h1>x</h1>{flaw}</main></html>'.encode()

    with pytest.raises(AssertionError):
        assert_clean(Answer)
