"""Finding cards as somebody types."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardpool.searching import Findable, SearchIndex, bare, fold
from cardpool.searching.pinyin import readings, ways_through

CARDS = {
    "HBU01-A07": ("赛罗奥特曼", "Ultraman Zero"),
    "HBU01-A10": ("赛罗奥特曼月神奇迹型",),
    "HBU02-A02": ("终极赛罗闪耀型",),
    "HBU02-A05": ("重装机甲", "ヘビーメカ"),
    "HBU02-A06": ("银行守卫",),
    "HBU02-A07": ("长老行者",),
    "HBU02-A08": ("女武神·绿",),
    "SVP-85": ("皮卡丘ex", "Pikachu ex", "ピカチュウex"),
    "SIT-TG03": ("Flabébé", "花蓓蓓"),
    "OBF-125": ("Ho-Oh", "凤王"),
    "OBF-126": ("Ethan’s Adventure", "阿响的冒险"),
    "RD-KP01-JP001": ("セブンスロード・マジシャン", "七星道魔术师"),
    "DEMO01-A01": ("演示卡 01 · 红色示例战士", "Demo card 01 · Red Sample Warrior"),
}
CODES = {"RD-KP01-JP001": ("120105001", "RD/G001-JP001")}
WORDS = {"HBU01-A07": ("奥特战士", "赛罗"), "HBU02-A02": ("奥特战士",), "DEMO01-A01": ("light", "光", "Light")}
NUMBERS = list(CARDS)


def make_index(cards=None) -> SearchIndex:
    return SearchIndex(
        Findable((number, *CODES.get(number, ())), names, WORDS.get(number, ()))
        for number, names in (cards or CARDS).items()
    )


INDEX = make_index()


def found(text: str, limit: int | None = None) -> list[str]:
    return [NUMBERS[place] for place in INDEX.find(text, limit=limit)]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        # by number, however it is typed
        ("HBU01-A07", "HBU01-A07"),
        ("hbu01a07", "HBU01-A07"),
        ("ｈｂｕ０１－ａ０７", "HBU01-A07"),
        ("hbu01 a07", "HBU01-A07"),
        ("HBU01ーA07", "HBU01-A07"),
        ("HBU01—A1", "HBU01-A10"),
        ("TG03", "SIT-TG03"),
        ("120105001", "RD-KP01-JP001"),
        ("rd g001 jp001", "RD-KP01-JP001"),
        # by a name in any language
        ("赛罗奥特曼", "HBU01-A07"),
        ("月神奇迹", "HBU01-A10"),
        ("ultraman", "HBU01-A07"),
        ("ZERO", "HBU01-A07"),
        ("ピカチュウ", "SVP-85"),
        ("ぴかちゅう", "SVP-85"),
        ("ﾋﾟｶﾁｭｳ", "SVP-85"),
        ("へびー", "HBU02-A05"),
        ("flabebe", "SIT-TG03"),
        ("FLABÉBÉ", "SIT-TG03"),
        ("hooh", "OBF-125"),
        ("ho oh", "OBF-125"),
        ("ethan's", "OBF-126"),
        ("ethans", "OBF-126"),
        ("女武神绿", "HBU02-A08"),
        ("マジシャン", "RD-KP01-JP001"),
        # by pinyin: initials, syllables, any mixture
        ("slatm", "HBU01-A07"),
        ("SLATM", "HBU01-A07"),
        ("sailuoaoteman", "HBU01-A07"),
        ("sailuo", "HBU01-A07"),
        ("sail", "HBU01-A07"),
        ("sluo", "HBU01-A07"),
        ("sai luo", "HBU01-A07"),
        ("slatmysqjx", "HBU01-A10"),
        ("zjsl", "HBU02-A02"),
        ("pkq", "SVP-85"),
        ("pikaq", "SVP-85"),
        ("pikaqiuex", "SVP-85"),
        ("赛罗atm", "HBU01-A07"),
        ("hbb", "SIT-TG03"),
        # characters with several readings
        ("chongzhuang", "HBU02-A05"),
        ("zhongzhuang", "HBU02-A05"),
        ("czjj", "HBU02-A05"),
        ("zzjj", "HBU02-A05"),
        ("yinhang", "HBU02-A06"),
        ("yinxing", "HBU02-A06"),
        ("yhsw", "HBU02-A06"),
        ("zlxz", "HBU02-A07"),
        ("clhz", "HBU02-A07"),
        ("zhanglao", "HBU02-A07"),
        ("changlao", "HBU02-A07"),
        ("zhlao", "HBU02-A07"),
        ("nvws", "HBU02-A08"),
        ("nüwushen", "HBU02-A08"),
        ("nuwushen", "HBU02-A08"),
        ("nwslv", "HBU02-A08"),
        # by several words, and by keyword
        ("red demo", "DEMO01-A01"),
        ("示例 01", "DEMO01-A01"),
        ("atzs", "HBU01-A07"),
        ("奥特战士 终极", "HBU02-A02"),
        ("光", "DEMO01-A01"),
    ],
)
def test_the_card_that_is_meant_comes_first(typed, first):
    assert found(typed)[:1] == [first]
    assert found(typed, limit=1) == [first]


@pytest.mark.parametrize("typed", ["", "  ", "-", "%_", "·", "zzzzz", "赛罗 皮卡丘", "slx", "sailuox", "’"])
def test_what_is_not_there_is_not_found(typed):
    assert found(typed) == []


def test_the_closest_come_first():
    cards = {
        "X-1": ("Storm of Sol",),
        "SOL-9": ("Something",),
        "SOL": ("Exact number",),
        "X-2": ("Consolation",),
        "X-3": ("Solar Flare",),
        "X-4": ("四偶来",),
        "X-5": ("大四偶来",),
        "X-6": ("Sol",),
        "X-7": ("Nothing",),
    }
    index = SearchIndex(
        Findable((number,), names, ("sol",) if number == "X-7" else ()) for number, names in cards.items()
    )
    numbers = list(cards)
    assert [numbers[place] for place in index.find("sol")] == [
        "SOL", "X-6", "SOL-9", "X-3", "X-4", "X-1", "X-2", "X-5", "X-7",
    ]  # fmt: skip


def test_ties_keep_the_order_of_the_cards_whatever_the_limit():
    everything = found("a")
    assert len(everything) == len(set(everything))
    for limit in range(1, len(everything) + 1):
        assert found("a", limit=limit) == everything[:limit]


HAN = "赛罗奥特曼月神奇迹重装银行长老女绿乐单曾朝都还会角解率参"
NAMES = st.text(alphabet=HAN + "abcz01 ·éガか", min_size=1, max_size=8)


@given(
    st.lists(st.tuples(st.text(alphabet="ABC019", min_size=2, max_size=6), NAMES), min_size=1, max_size=8), st.data()
)
def test_every_card_is_found_by_its_number_its_names_and_any_of_its_pinyin(cards, data):
    index = SearchIndex(Findable((number,), (name,)) for number, name in cards)
    for place, (number, name) in enumerate(cards):
        assert place in index.find(number)
        folded = fold(name).replace(" ", "")
        if folded:
            assert place in index.find(name)
        for spell in (lambda syllable: syllable[0], lambda syllable: syllable):
            typed = "".join(spell(data.draw(st.sampled_from(readings(sign) or (sign,)))) for sign in folded)
            if typed:
                assert place in index.find(typed), typed


@given(st.lists(NAMES, min_size=1, max_size=6), st.text(alphabet="slzhcxaoeiun赛罗01 ", max_size=6))
def test_finding_agrees_with_reading_every_name(names, typed):
    index = SearchIndex(Findable((), (name,)) for name in names)
    wanted = fold(typed).replace(" ", "")
    expected = {
        place for place, name in enumerate(names) if wanted and " " not in fold(typed) and reads(fold(name), wanted)
    }
    if " " not in fold(typed):
        assert set(index.find(typed)) == expected


def reads(name: str, typed: str) -> bool:
    """Whether the typed characters can be read out of some part of the name, by trying everything."""
    tight = name.replace(" ", "")

    def onward(at: int, place: int) -> bool:
        if place == len(typed):
            return True
        if at == len(tight):
            return False
        ways = ways_through(tight[at], typed)[place]
        return any(ways >> step & 1 and onward(at + 1, step) for step in range(place + 1, len(typed) + 1))

    return any(onward(start, 0) for start in range(len(tight)))


def test_folding_keeps_what_tells_names_apart():
    assert fold("Ｎｉｄｏｒａｎ♂") == "nidoran♂"
    assert fold("  Zero · 赛罗  ") == "zero 赛罗"
    assert fold("が") != fold("か")
    assert bare("RD/KP01-JP001") == "rdkp01jp001"


def test_a_character_that_is_not_chinese_has_no_reading():
    assert [readings(character) for character in ("a", "1", "ウ", "♂", "")] == [()] * 5
    assert set(readings("重")) >= {"zhong", "chong"}
    assert set(readings("女")) >= {"nv", "nu"}


def test_long_and_hostile_texts_are_answered():
    for typed in ("a" * 10_000, "s" * 100, "[", "\\", "^$", "(?:", "]", "赛" * 200, "\x00", "\ud800"):
        assert isinstance(INDEX.find(typed), list)


def test_no_card_no_answer():
    assert make_index({"-": ("·",)}).find("a") == []
    assert SearchIndex([]).find("a") == []
