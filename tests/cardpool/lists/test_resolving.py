"""From a list's name for a card to what decks are counted by."""

import pytest

from cardpool.lists.entries import Entry, Fault, RestrictionKind, UnreadableList
from cardpool.lists.names import fold_name
from cardpool.lists.resolving import KnownCards, resolve

B, L, C = RestrictionKind.BANNED, RestrictionKind.LIMITED, RestrictionKind.CHOOSE_ONE


def known(*, by_names: bool) -> KnownCards:
    return KnownCards(
        numbers=frozenset({"A-01", "A-02", "A-03"}),
        by_code={"120105001": "A-01", "120105009": "A-01"},
        by_name={fold_name("一号"): ("A-01",), fold_name("Twin O'Neil"): ("A-02", "A-03")},
        normalise=lambda text: text.upper() if text.upper().startswith("A-") else None,
        by_names=by_names,
    )


@pytest.mark.parametrize(
    ("stated", "by_names", "card", "is_unknown"),
    [
        ("A-01", False, "A-01", False),
        ("a-01", False, "A-01", False),
        (" a-01 ", False, "A-01", False),
        ("120105001", False, "A-01", False),
        ("一号", False, "A-01", False),
        ("a-77", False, "A-77", True),
        ("一号", True, "一号", False),
        ("twin  o’neil", True, "twin  o’neil", False),
        ("A-01", True, "A-01", False),
        ("Nobody", True, "Nobody", True),
    ],
)
def test_a_card_is_found(stated, by_names, card, is_unknown):
    found = resolve([Entry(B, (stated,))], known(by_names=by_names))
    assert found.entries == (Entry(B, (card,)),)
    assert found.unknown == ((card,) if is_unknown else ())


@pytest.mark.parametrize(
    ("stated", "code", "other"),
    [("Twin O'Neil", Fault.AMBIGUOUS_CARD, "A-02, A-03"), ("Nobody", Fault.UNKNOWN_CARD, "")],
)
def test_what_can_be_no_card_or_several_is_refused_with_its_line(stated, code, other):
    with pytest.raises(UnreadableList) as caught:
        resolve([Entry(B, ("A-01",), line=2), Entry(B, (stated,), line=3)], known(by_names=False))
    assert [(one.code, one.line, one.text, one.other) for one in caught.value.problems] == [(code, 3, stated, other)]


@pytest.mark.parametrize(
    ("stated", "card", "is_unknown"),
    [
        ("4031928", "04031928", False),
        ("004031928", "04031928", False),
        ("0120105001", "A-01", False),
        ("55", "00000055", True),
        ("0", "0", True),
    ],
)
def test_a_passcode_may_lack_its_zeros(stated, card, is_unknown):
    cards = KnownCards(
        numbers=frozenset({"04031928", "A-01"}),
        by_code={"120105001": "A-01"},
        by_name={},
        normalise=lambda text: text if text.isdigit() and len(text) in (8, 9) else None,
        by_names=True,
    )
    found = resolve([Entry(B, (stated,))], cards)
    assert (found.entries, found.unknown) == ((Entry(B, (card,)),), (card,) if is_unknown else ())


def test_two_codes_of_one_card_are_one_entry():
    listed = [Entry(L, ("120105001",), 1), Entry(L, ("120105009",), 1)]
    assert resolve(listed, known(by_names=False)).entries == (Entry(L, ("A-01",), 1),)


def test_two_codes_of_one_card_that_disagree_are_refused():
    listed = [Entry(L, ("120105001",), 1, line=1), Entry(B, ("120105009",), line=2)]
    with pytest.raises(UnreadableList) as caught:
        resolve(listed, known(by_names=False))
    assert [(one.code, one.line, one.other) for one in caught.value.problems] == [(Fault.CARD_TWICE, 2, "1")]


def test_a_group_that_comes_down_to_one_card_is_no_choice():
    with pytest.raises(UnreadableList) as caught:
        resolve([Entry(C, ("120105001", "A-01"), 1, line=4)], known(by_names=False))
    assert [(one.code, one.line) for one in caught.value.problems] == [(Fault.GROUP_TOO_SMALL, 4)]
