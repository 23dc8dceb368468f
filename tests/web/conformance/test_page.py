"""The conformance page: the shipped examples agree, an uploaded file is compared, faults name their place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from cardpool.wording.imports import say_row
from tests.web.pages import assert_clean
from tournaments.queries.conformance import EXAMPLES, shipped_examples
from tournaments.scoring.presets import PRESETS
from tournaments.views.conformance import MAX_BYTES

pytestmark = pytest.mark.django_db
EVENT: dict[str, Any] = {
    "format": "dueldesk-archive/1",
    "settings": {"preset": "mtr"},
    "entrants": [{"id": 1, "name": "Ann <b>"}, {"id": 2, "name": "Bob"}],
    "rounds": [{"number": 1, "matches": [{"players": [1, 2], "games": [1, 2, 1]}]}],
}


def drop(content: bytes) -> tuple[int, str]:
    file = SimpleUploadedFile("event.json", content, "application/json")
    answer = Client(HTTP_ACCEPT_LANGUAGE="en").post(reverse("conformance"), {"archive": file})
    return answer.status_code, answer.content.decode()


def drop_event(**changes: Any) -> tuple[int, str]:
    return drop(json.dumps({**EVENT, **changes}).encode())


def test_every_shipped_example_agrees_in_every_value() -> None:
    examples = shipped_examples()
    assert {example.preset.code for example in examples} >= set(PRESETS)
    for example in examples:
        assert example.compared >= len(example.rows) * (3 + len(example.codes)), example.name
        assert (example.differing, example.spelled_wrong) == (0, 0), example.name
        assert example.source
        assert example.arithmetic


def test_the_page_shows_them_to_everybody() -> None:
    answer = Client(HTTP_ACCEPT_LANGUAGE="en").get(reverse("conformance"))
    assert_clean(answer)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "five-mtr" in page
    assert "(33/100 + 7/9 + 2/3) ÷ 3 = 1597/2700" in page
    assert "values agree" in page
    assert "differ" not in page.split("</header>")[-1].split("Worked examples")[-1]


def test_a_shipped_file_dropped_in_agrees() -> None:
    status, page = drop((EXAMPLES / "leaver-pokemon.json").read_bytes())
    assert status == 200
    assert page.count("leaver-pokemon") >= 1
    assert "event.json" in page


def test_what_differs_is_named_with_both_values() -> None:
    said = {"rows": [{"id": 1, "rank": 1, "points": 3, "tiebreakers": {"OMW": "33.00%", "GW": "0.6666"}}]}
    status, page = drop_event(**{"x-expected": said})
    assert status == 200
    assert "GW: published 0.6666, computed 2/3" in page
    assert "1 value differs" in page
    assert "Ann &lt;b&gt;" in page


def test_without_expectations_the_table_and_its_arithmetic_are_shown() -> None:
    status, page = drop_event()
    assert status == 200
    assert "nothing to compare with" in page
    assert "6/9 = 2/3" in page


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"rounds": [{"number": 1, "matches": [{"players": [1, 9]}]}]}, "rounds[0].matches[0].players"),
        ({"settings": {"preset": "luck"}}, "settings.preset"),
        ({"x-expected": {"rows": [{"id": 7}]}}, "x-expected.rows[0].id"),
        ({"x-expected": {"rows": [{"id": 1, "rank": 9}, {"id": 1}]}}, "x-expected.rows[1].id"),
        ({"x-expected": {"rows": [{"id": 1, "tiebreakers": {"OMW": "high"}}]}}, "x-expected.rows[0].tiebreakers.OMW"),
        ({"x-expected": {"rows": [{"id": 1, "record": [1]}]}}, "x-expected.rows[0].record"),
        ({"x-expected": {"table": []}}, "x-expected.table"),
        ({"x-expected": []}, "x-expected"),
        ({"entrants": [{"id": 1, "state": {"score": 3}}], "rounds": []}, "rounds"),
        ({"entrants": [{"id": key} for key in range(1, 2100)]}, "entrants"),
    ],
)
def test_faults_name_their_place(changes: dict[str, Any], place: str) -> None:
    status, page = drop_event(**changes)
    assert status == 422
    assert f"<span>{place}: " in page


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"format": 1}', b"NaN"])
def test_what_is_no_archive_is_refused_in_words(content: bytes) -> None:
    status, page = drop(content)
    assert status == 422
    assert 'class="wrong"' in page


def test_a_large_file_is_refused_unread() -> None:
    status, page = drop(b" " * (MAX_BYTES + 1))
    assert status == 422
    assert "larger than 500 kB" in page


def test_a_file_in_another_encoding_is_refused_as_everywhere() -> None:
    status, page = drop("卡".encode("gb18030"))
    assert status == 422
    assert say_row("file_not_unicode", {}) in page


def test_no_file_at_all() -> None:
    assert Client().post(reverse("conformance")).status_code == 422
