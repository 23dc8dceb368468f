"""Every code has a sentence, and its facts complete it."""

from typing import Any

import pytest
from django.utils import translation

from cardpool.games import shipped_pack
from cardpool.legality.violations import NoticeCode, Remedy, ViolationCode
from decks.findings import ANOTHER_DECK, IGNORED
from decks.notice_words import NOTICES, say_notice
from decks.reading_words import ERRORS, say_error, say_suggestions
from decks.text.listing import QuestionCode, ReadingErrorCode, ReadingNoticeCode
from decks.wording import VIOLATIONS, say_question, say_remedies, say_section, say_violation
from tests.sentences import assert_sentence

pytestmark = pytest.mark.language("en")

PACK = shipped_pack("ultraman-hero-duel")
CARD = {"number": "HBU01-A07", "name": "赛罗奥特曼", "count": 4}
FOUND: dict[str, Any] = {"clause": "1", "section": "main+side", "cards": [CARD], "limit": 3, "actual": 4}
READ: dict[str, Any] = {"line": 7, "text": "100% x", "suggestions": [CARD], "found": "1000", "limit": 99}


def test_every_code_has_words() -> None:
    assert set(VIOLATIONS) == {str(code) for code in ViolationCode}
    assert set(NOTICES) == {str(code) for code in (*NoticeCode, *ReadingNoticeCode)}
    assert set(ERRORS) == {*map(str, ReadingErrorCode), *map(str, QuestionCode), IGNORED, ANOTHER_DECK}


@pytest.mark.parametrize("code", list(ViolationCode))
def test_questions(code: str) -> None:
    facts = FOUND | {"code": code, "remedies": list(Remedy)}
    assert "%(" not in say_question(facts, pack=PACK, best_of=3)
    assert say_remedies(facts) == (
        "What settles it: write the card’s name next to its number; or import the set the card is from; or fill in "
        "what the card pool lacks of the card; or a judge says what the card counts as."
    )


@pytest.mark.parametrize("code", list(ViolationCode))
def test_violations(code: str) -> None:
    assert_sentence(say_violation(FOUND | {"code": code}, pack=PACK, best_of=3), code)
    bare = FOUND | {"code": code, "limit": None, "actual": 1, "section": "x"}
    said = say_violation(bare, pack=PACK, best_of=1)
    assert "%(" not in said
    assert code not in said


def test_a_card_in_the_wrong_section_is_reported_with_what_belongs_there() -> None:
    label = {"zh": "额外卡组的怪兽", "en": "an extra deck monster"}
    facts = FOUND | {"code": "card_not_allowed_in_section", "section": "main", "label": label}
    assert "belongs there: an extra deck monster." in say_violation(facts, pack=PACK, best_of=1)
    with translation.override("zh-hans"):
        assert "额外卡组的怪兽" in say_violation(facts, pack=PACK, best_of=1)


@pytest.mark.parametrize("code", [*NoticeCode, *ReadingNoticeCode])
def test_notices(code: str) -> None:
    facts = FOUND | {"code": code, "line": 7, "stated": 9, "text": "100%", "card": CARD}
    assert_sentence(say_notice(facts, pack=PACK), code)


def test_a_notice_of_a_report_saved_earlier_can_still_be_said() -> None:
    facts = {"code": "name_differs", "line": 7, "text": "平行", "card": CARD}
    assert say_notice(facts, pack=PACK).startswith("Line 7: HBU01-A07 is 赛罗奥特曼")


@pytest.mark.parametrize("code", [*ReadingErrorCode, *QuestionCode, IGNORED])
def test_errors(code: str) -> None:
    assert_sentence(say_error(READ | {"code": code}), code)


def test_a_group_has_the_packs_own_name() -> None:
    facts = FOUND | {"code": "too_many_in_group", "section": "main", "label": {"zh": "传说卡", "en": "LEGEND cards"}}
    assert "LEGEND cards" in say_violation(facts, pack=PACK, best_of=1)
    with translation.override("zh-hans"):
        assert "张传说卡" in say_violation(facts, pack=PACK, best_of=1)
        latin = facts | {"label": {"zh": "ACE SPEC 卡", "en": "ACE SPEC cards"}}
        assert "张 ACE SPEC 卡" in say_violation(latin, pack=PACK, best_of=1)
        assert "里的 ACE SPEC 卡" in say_question(latin, pack=PACK, best_of=1)


def test_sections_are_called_as_the_game_calls_them() -> None:
    assert say_section("main+side", pack=PACK) == "Main deck and Sideboard"
    assert say_section("", pack=PACK) == "deck"
    assert say_section("extra", pack=PACK) == "extra"
    with translation.override("zh-hans"):
        assert say_section("side", pack=PACK) == "备牌"


def test_suggestions_ask() -> None:
    assert say_suggestions(READ | {"code": "unreadable"}) == "Did you mean HBU01-A07 赛罗奥特曼?"
    asks = READ | {"code": "ambiguous_name", "readings": [CARD, CARD | {"number": "HBU01-A08", "name": ""}]}
    assert say_suggestions(asks) == "Is it “4 HBU01-A07 赛罗奥特曼” or “4 HBU01-A08”? Write the line so."
    assert say_suggestions(READ | {"code": "unreadable", "suggestions": []}) == ""
