"""`where` filters: which cards a rule speaks about, over the facts a pack declares for its cards.

A filter answers yes, no, or None: not known, because the card is not in the pool or lacks the attribute. What it could
answer then is worked out in `cardpool.legality.gaps`.

One test: `{ attribute = "cost", at_most = 1 }`, with exactly one of `is`, `in`, `at_least`, `at_most` and `has` (a list
attribute contains the value). Combined: `{ all = [...] }`, `{ any = [...] }`, `{ not = {...} }`. Besides the declared
attributes, `number` and `name` can be tested.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from cardpool.intake.problems import TableFault
from cardpool.intake.strict_table import kind_of
from cardpool.legality.deck import AttributeValue, Card
from cardpool.legality.problems import Problems


@dataclass(frozen=True)
class AttributeForm:
    """What an attribute holds: `integer`, `text`, `list` or `flag`, and the only values it may have, where named."""

    type: str
    values: tuple[str, ...] = ()


AttributeForms = Mapping[str, AttributeForm]
OWN_FACTS: AttributeForms = {"number": AttributeForm("text"), "name": AttributeForm("text")}
_COMBINATIONS = ("all", "any", "not")
_WANTED: dict[str, tuple[type, ...]] = {"integer": (int,), "text": (str,), "list": (str,), "flag": (bool,)}
_TESTS: dict[str, tuple[str, ...]] = {
    "integer": ("is", "in", "at_least", "at_most"),
    "text": ("is", "in"),
    "list": ("has",),
    "flag": ("is",),
}


class CardFilter(Protocol):
    """Tells whether a card is meant: True, False, or None where its facts do not say. `tests` are the single tests it
    is made of."""

    def matches(self, card: Card) -> bool | None: ...

    @property
    def tests(self) -> "tuple[AttributeTest, ...]": ...


@dataclass(frozen=True)
class AttributeTest:
    """One fact compared with one value. Legal: cost 1 under `at_most = 1`. Not meant: cost 2."""

    attribute: str
    test: str
    value: Any
    form: AttributeForm

    @property
    def tests(self) -> "tuple[AttributeTest, ...]":
        return (self,)

    def matches(self, card: Card) -> bool | None:
        fact = fact_of(card, self.attribute)
        return None if fact is None else _COMPARISONS[self.test](fact, self.value)


@dataclass(frozen=True)
class Combination:
    """All of the parts match, or any of them.

    One part that answers `decisive` decides, whatever is unknown: False where all have to match, True where any.
    """

    parts: tuple[CardFilter, ...]
    decisive: bool

    @property
    def tests(self) -> tuple[AttributeTest, ...]:
        return tuple(test for part in self.parts for test in part.tests)

    def matches(self, card: Card) -> bool | None:
        answers = [part.matches(card) for part in self.parts]
        return self.decisive if self.decisive in answers else None if None in answers else not self.decisive


@dataclass(frozen=True)
class Not:
    """The part does not match."""

    part: CardFilter

    @property
    def tests(self) -> tuple[AttributeTest, ...]:
        return self.part.tests

    def matches(self, card: Card) -> bool | None:
        answer = self.part.matches(card)
        return None if answer is None else not answer


class NothingKnown:
    """What a filter that could not be read stands as, so that reading goes on; it never decides anything."""

    @property
    def tests(self) -> tuple[AttributeTest, ...]:
        return ()

    def matches(self, card: Card) -> bool | None:
        return None


def read_filter(table: Any, path: str, attributes: AttributeForms, problems: Problems) -> CardFilter:
    """Compile a `where` table; `attributes` has the form of each declared attribute.

    Every mistake is noted in `problems` at its path, and a filter that decides nothing is returned in its place.
    """
    if not isinstance(table, Mapping):
        problems.add(path, TableFault.WRONG_TYPE, wanted="a table", found=kind_of(table))
        return NothingKnown()
    combination = next((key for key in _COMBINATIONS if key in table), None)
    if combination is None:
        return _read_test(table, path, {**OWN_FACTS, **attributes}, problems)
    for key in table:
        if key != combination:
            problems.add(f"{path}.{key}", TableFault.UNKNOWN_KEY, known=combination)
    below = table[combination]
    if combination == "not":
        return Not(read_filter(below, f"{path}.not", attributes, problems))
    if not isinstance(below, list) or not below:
        problems.add(
            f"{path}.{combination}", TableFault.WRONG_TYPE, wanted="a list of tables, not empty", found=kind_of(below)
        )
        return NothingKnown()
    parts = tuple(
        read_filter(part, f"{path}.{combination}[{position}]", attributes, problems)
        for position, part in enumerate(below)
    )
    return Combination(parts, decisive=combination == "any")


def _read_test(table: Mapping[str, Any], path: str, attributes: AttributeForms, problems: Problems) -> CardFilter:
    before = len(problems.found)
    attribute = table.get("attribute")
    if not isinstance(attribute, str) or attribute not in attributes:
        code = TableFault.BAD_VALUE if "attribute" in table else TableFault.MISSING_ONE_OF
        problems.add(f"{path}.attribute", code, known=", ".join(attributes), found=f'"{attribute}"')
        return NothingKnown()
    form = attributes[attribute]
    kind = form.type
    tests = [key for key in table if key != "attribute"]
    known = _TESTS[kind]
    for key in tests:
        if key not in known:
            problems.add(f"{path}.{key}", TableFault.UNKNOWN_KEY, known=", ".join(("attribute", *known)))
    if len(tests) != 1:
        problems.add(path, TableFault.MISSING_ONE_OF, known=", ".join(known))
    elif not _fits(table[tests[0]], tests[0], kind):
        problems.add(
            f"{path}.{tests[0]}", TableFault.WRONG_TYPE, wanted=_wanted(tests[0], kind), found=kind_of(table[tests[0]])
        )
    elif strange := _strange(table[tests[0]], form):
        facts = {"known": ", ".join(form.values), "found": ", ".join(f'"{value}"' for value in strange)}
        problems.add(f"{path}.{tests[0]}", TableFault.BAD_VALUE, **facts)
    if len(problems.found) > before:
        return NothingKnown()
    value = table[tests[0]]
    return AttributeTest(attribute, tests[0], tuple(value) if isinstance(value, list) else value, form)


def _fits(value: Any, test: str, kind: str) -> bool:
    values = value if test == "in" and isinstance(value, list) and value else [None] if test == "in" else [value]
    return all(type(item) in _WANTED[kind] for item in values)


def _strange(value: Any, form: AttributeForm) -> list[Any]:
    """The values a test names that the attribute can never have."""
    values = value if isinstance(value, list) else [value]
    return [one for one in values if one not in form.values] if form.values else []


def _wanted(test: str, kind: str) -> str:
    one = {"integer": "a whole number", "text": "text", "list": "text", "flag": "true or false"}[kind]
    return f"a list ({one})" if test == "in" else one


def fact_of(card: Card, attribute: str) -> AttributeValue | None:
    """What is known of one attribute of a card, its number and name among them; None for nothing."""
    if attribute in OWN_FACTS:
        return (card.number if attribute == "number" else card.name) or None
    return card.attributes.get(attribute)


_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "is": lambda fact, value: bool(fact == value),
    "in": lambda fact, value: fact in value,
    "at_least": lambda fact, value: bool(fact >= value),
    "at_most": lambda fact, value: bool(fact <= value),
    "has": lambda fact, value: value in fact,
}
