"""Hostile pack files and texts: each is refused in words, at its place, and stays in the box."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.actor import Actor
from cardpool.games import shipped_text
from cardpool.models import CardGame, PackDraft, Ruleset
from cardpool.services.pack_drafts import start_draft
from tests.people_and_events import load_game
from tests.web.games.keeping import CARDS, DECK, PACK, begin, check
from tests.web.pages import assert_clean, words_of

pytestmark = pytest.mark.django_db


def upload(client: Client, data: bytes, name: str = "pack.toml") -> Any:
    file = SimpleUploadedFile(name, data)
    return client.post(reverse("game_new"), {"upload": "1", "file": file}, follow=True)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_a_file_in_any_usual_encoding(client: Client, encoding: str) -> None:
    page = upload(client, PACK.replace("\n", "\r\n").encode(encoding))
    assert page.context["count"] == 0
    assert PackDraft.objects.get().text == PACK


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x00\x01\x02" * 400, "is not a text file"),
        (b"", "empty"),
        (b"#" * 400_001, "is larger than 400 kB"),
        (b"#\n" * 120_000, "at most 200000 are kept"),
    ],
    ids=["binary", "empty", "huge", "long"],
)
def test_a_file_that_is_no_pack_is_refused_in_words(client: Client, data: bytes, words: str) -> None:
    page = upload(client, data)
    assert page.status_code == 422
    assert words in words_of(page)
    assert not PackDraft.objects.exists()


def test_a_file_with_the_key_of_a_game_is_a_draft_of_that_game(client: Client) -> None:
    game = load_game("rush-duel")
    text = shipped_text("rush-duel").replace('version = "2020"', 'version = "2021"')
    assert "This is a draft of" in words_of(upload(client, text.encode()))
    draft = PackDraft.objects.get()
    assert draft.game == game
    again = upload(client, (text + "# more\n").encode())
    assert again.status_code == 422
    assert "You are writing a new version" in words_of(again)
    draft.refresh_from_db()
    assert draft.text == text


HOSTILE = {
    "nested": PACK + "x = " + "[" * 60 + "]" * 60 + "\n",
    "dotted": "a." * 900 + "a = 1\n" + PACK,
    "endless line": "# " + "x" * 3000 + "\n" + PACK,
    "digits": PACK.replace("exactly = 20", "exactly = " + "9" * 1500),
    "nul": PACK.replace("灯笼对决规则", "灯笼\\u0000规则"),
    "escape character": PACK.replace("灯笼对决规则", "灯笼\\u001b[31m规则"),
    "key twice": PACK.replace('key = "lantern-clash"', 'key = "lantern-clash"\nkey = "other"'),
    "no such day": PACK.replace("2026-01-01", "2026-02-30"),
    "a time": PACK.replace("2026-01-01", "2026-01-01T10:00:00"),
    "slow pattern": PACK.replace('"AA-9{2,3}"', '"' + "X{0,12}A{0,12}" * 8 + '"'),
    "long name": PACK.replace("Lantern Clash", "L" * 200),
    "long version": PACK.replace('version = "1.0"', f'version = "{"1" * 60}"'),
    "long key": PACK.replace("lantern-clash", "l" * 70),
    "length of match": PACK.replace("best_of = [1, 3]", "best_of = [1, 7]"),
    "points": PACK.replace("win = 3, draw = 1", "win = 1, draw = 3"),
    "minutes": PACK.replace("minutes = 20", "minutes = 70000"),
    "endings": PACK.replace('key = "light"', f'key = "{"l" * 60}"'),
    "a list for a table": PACK.replace("[play.later_games]\nchooser", "[[play.later_games]]\nchooser"),
    "markup": PACK.replace('section = "main"', 'section = "<script>alert(1)</script>"', 1),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_text_is_a_mistake_with_its_place_and_stays_in_the_box(client: Client, kind: str) -> None:
    draft = begin(client)
    for htmx in (False, True):
        answer = check(client, draft, HOSTILE[kind], htmx=htmx)
        assert answer.status_code == 200
        assert answer.context["count"] >= 1
        assert {problem.box for problem in answer.context["problems"]} == {"pack"}
        assert b"<script>alert" not in answer.content
        assert_clean(answer, partial=htmx)
    assert PackDraft.objects.get().text == HOSTILE[kind]
    refused = client.post(reverse("pack_draft_publish", args=[draft.pk]), {"revision": "2"}, follow=True)
    assert refused.status_code == 200
    assert not CardGame.objects.exists()


def test_names_with_markup_are_shown_as_they_are_typed(client: Client, manager: Any) -> None:
    evil = '<img src=x onerror=alert(1)>"&{{ 1 }}'
    text = PACK.replace('zh = "灯笼对决", en = "Lantern Clash"', f"zh = '{evil}', en = '{evil}'")
    text = text.replace('"守灯人", en = "a lantern keeper"', f"\"守灯人\", en = '{evil}'").replace('"§1"', "'<b>1</b>'")
    draft = start_draft(actor=Actor(user=manager), text=text, cards=CARDS)
    pages = [
        client.get(reverse("pack_draft", args=[draft.pk])),
        client.get(reverse("pack_draft_publish", args=[draft.pk])),
    ]
    client.post(reverse("pack_draft_publish", args=[draft.pk]), {"revision": 1})
    game, ruleset = CardGame.objects.get(), Ruleset.objects.get()
    assert game.name_en == evil
    pages += [
        client.get(reverse("games")),
        client.get(reverse("game", args=[game.slug])),
        client.get(reverse("game_pack", args=[game.slug])),
        client.get(reverse("game_pack_version", args=[game.slug, ruleset.pk])),
        client.get(reverse("tournament_new"), {"game": game.slug}),
        client.post(reverse("deck_check"), {"text": DECK, "game": game.slug}),
    ]
    for page in pages:
        assert page.status_code == 200
        assert b"<img src=x" not in page.content
        assert b"<b>1</b>" not in page.content
        assert_clean(page)
