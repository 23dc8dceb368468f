"""The description of the API is worked out once for each language and form."""

from __future__ import annotations

import json
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from config import api_schema

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    api_schema.kept.clear()
    yield
    api_schema.kept.clear()


def test_it_is_worked_out_once_for_each_language_and_form() -> None:
    addresses = ["", "?lang=en", "?lang=zh-hans", "?format=json", "?lang=xx"]
    with patch.object(SchemaGenerator, "get_schema", autospec=True, side_effect=SchemaGenerator.get_schema) as made:
        first, again = (
            [Client(HTTP_ACCEPT_LANGUAGE="en").get(f"/api/v1/schema/{address}") for address in addresses]
            for _times in range(2)
        )
    assert made.call_count == 3, "English, Chinese, English as JSON"
    assert [answer.content for answer in first] == [answer.content for answer in again]
    for name in ("Content-Type", "Content-Disposition", "Vary"):
        assert [answer[name] for answer in first] == [answer[name] for answer in again]
    english, _named, chinese, as_json, unknown = again
    assert "Add the next game of a running match." in english.content.decode()
    assert "Add the next game of a running match." not in chinese.content.decode()
    assert json.loads(as_json.content)["openapi"].startswith("3.")
    assert unknown.content == english.content
