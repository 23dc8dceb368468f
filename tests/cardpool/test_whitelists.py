"""A whitelist of a whole game, in the shape the community publishes (`Rush.lflist.conf`): imported on the desk as it
is, and used by the page, the API and the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse

from accounts.actor import Actor
from cardpool.lists.entries import Entry, RestrictionKind
from cardpool.models import Card, CardGame, RestrictionList
from cardpool.queries.restrictions import entries_of
from cardpool.services.cards import pool_changed
from tests.people_and_events import load_game, make_actor
from tests.web.public.visiting import browser

pytestmark = pytest.mark.django_db

CARDS = 3_478
FIRST = 120_100_000
HEADINGS = {0: "Forbidden", 4: "Limited", 12: "Semi-limited", 30: "Unlimited"}
DECK = [f"3 {FIRST + place} 卡片{place}号" for place in range(40, 53)]


def published_list() -> str:
    """Every card with its count, in groups under comments, some codes repeated further below."""
    lines = ["#[2026.10 Rush]", "!2026.10 Rush", "$whitelist"]
    for place in range(CARDS):
        if place in HEADINGS:
            lines.append(f"#{HEADINGS[place]}")
        count = 0 if place < 4 else 1 if place < 12 else 2 if place < 30 else 3
        lines.append(f"{FIRST + place} {count} --Card {place}" if place % 3 else f"{FIRST + place} {count}")
    lines += ["#Again", f"{FIRST + 40} 3", f"{FIRST + 41} 2"]
    return "\n".join(lines) + "\n"


@pytest.fixture
def game() -> CardGame:
    game = load_game("rush-duel")
    numbers = [*range(FIRST + 40, FIRST + 60), FIRST + CARDS + 5]
    Card.objects.bulk_create(
        Card(game=game, key=str(number), number=str(number), name=f"卡片{number - FIRST}号") for number in numbers
    )
    pool_changed(game=game)
    return game


@pytest.fixture
def manager() -> Actor:
    return make_actor(may_manage_games=True)


def codes(report: dict[str, list[dict[str, object]]]) -> list[tuple[object, object]]:
    found = ("card_not_listed", "card_limited", "card_banned")
    return [(one["code"], one["clause"]) for one in report["violations"] if one["code"] in found]


def test_a_published_whitelist_goes_in_whole_and_judges(game: CardGame, manager: Actor, tmp_path: Path) -> None:
    client, path = browser(manager), reverse("restriction_list_new", args=[game.slug])
    facts = {"name": "", "effective_from": "2026-09-01", "format": "", "source": "", "q": ""}
    file = SimpleUploadedFile("Rush.lflist.conf", published_list().encode())
    read = client.post(path, {**facts, "text": "", "file": file})
    text = read.context["editor"]["text"].value()
    assert client.post(path, {**facts, "name": "2026.10 Rush", "text": text, "save": "1"}).status_code == 302
    stored = RestrictionList.objects.get(game=game)
    entries = entries_of(stored)
    assert len(entries) == CARDS + 1
    assert entries[0] == Entry(RestrictionKind.UNLISTED, ("*",))
    again = {entry.cards[0]: entry for entry in entries}[str(FIRST + 41)]
    assert (again.limit, again.note) == (2, "Again")
    assert client.get(reverse("restriction_list", args=[game.slug, stored.pk])).status_code == 200

    strange = str(FIRST + CARDS + 5)
    fine, wrong = "\n".join([*DECK, f"1 {FIRST + 53}"]), "\n".join([*DECK, f"1 {strange}"])
    label = "2026.10 Rush (2026-09-01)"
    judge = reverse("api_judge", args=[game.slug])
    asked = {"best_of": 1, "as_of": "2026-10-01"}
    answers = [
        client.post(judge, {**asked, "text": one}, content_type="application/json").json() for one in (fine, wrong)
    ]
    assert [codes(answer) for answer in answers] == [
        [("card_limited", label)],
        [("card_limited", label), ("card_not_listed", label)],
    ]
    shown = client.post(reverse("deck_check"), {"game": game.slug, "text": wrong, "date": "2026-10-01"})
    assert strange in shown.content.decode()

    (tmp_path / "deck.txt").write_text(wrong, encoding="utf-8")
    (tmp_path / "Rush.lflist.conf").write_text(published_list(), encoding="utf-8")
    out = io.StringIO()
    arguments = (
        "--game",
        "rush-duel",
        "--best-of",
        "1",
        "--json",
        "--restrictions",
        str(tmp_path / "Rush.lflist.conf"),
    )
    with pytest.raises(SystemExit):
        call_command("check_deck", *arguments, str(tmp_path / "deck.txt"), stdout=out)
    assert ("card_not_listed", "2026.10 Rush") in codes(json.loads(out.getvalue()))
