"""A line with a card that nobody knows reads back with its whole name or asks; no word of a name is taken for a remark.

Names are drawn from words that are rarities, finishes and remarks elsewhere, with brackets, apostrophes and digits, and
from Chinese names that begin or end with such words. A name that ends with a finish (`… Full Art`) or an abbreviation
is not drawn: there nobody can tell, and it is one. Neither is a lone numeral or `&` before another card's name, which
is two cards to everybody.
"""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardpool.lists.names import fold_name
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.formatting import format_line
from decks.text.listing import ListEntry
from decks.text.reading import read_list
from decks.text.remark_words import CHINESE_REMARKS, ORDINARY_WORDS
from decks.text.spelling import plain_line
from tests.decks.text.list_pools import NUMBERS, PASSCODES, PRINTINGS, THREE_PARTS

LATIN = [
    *("Super", "Rare", "Ultra", "Gold", "Shiny", "Mega", "Basic", "Full", "Secret", "Promo", "Reverse", "Mr.", "En"),
    *("N's", "Team", "Rocket's", "Professor's", "Fire", "TS-1", "II", "R", "&", "of", "No.", "X", "Sr"),
]
LAST = ["Candy", "Ball", "Zorua", "Gold", "Shiny", "Super", "Heal", "ex", "V", "Energy", "PC", "2", "R", "Porygon2"]
ASIDE = ["", "", "", " (Professor Turo)", " [Sada]", " (2)", " ♂", " (Super Ball)"]
BEGINS = ["闪", "普通", "金卡", "中文", "主力", "编号", "名称", "稀有", "超", ""]
CORES = ["光赛罗", "奥特曼", "龙王", "能量", "赛罗奥特曼"]
ENDS = ["", "", "闪", "普通", "银河（初升）", "三"]
TWO_CARDS = re.compile("& (?:Candy|Ball)")
NAMES = st.one_of(
    st.builds(
        lambda words, last, aside: f"{' '.join((*words, last))}{aside}",
        st.lists(st.sampled_from(LATIN), min_size=1, max_size=3),
        st.sampled_from(LAST),
        st.sampled_from(ASIDE),
    ).filter(lambda name: name[0].isalpha() and not (name.startswith(("of ", "X ")) or TWO_CARDS.search(name))),
    st.builds("{}{}{}".format, st.sampled_from(BEGINS), st.sampled_from(CORES), st.sampled_from(ENDS)),
)
KNOWN = ("Candy", "Ball", "Basic Fire Energy", "Zorua ex", "龙王", "赛罗奥特曼", "能量")
POOLS = {
    "printings": (PRINTINGS, ("ABC-9", "LOR-TG07", "PR-SW-SWSH242"), "XYZ-{}"),
    "numbers": (NUMBERS, ("HBU09-A07", "HBU09-CR"), "HBU01-A0{}"),
    "passcodes": (PASSCODES, ("160001002", "RD-KP99-JP099"), "12010500{}"),
    "three parts": (THREE_PARTS, ("10000077", "ABC-077"), "1000000{}"),
}
STYLES = (
    "{count} {number} {name}",
    "{count}x {name} {number}",
    "{count} {name} ({number})",
    "{name} ({number}) ×{count}",
    "{number} {name} {count}张",
    "共{count}张 {name} {number}",
    "{name} x{count} {number}",
    '{count} {number} "{name}"',
)
BEFORE = ["", "- ", "1. ", "2、", "③ ", "> ", "🔥", "** ", "| ", "3 ", "SR ", "【现货】"]
BEHIND = ["", " SR", "（闪）", " ¥12", " x2", "  # 主力", "。", " 4", " |", "④", " *", " (Reverse Holo)"]
FORMS = st.sampled_from(sorted(POOLS))


def pool_of(kind: str) -> Catalogue:
    return Catalogue.of(ListedCard(POOLS[kind][2].format(at), name) for at, name in enumerate(KNOWN, 1))


def is_rest_of(name: str, found: str) -> bool:
    """Whether a name was found whole, not at all, or up to a word behind the name of a known card."""
    return found in ("", plain_line(name)) or (found in KNOWN and plain_line(name).startswith(found))


