"""From text to verdict, with shipped and with stored cards."""

import json
from datetime import date

import pytest
from django.utils import translation

from cardpool.games import shipped_cards, shipped_pack, shipped_text
from cardpool.models import Card, CardGame, Ruleset
from cardpool.services import save_card
from decks.findings import unread_lines
from decks.judging import JudgedList, JudgingBook, book_of, format_cards, judge_list, judge_text, make_book
from decks.notice_words import say_notice
from decks.text.listing import LineKind
from decks.wording import say_violation

DAY = date(2026, 5, 1)
PACK = shipped_pack("ultraman-hero-duel")


@pytest.fixture(scope="module")
def book() -> JudgingBook:
    return make_book(PACK, shipped_cards(PACK.key))


def judge(text: str, book: JudgingBook, *, best_of: int = 3, pool: str = "open") -> JudgedList:
    return judge_list(text, book=book, best_of=best_of, pool=pool, as_of=DAY)


@pytest.mark.parametrize(("language", "title"), [("en", "Sideboard"), ("zh-hans", "备牌")])
def test_choices_name_sections_in_the_language_of_the_page(book: JudgingBook, language: str, title: str) -> None:
    with translation.override(language):
        (question,) = judge("3 HBU01-A07（2主1备）", book).read.questions
    assert question.splits[0][0] == f"{title}: 1 HBU01-A07"


def test_the_report_and_the_cards_survive_json(book: JudgingBook) -> None:
    judged = judge("主牌 3\n2 HBU01-A07\nHBU01-A07\n备牌\n4 HBU09-A99 新卡\n谁", book)
    assert json.loads(json.dumps(judged.report)) == judged.report
    assert json.loads(json.dumps(judged.cards)) == judged.cards
    assert judged.cards == [
        {
            "section": "main",
            "key": "HBU01-A07",
            "number": "HBU01-A07",
            "name": "赛罗奥特曼",
            "count": 3,
            "lines": [2, 3],
        },
        {"section": "side", "key": "HBU09-A99", "number": "HBU09-A99", "name": "新卡", "count": 4, "lines": [5]},
    ]
    assert judged.verdict == "not_legal"
    assert not judged.settled
    assert judged.report["legal"] is False
    assert unread_lines(judged.report)[0]["line"] == 6


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("4 HBU01-A07", "not_legal"),
        ("4 HBU09-A99", "not_legal"),
        ("3 HBU01-A07", "undecided"),
        ("4 HBU01-A07\n谁", "not_legal"),
        ("谁\n4 HBU01-A07", "undecided"),
        ("maybeboard\n4 HBU01-A07", "undecided"),
    ],
)
def test_a_list_that_asks_is_not_legal_by_what_no_card_can_settle(line: str, verdict: str, book: JudgingBook) -> None:
    judged = judge(f"2 HBU01-A10 赛罗奥特曼\n{line}", book)
    assert [one["code"] for one in judged.report["asks"]] == ["name_and_number_differ"]
    assert judged.report["verdict"] == judged.verdict == verdict


def test_the_day_is_no_part_of_the_report(book: JudgingBook) -> None:
    other = judge_list("3 HBU01-A07", book=book, best_of=3, pool="open", as_of=date(2027, 1, 1))
    assert judge("3 HBU01-A07", book).report == other.report


def test_an_accepted_number_asks_whether_a_known_one_was_meant(book: JudgingBook) -> None:
    judged = judge("3 HBU01-AO7 (sic)\n3 HBU09-A99", book)
    asked = {notice["cards"][0]["number"]: notice["suggestions"] for notice in judged.report["notices"]}
    assert asked == {"HBU01-AO7": [{"number": "HBU01-A07", "name": "赛罗奥特曼"}], "HBU09-A99": []}
    with translation.override("en"):
        said = [say_notice(notice, pack=PACK) for notice in judged.report["notices"]]
    assert "Did you mean HBU01-A07" in said[0]
    assert "Did you mean" not in said[1]


