"""What staff print of a page that shows them names as entered says so; families read what a code is the number of."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.people_and_events import owner_of
from tests.web.pages import words_of
from tests.web.public.visiting import browser, event_with_a_child

pytestmark = pytest.mark.django_db


def test_a_sheet_with_names_as_entered_says_that_it_is_for_the_desk() -> None:
    """The players' page, printed by staff, put children's names on the wall."""
    event = event_with_a_child()
    path = reverse("tournament_pairings", args=[event.code])
    assert "For the desk: names as entered" in words_of(browser(owner_of(event)).get(path))
    assert "For the desk: names as entered" not in words_of(browser().get(path))


def test_the_source_is_introduced_in_the_readers_language() -> None:
    event = event_with_a_child()
    page = browser(language="zh-hans").get(reverse("tournament_info", args=[event.code]))
    assert "出处（英文规则）：" in words_of(page)
