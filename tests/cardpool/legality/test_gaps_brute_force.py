"""The three verdicts against a judge who tries every way in which what is not known could turn out.

*Legal* and *not legal* are said exactly where every way agrees, *undecided* exactly where they do not. The judge shares
no code with the engine: for each way he gives every unknown card a name of its own or another card's, its facts, what
it states and what it brings, lays the cards on the table and counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import product
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardpool.legality.card_pool import CardPool, PoolPolicy
from cardpool.legality.check import check_deck
from cardpool.legality.deck import Card, Deck, DeckEntry
from cardpool.legality.restriction import Restriction
from cardpool.legality.ruleset import read_ruleset
from cardpool.lists.entries import RestrictionKind
from tests.cardpool.legality.small_game import pack

DAY = date(2026, 5, 1)
LABEL = {"zh": "甲", "en": "A"}
BASIC = {"all": [{"attribute": "camp", "is": "energy"}, {"attribute": "basic", "is": True}]}
FIGHTER = {"all": [{"attribute": "camp", "is": "monster"}, {"attribute": "basic", "is": True}]}
CHEAP = {"attribute": "cost", "at_most": 1}
EITHER = {"any": [{"attribute": "camp", "is": "energy"}, {"not": {"attribute": "camp", "is": "energy"}}]}
GREAT = {
    "kind": "group",
    "sections": ["main"],
    "where": {"attribute": "marks", "has": "great"},
    "at_most": 1,
    "names": LABEL,
}
CAMPS, COSTS, MARKS = ("energy", "monster", "other"), (0, 1, 2), ((), ("great",))

# Number: name, further names, facts, own limit, what it brings.
POOL = {
    "K1": Card("K1", "alpha", {"camp": "monster", "basic": True, "cost": 1, "marks": ()}),
    "K2": Card("K2", "alpha", {"camp": "monster", "basic": False, "cost": 2, "marks": ("great",)}, 1, ("甲",)),
    "K3": Card("K3", "乙", {"camp": "energy", "basic": True, "cost": 0, "marks": ()}),
    "K4": Card("K4", "delta", {"camp": "monster", "cost": 1, "marks": ()}),
    "K5": Card("K5", "epsilon", {"basic": True}, deck_rules=(GREAT,)),
    "K6": Card("K6", "omega", {"camp": "monster", "basic": True, "marks": ("great",)}),
}
UNKNOWN = ("U1", "U2")
TYPED = ("", "", "alpha", "乙", "zeta", "theta", "丙")

IMPOSSIBLE = {"kind": "impossible", "section": "main"}
REPLACED = {"kind": "replaced", "section": "main"}
"""What a card brings that puts a rule that every deck keeps in place of each of the game's."""

PRINTABLE = ("section_size", "copies", "group", "section_cards", "exclusive")
SIZE = {"kind": "section_size", "section": "main", "at_most": 7}
COPIES = {"kind": "copies", "sections": ["main"], "at_most": 2}
RULES = [
    SIZE,
    COPIES,
    {**COPIES, "unless": BASIC},
    {**COPIES, "own_limit": True, "unknown_limits": []},
    {**COPIES, "own_limit": True, "unknown_limits": [1], "sections": ["main", "leader"]},
    {**COPIES, "own_limit": True, "unknown_limits": [4]},
    {**COPIES, "own_limit": True},
    {"kind": "group", "sections": ["main"], "where": FIGHTER, "at_least": 1, "names": LABEL},
    {"kind": "group", "sections": ["main"], "where": CHEAP, "at_least": 2, "at_most": 4, "names": LABEL},
    GREAT,
    {"kind": "section_cards", "section": "leader", "where": CHEAP, "names": LABEL},
    {"kind": "section_cards", "section": "main", "where": EITHER, "names": LABEL},
    {"kind": "exclusive", "sections": ["main"], "groups": [BASIC, CHEAP], "names": LABEL},
    {"kind": "exclusive", "sections": ["main"], "groups": [FIGHTER, BASIC, CHEAP], "names": LABEL},
    {"kind": "printed_rules", "sections": ["main"], "unknown_rules": []},
    {"kind": "printed_rules", "sections": ["main"], "unknown_rules": [GREAT]},
    {"kind": "printed_rules", "sections": ["leader"]},
    {"kind": "printed_rules", "sections": ["main", "leader"], "unknown_rules": [], "unknown_replace": ["leader"]},
    {"kind": "pool", "where": EITHER},
    {"kind": "pool", "where": {"attribute": "basic", "is": True}},
    {"kind": "restrictions", "sections": ["main"]},
]
RESTRICTED, NOT_BASIC, OWN, FIGHTERS = RULES[-1], RULES[2], RULES[3], RULES[7]
PRINTED = [rule for rule in RULES if rule["kind"] == "printed_rules"][:2]
CHOICE = Restriction(RestrictionKind.CHOOSE_ONE, ("alpha", "delta"), limit=1)
OF_THREE = Restriction(RestrictionKind.CHOOSE_ONE, ("K3", "delta", "zeta"), limit=2)
TWO = Restriction(RestrictionKind.LIMITED, ("alpha",), limit=2)
RESTRICTIONS = st.builds(
    Restriction,
    st.sampled_from(list(RestrictionKind)),
    st.lists(st.sampled_from(["alpha", "K3", "delta", "zeta"]), min_size=1, max_size=3, unique=True).map(tuple),
    limit=st.integers(1, 2),
)


