"""Each rule kind with its legal and its illegal example."""

from datetime import date
from typing import Any

import pytest

from cardpool.legality.card_pool import CardPool, PoolPolicy
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Deck, DeckEntry
from cardpool.legality.restriction import Restriction
from cardpool.legality.ruleset import RULE_KINDS, read_ruleset
from cardpool.legality.violations import (
    Notice,
    NoticeCode,
    Violation,
    ViolationCode,
    in_order,
    notices_in_order,
)
from cardpool.lists.entries import RestrictionKind
from tests.cardpool.legality.small_game import CARDS, DAY, asked, found, judge, noticed, pack, ruleset


def test_every_kind_is_explained_with_a_legal_and_an_illegal_example() -> None:
    for kind, rule in RULE_KINDS.items():
        text = rule.__doc__ or ""
        assert f'kind = "{kind}"' in text
        assert "Legal:" in text
        assert "Illegal:" in text


@pytest.mark.parametrize(
    ("size", "cards", "expected"),
    [
        ({"exactly": 2}, 2, []),
        ({"exactly": 2}, 1, [("section_too_few", "main", 2, 1, [])]),
        ({"exactly": 2}, 3, [("section_too_many", "main", 2, 3, [])]),
        ({"exactly": 0}, 1, [("section_not_allowed", "main", 0, 1, ["A1"])]),
        ({"at_least": 2}, 9, []),
        ({"at_least": 2}, 1, [("section_too_few", "main", 2, 1, [])]),
        ({"at_most": 2}, 2, []),
        ({"at_least": 1, "at_most": 2}, 3, [("section_too_many", "main", 2, 3, [])]),
    ],
)
def test_section_size(size: dict[str, int], cards: int, expected: list[Any]) -> None:
    rules = ruleset({"kind": "section_size", "section": "main", **size})
    assert found(judge(rules, {"A1": cards})) == expected


def test_an_unused_section_may_be_empty_and_a_rule_may_hold_for_some_match_lengths() -> None:
    rules = ruleset({"kind": "section_size", "section": "side", "exactly": 0, "best_of": [1]})
    assert judge(rules, {"A1": 1}).verdict == "legal"
    assert judge(rules, {"A1": 1}, side={"A1": 1}).verdict == "not_legal"
    assert judge(rules, {"A1": 1}, side={"A1": 1}, best_of=3).verdict == "legal"
    with pytest.raises(ValueError, match="best of 5"):
        judge(rules, {"A1": 1}, best_of=5)


def test_copies_count_sections_together_by_number_or_by_name() -> None:
    rule = {"kind": "copies", "sections": ["main", "side"], "at_most": 3}
    assert found(judge(ruleset(rule), {"A1": 3, "A2": 3})) == []
    assert found(judge(ruleset(rule), {"A1": 3}, side={"A1": 1})) == [("too_many_copies", "main+side", 3, 4, ["A1"])]
    by_name = ruleset(rule, identity="name")
    assert found(judge(by_name, {"A1": 2, "A2": 2})) == [("too_many_copies", "main+side", 3, 4, ["A1", "A2"])]


def test_unknown_cards_count_by_the_name_they_were_entered_by() -> None:
    rules = ruleset({"kind": "copies", "sections": ["main"], "at_most": 1}, identity="name")
    entries = (DeckEntry("main", "X1", 1, "New"), DeckEntry("main", "X2", 1, "NEW "), DeckEntry("main", "X3", 1))
    report = check_deck(Deck(entries), rules, best_of=1, pool=CardPool({}), as_of=DAY)
    assert found(report) == [("too_many_copies", "main", 1, 2, ["X1", "X2"])]


def test_a_cards_own_limit_takes_the_place_of_the_games() -> None:
    rules = ruleset({"kind": "copies", "sections": ["main"], "at_most": 3, "own_limit": True}, identity="name")
    assert found(judge(rules, {"C1": 2})) == [("too_many_copies", "main", 1, 2, ["C1"])]
    assert found(judge(rules, {"D1": 5, "A1": 3})) == []
    assert found(judge(rules, {"D1": 6})) == [("too_many_copies", "main", 5, 6, ["D1"])]
    assert found(judge(rules, {"C1": 1, "C2": 1})) == [("conflicting_limits", "main", None, None, ["C1", "C2"])]


def test_cards_that_are_free_of_the_copy_limit() -> None:
    free = {"attribute": "basic", "is": True}
    rules = ruleset({"kind": "copies", "sections": ["main"], "at_most": 3, "unless": free})
    assert found(judge(rules, {"B1": 9})) == []
    assert found(judge(rules, {"A1": 4})) == [("too_many_copies", "main", 3, 4, ["A1"])]
    report = judge(rules, {"A2": 4})
    assert report.verdict == "undecided"
    assert asked(report) == [("too_many_copies", "main", ["A2"], ["complete_card", "judge"])]


