"""Reading `[lists]` strictly."""

import re

import pytest

from cardpool.games import shipped_text
from cardpool.packs import PackError, read_pack
from cardpool.packs.list_formats import ListFormats, PtcgGroup, YdkSections

PLAIN = re.sub(r"\[lists.*?\n\n(?=#)", "", shipped_text("rush-duel"), flags=re.DOTALL)
GROUPS = 'groups = [{ word = "Monster", attribute = "kind", is = "monster" }]'


def lists_of(table: str) -> ListFormats:
    return read_pack(f"{PLAIN}\n{table}\n", source="game.toml").lists


def problems_of(table: str) -> list[str]:
    with pytest.raises(PackError) as caught:
        lists_of(table)
    return [f"{problem.path}: {problem.sentence}" for problem in caught.value.problems]


def test_numbers_that_count_again_behind_letters() -> None:
    galleries = 'galleries = [{ letters = "TG", sets = ["SIT", "LOR"] }]'
    ptcg = lists_of(f'[lists.ptcg]\nsection = "main"\n{GROUPS}\n{galleries}').ptcg
    assert ptcg is not None
    assert ptcg.galleries == {"TG": ("SIT", "LOR")}


def test_words_that_make_another_name() -> None:
    ptcg = lists_of(f'[lists.ptcg]\nsection = "main"\n{GROUPS}\nname_words = ["ex", "Dark"]').ptcg
    assert ptcg is not None
    assert ptcg.name_words == ("ex", "Dark")


def test_a_pack_without_any() -> None:
    assert lists_of("") == ListFormats()


def test_the_parts_of_a_ydk_file() -> None:
    assert lists_of('[lists.ydk]\nmain = "main"\nextra = "extra"').ydk == YdkSections("main", "extra", "")
    assert lists_of('[lists.ydk]\nmain = "extra"\nside = "main"').ydk == YdkSections("extra", "", "main")


def test_the_groups_of_a_ptcg_list() -> None:
    ptcg = lists_of(
        f'[lists.ptcg]\nsection = "main"\ntitles = ["Deck List"]\n{GROUPS}\nsymbols = [{{ sign = "R", word = "Fire" }}]'
    ).ptcg
    assert ptcg is not None
    assert (ptcg.section, ptcg.titles, ptcg.symbols) == ("main", ("Deck List",), {"R": "Fire"})
    assert (ptcg.promos, ptcg.galleries, ptcg.name_words) == ({}, {}, ())
    assert ptcg.groups == (PtcgGroup("Monster", "kind", "monster"),)


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ("[lists.ydk]", "lists.ydk.main: missing"),
        ('[lists.ydk]\nmain = "side"', 'lists.ydk.main: must be one of main, extra, found "side"'),
        ('[lists.ydk]\nmain = "main"\nextra = "main"', 'lists.ydk: "main" is declared twice'),
        ('[lists.ydk]\nmain = "main"\nmian = "x"', "lists.ydk.mian: unknown key (known: extra, main, side)"),
        ("[lists.pdf]", "lists.pdf: unknown key (known: ptcg, ydk)"),
        ('[lists.ptcg]\nsection = "main"', "lists.ptcg.groups: missing"),
        (f"[lists.ptcg]\n{GROUPS}", "lists.ptcg.section: missing"),
        (
            '[lists.ptcg]\nsection = "main"\ngroups = [{ word = "x", attribute = "colour", is = "red" }]',
            "lists.ptcg.groups[0].attribute: must be one of kind, extra_deck",
        ),
        (
            f'[lists.ptcg]\nsection = "main"\n{GROUPS}\nsymbols = [{{ sign = "R" }}]',
            "lists.ptcg.symbols[0].word: missing",
        ),
        ('lists = "ydk"', "lists: must be a table, found text"),
    ],
)
def test_mistakes_have_their_place(table: str, problem: str) -> None:
    found = problems_of(table) if table.startswith("[") else problems_before(table)
    assert any(one.startswith(problem) for one in found), found


def problems_before(line: str) -> list[str]:
    """The problems of a key above all tables."""
    with pytest.raises(PackError) as caught:
        read_pack(f"{line}\n{PLAIN}", source="game.toml")
    return [f"{problem.path}: {problem.sentence}" for problem in caught.value.problems]
