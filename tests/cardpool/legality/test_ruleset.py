"""Compiling rules: every mistake in a pack is named with file, path and line."""

from pathlib import Path
from typing import Any

import pytest

from cardpool.games import shipped_text
from cardpool.legality.ruleset import RULE_KINDS, Exchange, read_ruleset
from cardpool.legality.violations import ViolationCode
from cardpool.packs import read_pack
from cardpool.packs.problems import PackError

PACK: dict[str, Any] = {
    "key": "small",
    "ruleset": {"version": "1"},
    "sections": [{"key": "main"}, {"key": "side"}],
    "cards": {
        "identity": "number",
        "attributes": [
            {"key": "cost", "type": "integer"},
            {"key": "marks", "type": "list"},
            {"key": "basic", "type": "flag"},
            {"key": "camp", "type": "text", "values": [{"key": "light"}, {"key": "dark"}]},
        ],
    },
    "play": {"best_of": [1, 3]},
    "rules": [{"kind": "pool", "clause": ""}],
}
SIZE = {"kind": "section_size", "section": "main", "exactly": 40, "clause": "1"}
COPIES = {"kind": "copies", "sections": ["main"], "at_most": 3, "clause": "1"}
GROUP = {"kind": "group", "sections": ["main"], "at_most": 1, "clause": "1"}
COST = {"attribute": "cost", "is": 1}


def problems(*rules: dict[str, Any]) -> list[str]:
    with pytest.raises(PackError) as caught:
        read_ruleset(PACK | {"rules": [*PACK["rules"], *rules]}, source="small.toml")
    return [str(problem).removeprefix("small.toml: ") for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (SIZE | {"kind": "sizes"}, 'rules[1].kind: unknown rule kind "sizes" (known: copies, exclusive, group,'),
        (SIZE | {"exact": 4}, "rules[1].exact: unknown key (known: at_least, at_most, best_of, clause, exactly,"),
        ({"kind": "section_size", "section": "main", "clause": "1"}, "rules[1]: missing (one of: exactly, at_least,"),
        (SIZE | {"section": "extra"}, 'rules[1].section: must be one of main, side, found "extra"'),
        (SIZE | {"section": 4}, "rules[1].section: must be text, found a whole number"),
        (SIZE | {"exactly": "40"}, "rules[1].exactly: must be a whole number, found text"),
        (SIZE | {"exactly": -1}, "rules[1].exactly: must be 0 or more, found -1"),
        (SIZE | {"exactly": True}, "rules[1].exactly: must be a whole number, found true or false"),
        (SIZE | {"at_most": 50}, "rules[1].at_most: must be one of either exactly or at_most, found both"),
        (
            {"kind": "section_size", "section": "main", "at_least": 5, "at_most": 4, "clause": "1"},
            "rules[1].at_most: must be 5 or more",
        ),
        (GROUP | {"where": COST, "at_least": 2, "at_most": 1}, "rules[1].at_most: must be 2 or more"),
        (SIZE | {"best_of": [5]}, "rules[1].best_of: must be one of lists of 1, 3, found [5]"),
        (SIZE | {"best_of": []}, "rules[1].best_of: must be one of lists of 1, 3, found []"),
        (SIZE | {"best_of": 3}, "rules[1].best_of: must be one of lists of 1, 3, found 3"),
        (SIZE | {"clause": 1}, "rules[1].clause: must be text"),
        ({"kind": "pool"}, "rules[1].clause: missing"),
        (COPIES | {"sections": ["main", "extra"]}, 'rules[1].sections[1]: must be one of main, side, found "extra"'),
        (COPIES | {"sections": []}, "rules[1].sections: must not be empty"),
        (COPIES | {"sections": "main"}, "rules[1].sections: must be a list of texts"),
        (COPIES | {"sections": [1]}, "rules[1].sections: must be a list of texts"),
        ({"kind": "copies", "sections": ["main"], "clause": "1"}, "rules[1].at_most: missing"),
        (COPIES | {"own_limit": 1}, "rules[1].own_limit: must be true or false"),
        (GROUP, "rules[1].where.attribute: missing (one of: number, name, cost, marks, basic, camp)"),
        (GROUP | {"where": "cost"}, "rules[1].where: must be a table"),
        (
            GROUP | {"where": COST | {"attribute": "size"}},
            "rules[1].where.attribute: must be one of number, name, cost",
        ),
        (GROUP | {"where": {"attribute": "cost"}}, "rules[1].where: missing (one of: is, in, at_least, at_most)"),
        (GROUP | {"where": COST | {"in": [1]}}, "rules[1].where: missing (one of: is, in, at_least, at_most)"),
        (GROUP | {"where": {"attribute": "cost", "is": "1"}}, "rules[1].where.is: must be a whole number"),
        (GROUP | {"where": {"attribute": "cost", "is": True}}, "rules[1].where.is: must be a whole number"),
        (GROUP | {"where": {"attribute": "cost", "in": 1}}, "rules[1].where.in: must be a list (a whole number)"),
        (GROUP | {"where": {"attribute": "cost", "in": []}}, "rules[1].where.in: must be a list (a whole number)"),
        (GROUP | {"where": {"attribute": "basic", "is": 1}}, "rules[1].where.is: must be true or false"),
        (
            GROUP | {"where": {"attribute": "marks", "is": "x"}},
            "rules[1].where.is: unknown key (known: attribute, has)",
        ),
        (GROUP | {"where": {"all": [COST], "any": [COST]}}, "rules[1].where.any: unknown key (known: all)"),
        (GROUP | {"where": {"all": []}}, "rules[1].where.all: must be a list of tables, not empty"),
        (GROUP | {"where": {"any": COST}}, "rules[1].where.any: must be a list of tables, not empty"),
        (
            GROUP | {"where": {"any": [COST, {"not": {"attribute": "cost", "is": []}}]}},
            "rules[1].where.any[1].not.is: must be a whole number",
        ),
        (
            GROUP | {"where": {"attribute": "camp", "is": "lihgt"}},
            'rules[1].where.is: must be one of light, dark, found "lihgt"',
        ),
        (
            GROUP | {"where": {"attribute": "camp", "in": ["dark", "drak", "x"]}},
            'rules[1].where.in: must be one of light, dark, found "drak", "x"',
        ),
        (GROUP | {"where": COST, "names": {"zh": "一"}}, "rules[1].names.en: missing"),
        (
            {"kind": "exclusive", "sections": ["main"], "groups": [COST], "clause": "1"},
            "rules[1].groups: must be a list of two or more card filters",
        ),
    ],
)
def test_a_mistake_is_named_with_its_path(rule: dict[str, Any], expected: str) -> None:
    assert any(problem.startswith(expected) for problem in problems(rule)), problems(rule)


