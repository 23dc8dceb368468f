"""Which cards count as one, what is restricted, and what a pool does not contain."""

from collections.abc import ItemsView
from datetime import date

import pytest

from cardpool.games import shipped_pack
from cardpool.legality.card_filter import AttributeForm, AttributeTest
from cardpool.legality.card_pool import CardPool
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Card, Deck, DeckEntry, Identity
from cardpool.legality.restriction import ListInForce, Restriction
from cardpool.lists.entries import RestrictionKind
from cardpool.lists.names import fold_name
from tests.cardpool.legality.small_game import CARDS, DAY, asked, found, judge, noticed, ruleset

POOL = CardPool(
    {
        "J1": Card("J1", "ピカチュウ", other_names=("Pikachu",)),
        "E1": Card("E1", "Pikachu"),
        "Z1": Card("Z1", "皮卡丘", other_names=("Pikachu", "比卡超")),
        "T1": Card("T1", "比卡超"),
        "N1": Card("N1", "Nidoran♂", other_names=("", "尼多朗")),
        "X1": Card("X1", ""),
    }
)


def identity(number: str, name: str = "", by: Identity = Identity.NAME) -> str:
    return POOL.identity_of(DeckEntry("main", number, 1, name), by)


def test_a_shared_name_in_any_language_makes_cards_one() -> None:
    assert len({identity(number) for number in ("J1", "E1", "Z1", "T1")}) == 1
    assert {identity("new", name) for name in ("PIKACHU", "皮卡丘", "比卡超", "ピカチュウ")} == {identity("J1")}
    assert identity("N1") != identity("E1")
    assert {identity(number, by=Identity.NUMBER) for number in ("J1", "E1")} == {"J1", "E1"}


@pytest.mark.parametrize("by", [Identity.NUMBER, Identity.NAME])
def test_leading_zeros_make_no_other_card_of_an_unknown_number(by: Identity) -> None:
    assert len({identity(number, by=by) for number in ("XYZ-9", "XYZ-009", "XYZ-09")}) == 1
    assert len({identity(number, by=by) for number in ("SIT-TG03", "SIT-TG3")}) == 1
    assert len({identity(number, by=by) for number in ("XYZ-9", "XYZ-90", "XYZ-900")}) == 3
    rules = ruleset({"kind": "copies", "sections": ["main"], "at_most": 3}, identity=by.value)
    for number in ("X1", "Q1"):  # known, and not
        report = judge(rules, {number: 2, f"{number[0]}0{number[1:]}": 2}, pool=POOL)
        assert [(one.code.value, one.actual) for one in report.violations] == [("too_many_copies", 4)]


def test_known_numbers_that_differ_in_zeros_are_two_cards() -> None:
    pool = CardPool({"K1": Card("K1", "One"), "K01": Card("K01", "Other")})
    rules = ruleset({"kind": "copies", "sections": ["main"], "at_most": 3})
    assert judge(rules, {"K1": 3, "K01": 3}, pool=pool).violations == ()


@pytest.mark.parametrize("by", ["number", "name"])
def test_a_restriction_of_an_unknown_number_means_it_with_zeros_and_without(by: str) -> None:
    rules = ruleset({"kind": "restrictions", "sections": ["main"], "clause": "7"}, identity=by)
    for kind in (RestrictionKind.BANNED, RestrictionKind.UNRELEASED):
        for key, number in (("Q9", "Q09"), ("Q09", "Q9")):
            pool = CardPool({}, restrictions=(Restriction(kind, (key,)),))
            assert len(judge(rules, {number: 1}, pool=pool).violations) == 1
            named = Deck((DeckEntry("main", number, 1, "Something"),))
            assert len(check_deck(named, rules, best_of=1, pool=pool, as_of=DAY).violations) == 1
    only = CardPool({}, restrictions=(Restriction(RestrictionKind.UNLISTED, ("Q9",)),))
    assert judge(rules, {"Q09": 1}, pool=only).violations == ()


def test_an_unknown_number_is_no_other_printing_where_copies_are_counted_by_number() -> None:
    pool = CardPool({"K1": Card("K1", "Pikachu", copy_limit=1)})
    for by, limits in ((Identity.NUMBER, frozenset()), (Identity.NAME, frozenset([1]))):
        assert pool.limits_of(DeckEntry("main", "new", 1, "Pikachu"), by) == limits


def test_what_a_whitelist_names_is_known_by_number_and_by_what_decks_are_counted_by() -> None:
    only = Restriction(RestrictionKind.UNLISTED, ("J1", "new"))
    assert POOL.listed(only, Identity.NUMBER) == {"J1", "new"}
    assert POOL.listed(only, Identity.NAME) == {"J1", "new", identity("E1")}
    assert POOL.listed(only, Identity.NAME) is POOL.listed(only, Identity.NAME)