@dataclass(frozen=True)
class Table:
    """One card on the table in one way: where, how many, who it is, its facts, what it states and brings."""

    number: str
    section: str
    count: int
    who: str
    facts: dict[str, Any]
    states: int | None
    brings: tuple[dict[str, Any], ...]


def is_meant(where: dict[str, Any], facts: dict[str, Any]) -> bool:
    if "all" in where:
        return all(is_meant(part, facts) for part in where["all"])
    if "any" in where:
        return any(is_meant(part, facts) for part in where["any"])
    if "not" in where:
        return not is_meant(where["not"], facts)
    fact = facts[where["attribute"]]
    if "has" in where:
        return where["has"] in fact
    return fact <= where["at_most"] if "at_most" in where else fact == where["is"]


def holds(rule: dict[str, Any], table: list[Table]) -> bool:
    """Whether the cards on the table keep one rule."""
    if rule["kind"] == "pool":
        return all(is_meant(rule["where"], card.facts) for card in table)
    sections = rule.get("sections") or [rule["section"]]
    here = [card for card in table if card.section in sections]
    if rule["kind"] in ("impossible", "replaced"):
        return bool(rule["kind"] == "replaced")
    if rule["kind"] == "section_size":
        return sum(card.count for card in here) <= rule["at_most"]
    if rule["kind"] == "group":
        count = sum(card.count for card in here if is_meant(rule["where"], card.facts))
        return rule.get("at_least", 0) <= count <= rule.get("at_most", 99)
    if rule["kind"] == "section_cards":
        return all(is_meant(rule["where"], card.facts) for card in here)
    if rule["kind"] == "exclusive":
        return sum(any(is_meant(group, card.facts) for card in here) for group in rule["groups"]) <= 1
    for who in {card.who for card in here}:
        same = [card for card in here if card.who == who]
        own = [card.states for card in same if card.states is not None] if rule.get("own_limit") else []
        free = rule.get("unless")
        count = sum(card.count for card in same if free is None or not is_meant(free, card.facts))
        if count > min(own, default=rule["at_most"]):
            return False
    return True


def are_kept(restrictions: list[Restriction], table: list[Table], typed: dict[str, str]) -> bool:
    """Whether no card is beyond what is restricted; a name means whichever card has it."""
    zeta = next((card.who for card in table if typed.get(card.number) == "zeta"), "zeta")
    names = {"alpha": "alpha", "K3": "乙", "delta": "delta", "zeta": zeta}
    for one in restrictions:
        counts = [
            sum(card.count for card in table if card.section == "main" and card.who == names[key]) for key in one.cards
        ]
        if one.kind is RestrictionKind.UNRELEASED:
            numbers = [card.number for card in table if card.section == "main"]
            if any(key in numbers if key == "K3" else count for key, count in zip(one.cards, counts, strict=True)):
                return False
        elif one.kind is RestrictionKind.UNLISTED:
            listed = {names[key] for key in one.cards}
            if any(card.who not in listed for card in table if card.section == "main"):
                return False
        elif one.kind is RestrictionKind.CHOOSE_ONE:
            played = {names[key] for key, count in zip(one.cards, counts, strict=True) if count}
            if len(played) > one.limit:  # Different cards, however many of its names the restriction lists.
                return False
        elif any(count > (one.limit if one.kind is RestrictionKind.LIMITED else 0) for count in counts):
            return False
    return True