def test_every_mistake_is_reported() -> None:
    assert len(problems(SIZE | {"section": "extra"}, COPIES | {"at_most": -1}, SIZE | {"kind": "x"})) == 3


def test_a_pack_without_a_pool_rule_would_let_unknown_cards_pass() -> None:
    with pytest.raises(PackError, match="no rule of kind pool"):
        read_ruleset(PACK | {"rules": [SIZE]})


def test_a_mistake_in_a_file_has_its_line() -> None:
    text = shipped_text("ultraman-hero-duel").replace('kind = "copies"', 'kind = "copys"', 1)
    pack = read_pack(text, source="mine.toml")
    with pytest.raises(PackError) as caught:
        read_ruleset(pack.mapping, source=pack.source, line_of=pack.line_of)
    line = text[: text.index('"copys"')].count("\n") + 1
    assert str(caught.value).startswith(f'mine.toml:{line}: rules[3].kind: unknown rule kind "copys"')


def test_the_shipped_ruleset() -> None:
    pack = read_pack(shipped_text("ultraman-hero-duel"), source="ultraman-hero-duel.toml")
    rules = read_ruleset(pack.mapping)
    assert rules.name == "ultraman-hero-duel V1.9"
    assert rules.best_of == (1, 3, 5)
    assert [rule.clause for rule in rules.rules_for(1)] == ["1.0.2", "1.0.2a", "1.0.2", "1.1.1", "2.0.7", ""]
    assert [rule.clause for rule in rules.rules_for(3)] == ["1.0.2", "1.0.2a", "1.0.2a", "1.1.1", "2.0.7", ""]
    assert rules.exchange == Exchange(("main", "side"), True, "1.0.2b", "1.0.2c")


def test_every_rule_kind_and_violation_is_in_the_handbook() -> None:
    handbook = (Path(__file__).parents[3] / "docs" / "games" / "pack-format.md").read_text(encoding="utf-8")
    assert [kind for kind in RULE_KINDS if f"| `{kind}` |" not in handbook] == []
    assert [code for code in ViolationCode if f"`{code}`" not in handbook] == []
