"""Lists through the API: judged and converted from text in any format, or from a file."""

from __future__ import annotations

import base64
import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from decks.list_files import file_list
from tests.api.client import ApiAsker
from tests.decks.deck_tables import FOLDER
from tests.people_and_events import load_every_game

pytestmark = pytest.mark.django_db

GAME = "ultraman-hero-duel"
LEGAL = (FOLDER / GAME / "legal-best-of-three.txt").read_text(encoding="utf-8")
TABLE = "区域,张数,编号\n主牌,3,HBU01-A07\n备牌,1,HBU01-CR\n"


@pytest.fixture(autouse=True)
def _games() -> None:
    load_every_game()


def convert(status: int = 200, **body: Any) -> Any:
    return ApiAsker().post("lists/convert/", {"game": GAME, **body}, status=status)


def upload(path: str, name: str, data: bytes, **fields: str) -> Any:
    file = SimpleUploadedFile(name, data)
    return ApiAsker().client.post(f"/api/v1/{path}", {"file": file, **fields}, format="multipart")


def test_every_format_comes_back_as_the_same_list() -> None:
    text = convert(text=TABLE, to="text", language="en")
    assert (text["read_as"], text["text"]) == (
        "csv",
        "Main deck (3)\n3 HBU01-A07 赛罗奥特曼\n\nSideboard (1)\n1 HBU01-CR 令迦奥特曼\n",
    )
    link = convert(text=TABLE, to="link")
    assert link["text"].startswith("http")
    assert convert(text=link["text"], to="text", language="en")["text"] == text["text"]
    table = convert(text=text["text"], to="csv", language="zh")
    assert (table["text"].splitlines()[0], table["file_name"]) == ("区域,张数,编号,名称", f"{GAME}.csv")
    workbook = convert(text=text["text"], to="xlsx")
    assert workbook["text"] == ""
    assert "HBU01-A07" in file_list(base64.b64decode(workbook["content"]))


def test_what_cannot_be_converted_says_why() -> None:
    assert convert(400, text=TABLE, to="ydk")["code"] == "list_format_not_for_game"
    assert convert(400, to="text")["code"] == "list_text_or_file"
    assert convert(400, text="", to="text")["code"]
    assert convert(400, text="# nothing", to="text")["facts"]["lines"][0]["message"]
    unread = convert(400, text="3 HBU01-A07\n3 赛罗奥特蔓", to="text")
    assert unread["code"] == "list_unreadable"
    assert unread["facts"]["lines"][0]["line"] == 2
    long = convert(400, text="3 HBU01-A07\n" * 501, to="text")
    assert (long["code"], "500" in long["facts"]["lines"][0]["message"]) == ("list_unreadable", True)
    convert(404, game="nothing", text=TABLE, to="text")
    convert(400, text=TABLE, to="pdf")


def test_a_file_is_converted_and_judged() -> None:
    workbook = base64.b64decode(convert(text=LEGAL, to="xlsx")["content"])
    answer = upload("lists/convert/", "deck.xlsx", workbook, game=GAME, to="text", language="zh")
    assert answer.status_code == 200, answer.content
    assert answer.json()["text"].startswith("主牌 (40)")
    verdict = upload(f"games/{GAME}/judge/", "deck.xlsx", workbook, best_of="3")
    assert verdict.json()["legal"] is True
    verdict = upload(f"games/{GAME}/judge/", "deck.txt", LEGAL.encode("gb18030"), best_of="3")
    assert verdict.json()["legal"] is True


@pytest.mark.parametrize(
    ("data", "word"), [(b"PK\x03\x04", "Excel"), (b"\x89PNG\x00", "deck.x"), (b"x" * 300_000, "200")]
)
def test_a_file_that_is_no_list_is_a_problem_in_words(data: bytes, word: str) -> None:
    answer = upload(f"games/{GAME}/judge/", "deck.x", data)
    assert (answer.status_code, answer.json()["code"]) == (400, "list_file_unreadable")
    assert word in answer.json()["detail"]


def test_text_and_file_together_are_refused() -> None:
    answer = upload(f"games/{GAME}/judge/", "deck.txt", b"3 HBU01-A07", text="3 HBU01-A07")
    assert answer.json()["code"] == "list_text_or_file"


def test_every_text_a_list_comes_in_is_judged() -> None:
    ydk = "#main\n" + "120105001\n" * 3 + "#extra\n!side\n"
    verdict = ApiAsker().post("games/rush-duel/judge/", {"text": ydk, "pool": "open"})
    assert verdict["errors"] == []
    live = ApiAsker().post("games/pokemon-tcg/judge/", {"text": "Pokémon: 2\n4 Dreepy TWM 128\nTotal Cards: 4"})
    assert live["errors"] == []
    assert [notice["stated"] for notice in live["notices"] if notice["code"] == "total_differs"] == [2]
    wrong = ApiAsker().post(f"games/{GAME}/judge/", {"text": ydk})
    assert [error["code"] for error in wrong["errors"]] == ["no_such_format"]


def test_a_broken_multipart_body_is_a_problem() -> None:
    client = ApiAsker().client
    answer = client.generic(
        "POST", "/api/v1/lists/convert/", io.BytesIO(b"--x\r\n").read(), content_type="multipart/form-data; boundary="
    )
    assert answer.status_code == 400