def test_group() -> None:
    where = {"attribute": "marks", "has": "legend"}
    names = {"zh": "传说", "en": "legends"}
    most = ruleset({"kind": "group", "sections": ["main"], "where": where, "at_most": 1, "names": names})
    assert found(judge(most, {"A1": 1, "A2": 4})) == []
    report = judge(most, {"A1": 1, "B1": 1})
    assert found(report) == [("too_many_in_group", "main", 1, 2, ["A1", "B1"])]
    assert report.violations[0].label is not None
    assert report.violations[0].label.en == "legends"
    unclear = judge(most, {"A1": 1, "C1": 1})
    assert unclear.verdict == "undecided"
    assert asked(unclear) == [("too_many_in_group", "main", ["C1"], ["complete_card", "judge"])]
    least = ruleset({"kind": "group", "sections": ["main"], "where": where, "at_least": 1})
    assert found(judge(least, {"A1": 1})) == []
    assert found(judge(least, {"A2": 1})) == [("too_few_in_group", "main", 1, 0, [])]
    unclear = judge(least, {"A2": 1, "C1": 1})
    assert asked(unclear) == [("too_few_in_group", "main", ["C1"], ["complete_card", "judge"])]


def test_section_cards() -> None:
    rules = ruleset({"kind": "section_cards", "section": "leader", "where": {"attribute": "cost", "at_most": 1}})
    assert found(judge(rules, {}, leader={"A1": 1})) == []
    assert found(judge(rules, {"A2": 1}, leader={"A2": 1})) == [
        ("card_not_allowed_in_section", "leader", None, 1, ["A2"])
    ]
    unclear = judge(rules, {}, leader={"D1": 1})
    assert asked(unclear) == [("card_not_allowed_in_section", "leader", ["D1"], ["complete_card", "judge"])]


def test_exclusive() -> None:
    groups = [{"attribute": "camp", "is": "light"}, {"attribute": "camp", "is": "dark"}]
    rules = ruleset({"kind": "exclusive", "sections": ["main"], "groups": groups})
    assert found(judge(rules, {"A1": 1, "A2": 1})) == []
    assert found(judge(rules, {"A1": 1, "B1": 1})) == [("cards_exclude_each_other", "main", 1, 2, ["A1", "B1"])]
    unclear = judge(rules, {"A1": 1, "D1": 1})
    assert asked(unclear) == [("cards_exclude_each_other", "main", ["D1"], ["complete_card", "judge"])]


def test_pool() -> None:
    rules = ruleset()
    closed = CardPool(CARDS, PoolPolicy.CLOSED)
    assert found(judge(rules, {"A1": 1, "Z9": 2}, pool=closed)) == [("unknown_card", "main", None, 2, ["Z9"])]
    shaped = CardPool(CARDS, is_number=lambda number: number.startswith("Z"))
    report = judge(rules, {"Z9": 2, "??": 1}, side={"Z9": 1}, pool=shaped)
    assert found(report) == [("not_a_card_number", "main", None, 1, ["??"])]
    assert noticed(report) == [("unknown_card_accepted", "main+side", ["Z9"])]


def test_a_name_alone_is_not_a_wrong_number_where_cards_count_by_name() -> None:
    shaped = CardPool(CARDS, is_number=lambda number: number.startswith("Z"))
    entries = DeckEntry("main", "Omega", 1, "Omega"), DeckEntry("main", "??", 1, "Psi")
    deck = Deck(entries)
    report = check_deck(deck, ruleset(identity="name"), best_of=1, pool=shaped, as_of=DAY)
    assert found(report) == [("not_a_card_number", "main", None, 1, ["??"])]
    assert noticed(report) == [("unknown_card_accepted", "main", ["Omega"])]
    report = check_deck(deck, ruleset(), best_of=1, pool=shaped, as_of=DAY)
    assert found(report) == [("not_a_card_number", "main", None, 1, [number]) for number in ("??", "Omega")]


def test_format() -> None:
    rules = read_ruleset(
        pack() | {"rules": [{"kind": "pool", "clause": "1", "where": {"attribute": "camp", "is": "light"}}]}
    )
    report = judge(rules, {"A1": 1, "B1": 2, "D1": 1, "Z9": 1}, side={"C1": 1})
    assert found(report) == [
        ("not_in_format", "main", None, 2, ["B1"]),
        ("not_in_format", "side", None, 1, ["C1"]),
    ]
    assert noticed(report) == [("unknown_card_accepted", "main", ["Z9"])]
    assert asked(report) == [("not_in_format", "main", ["D1", "Z9"], ["import_set", "complete_card", "judge"])]


RESTRICTED = (
    Restriction(RestrictionKind.BANNED, ("A1",), starts=date(2026, 5, 1), source="Notice 4"),
    Restriction(RestrictionKind.LIMITED, ("B1",), limit=1, ends=date(2026, 5, 1)),
    Restriction(RestrictionKind.UNRELEASED, ("C1",), ends=date(2026, 6, 1), source="Release plan"),
    Restriction(RestrictionKind.CHOOSE_ONE, ("C2", "D1"), source="Notice 4"),
)


