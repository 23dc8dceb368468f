"""Staff print no page that shows them names as entered; families read what a code is the number of."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.people_and_events import owner_of
from tests.web.pages import words_of
from tests.web.public.visiting import browser, event_with_a_child

pytestmark = pytest.mark.django_db


def test_what_staff_print_of_a_page_with_names_is_where_the_lists_are() -> None:
    """The players' page, printed by staff, put children's names on the wall."""
    event = event_with_a_child()
    path = reverse("tournament_pairings", args=[event.code])
    page = browser(owner_of(event)).get(path)
    assert "This page shows you names as entered" in words_of(page)
    assert "instead-of-page" in page.content.decode()
    seen = browser().get(path)
    assert "This page shows you names as entered" not in words_of(seen)


def test_staff_print_a_page_without_names() -> None:
    event = event_with_a_child()
    page = browser(owner_of(event)).get(reverse("tournament_info", args=[event.code]))
    assert "This page shows you names as entered" not in words_of(page)


def test_the_source_is_introduced_in_the_readers_language() -> None:
    event = event_with_a_child()
    page = browser(language="zh-hans").get(reverse("tournament_info", args=[event.code]))
    assert "出处（英文规则）：" in words_of(page)