def test_an_unknown_card_of_a_closed_pool_asks_whether_a_known_one_was_meant(book: JudgingBook) -> None:
    judged = judge_list("3 HBU01-AO7 (sic)\n3 HBU09-A99", book=book, best_of=3, pool="closed", as_of=DAY)
    unknown = [found for found in judged.report["violations"] if found["code"] == "unknown_card"]
    asked = {found["cards"][0]["number"]: found.get("suggestions") for found in unknown}
    assert [card["number"] for card in asked["HBU01-AO7"]] == ["HBU01-A07"]
    assert asked["HBU09-A99"] is None
    with translation.override("en"):
        said = [say_violation(found, pack=book.pack, best_of=3) for found in unknown]
    assert "Did you mean HBU01-A07" in said[0]
    assert "Did you mean" not in said[1]


def test_violations_mark_the_lines_of_their_cards(book: JudgingBook) -> None:
    judged = judge("3 HBU01-A07\n1 HBU01-CR\n备牌\n1 HBU01-A07\n??\n", book)
    marked = [line.read.line for line in judged.lines if line.error is not None or line.findings]
    assert marked == [1, 4, 5]
    assert [violation.code for violation in judged.lines[3].findings] == ["too_many_copies"]
    assert judged.lines[4].error is not None
    assert judged.lines[4].read.kind is LineKind.IGNORED
    alone = judge("4 HBU01-A07\n备牌\n1 HBU01-A07", book, best_of=1)
    assert [[violation.code for violation in line.findings] for line in alone.lines] == [
        ["too_many_copies"],
        [],
        ["section_not_allowed"],
    ]


def test_totals_say_what_is_asked_for(book: JudgingBook) -> None:
    totals = judge("3 HBU01-A07", book).totals
    assert [(total.section, total.count, total.at_least, total.at_most, total.fits) for total in totals] == [
        ("main", 3, 40, 40, False),
        ("side", 0, 10, 10, False),
    ]
    assert [total.section for total in judge("3 HBU01-A07", book, best_of=1).totals] == ["main"]
    assert len(judge("备牌\n3 HBU01-A07", book, best_of=1).totals) == 2


def test_a_wrong_match_length_or_pool_is_the_callers_mistake(book: JudgingBook) -> None:
    with pytest.raises(ValueError, match="best of 2"):
        judge("", book, best_of=2)
    with pytest.raises(ValueError, match="ajar"):
        judge("", book, pool="ajar")


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_saved_cards_print_and_read_back(book: JudgingBook, language: str) -> None:
    judged = judge("3 演示卡 10 · 金色示例宇航员\n备牌\n2 HBU01-CR\n1 HBU09-A99", book)
    text = format_cards(judged.cards, book=book, language=language)
    again = judge(text, book)
    assert text.startswith("主牌 (3)" if language == "zh-hans" else "Main deck (3)")
    assert again.report["notices"] == judged.report["notices"]
    assert [card | {"lines": []} for card in again.cards] == [card | {"lines": []} for card in judged.cards]


def test_facts_of_the_wrong_type_are_not_known() -> None:
    card = Card(number="HBU09-A01", name="x", other_names=[], attributes={"star": "3", "keywords": [1], "colour": 1})
    made = make_book(PACK, [card])
    assert made.cards["HBU09-A01"].attributes == {}
    card.attributes = {"star": 3, "keywords": ["a"], "effect": "e"}
    assert make_book(PACK, [card]).cards["HBU09-A01"].attributes == {"star": 3, "keywords": ("a",), "effect": "e"}


@pytest.mark.django_db
def test_a_stored_ruleset_is_judged_with_the_present_pool() -> None:
    game = CardGame.objects.create(slug="ultraman-hero-duel", name_zh="奥", name_en="U")
    ruleset = Ruleset.objects.create(
        game=game, version="V1.9", effective_from=DAY, pack=shipped_text(game.slug), digest="0" * 64
    )
    before = judge_text("3 店家自制卡", ruleset=ruleset, best_of=3, pool="closed", as_of=DAY)
    assert book_of(ruleset) is before.book
    save_card(card=Card(game=game, key="HBU77-A01", number="HBU77-A01", name="店家自制卡"))
    after = judge_text("3 店家自制卡", ruleset=ruleset, best_of=3, pool="closed", as_of=DAY)
    assert (before.readable, after.readable) == (False, True)
    assert after.cards[0]["number"] == "HBU77-A01"
