"""Lines that are neither a card nor a heading, on the page and in the API: shown, and confirmed by one tap."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.people_and_events import load_game
from tests.web.pages import assert_clean
from tests.web.public.visiting import browser

pytestmark = pytest.mark.django_db
TEXT = "小明 2024/5/1 20:31\n主牌\n3 HBU01-A07\n大家看看行不行\n联系微信 abc"
CONFIRMED = TEXT.replace("大家", "# 大家")


def judged(text: str) -> dict[str, Any]:
    address = reverse("api_judge", args=["ultraman-hero-duel"])
    answer = browser(None).post(address, {"text": text, "best_of": 1}, content_type="application/json")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_the_page_shows_what_it_ignored_and_one_tap_confirms_the_rest() -> None:
    load_game()
    sent = {"text": TEXT, "game": "ultraman-hero-duel"}
    page = browser(None).post(reverse("deck_check"), sent)
    assert_clean(page)
    shown = page.context["shown"]
    assert [(one.line, one.text) for one in shown.ignored] == [(1, "小明 2024/5/1 20:31"), (5, "联系微信 abc")]
    asked = next(problem for problem in shown.problems if problem.quoted)
    assert [(one.line, one.text) for one in asked.quoted] == [(4, "大家看看行不行")]
    assert asked.is_question

    after = browser(None).post(reverse("deck_check"), {**sent, "edit": asked.confirm_edit})
    assert not [problem for problem in after.context["shown"].problems if problem.quoted]
    assert CONFIRMED in after.content.decode()


def test_the_api_names_what_it_ignored_and_leaves_an_unconfirmed_line_open() -> None:
    load_game()
    lines = [(one["line"], one["is_clear"]) for one in judged(TEXT)["ignored"]]
    assert lines == [(1, True), (4, False), (5, True)]
    assert [one["is_clear"] for one in judged(CONFIRMED)["ignored"]] == [True, True]
    assert not judged(TEXT)["errors"]


def test_the_page_asks_whether_another_deck_begins() -> None:
    load_game()
    twice = "3 HBU01-A07\n---\n3 HBU01-A07"
    sent = {"text": twice, "game": "ultraman-hero-duel"}
    page = browser(None).post(reverse("deck_check"), sent)
    assert_clean(page)
    asked = next(problem for problem in page.context["shown"].problems if problem.line == 2)
    assert asked.is_question
    goes_on, ends = (choice.edit for choice in asked.choices)
    one_deck = browser(None).post(reverse("deck_check"), {**sent, "edit": goes_on})
    assert "3 HBU01-A07\n# ---\n3 HBU01-A07" in one_deck.content.decode()
    first = browser(None).post(reverse("deck_check"), {**sent, "edit": ends})
    assert "3 HBU01-A07\n# ---\n# 3 HBU01-A07" in first.content.decode()
    assert [(one["line"], one["code"]) for one in judged(twice)["ignored"]] == [(2, "another_deck")]


def page_of(text: str, edit: str = "") -> Any:
    return browser(None).post(reverse("deck_check"), {"text": text, "game": "ultraman-hero-duel", "edit": edit})


def test_one_question_for_all_who_sent_cards() -> None:
    load_game()
    sent = "小红: 3 HBU01-A07\n小明：2 HBU01-CR"
    page = page_of(sent)
    assert_clean(page)
    (asked,) = [problem for problem in page.context["shown"].problems if problem.is_question]
    assert [one.line for one in asked.quoted] == [1, 2]
    after = page_of(sent, asked.choices[0].edit)
    assert "3 HBU01-A07\n2 HBU01-CR" in after.content.decode()


def test_one_tap_puts_cards_on_lines_of_their_own() -> None:
    load_game()
    joined = "3 HBU01-A07 赛罗奥特曼, 2 什么怪兽, 1 HBU01-CR"
    page = page_of(joined)
    assert_clean(page)
    (asked,) = [problem for problem in page.context["shown"].problems if problem.is_question]
    after = page_of(joined, asked.choices[0].edit)
    assert "3 HBU01-A07 赛罗奥特曼\n2 什么怪兽\n1 HBU01-CR" in after.content.decode()


def test_one_problem_for_all_names_that_nobody_knows() -> None:
    load_game()
    page = page_of("3 甲乙丙丁\n3 戊己庚辛\n3 子丑寅卯\n3 HBU01-A07")
    assert_clean(page)
    found = [problem for problem in page.context["shown"].problems if problem.quoted]
    assert [[one.line for one in problem.quoted] for problem in found] == [[1, 2, 3]]
