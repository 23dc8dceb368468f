"""Curves: what is counted where, for every kind of attribute; every card is found again."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardpool.games import shipped_keys, shipped_pack
from cardpool.packs import ChartSpec, DeckPage
from decks.curves import MAX_BARS, MAX_WANTED_BARS, BarKind, Copies, chosen_charts, draw_curve, draw_curves

ULTRAMAN = shipped_pack("ultraman-hero-duel")
POKEMON = shipped_pack("pokemon-tcg")
RUSH = shipped_pack("rush-duel")
ATTRIBUTES = {attribute.key: attribute for pack in (ULTRAMAN, POKEMON, RUSH) for attribute in pack.attributes}


def card(count=1, /, **facts):
    return Copies(count, facts)


def bars(cards, key, **chart):
    """The bars of one chart, briefly: what is drawn, and how many."""
    return brief(draw_curve([cards], ATTRIBUTES[key], ChartSpec(key, **chart)))


def brief(curve):
    said = []
    for bar in curve.bars:
        name = bar.key or str(bar.kind)
        if bar.kind is BarKind.NUMBER:
            name = str(bar.low) if bar.low == bar.high else f"{bar.low}-{bar.high}"
        said.append((name, *bar.counts))
    return said


NUMBERS = [
    ([card(3, star=2), card(2, star=4)], {}, [("2", 3), ("3", 0), ("4", 2)]),
    ([card(3, star=0)], {}, [("0", 3)]),
    ([card(3, star=3000)], {}, [("3000", 3)]),
    ([card(1, star=3), card(1, star=6)], {}, [("3", 1), ("4", 0), ("5", 0), ("6", 1)]),
    ([card(1, star=60), card(2, star=80)], {}, [("60", 1), ("80", 2)]),
    ([card(1, star=60), card(2, star=90)], {}, [("60", 1), ("70", 0), ("80", 0), ("90", 2)]),
    ([card(1, star=1500), card(2, star=2900)], {"step": 1000}, [("1000-1999", 1), ("2000-2999", 2)]),
    ([card(1, star=1000), card(2, star=2000)], {"step": 1000}, [("1000", 1), ("2000", 2)]),
    ([card(1, star=1), card(1, star=31)], {},
     [("0-4", 1), *((f"{n}-{n + 4}", 0) for n in range(5, 30, 5)), ("30-34", 1)]),
    ([card(1, star=-2), card(1, star=1)], {}, [("-2", 1), ("-1", 0), ("0", 0), ("1", 1)]),
    ([card(2, star=1), card(3), Copies(4)], {}, [("1", 2), ("unknown", 7)]),
    ([Copies(4)], {}, [("unknown", 4)]),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "chart", "expected"), NUMBERS)
def test_numbers(cards, chart, expected):
    assert bars(cards, "star", **chart) == expected


LISTS = [
    ([card(2, keywords=("a", "b")), card(1, keywords=("b",))], {}, [("b", 3), ("a", 2)]),
    ([card(2, keywords=("a", "a"))], {}, [("a", 2)]),
    ([card(2, keywords=()), card(1, keywords=("a",)), card(4)], {}, [("a", 1), ("nothing", 2), ("unknown", 4)]),
    ([card(3, keywords=("a",)), card(2, keywords=("a", "b")), card(1, keywords=("c",))], {"most": 1},
     [("a", 5), ("rest", 1)]),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "chart", "expected"), LISTS)
def test_lists(cards, chart, expected):
    assert bars(cards, "keywords", **chart) == expected


def test_declared_values_keep_the_order_of_the_pack():
    cards = [card(9, supertype="energy"), card(5, supertype="pokemon"), card(7, supertype="trainer")]
    assert bars(cards, "supertype") == [("pokemon", 5), ("trainer", 7), ("energy", 9)]


def test_a_flag_has_two_values():
    assert bars([card(1, legend=True), card(9, legend=False), card(2)], "legend") == [
        ("0", 9),
        ("1", 1),
        ("unknown", 2),
    ]


def test_a_chart_may_be_about_some_cards_only():
    cards = [card(4, supertype="pokemon", hp=60), card(9, supertype="energy"), card(2, supertype="pokemon"), card(1)]
    curve = draw_curve([cards], ATTRIBUTES["hp"], ChartSpec("hp", of="supertype", among=("pokemon",)))
    assert (brief(curve), curve.beside) == ([("60", 4), ("unknown", 3)], (9,))


def test_lanes_share_their_bars():
    curve = draw_curve([[card(3, star=1)], [card(2, star=3), card(1)]], ATTRIBUTES["star"], ChartSpec("star"))
    assert brief(curve) == [("1", 3, 0), ("2", 0, 0), ("3", 0, 2), ("unknown", 0, 1)]


def test_the_pack_decides_what_is_drawn():
    assert [chart.attribute for chart in chosen_charts(ULTRAMAN)] == ["star", "keywords", "power"]
    silent = replace(ULTRAMAN, deck_page=DeckPage())
    assert [chart.attribute for chart in chosen_charts(silent)] == ["star", "keywords", "power", "support_power"]
    assert chosen_charts(replace(ULTRAMAN, deck_page=DeckPage("", ()))) == ()


def test_no_cards_no_curves():
    assert draw_curves([[], []], ULTRAMAN) == ()
    assert draw_curves([], ULTRAMAN) == ()


def test_nothing_known_is_said():
    curves = draw_curves([[Copies(3)]], ULTRAMAN)
    assert [curve.is_known for curve in curves] == [False, False, False]
    assert [curve.is_known for curve in draw_curves([[card(3, star=1)]], ULTRAMAN)] == [True, False, False]


WORDS = st.sampled_from(["a", "b", "c", "d", "e"])
FACTS = {
    "integer": st.integers(-5, 60_000),
    "text": WORDS,
    "flag": st.booleans(),
    "list": st.lists(WORDS, max_size=4).map(tuple),
}


@st.composite
def lanes_of(draw, pack):
    def facts():
        keys = draw(st.sets(st.sampled_from([one.key for one in pack.attributes])))
        return {one.key: draw(value_of(one)) for one in pack.attributes if one.key in keys}

    def value_of(attribute):
        declared = [word.key for word in attribute.values]
        return st.sampled_from(declared) if declared and attribute.type == "text" else FACTS[attribute.type]

    def lane():
        return [
            Copies(draw(st.integers(1, 60)), None if draw(st.booleans()) else facts())
            for _ in range(draw(st.integers(0, 6)))
        ]

    return [lane() for _ in range(draw(st.integers(1, 3)))]


@pytest.mark.parametrize("key", shipped_keys())
@given(data=st.data())
def test_every_card_is_found_again(key, data):
    pack = shipped_pack(key)
    lanes = data.draw(lanes_of(pack))
    sizes = [sum(card.count for card in lane) for lane in lanes]
    for curve, chart in zip(draw_curves(lanes, pack), chosen_charts(pack), strict=False):
        assert len(curve.bars) <= max(MAX_WANTED_BARS, chart.most or MAX_BARS) + 3
        for lane, size in enumerate(sizes):
            counted = sum(bar.counts[lane] for bar in curve.bars) + curve.beside[lane]
            if curve.attribute.type == "list":
                drawn = {bar.key for bar in curve.bars if bar.kind is BarKind.WORD}
                once = sum(
                    card.count for card in lanes[lane]
                    if (not chart.of or (card.facts or {}).get(chart.of) in chart.among)
                    and drawn & set((card.facts or {}).get(curve.attribute.key) or ())
                )  # fmt: skip
                apart = sum(bar.counts[lane] for bar in curve.bars if bar.kind is not BarKind.WORD)
                assert once + apart + curve.beside[lane] == size
            else:
                assert counted == size


@given(values=st.lists(st.integers(0, 10**9), min_size=1, max_size=30), step=st.sampled_from([0, 0, 1, 7, 1000]))
def test_bars_never_overlap_and_never_run_away(values, step):
    curve = draw_curve([[card(1, star=value) for value in values]], ATTRIBUTES["star"], ChartSpec("star", step=step))
    assert len(curve.bars) <= (MAX_WANTED_BARS if step else MAX_BARS)
    assert sum(bar.total for bar in curve.bars) == len(values)
    for one, two in zip(curve.bars, curve.bars[1:], strict=False):
        assert one.high < two.low
    assert all(any(bar.low <= value <= bar.high for bar in curve.bars) for value in values)
