"""Finding cards by number, by name, and by similarity."""

import pytest

from decks.text import catalogue, similar_spellings
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.editing import ListEditor
from decks.text.listing import ListForm, ListSection
from decks.text.reading import read_list
from decks.text.similar_spellings import SimilarSpellings

CARDS = Catalogue.of(
    [
        ListedCard("A-1", "Nidoran♂", ("尼多朗",)),
        ListedCard("A-2", "Nidoran♀", ("尼多兰",)),
        ListedCard("A-3", "Farfetch’d"),
        ListedCard("A-4", "Flabébé"),
        ListedCard("A-5", "……"),
        ListedCard("A-6", "ガ"),
        ListedCard("A-7", "カ"),
        ListedCard("A-8", "Mr. Mime"),
        ListedCard("A-9", "Mr Mime"),
    ]
)


def numbers(name: str) -> list[str]:
    return [card.number for card in CARDS.by_name(name)]


def test_spelling_differences_that_make_no_difference() -> None:
    assert numbers("nidoran ♂") == ["A-1"]
    assert numbers("ＮＩＤＯＲＡＮ♀") == ["A-2"]
    assert numbers("尼多兰") == ["A-2"]
    assert numbers("Farfetch'd") == ["A-3"]
    assert numbers("flabebe") == ["A-4"]
    assert numbers("……") == ["A-5"]
    assert numbers("!!") == []


def test_voiced_kana_are_other_letters() -> None:
    assert numbers("ガ") == ["A-6"]
    assert numbers("カ") == ["A-7"]


def test_equal_spelling_comes_before_punctuation_aside() -> None:
    assert numbers("Mr. Mime") == ["A-8"]
    assert numbers("mr mime") == ["A-9"]
    assert numbers("mr-mime") == ["A-8", "A-9"]


def test_a_later_card_takes_the_place_of_an_earlier_one() -> None:
    cards = Catalogue.of([ListedCard("A-1", "old"), ListedCard("A-1", "new")])
    assert [card.name for card in cards.cards] == ["new"]
    assert cards.by_number("A-1") == ListedCard("A-1", "new")
    assert cards.by_number("A-2") is None


def test_closest_in_a_pool_of_ten_thousand() -> None:
    pool = Catalogue.of(ListedCard(f"HBU{n // 100:02d}-A{n % 100:02d}", f"英雄第{n}号奥特战士") for n in range(10_000))
    assert pool.closest(["英雄第4711号奥特占士"])[0].name == "英雄第4711号奥特战士"
    assert pool.closest(["HBU47-A1I"])[0].number.startswith("HBU47-A")
    assert pool.closest(["qqqq"]) == ()
    assert pool.closest([]) == ()
    assert pool.closest([""]) == ()


def test_only_what_may_be_like_a_text_is_compared_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []

    class Counted(similar_spellings.SequenceMatcher):  # type: ignore[type-arg]
        def ratio(self) -> float:
            compared.append(self.a)
            return super().ratio()

    pool = Catalogue.of(ListedCard(f"P-{n:02d}", f"ab{chr(97 + n % 26)}" + "xyz"[n % 3] * 9) for n in range(60))
    texts = ["abcxxxxxxxx", "abq", "P-1", "xyzxyzxyz", "zzzzzzzz"]
    before = [pool.closest([text], most=9) for text in texts]
    fresh = Catalogue.of(pool.cards)
    monkeypatch.setattr(similar_spellings, "SequenceMatcher", Counted)
    assert [fresh.closest([text], most=9) for text in texts] == before
    assert 0 < len(compared) < 40 * len(texts) / 2


def test_an_unknown_line_is_looked_for_once_while_its_list_is_edited(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of 400 unknown cards was searched twice for a page, and again at each of its taps."""
    looked_for: list[str] = []
    scores = SimilarSpellings._scores
    monkeypatch.setattr(SimilarSpellings, "_scores", lambda self, text: looked_for.append(text) or scores(self, text))
    cards = Catalogue.of(ListedCard(f"HBU01-A{n:02d}", f"奥特战士第{n}号") for n in range(10, 40))
    form = ListForm((ListSection("main", "主牌", ()),), lambda typed: None, lambda text: ())
    table = "数量,名称\n1,奥特战士第11号\n" + "".join(f"1,奥特占士第{n}号\n" for n in range(40, 60))
    editor = ListEditor(form, cards)
    text = editor.add(editor.add(table, "main", "HBU01-A12"), "main", "HBU01-A13")
    assert len(read_list(text, form=form, catalogue=cards).questions) == 20
    assert len(looked_for) == len(set(looked_for)) > 0


def test_a_slip_in_a_number_is_distinguished_from_another_card() -> None:
    cards = Catalogue.of(ListedCard(number, number) for number in ("HBU01-A07", "HBU01-A10", "HBU01-CR", "HBU-JCA-01"))

    def meant(number: str) -> list[str]:
        return [card.number for card in cards.mistaken_for(number)]

    assert meant("HBU01-AO7") == meant("HBUO1-A07") == ["HBU01-A07"]
    assert meant("HBU01-CR3") == meant("HBU01-C") == meant("HBU01-CCR") == ["HBU01-CR"]
    assert meant("HBU-JC-01") == ["HBU-JCA-01"]
    for other in ("HBU01-A08", "HBU01-A070", "HBU01-A1", "HBU02-A07", "HBU01-B07", "HBU11-A07", "HBU01-A17"):
        assert meant(other) == []


def test_a_slip_is_looked_for_beside_the_number_and_not_in_the_whole_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    """500 unknown numbers against a pool of 20,000 cards took 14 s."""
    compared: list[str] = []
    one_sign_apart = catalogue.one_sign_apart
    monkeypatch.setattr(catalogue, "one_sign_apart", lambda a, b: compared.append(a) or one_sign_apart(a, b))
    pool = Catalogue.of(ListedCard(f"HB{chr(65 + n // 100)}-A{n % 100:02d}", "") for n in range(2_600))
    assert [card.number for card in pool.mistaken_for("HBC-A071")] == ["HBC-A71"]
    assert [card.number for card in pool.mistaken_for("HB-A07")] == ["HBA-A07", "HBB-A07", "HBC-A07"]
    assert [card.number for card in pool.mistaken_for("HBCC-A07")] == ["HBC-A07"]
    assert len(compared) < 40


def test_alike_cards_of_one_name_are_one_answer_and_others_a_question() -> None:
    form = ListForm((ListSection("main", "Main", ()),), lambda typed: None, lambda text: ())
    alike = Catalogue.of([ListedCard("B2", "Fox", alike="fox"), ListedCard("A1", "Fox", alike="fox")])
    (entry,) = read_list("3 Fox", form=form, catalogue=alike).entries
    assert (entry.number, entry.count) == ("A1", 3)
    for other in (ListedCard("C3", "Fox", alike="fox of fire"), ListedCard("C3", "Fox")):
        read = read_list("3 Fox", form=form, catalogue=Catalogue.of([*alike.cards, other]))
        assert [question.code.value for question in read.questions] == ["ambiguous_name"]
        assert [reading.number for reading in read.questions[0].readings] == ["A1", "B2", "C3"]