@pytest.mark.parametrize(
    ("day", "codes"),
    [
        (date(2026, 4, 30), ["card_limited", "card_unreleased", "choose_one"]),
        (date(2026, 5, 1), ["card_banned", "card_limited", "card_unreleased", "choose_one"]),
        (date(2026, 5, 2), ["card_banned", "card_unreleased", "choose_one"]),
        (date(2026, 6, 2), ["card_banned", "choose_one"]),
    ],
)
def test_restrictions_hold_from_a_day_to_a_day(day: date, codes: list[str]) -> None:
    rules = ruleset({"kind": "restrictions", "sections": ["main", "side"], "clause": "7"})
    deck = Deck.of({"main": {"A1": 1, "B1": 1, "C1": 1, "C2": 1, "D1": 1}, "side": {"B1": 1}})
    report = check_deck(deck, rules, best_of=1, pool=CardPool(CARDS, restrictions=RESTRICTED), as_of=day)
    assert [violation.code for violation in report.violations] == codes
    assert "Notice 4" in report.restrictions


def test_a_restriction_cites_its_source_and_else_the_rule() -> None:
    rules = ruleset({"kind": "restrictions", "sections": ["main"], "clause": "7"})
    report = judge(rules, {"A1": 1, "B1": 2, "C2": 1}, pool=CardPool(CARDS, restrictions=RESTRICTED))
    assert [(violation.clause, violation.limit, violation.actual) for violation in report.violations] == [
        ("Notice 4", 0, 1),
        ("7", 1, 2),
    ]


def test_restrictions_go_by_name_where_the_game_does() -> None:
    rules = ruleset({"kind": "restrictions", "sections": ["main"]}, identity="name")
    banned = CardPool(CARDS, restrictions=(Restriction(RestrictionKind.BANNED, ("ALPHA",)),))
    assert found(judge(rules, {"A1": 1, "A2": 1}, pool=banned)) == [("card_banned", "main", 0, 2, ["A1", "A2"])]


def test_a_whitelist_bans_what_it_does_not_name() -> None:
    only = Restriction(RestrictionKind.UNLISTED, ("A1", "C1"), source="Whitelist")
    rules = {"kind": "restrictions", "sections": ["main"]}
    by_number = judge(ruleset(rules), {"A1": 1, "A2": 1, "C1": 1, "D9": 2}, pool=CardPool(CARDS, restrictions=(only,)))
    assert found(by_number) == [("card_not_listed", "main", 0, 3, ["A2", "D9"])]
    assert by_number.violations[0].clause == "Whitelist"
    by_name = ruleset(rules, identity="name")
    pool = CardPool(CARDS, restrictions=(only,))
    assert found(judge(by_name, {"A1": 1, "A2": 1, "C2": 1}, pool=pool)) == []
    assert found(judge(by_name, {"B1": 1}, pool=pool)) == [("card_not_listed", "main", 0, 1, ["B1"])]


def test_a_card_known_by_its_name_alone_may_be_one_that_a_whitelist_names() -> None:
    rules = ruleset({"kind": "restrictions", "sections": ["main"]}, identity="name")
    only = Restriction(RestrictionKind.UNLISTED, ("A1",))
    pool = CardPool(CARDS, restrictions=(only,))
    named = [DeckEntry("main", "Z1", 1, "阿尔法"), DeckEntry("main", "Z2", 1, "Omega")]
    report = check_deck(Deck(tuple(named)), rules, best_of=1, pool=pool, as_of=DAY)
    assert found(report) == [("card_not_listed", "main", 0, 1, ["Z2"])]
    assert [one[::2] for one in asked(report)] == [("card_not_listed", ["Z1"])]
    assert (report.questions[0].sections, report.questions[0].clause) == (("main",), "9.9")


def test_a_section_the_game_does_not_have() -> None:
    report = judge(ruleset(), {"A1": 1}, extra={"A2": 2})
    assert found(report) == [("unknown_section", "extra", 0, 2, ["A2"])]
    assert report.violations[0].sections == ("extra",)


def test_an_entry_holds_at_least_one_copy() -> None:
    with pytest.raises(ValueError, match="at least one copy"):
        DeckEntry("main", "A1", 0)


def test_cards_all_in_the_format_and_within_their_restrictions() -> None:
    in_format = {"kind": "pool", "clause": "1", "where": {"attribute": "camp", "in": ["light", "dark"]}}
    rules = read_ruleset(pack() | {"rules": [in_format, {"kind": "restrictions", "sections": ["main"], "clause": "7"}]})
    report = judge(rules, {"A2": 1, "B1": 1}, pool=CardPool(CARDS, restrictions=RESTRICTED))
    assert report.verdict == "legal"
    assert report.notices == ()


def test_findings_about_the_whole_deck_come_first() -> None:
    codes = (ViolationCode.SECTION_TOO_FEW, ViolationCode.UNKNOWN_SECTION, ViolationCode.CARD_BANNED)
    last, middle, first = (
        Violation(code, "1", section) for code, section in zip(codes, ("side", "main", ""), strict=True)
    )
    assert in_order((last, middle, first, middle), ("main", "side")) == (first, middle, last)
    notices = [Notice(NoticeCode.NONE_IN_POOL, "1", "side"), Notice(NoticeCode.NONE_IN_POOL, "1")]
    assert notices_in_order(notices, ("main", "side")) == (notices[1], notices[0])
    assert first.sections == ()
