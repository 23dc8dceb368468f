"""Mistakes of packs in words: every code, and the texts in the readers' facts, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.translation import gettext

from cardpool.intake.problems import TableFault
from cardpool.legality.problems import RuleFault
from cardpool.pack_check import check_pack
from cardpool.packs.problems import PackFault
from cardpool.services.pack_drafts import PublishingCode
from cardpool.wording.pack_problems import say_phrase, say_problem
from tests.web.games.keeping import CARDS, PACK
from tournaments.archive.problems import ArchiveFault

CHANGES = [
    ('key = "lantern-clash"', 'key = "Lantern"'),
    ("effective = 2026-01-01", 'effective = "soon"'),
    ("effective = 2026-01-01", "effective = 2026-13-01"),
    ('identity = "name"', 'identity = "colour"'),
    ('identity = "name"', "identity = 3"),
    ('identity = "name"', ""),
    ('patterns = ["AA-9{2,3}"]', "patterns = []"),
    ('patterns = ["AA-9{2,3}"]', 'patterns = ["-9"]'),
    ('examples = ["LC-01"', 'examples = ["nonsense"'),
    ('key = "keeper"\nnames', 'key = "main"\nnames'),
    ('kind = "copies"', 'kind = "copys"'),
    ('sections = ["main"]\nat_most', "sections = []\nat_most"),
    ("at_most = 3", 'at_most = "3"'),
    ("exactly = 20", "exactly = 20\nexactly = 21"),
    ("exactly = 20", "exactly 20"),
    ("exactly = 20", "exactly ="),
    ("exactly = 20", "exactly = 20 cards"),
    ('zh = "灯笼对决"', 'zh = "灯笼对决'),
    ("best_of = [1, 3]", "best_of = [1, 3"),
    ("best_of = [1, 3]", "best_of = [2]"),
    ("best_of = [1, 3]", 'best_of = "1"'),
    ("[tournament]", "[tournament"),
    ("[tournament]", "[cards]"),
    ('where = { attribute = "golden", is = true }', 'where = { attribute = "gold", is = true }'),
    ('where = { attribute = "golden", is = true }', 'where = { attribute = "golden", is = 1 }'),
    ('where = { attribute = "kind", is = "keeper" }', 'where = { attribute = "kind", in = ["cat"] }'),
    ('kind = "pool"', 'kind = "restrictions"\nsections = ["main"]'),
]


def test_every_code_has_a_sentence_in_both_languages() -> None:
    codes = (*TableFault, *PackFault, *RuleFault, *PublishingCode, *ArchiveFault)
    assert len(set(codes)) == len(codes)
    with translation.override("zh-hans"):
        assert [code for code in codes if gettext(code.sentence) == code.sentence] == [PackFault.BAD_ROW]


@pytest.mark.parametrize(("before", "after"), CHANGES)
def test_a_mistake_is_said_wholly_in_the_readers_language(before: str, after: str) -> None:
    assert before in PACK
    found = check_pack(PACK.replace(before, after, 1), source="pack.toml", cards_text=CARDS, cards_source="cards.csv")
    assert found.problems
    for problem in found.problems:
        with translation.override("en"):
            english = say_problem(problem)
        with translation.override("zh-hans"):
            chinese = say_problem(problem)
        assert english != chinese
        assert re.search(r"[\u4e00-\u9fff]", chinese)
        # What remains in Latin letters are names from the file or its format, not words of a sentence.
        assert not re.search(r"\b(must|found|missing|expected|after|the|is|of|cannot|value)\b", chinese, re.IGNORECASE)


@pytest.mark.parametrize(
    ("before", "after"),
    [("LC-03", "LC-3x"), ("LC-03", "LC-02"), ("lantern,0", "cat,0"), ("lantern,0", "lantern,maybe"), (",0\n", "\n")],
)
def test_a_mistake_in_the_cards_is_said_too(before: str, after: str) -> None:
    cards = CARDS.replace(before, after, 1)
    (problem, *_rest) = check_pack(PACK, source="pack.toml", cards_text=cards, cards_source="cards.csv").problems
    with translation.override("zh-hans"):
        assert re.search(r"[\u4e00-\u9fff]", say_problem(problem))


def test_english_is_what_the_command_line_says() -> None:
    text = PACK.replace("exactly = 20", "exactly = true").replace('identity = "name"', 'identity = "colour"')
    with translation.override("en"):
        for problem in check_pack(text, source="p").problems:
            assert say_problem(problem) == problem.sentence


def test_phrases_nobody_knows_stay_as_they_are() -> None:
    assert say_phrase('"mian"') == '"mian"'
    assert say_phrase("main, keeper") == "main, keeper"
    with translation.override("zh-hans"):
        assert say_phrase("a list (text)") == "文字列表"


def test_the_readers_say_nothing_that_is_unknown_here() -> None:
    """Every `wanted` in the readers' source has a text."""
    root = Path(__file__).parents[2]
    files = [
        *root.glob("cardpool/intake/*.py"),
        *root.glob("cardpool/packs/*.py"),
        *root.glob("cardpool/legality/*.py"),
    ]
    said = {phrase for file in files for phrase in re.findall(r'wanted="([^"{]+)"', file.read_text(encoding="utf-8"))}
    assert len(said) > 5
    with translation.override("zh-hans"):
        assert [phrase for phrase in sorted(said) if say_phrase(phrase) == phrase] == []
