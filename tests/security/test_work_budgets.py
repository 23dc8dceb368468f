"""What anybody may have computed: the slowest inputs that the limits on bytes allow, with their work counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from bench.hostile_files import LIGATURES
from bench.hostile_lists import LISTS
from cardpool.models import Card, CardGame
from cardpool.queries import current_ruleset
from cardpool.services import pool_changed
from decks.judging import judge_text
from decks.reading_work import FILE_UNITS, READ_LISTS, weight_of, work_on
from decks.text import line_reader
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.guesses import MAX_COMPARED
from decks.text.listing import MAX_CARDS, MAX_CHARACTERS, MAX_LINE_LENGTH, MAX_LINES, MAX_PLAIN_CHARACTERS
from decks.views import typed
from tests.people_and_events import ULTRAMAN, enter, load_game, make_event, make_user
from tournaments.queries import conformance
from tournaments.views.conformance import MAX_BYTES, REPLAY

pytestmark = pytest.mark.django_db
MAX_HOSTILE_LISTS = 60
"""A minute, of one visitor: each takes up to 0.8 s of a core for the whole page, and most of those less than 0.3 s."""
TAP = "add:main:HBU01-A07"


@pytest.fixture(autouse=True)
def minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """No allowance is renewed while a slow machine runs the test."""
    monkeypatch.setattr("accounts.allowances.time", SimpleNamespace(time=lambda: 1_800_000_000.0))


@pytest.fixture
def lines_read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The characters of every line that a list's reader reads."""
    taken: list[int] = []
    take = line_reader.LineReader.take

    def counted(self: Any, line: int, raw: str) -> None:
        taken.append(len(raw))
        take(self, line, raw)

    monkeypatch.setattr(line_reader.LineReader, "take", counted)
    return taken


@pytest.fixture(autouse=True)
def game() -> None:
    load_game()


def check(**sent: Any) -> str:
    answer = Client(HTTP_ACCEPT_LANGUAGE="en").post("/decks/check/", {"game": ULTRAMAN, **sent})
    assert answer.status_code == 200
    return answer.content.decode()


def test_characters_that_stand_for_many_are_counted_as_what_they_stand_for(lines_read: list[int]) -> None:
    """Lines of 290 times U+FDFA and ten taps took 149 s."""
    assert len(LIGATURES) < MAX_CHARACTERS
    page = check(text=LIGATURES, edit=[TAP] * 10)
    assert f"at most {MAX_PLAIN_CHARACTERS} are read" in page
    assert sum(lines_read) == 0