def identities(typed: dict[str, str], by_name: bool) -> Iterator[dict[str, str]]:
    """Every way in which the unknown numbers are cards: of the pool, each other's, or their own."""
    if not by_name:
        yield {number: number for number in typed}
        return
    known = {
        "alpha": {"letters", "han"},
        "乙": {"han"},
        "delta": {"letters"},
        "epsilon": {"letters"},
        "omega": {"letters"},
    }
    script = {"": "", "alpha": "letters", "zeta": "letters", "theta": "letters", "乙": "han", "丙": "han"}
    sure = {"alpha": "alpha", "乙": "乙", "甲": "alpha"}
    others = {name for name in typed.values() if name and name not in sure} | {"zeta"}
    choices = {}
    for number, name in typed.items():
        if name in sure:
            choices[number] = [sure[name]]
        elif not name:
            choices[number] = [*known, *others, f"own {number}", "shared"]
        else:
            choices[number] = [name, *(who for who in known if script[name] not in known[who])]
            choices[number] += [who for who in others if script[who] != script[name]]
    for chosen in product(*choices.values()):
        found = dict(zip(choices, chosen, strict=True))
        # A card bears one name in each script, and each name belongs to one card.
        names: dict[str, set[str]] = {}
        for number, who in found.items():
            names.setdefault(who, set(filter(None, [who if who in others else ""]))).update(
                filter(None, [typed[number]])
            )
        bearers: dict[str, set[str]] = {}
        for number, who in found.items():
            for name in {typed[number], who if who in others else ""} - {""}:
                bearers.setdefault(name, set()).add(who)
        clash = any(
            len({script[name] for name in said if name in script}) < len(said)
            for who, said in names.items()
            if who not in known
        ) or any(
            len([name for name in said if name not in sure and script[name] == kind]) > 1
            for who, said in names.items()
            if who in known
            for kind in ("letters", "han")
        )
        if not clash and all(len(who) == 1 for who in bearers.values()):
            yield found


def worlds(deck: list[tuple[str, str, int, str]], rules: list[dict[str, Any]], by_name: bool) -> Iterator[list[Table]]:
    """Every way the gaps could be filled, as cards on the table."""
    typed = {number: name for _, number, _, name in deck if number in UNKNOWN}
    printed = [rule for rule in rules if rule["kind"] == "printed_rules"]
    owning = [rule for rule in rules if rule["kind"] == "copies" and rule.get("own_limit")]
    numbers = list(dict.fromkeys(number for _, number, _, _ in deck))
    places = {number: {section for section, one, _, _ in deck if one == number} for number in numbers}

    def facts(number: str) -> Iterator[dict[str, Any]]:
        stated = POOL[number].attributes if number in POOL else {}
        if typed.get(number) == "乙":  # One of the kind that the rules name, so what the pool says of it holds.
            stated = POOL["K3"].attributes
        asked = "camp basic" + repr(rules) + repr([POOL[one].deck_rules for one in numbers if one in POOL])
        domains = {"camp": CAMPS, "basic": (True, False), "cost": COSTS, "marks": MARKS}
        for chosen in product(
            *(
                (stated[key],) if key in stated else values if key in asked else values[:1]
                for key, values in domains.items()
            )
        ):
            found = dict(zip(domains, chosen, strict=True))
            # The pool has every basic energy by its name.
            if number in typed and typed[number] and is_meant(BASIC, found) != (typed[number] == "乙"):
                continue
            yield found

    for who in identities(typed, by_name):
        choices = []
        for number in numbers:
            if number in POOL:
                card = POOL[number]
                name = {"甲": "alpha"}.get(card.name, card.name) if by_name else number
                brings = (
                    tuple(card.deck_rules) if any(places[number] & set(rule["sections"]) for rule in printed) else ()
                )
                choices.append([(name, one, card.copy_limit, brings) for one in facts(number)])
                continue
            states: list[int | None] = [None]
            for rule in owning:
                states += rule.get("unknown_limits", [0, 99])
            states += [1] if by_name and owning and who[number] == "alpha" else []
            brought: list[tuple[dict[str, Any], ...]] = [()]
            for rule in printed:
                if places[number] & set(rule["sections"]):
                    brought += [(one,) for one in rule.get("unknown_rules", [IMPOSSIBLE])]
                if places[number] & set(rule.get("unknown_replace", [])):
                    brought += [(IMPOSSIBLE,), (REPLACED,)]
            limits = dict.fromkeys(states)
            choices.append(
                [(who[number], one, limit, brings) for one in facts(number) for limit in limits for brings in brought]
            )
        for chosen in product(*choices):
            by_number = dict(zip(numbers, chosen, strict=True))
            yield [Table(number, section, count, *by_number[number]) for section, number, count, _ in deck]