@settings(max_examples=800, deadline=None)
@given(kind=FORMS, name=NAMES, count=st.integers(1, 60), data=st.data())
def test_an_unknown_card_keeps_its_name_or_asks(kind: str, name: str, count: int, data: st.DataObject) -> None:
    form, numbers, _ = POOLS[kind]
    number, style = data.draw(st.sampled_from(numbers)), data.draw(st.sampled_from(STYLES))
    line = style.format(count=count, number=number, name=name)
    line = data.draw(st.sampled_from(BEFORE)) + line + data.draw(st.sampled_from(BEHIND))
    read = read_list(line, form=form, catalogue=pool_of(kind))
    assert read.entries or not read.is_settled, line
    for entry in read.entries:
        assert entry.count == count, line
        assert is_rest_of(name, entry.name), (line, entry.name)
        assert entry.number == number or entry.name in KNOWN, line


@settings(max_examples=400, deadline=None)
@given(kind=FORMS, known=st.sampled_from(KNOWN), count=st.integers(1, 60), data=st.data())
def test_no_word_in_front_of_a_known_name_is_left_out(kind: str, known: str, count: int, data: st.DataObject) -> None:
    form, _, _ = POOLS[kind]
    word = data.draw(
        st.sampled_from(["Super", "Rare", "Ultra", "Gold", "Shiny", "New"] if known.isascii() else BEGINS[:8])
    )
    whole = f"{word} {known}" if known.isascii() else f"{word}{known}"
    for line in (f"{count} {whole}", f"{whole} x{count}", f"{count}张 {whole}", f"{count} {whole} SR"):
        read = read_list(line, form=form, catalogue=pool_of(kind))
        assert read.entries == (), line
        assert not read.is_settled, line


@settings(max_examples=400, deadline=None)
@given(kind=FORMS, name=st.one_of(NAMES, st.text(max_size=20)), count=st.integers(1, 99), data=st.data())
def test_an_unknown_card_is_written_so_that_it_reads_back(
    kind: str, name: str, count: int, data: st.DataObject
) -> None:
    form, numbers, _ = POOLS[kind]
    number = data.draw(st.sampled_from(numbers))
    entry = ListEntry(form.sections[0].key, number, name, count, ())
    line = format_line(entry, form=form, catalogue=pool_of(kind))
    read = read_list(line, form=form, catalogue=pool_of(kind))
    assert [(one.number, one.count) for one in read.entries] == [(number, count)], line
    assert read.entries[0].name in ("", " ".join(name.split())), line
    assert read.is_settled


@pytest.mark.parametrize("word", sorted(ORDINARY_WORDS))
def test_every_ordinary_word_is_a_word_of_a_name(word: str) -> None:
    read = read_list(f"4 {word.capitalize()} Candle ABC 9", form=PRINTINGS, catalogue=pool_of("printings"))
    names = {entry.name for entry in read.entries} | {one.name for asked in read.questions for one in asked.readings}
    assert f"{word.capitalize()} Candle" in names


@pytest.mark.parametrize("word", sorted(CHINESE_REMARKS))
def test_every_chinese_remark_begins_a_name(word: str) -> None:
    read = read_list(f"3 HBU09-A99 {word}兽王", form=NUMBERS, catalogue=pool_of("numbers"))
    assert [entry.name for entry in read.entries] == [f"{word}兽王"]


SPELLED = ("Flabébé", "Boss's Orders", "Buddy-Buddy Poffin", "Judge Whistle // Twin", "Ho-Oh", "花疗环环", "赛罗奥特曼")
RESPELLED = {
    "é": "e",
    "-": " –",
    "'": "’`",
    " ": ["", "  ", "-"],
    "疗": "療",
    "环": "環",
    "赛": "賽",
    "罗": "羅",
}


@settings(max_examples=200, deadline=None)
@given(name=st.sampled_from(SPELLED), upper=st.booleans(), data=st.data())
def test_the_rules_know_a_name_that_the_reader_knows(name: str, upper: bool, data: st.DataObject) -> None:
    typed = "".join(data.draw(st.sampled_from([one, *RESPELLED.get(one, "")])) for one in name)
    catalogue = Catalogue.of(ListedCard(f"SVI-{at}", one) for at, one in enumerate(SPELLED, 1))
    read = read_list(f"1 {typed.upper() if upper else typed} XYZ 9", form=PRINTINGS, catalogue=catalogue)
    assert [fold_name(entry.name) for entry in read.entries] == [fold_name(name)]
