"""Every code has a sentence, and the sentence can be said."""

from typing import Any

import pytest
from django.utils import translation

from cardpool.games import shipped_pack
from decks.legality.violations import NoticeCode, ViolationCode
from decks.text.listing import ReadingErrorCode, ReadingNoticeCode
from decks.wording import (
    ERRORS,
    NOTICES,
    VIOLATIONS,
    say_error,
    say_notice,
    say_section,
    say_suggestions,
    say_violation,
)

PACK = shipped_pack("ultraman-hero-duel")
CARD = {"number": "HBU01-A07", "name": "赛罗奥特曼", "count": 4}
FOUND: dict[str, Any] = {"clause": "1", "section": "main+side", "cards": [CARD], "limit": 3, "actual": 4}
READ: dict[str, Any] = {"line": 7, "text": "100% x", "suggestions": [CARD], "found": "1000", "limit": 99}


@pytest.fixture(autouse=True)
def _english() -> Any:
    with translation.override("en"):
        yield


def test_every_code_has_words() -> None:
    assert set(VIOLATIONS) == {str(code) for code in ViolationCode}
    assert set(NOTICES) == {str(code) for code in (*NoticeCode, *ReadingNoticeCode)}
    assert set(ERRORS) == {str(code) for code in ReadingErrorCode}


@pytest.mark.parametrize("code", list(ViolationCode))
def test_violations(code: str) -> None:
    said = say_violation(FOUND | {"code": code}, pack=PACK, best_of=3)
    assert said
    assert "%(" not in said
    assert say_violation(FOUND | {"code": code, "limit": None, "actual": 1, "section": "x"}, pack=PACK, best_of=1)


def test_a_card_in_the_wrong_section_is_told_what_belongs_there() -> None:
    label = {"zh": "额外卡组的怪兽", "en": "an extra deck monster"}
    facts = FOUND | {"code": "card_not_allowed_in_section", "section": "main", "label": label}
    assert "belongs there: an extra deck monster." in say_violation(facts, pack=PACK, best_of=1)
    with translation.override("zh-hans"):
        assert "额外卡组的怪兽" in say_violation(facts, pack=PACK, best_of=1)


@pytest.mark.parametrize("code", [*NoticeCode, *ReadingNoticeCode])
def test_notices(code: str) -> None:
    facts = FOUND | {"code": code, "line": 7, "stated": 9, "text": "100%", "card": CARD}
    assert "%(" not in say_notice(facts, pack=PACK)


@pytest.mark.parametrize("code", list(ReadingErrorCode))
def test_errors(code: str) -> None:
    assert "%(" not in say_error(READ | {"code": code})


def test_a_group_has_the_packs_own_name() -> None:
    facts = FOUND | {"code": "too_many_in_group", "section": "main", "label": {"zh": "传说卡", "en": "LEGEND cards"}}
    assert "LEGEND cards" in say_violation(facts, pack=PACK, best_of=1)
    with translation.override("zh-hans"):
        assert "传说卡" in say_violation(facts, pack=PACK, best_of=1)


def test_sections_are_called_as_the_game_calls_them() -> None:
    assert say_section("main+side", pack=PACK) == "Main deck and Sideboard"
    assert say_section("", pack=PACK) == "deck"
    assert say_section("extra", pack=PACK) == "extra"
    with translation.override("zh-hans"):
        assert say_section("side", pack=PACK) == "备牌"


def test_suggestions_ask() -> None:
    assert say_suggestions(READ | {"code": "unreadable"}) == "Did you mean HBU01-A07 赛罗奥特曼?"
    assert say_suggestions(READ | {"code": "ambiguous_name"}).startswith("Which one: HBU01-A07")
    assert say_suggestions(READ | {"code": "unreadable", "suggestions": []}) == ""
