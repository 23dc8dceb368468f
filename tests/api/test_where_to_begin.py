"""The first address of the API, its documentation page, and the error for a text that is not JSON."""

from __future__ import annotations

import pytest
from django.utils import translation
from drf_spectacular.settings import spectacular_settings

from config.api_docs import operations
from tests.api.client import ApiAsker
from tests.people_and_events import make_actor, make_event, owner_of
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser

pytestmark = pytest.mark.django_db


def test_the_first_address_leads_on() -> None:
    make_event()
    asker = ApiAsker()
    links = asker.get("")
    assert sorted(links) == ["documentation", "games", "schema", "tournaments"]
    assert all(asker.client.get(link).status_code == 200 for link in links.values())


def test_every_operation_says_what_it_does_in_both_languages_and_has_a_subject() -> None:
    for operation in operations():
        with translation.override("zh-hans"):
            assert operation.summary not in ("", operation.source), operation.key
    assert {operation.subject for operation in operations()} == {tag["name"] for tag in spectacular_settings.TAGS}


def test_the_documentation_speaks_each_visitors_language() -> None:
    for language, other in (("zh-hans", "One match:"), ("en", "报名")):
        page = browser(language=language).get("/api/docs/")
        assert_clean(page)
        with translation.override(language):
            assert all(operation.summary in words_of(page) for operation in operations())
        assert other not in words_of(page)


@pytest.mark.parametrize(
    ("sent", "english", "chinese"),
    [
        (b'{"name": }', "This is not valid JSON: look at line 1, column 10.", "这不是 JSON：请看第 1 行第 10 列。"),
        (b"\xff\xfe", "This is not valid JSON: it is not UTF-8 text.", "这不是 JSON：不是 UTF-8 文本。"),
        (b'{"name": NaN}', "This is not valid JSON.", "这不是 JSON。"),
    ],
)
def test_what_is_not_json_is_refused_in_the_askers_language(sent: bytes, english: str, chinese: str) -> None:
    asker = ApiAsker(make_actor())
    for language, words in (("en", english), ("zh-hans", chinese)):
        answer = asker.client.post(
            "/api/v1/tournaments/", sent, content_type="application/json", headers={"Accept-Language": language}
        )
        assert (answer.status_code, answer.json()["code"], answer.json()["detail"]) == (400, "parse_error", words)


def test_a_nul_is_refused_in_chinese() -> None:
    tournament = make_event()
    answer = ApiAsker(owner_of(tournament)).client.patch(
        f"/api/v1/tournaments/{tournament.code}/",
        {"place": "一\x00号店"},
        format="json",
        headers={"Accept-Language": "zh-hans"},
    )
    assert answer.json()["errors"][0]["message"] == "不能包含空字符。"
