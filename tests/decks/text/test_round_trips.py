"""A line that is printed, in any style and with any decoration, reads back as the same card or asks; never as another.

Names and numbers are drawn from a pool that has look-alikes on purpose: names within names, names that end in digits,
names that are set codes, counts or the numbers of other cards, numbers with zeros before them, and numbers that the
pool does not know.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.formatting import format_line
from decks.text.listing import ListEntry
from decks.text.reading import read_list
from tests.decks.text.list_pools import NUMBERS, PASSCODES, PRINTINGS

POOLS = {
    "numbers": (
        NUMBERS,
        (
            *(ListedCard("HBU01-A07", "赛罗奥特曼"), ListedCard("HBU01-A10", "赛罗奥特曼月神奇迹型")),
            *(ListedCard("HBU01-A01", "赛罗"), ListedCard("HBU01-CR", "张飞"), ListedCard("HBU02-A07", "Ace 2")),
            *(ListedCard("HBU02-A10", "Ace"), ListedCard("HBU-JCA-01", "一刀"), ListedCard("HBU03-X07", "X 3")),
            *(ListedCard("HBU03-A01", "三国三"), ListedCard("HBU03-A02", "SR"), ListedCard("HBU03-A03", "HBU03-A04")),
            *(ListedCard("HBU04-A01", "(2)"), ListedCard("HBU04-A02", "HBU01-A10"), ListedCard("HBU04-A03", "三")),
            *(ListedCard("HBU04-A04", "2"), ListedCard("HBU04-A05", "Three"), ListedCard("HBU04-A06", "三张")),
        ),
        ("HBU09-A07", "HBU01-A99", "HBU09-CR", "HBX01-A07", "HBU-JCA-07", "HBU03-A04"),
    ),
    "printings": (
        PRINTINGS,
        (
            *(ListedCard("MEW-150", "Mewtwo"), ListedCard("MEW-151", "Mew"), ListedCard("UNM-156", "Porygon2")),
            *(ListedCard("UNM-155", "Porygon"), ListedCard("FCO-105", "N"), ListedCard("OBF-125", "Charizard ex")),
            *(ListedCard("OBF-26", "Charizard"), ListedCard("SIT-TG03", "Gardevoir"), ListedCard("XY-96", "Xerneas")),
            *(ListedCard("LA-136", "Technical Machine TS-1"), ListedCard("SVI-181", "Nest Ball")),
            *(ListedCard("MEW-152", "MEW 150"), ListedCard("SVI-9", "SVI 18"), ListedCard("PAF-2", "(2)")),
        ),
        ("TWM-9", "SIT-TG07", "SVI-18", "PR-SW-SWSH242", "MEW-15", "CEL-15A1", "TWM-009"),
    ),
    "passcodes": (
        PASSCODES,
        (
            *(
                ListedCard("120105001", "七星道魔导人"),
                ListedCard("01234567", "Old One"),
                ListedCard("120105002", "龙"),
            ),
            *(ListedCard("120105003", "龙队狙击兵"), ListedCard("RD-KP01-JP001", "Knight 3")),
            *(ListedCard("120105006", "120105003"), ListedCard("120105007", "(3)")),
        ),
        ("120105004", "00000077", "RD-KP01-JP002", "RD-KP99-JP099"),
    ),
}
STYLES = (
    "{count} {number} {name}",
    "{count}x {name} {number}",
    "{name} ({number}) ×{count}",
    "{number} {name}{count}",
    "{number} {name} {count}张",
    "共{count}张 {name} {number}",
    "{name} x{count} {number}",
    "{number}*{count}",
    "{count} {name}",
    "{name} {count}",
    "{count}{name}",
)
HEADS = ["编号 名称 价格\n", "序号 编号 名称\n", "| 编号 | 名称 | 库存 |\n| ", "Number\tName\tPrice\n", "Swap:\n"]
BEFORE = st.sampled_from(["", "- ", "1. ", "2、", "③ ", "> ", "🔥", "** ", "| ", "3 ", "第一张 ", "???", *HEADS])
BEHIND = st.sampled_from(["", " SR", "（闪）", " ¥12", " x2", "  # 主力", "。", " 借的", " 4", " |", "④", " *"])


@settings(max_examples=600, deadline=None)
@given(pool=st.sampled_from(sorted(POOLS)), count=st.integers(1, 60), data=st.data())
def test_a_decorated_line_reads_back_or_asks(pool: str, count: int, data: st.DataObject) -> None:
    form, cards, new = POOLS[pool]
    catalogue = Catalogue.of(cards)
    card = data.draw(st.sampled_from((*cards, *(ListedCard(number, "") for number in new))))
    # A name that can be read as a number of the game gives way to the number: only the number itself names its card.
    is_number = form.normalise_number(card.name) is not None
    style = data.draw(st.sampled_from(STYLES if card.name and not is_number else STYLES[:8]))
    if card.name[-1:].isdigit():
        style = style.replace("{name}{count}", "{name} {count}")  # “X 3” and 1 glued are “X 31” to everybody
    if card.name[:1].isdigit():
        style = style.replace("{count}{name}", "{count} {name}")
    bare = style.format(count=count, number=card.number, name=card.name)
    line = data.draw(BEFORE) + bare + data.draw(BEHIND)
    read = read_list(line, form=form, catalogue=catalogue)
    found = [(entry.number, entry.count) for entry in read.entries]
    assert found in ([], [(card.number, count)]), line
    assert found or not read.is_settled, line


@settings(max_examples=300, deadline=None)
@given(
    pool=st.sampled_from(sorted(POOLS)),
    count=st.integers(1, 99),
    typed=st.one_of(st.sampled_from(["", "x3", "3张", "Ace 2", "赛罗", "# x", "主牌"]), st.text(max_size=10)),
    data=st.data(),
)
def test_a_printed_line_is_the_same_card(pool: str, count: int, typed: str, data: st.DataObject) -> None:
    form, cards, new = POOLS[pool]
    number = data.draw(st.sampled_from((*(card.number for card in cards), *new)))
    entry = ListEntry(form.sections[0].key, number, typed, count, ())
    line = format_line(entry, form=form, catalogue=Catalogue.of(cards))
    read = read_list(line, form=form, catalogue=Catalogue.of(cards))
    assert [(one.number, one.count) for one in read.entries] == [(number, count)], line
    assert read.is_settled
