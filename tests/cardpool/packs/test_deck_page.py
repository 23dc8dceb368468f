"""What a pack says about the page of a deck, read strictly."""

import pytest

from cardpool.games import shipped_keys, shipped_pack, shipped_text
from cardpool.packs import ChartSpec, DeckPage, PackError, read_pack

TEXT = shipped_text("pokemon-tcg")
START = TEXT.index("[deck_page]")
END = TEXT.index("# ---- Play")


def with_table(table: str) -> str:
    """The Pokémon pack with another deck page table, or none."""
    return TEXT[:START] + table + "\n\n" + TEXT[END:]


def read(table: str) -> DeckPage:
    return read_pack(with_table(table), source="mine.toml").deck_page


def problems(table: str) -> list[str]:
    with pytest.raises(PackError) as caught:
        read_pack(with_table(table), source="mine.toml")
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("key", shipped_keys())
def test_every_shipped_pack_says_what_to_draw(key: str) -> None:
    assert shipped_pack(key).deck_page.charts


def test_a_pack_may_say_nothing() -> None:
    assert read("") == DeckPage("", None)
    assert read("[deck_page]") == DeckPage("", None)


def test_no_chart_is_not_the_same_as_nothing_said() -> None:
    assert read("[deck_page]\ncharts = []").charts == ()


def test_everything_that_can_be_said() -> None:
    page = read(
        '[deck_page]\ngroup_by = "supertype"\n'
        '[[deck_page.charts]]\nattribute = "hp"\nstep = 20\nof = { attribute = "supertype", in = ["pokemon"] }\n'
        '[[deck_page.charts]]\nattribute = "types"\nmost = 8\n'
    )
    assert page == DeckPage(
        "supertype",
        (ChartSpec("hp", step=20, of="supertype", among=("pokemon",)), ChartSpec("types", most=8)),
    )


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ('group_by = "kind"', 'deck_page.group_by: must be one of supertype, regulation_mark, rarity, found "kind"'),
        ('group_by = "hp"', 'deck_page.group_by: must be one of supertype, regulation_mark, rarity, found "hp"'),
        ('chart = "hp"', "deck_page.chart: unknown key (known: charts, group_by)"),
        ('charts = "hp"', "deck_page.charts: must be a list of tables, found text"),
        ('charts = [{ attribute = "star" }]', "deck_page.charts[0].attribute: must be one of supertype, subtypes, hp,"),
        ('charts = [{ attribute = "hp" }, { attribute = "hp" }]', 'deck_page.charts[1].attribute: "hp" is declared tw'),
        ('charts = [{ attribute = "hp", step = 0 }]', "deck_page.charts[0].step: must be 1 or more, found 0"),
        ('charts = [{ attribute = "types", step = 2 }]', "deck_page.charts[0].step: unknown key"),
        ('charts = [{ attribute = "hp", most = 2 }]', "deck_page.charts[0].most: unknown key"),
        (
            'charts = [{ attribute = "hp", width = 2 }]',
            "deck_page.charts[0].width: unknown key (known: attribute, most",
        ),
        (
            'charts = [{ attribute = "hp", of = { attribute = "hp", in = ["1"] } }]',
            "deck_page.charts[0].of.attribute: must be one of supertype, regulation_mark, rarity",
        ),
        (
            'charts = [{ attribute = "hp", of = { attribute = "supertype", in = ["monster"] } }]',
            'deck_page.charts[0].of.in[0]: must be one of pokemon, trainer, energy, found "monster"',
        ),
        ('charts = [{ attribute = "hp", of = { attribute = "rarity", in = [] } }]', "of.in: must not be empty"),
    ],
)
def test_a_mistake_is_named_with_its_place(table: str, expected: str) -> None:
    found = problems("[deck_page]\n" + table)
    assert any(expected in problem for problem in found), found
    line = TEXT[:START].count("\n") + 2
    assert all(problem.startswith(f"mine.toml:{line}:") for problem in found), found


def test_more_than_eight_charts_are_too_many() -> None:
    keys = ["supertype", "subtypes", "hp", "types", "regulation_mark", "rarity"]
    charts = ", ".join(f'{{ attribute = "{key}" }}' for key in [*keys, *keys[:3]])
    assert any(
        "deck_page.charts: must be at most 8 charts, found 9" in one
        for one in problems(f"[deck_page]\ncharts = [{charts}]")
    )