def test_a_restriction_in_a_game_that_counts_numbers_means_the_number_as_it_stands() -> None:
    for key in ("J1", "Pikachu", "nothing known"):
        assert POOL.named_by(key, Identity.NUMBER) == key
    assert POOL.named_by("J1", Identity.NAME) == POOL.named_by("PIKACHU", Identity.NAME) == identity("T1")
    assert POOL.named_by("Nothing Known", Identity.NAME) == "nothingknown"


def test_a_filter_is_asked_about_a_card_once() -> None:
    pool = CardPool({"A": Card("A", "Alpha", {"cost": 1}), "B": Card("B", "Beta", {"cost": 9})})
    cheap, dear, dearest = (AttributeTest("cost", "at_most", most, AttributeForm("integer")) for most in (3, 9, 0))
    answers = pool.filters.about_known(cheap)
    assert (answers["A"], answers["B"]) == (True, False)
    assert pool.filters.about_known(cheap) is answers
    assert pool.filters.about_known(dear) is not answers
    assert [pool.filters.holds(where) for where in (cheap, dear, dearest)] == [True, True, False]


class LookedThrough(dict[str, Card]):
    """Cards that count how often all of them are looked at."""

    times = 0

    def items(self) -> ItemsView[str, Card]:
        self.times += 1
        return super().items()


def test_a_pool_is_looked_through_once_for_a_card_that_it_may_not_hold() -> None:
    cards = LookedThrough({"A": Card("A", "Alpha")})
    pool = CardPool(cards)
    for _ in range(2):
        assert not pool.filters.holds(AttributeTest("cost", "at_most", 3, AttributeForm("integer")))
    assert cards.times == 1


def test_a_card_without_a_name_goes_by_its_number() -> None:
    assert identity("X1") == "X1"
    assert identity("Q9") == "Q9"
    assert identity("Q9", "Something new") == "somethingnew"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Nidoran♂", "Nidoran ♂"), ("Boss’s Orders", "boss's orders"), ("Ｐｉｋａｃｈｕ", "pikachu"), ("“A”", '"a"')],
)
def test_spelling_that_does_not_matter(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)


def test_a_pool_does_not_depend_on_the_order_of_its_cards() -> None:
    turned = CardPool(dict(reversed(POOL.cards.items())))
    for number in POOL.cards:
        entry = DeckEntry("main", number, 1)
        assert turned.identity_of(entry, Identity.NAME) == POOL.identity_of(entry, Identity.NAME)


def test_restrictions_by_number_or_any_name_mean_every_printing() -> None:
    rules = ruleset({"kind": "restrictions", "sections": ["main"], "clause": "7"}, identity="name")
    deck = Deck.of({"main": {"J1": 1, "T1": 1}})
    for key in ("E1", "pikachu", "比卡超"):
        pool = CardPool(POOL.cards, restrictions=(Restriction(RestrictionKind.BANNED, (key,)),))
        report = check_deck(deck, rules, best_of=1, pool=pool, as_of=DAY)
        assert found(report) == [("card_banned", "main", 0, 2, ["J1", "T1"])]


def test_an_unreleased_number_is_that_printing_alone() -> None:
    rules = ruleset({"kind": "restrictions", "sections": ["main"], "clause": "7"}, identity="name")
    deck = Deck.of({"main": {"J1": 1, "T1": 2}})
    for key, cards in (("T1", ["T1"]), ("E1", []), ("Pikachu", ["J1", "T1"])):
        pool = CardPool(POOL.cards, restrictions=(Restriction(RestrictionKind.UNRELEASED, (key,)),))
        report = check_deck(deck, rules, best_of=1, pool=pool, as_of=DAY)
        assert [[card.number for card in one.cards] for one in report.violations] == ([cards] if cards else [])


def test_a_restriction_of_an_unknown_number() -> None:
    for name in ("number", "name"):
        rules = ruleset({"kind": "restrictions", "sections": ["main"], "clause": "7"}, identity=name)
        for kind in (RestrictionKind.BANNED, RestrictionKind.UNRELEASED):
            pool = CardPool({}, restrictions=(Restriction(kind, ("Q9",)),))
            assert len(judge(rules, {"Q9": 1}, pool=pool).violations) == 1


