"""`where` filters: yes, no, and not known."""

from typing import Any

import pytest

from cardpool.legality.card_filter import AttributeForm, NothingKnown, read_filter
from cardpool.legality.deck import Card
from cardpool.legality.problems import Problems

TYPES = {"cost": "integer", "camp": "text", "marks": "list", "basic": "flag"}
ATTRIBUTES = {key: AttributeForm(type_) for key, type_ in TYPES.items()}
CARD = Card("A1", "Alpha", {"cost": 2, "camp": "light", "marks": ("legend",), "basic": True})
BARE = Card("A2", "Beta")
COST_2 = {"attribute": "cost", "is": 2}
COST_3 = {"attribute": "cost", "is": 3}


def answer(where: dict[str, Any], card: Card) -> bool | None:
    problems = Problems("test", lambda path: None)
    read = read_filter(where, "where", ATTRIBUTES, problems)
    assert problems.found == []
    return read.matches(card)


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (COST_2, True),
        (COST_3, False),
        ({"attribute": "cost", "in": [1, 2]}, True),
        ({"attribute": "cost", "in": [1, 3]}, False),
        ({"attribute": "cost", "at_least": 2}, True),
        ({"attribute": "cost", "at_least": 3}, False),
        ({"attribute": "cost", "at_most": 2}, True),
        ({"attribute": "cost", "at_most": 1}, False),
        ({"attribute": "camp", "is": "light"}, True),
        ({"attribute": "marks", "has": "legend"}, True),
        ({"attribute": "marks", "has": "old"}, False),
        ({"attribute": "basic", "is": False}, False),
        ({"attribute": "number", "is": "A1"}, True),
        ({"attribute": "name", "in": ["Beta"]}, False),
        ({"all": [COST_2, {"attribute": "camp", "is": "light"}]}, True),
        ({"all": [COST_2, COST_3]}, False),
        ({"any": [COST_3, COST_2]}, True),
        ({"any": [COST_3]}, False),
        ({"not": COST_3}, True),
        ({"not": {"not": COST_3}}, False),
    ],
)
def test_known_facts_decide(where: dict[str, Any], expected: bool) -> None:
    assert answer(where, CARD) is expected


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (COST_2, None),
        ({"not": COST_2}, None),
        ({"all": [COST_2, {"attribute": "number", "is": "A2"}]}, None),
        ({"all": [COST_2, {"attribute": "number", "is": "A1"}]}, False),
        ({"any": [COST_2, {"attribute": "number", "is": "A1"}]}, None),
        ({"any": [COST_2, {"attribute": "number", "is": "A2"}]}, True),
    ],
)
def test_unknown_facts_are_not_guessed(where: dict[str, Any], expected: bool | None) -> None:
    assert answer(where, BARE) is expected


def test_an_unknown_card_is_not_known_to_match() -> None:
    assert answer(COST_2, Card("Z9", "")) is None


def test_a_filter_that_cannot_be_read_decides_nothing() -> None:
    problems = Problems("test", lambda path: None)
    read = read_filter({"attribute": "size", "is": 1}, "where", ATTRIBUTES, problems)
    assert isinstance(read, NothingKnown)
    assert read.matches(CARD) is None
    assert len(problems.found) == 1