def brute_force(
    deck: list[tuple[str, str, int, str]], rules: list[dict[str, Any]], restrictions: list[Restriction], by_name: bool
) -> str:
    found = set()
    for table in worlds(deck, rules, by_name):
        brought = [rule for card in table for rule in card.brings]
        gone = PRINTABLE if REPLACED in brought else ()
        judged = [rule for rule in rules if rule["kind"] not in ("printed_rules", "restrictions", *gone)]
        legal = all(holds(rule, table) for rule in (*judged, *brought))
        if any(rule["kind"] == "restrictions" for rule in rules):
            legal = legal and are_kept(restrictions, table, {number: name for _, number, _, name in deck})
        found.add(legal)
        if len(found) == 2:
            return "undecided"
    return "legal" if found == {True} else "not_legal"


def what_it_is(rule: dict[str, Any]) -> str:
    """Rules of which one game has one at most: what unknown cards may state is one fact about them."""
    return "own limits" if rule.get("own_limit") else repr(rule)


@st.composite
def decks(draw: st.DrawFn) -> list[tuple[str, str, int, str]]:
    names = {number: draw(st.sampled_from(TYPED)) for number in UNKNOWN}
    lines = draw(
        st.lists(
            st.tuples(
                st.sampled_from(["main", "main", "main", "leader"]),
                st.sampled_from([*POOL, *UNKNOWN, *UNKNOWN]),
                st.integers(1, 3),
            ),
            min_size=1,
            max_size=4,
        )
    )
    return [(section, number, count, names.get(number, "")) for section, number, count in lines]


@settings(max_examples=300, deadline=None)
@given(
    deck=decks(),
    rules=st.lists(st.sampled_from(RULES), min_size=1, max_size=4, unique_by=what_it_is),
    restrictions=st.lists(RESTRICTIONS, max_size=2),
    by_name=st.booleans(),
)
@example([("main", "K1", 1, ""), ("main", "U1", 1, "")], [RESTRICTED], [CHOICE], True)
@example([("main", "U1", 1, ""), ("main", "U2", 1, "丙")], [RESTRICTED], [CHOICE], True)
@example([("main", "U1", 1, "zeta")], [RESTRICTED], [CHOICE], True)
@example([("main", "U1", 1, "丙"), ("main", "U2", 1, "zeta")], [RESTRICTED], [CHOICE], True)
@example([("main", "K4", 1, ""), ("main", "U1", 1, "zeta")], [SIZE, RESTRICTED], [OF_THREE], True)
@example([("main", "K1", 1, ""), ("main", "U1", 1, "丙")], [RESTRICTED], [TWO], True)
@example([("main", "K1", 2, ""), ("main", "U1", 1, "丙")], [RESTRICTED], [TWO], True)
@example([("main", "U1", 3, "")], [OWN], [], False)
@example([("main", "U1", 3, "")], [NOT_BASIC, FIGHTERS], [], False)
@example([("main", "K2", 1, ""), ("main", "U1", 1, "丙"), ("main", "U2", 3, "")], [*PRINTED, OWN], [], True)
def test_a_verdict_is_given_exactly_where_every_way_agrees(
    deck: list[tuple[str, str, int, str]], rules: list[dict[str, Any]], restrictions: list[Restriction], by_name: bool
) -> None:
    if not by_name:
        restrictions = []
    game = pack(*rules, identity="name" if by_name else "number")
    game["cards"]["known_by_name"] = [BASIC]
    pool = CardPool(
        POOL, PoolPolicy.OPEN, tuple(restrictions), lambda number: number[0] in "KU" and number[1:].isdigit()
    )
    entries = tuple(DeckEntry(section, number, count, name) for section, number, count, name in deck)
    report = check_deck(Deck(entries), read_ruleset(game), best_of=1, pool=pool, as_of=DAY)
    assert report.verdict == brute_force(deck, rules, restrictions, by_name), report
    assert bool(report.questions) or report.verdict != "undecided"