def test_a_restriction_holds_in_its_format() -> None:
    rules = ruleset({"kind": "restrictions", "sections": ["main"], "clause": "7"})
    banned = (
        Restriction(RestrictionKind.BANNED, ("A1",), format="standard", source="Standard list"),
        Restriction(RestrictionKind.BANNED, ("B1",), source="Every format"),
    )
    for format_, cards, sources in (
        ("standard", ["B1", "A1"], ("Every format", "Standard list")),
        ("expanded", ["B1"], ("Every format",)),
    ):
        pool = CardPool(CARDS, restrictions=banned, format=format_)
        report = judge(rules, {"A1": 1, "B1": 1}, pool=pool)
        assert [card.number for one in report.violations for card in one.cards] == cards
        assert report.restrictions == sources


def test_a_list_that_restricts_nothing_is_named_while_it_holds() -> None:
    lists = (
        ListInForce("past", ends=date(2000, 1, 1)),
        ListInForce("coming", starts=date(2100, 1, 1)),
        ListInForce("other format", format="expanded"),
        ListInForce("present", date(2000, 1, 2), date(2099, 12, 31), "standard"),
        ListInForce("general"),
    )
    rules = ruleset({"kind": "restrictions", "sections": ["main"], "clause": "7"})
    assert judge(rules, {"A1": 1}, pool=CardPool(CARDS, format="standard", lists=lists)).restrictions == (
        "general",
        "present",
    )
    assert judge(ruleset(), {"A1": 1}, pool=CardPool(CARDS, format="standard", lists=lists)).restrictions == ()


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"cards": ()}, "at least one card"),
        ({"limit": -1}, "0 copies or more"),
        ({"starts": date(2026, 5, 2), "ends": date(2026, 5, 1)}, "before it starts"),
    ],
)
def test_a_restriction_that_makes_no_sense(facts: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Restriction(**({"kind": RestrictionKind.BANNED, "cards": ("A1",)} | facts))


def test_a_pool_without_any_card_that_would_do() -> None:
    size = {"kind": "section_size", "section": "leader", "exactly": 1}
    names = {"zh": "指挥官", "en": "a commander"}
    commander = {"attribute": "marks", "has": "commander"}
    allowed = {"kind": "section_cards", "section": "leader", "where": commander, "names": names}
    report = judge(ruleset(size, allowed), {"A1": 1})
    assert found(report) == [("section_too_few", "leader", 1, 0, [])]
    assert noticed(report) == [("none_in_pool", "leader", [])]
    wanted = {"kind": "group", "sections": ["main"], "where": commander, "at_least": 1, "names": names}
    known = CardPool(CARDS | {"K1": Card("K1", "Kappa", {"marks": ("commander",)})})
    assert noticed(judge(ruleset(wanted), {"A1": 1})) == [("none_in_pool", "main", [])]
    for rules in (ruleset(size, allowed), ruleset(wanted)):
        assert noticed(judge(rules, {"A1": 1}, pool=known)) == []
        assert noticed(judge(rules, {"A1": 1}, pool=known)) == []


def test_a_filter_is_asked_once_about_a_card_and_never_remembers_an_unknown_number() -> None:
    wanted = {"kind": "group", "sections": ["main"], "where": {"attribute": "cost", "is": 9}, "at_least": 1}
    rules, pool = ruleset(wanted), CardPool(CARDS)
    for _ in range(2):
        report = judge(rules, {"A1": 1, "Q9": 1}, pool=pool)
        assert noticed(report) == [("unknown_card_accepted", "main", ["Q9"])]
        assert asked(report) == [("too_few_in_group", "main", ["Q9"], ["import_set", "judge"])]
    (rule,) = [rule for rule in rules.rules if rule.kind == "group"]
    assert set(pool.filters.about_known(rule.where)) == {"A1"}


LEVELS = CardPool(
    {
        "A1": Card("A1", "Gengar"),
        "A2": Card("A2", "Gengar LV.X"),
        "A3": Card("A3", "Gengar δ"),
        "A4": Card("A4", "Gengar ★"),
    },
    beside_names=shipped_pack("pokemon-tcg").beside_names,
)


def test_levels_and_delta_are_no_part_of_a_name() -> None:
    names = {number: LEVELS.identity_of(DeckEntry("main", number, 1, ""), Identity.NAME) for number in LEVELS.cards}
    assert names["A1"] == names["A2"] == names["A3"] != names["A4"]
    for typed in ("Gengar LV.43", "gengar lv 43", "Gengar Lv.X", "Gengar δ (Delta Species)"):
        assert LEVELS.identity_of(DeckEntry("main", "new", 1, typed), Identity.NAME) == names["A1"]
        assert LEVELS.has_name(typed)
    assert LEVELS.identity_of(DeckEntry("main", "new", 1, "δ"), Identity.NAME) == "δ"