@pytest.mark.parametrize("make", LISTS.values(), ids=LISTS)
def test_the_slowest_lists_are_read_to_the_limit_and_refused_beyond(
    make: Callable[[Sequence[ListedCard]], str], lines_read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []
    closest = Catalogue.closest
    monkeypatch.setattr(
        Catalogue, "closest", lambda self, texts, **more: closest(self, compared.extend(texts) or texts, **more)
    )
    game = CardGame.objects.get(slug=ULTRAMAN)
    cards = [ListedCard(f"HBU{n // 100 + 10}-A{n % 100:02d}", f"奥特战士第{n}号") for n in range(600)]
    Card.objects.bulk_create(Card(game=game, key=one.number, number=one.number, name=one.name) for one in cards)
    pool_changed(game=game)
    text = make(cards)
    ruleset = current_ruleset(game, on=timezone.localdate())
    judged = judge_text(text, ruleset=ruleset, best_of=3, pool="open", as_of=timezone.localdate())
    named = sum(len(line.cards) for line in judged.read.lines)
    assert all(error.line for error in judged.read.errors), "the list as a whole is taken"
    assert [line.text for line in judged.read.lines] == text.split("\n")
    is_full = len(text) > MAX_CHARACTERS - MAX_LINE_LENGTH or text.count("\n") + 1 == MAX_LINES or named == MAX_CARDS
    assert is_full or text.count("\n") == MAX_CARDS, "it is as long as a list may be"
    assert sum(map(len, compared)) <= MAX_COMPARED
    cost = weight_of(text) + work_on(judged.read)
    assert READ_LISTS.visitor // cost <= MAX_HOSTILE_LISTS, "a list that takes long uses up much"
    lines_read.clear()
    page = check(text="\n".join([text] * 3))
    assert "at most" in page
    assert sum(lines_read) <= MAX_CHARACTERS


@pytest.mark.parametrize("lines", [1, 60, 360])
def test_taps_read_no_more_than_a_request_may(lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    monkeypatch.setattr(typed, "apply_edit", lambda text, edit, terms: (read.append(len(text)) or text, ""))
    text = "1 HBU01-A07 赛罗奥特曼 in the frame that people like\n" * lines
    page = check(text=text, edit=[TAP] * typed.MAX_EDITS)
    assert sum(read) <= max(typed.MAX_EDIT_CHARACTERS, len(text))
    assert len(read) == min(typed.MAX_EDITS, max(1, typed.MAX_EDIT_CHARACTERS // max(len(text), 500)))
    assert (f"only the first {len(read)} of {typed.MAX_EDITS}" in page) == (len(read) < typed.MAX_EDITS)


def test_more_taps_than_a_page_sends_are_not_dropped_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typed, "apply_edit", lambda text, edit, terms: (text, ""))
    assert f"only the first {typed.MAX_EDITS} of 41" in check(text="x", edit=[TAP] * 41)


def event(entrants: int, rounds: int, preset: str) -> bytes:
    pairs = [[2 * table, 2 * table + 1] for table in range(entrants // 2)]
    matches = [{"players": pair, "score": [2, 0]} for pair in pairs]
    value = {
        "format": "dueldesk-archive/1",
        "settings": {"preset": preset},
        "entrants": [{"id": number} for number in range(entrants)],
        "rounds": [{"number": number, "matches": matches} for number in range(1, rounds + 1)],
    }
    return json.dumps(value, separators=(",", ":")).encode()


@pytest.mark.parametrize(("entrants", "rounds"), [(8, 3), (40, 600), (250, 8)])
def test_a_replay_spells_out_what_its_matches_allow(
    entrants: int, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve tiebreakers of 1 MB took 42 s."""
    spelled: list[str] = []
    explain = conformance.explain

    def counted(history: Any, preset: Any, entrant: int, code: str) -> Any:
        spelled.append(code)
        return explain(history, preset, entrant, code)

    conformance.shipped_examples()  # computed once per process, and not part of what is counted here
    monkeypatch.setattr(conformance, "explain", counted)
    preset = "custom:mtr:OMW,GW,OGW,OOMW,OP,OOP,H2H,SOS,ESOS,BH,MBH,SB"
    data = event(entrants, rounds, preset)
    assert len(data) <= MAX_BYTES
    answer = Client().post("/conformance/", {"archive": SimpleUploadedFile("event.json", data)})
    assert answer.status_code == 200
    assert len(spelled) * (entrants // 2) * rounds <= conformance.MAX_SPELLED_MATCHES
    assert bool(spelled) == (rounds < 600)


FORTY = "\n".join(["1 HBU01-A07"] * 40)


def allow(monkeypatch: pytest.MonkeyPatch, **units: int) -> None:
    """Lower the allowance of reading lists."""
    for place in ("decks.views.typed", "decks.reading_work"):
        monkeypatch.setattr(f"{place}.READ_LISTS", replace(READ_LISTS, **units))


class TestAllowances:
    def test_judging_is_counted_in_work(self, monkeypatch: pytest.MonkeyPatch) -> None:
        allow(monkeypatch, newcomers=12_000)

        def ask(path: str, **sent: Any) -> HttpResponse:
            """Each time without a cookie, so that they all count together."""
            return Client(HTTP_ACCEPT_LANGUAGE="en").post(path, **sent)

        path = f"/api/v1/games/{ULTRAMAN}/judge/"
        statuses = [
            ask(path, data={"text": FORTY}, content_type="application/json").status_code,
            ask("/decks/check/", data={"game": ULTRAMAN, "text": FORTY}).status_code,
        ]
        assert statuses == [200, 200]
        refused = ask(path, data={"text": FORTY}, content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (429, "too_often")
        assert int(refused["Retry-After"]) > 0
        page = ask("/decks/check/", data={"game": ULTRAMAN, "text": FORTY})
        assert page.status_code == 429
        assert page["Retry-After"] in page.content.decode()

    def test_somebody_who_types_is_not_stopped(self) -> None:
        ruleset = current_ruleset(CardGame.objects.get(slug=ULTRAMAN), on=timezone.localdate())
        text = "\n".join(f"1 HBU{number:02d}-A07" for number in range(1, 61))
        judged = judge_text(text, ruleset=ruleset, best_of=3, pool="open", as_of=timezone.localdate())
        assert READ_LISTS.visitor // (weight_of(text) + work_on(judged.read)) >= 100

    def test_a_file_counts_before_it_is_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        allow(monkeypatch, newcomers=FILE_UNITS - 1)
        paths = {"/decks/check/": {"game": ULTRAMAN}, f"/api/v1/games/{ULTRAMAN}/judge/": {}}
        for path, sent in paths.items():
            answer = Client().post(path, {**sent, "file": SimpleUploadedFile("list.txt", b"1 HBU01-A07")})
            assert answer.status_code == 429

    @pytest.mark.parametrize("over_the_api", [True, False])
    def test_an_entry_has_no_list_judged_for_nothing(self, over_the_api: bool, monkeypatch: pytest.MonkeyPatch) -> None:
        event = make_event()
        user = make_user("player")
        entry = enter(event, "甲")[0]
        Player.objects.filter(pk=entry.player_id).update(user=user)
        client = Client(HTTP_ACCEPT_LANGUAGE="en")
        client.force_login(user)
        allow(monkeypatch, visitor=40_000)

        def save(number: int) -> int:
            text = f"{FORTY}\n# {number}"
            if over_the_api:
                path = f"/api/v1/tournaments/{event.code}/registrations/{entry.pk}/decklist/"
                sent = {"text": text, "submit": False}
                return client.put(path, sent, content_type="application/json").status_code
            return client.post(f"/deck/{entry.pk}/", {"text": text, "action": "save"}).status_code

        statuses = [save(number) for number in range(10)]
        assert statuses[0] in (200, 302)
        assert statuses[-1] == 429
        assert client.get(f"/deck/{entry.pk}/").status_code == 429, "it shows the newest version judged"

    def test_replays_are_counted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tournaments.views.conformance.REPLAY", replace(REPLAY, newcomers=1))
        answers = [Client().post("/conformance/", {}).status_code for _ in range(2)]
        assert answers == [422, 429]
