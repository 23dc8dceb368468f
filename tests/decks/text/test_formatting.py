"""What is printed reads back as the same list."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardpool.games import shipped_pack
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.formatting import format_list
from decks.text.list_form import list_form
from decks.text.listing import ListEntry
from decks.text.reading import read_list

PACK = shipped_pack("ultraman-hero-duel")


def test_a_printed_list() -> None:
    cards = Catalogue.of([ListedCard("HBU01-A07", "赛罗奥特曼"), ListedCard("HBU01-CR", "")])
    entries = [
        ListEntry("main", "HBU01-A07", "赛罗奥特曼", 3, ()),
        ListEntry("side", "HBU01-CR", "", 2, ()),
        ListEntry("side", "HBU09-A99", "新卡", 1, ()),
    ]
    assert format_list(entries, form=list_form(PACK, "zh"), catalogue=cards) == (
        "主牌 (3)\n3 HBU01-A07 赛罗奥特曼\n\n备牌 (3)\n2 HBU01-CR\n1 HBU09-A99 新卡\n"
    )
    assert format_list(entries[:1], form=list_form(PACK, "en"), catalogue=cards).startswith("Main deck (3)\n")


NUMBERS = [f"HBU01-A{number:02d}" for number in range(1, 9)] + ["HBU01-CR", "HBU-JCA-01", "DMO-PRO-01"]
AWKWARD = ["x3", "3 HBU01-A01", "主牌", "a // b", "# c", "(2)", "Ace 2", "A, B", "HBU01-A02", "张 3张", "line\nbreak"]
names = st.one_of(st.sampled_from(AWKWARD), st.text(min_size=1, max_size=12))


@settings(max_examples=200, deadline=None)
@example(known={"HBU01-A02": "3 HBU01-A01"}, deck={("main", "HBU01-A01"): 3}, typed="", language="zh")
@given(
    known=st.dictionaries(st.sampled_from(NUMBERS), names),
    deck=st.dictionaries(
        st.tuples(st.sampled_from(["main", "side"]), st.sampled_from(NUMBERS)), st.integers(1, 99), min_size=1
    ),
    typed=names,
    language=st.sampled_from(["zh", "en"]),
)
def test_round_trip(known: dict[str, str], deck: dict[tuple[str, str], int], typed: str, language: str) -> None:
    cards = Catalogue.of(ListedCard(number, name) for number, name in known.items())
    entries = [ListEntry(section, number, typed, count, ()) for (section, number), count in sorted(deck.items())]
    text = format_list(entries, form=list_form(PACK, language), catalogue=cards)
    again = read_list(text, form=list_form(PACK, language), catalogue=cards)
    assert again.errors == ()
    assert again.notices == ()
    assert [(entry.section, entry.number, entry.count) for entry in again.entries] == [
        (entry.section, entry.number, entry.count) for entry in entries
    ]
