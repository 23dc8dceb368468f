"""Lines between cards that may begin another deck, or say that what follows is none of this one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardpool.games import shipped_pack
from decks.text.editing import ListEditor
from decks.text.listing import ReadList
from decks.text.reading import read_list
from tests.decks.text.list_pools import HEROES, NUMBERS, form_of, held, read_codes, read_heroes, read_ptcg

SIZED = form_of(shipped_pack("ultraman-hero-duel"), complete=40)
ABOVE, BELOW = "3 HBU01-A07", "2 HBU01-CR"
FORTY = "\n".join(f"3 HBU01-A{number:02}" for number in range(1, 14)) + "\n1 HBU01-A14"
TEN = "\n".join(f"1 HBU02-A{number:02}" for number in range(1, 11))
SAYING = (
    *(
        "以下缺货 微信联系",
        "缺货，谢谢",
        "店铺：以下缺货",
        "地址：上海 以下不发",
        "谢谢老板，另加",
        "作者：小明的第二套",
    ),
    *("Name: Bob", "Player: Bob", "Sold out 10:30", "客服：另外的", "以下预订，包邮", "Order 2, second deck"),
)
SILENT = (
    *(
        "---",
        "======",
        "Bob 10:30",
        "小明 2024/5/1 20:31",
        "@小明",
        "谢谢老板",
        "微信 13800138000",
        "[图片]",
        "主牌",
        "Deck",
    ),
    *("https://example.com/deck", "```", "卡组", "共 3 张", "a@b.cn"),
)
HEADING = ("主牌", "Deck", "卡组", "共 3 张")


def read(text: str) -> ReadList:
    return read_list(text, form=SIZED, catalogue=HEROES)


def waiting(text: str) -> list[tuple[int, bool]]:
    return [(one.line, one.may_part) for one in read(text).unconfirmed]


@pytest.mark.parametrize("line", SAYING)
def test_words_that_are_not_all_harmless_wait_between_cards(line: str) -> None:
    assert waiting(f"{ABOVE}\n{line}\n{BELOW}") == [(2, False)]
    assert waiting(f"{line}\n{ABOVE}\n{BELOW}") in ([], [(1, False)])
    assert read(f"{ABOVE}\n{BELOW}\n备牌\n{line}").errors == ()


@pytest.mark.parametrize("line", SILENT)
def test_what_says_nothing_waits_where_the_cards_suggest_two_decks(line: str) -> None:
    assert waiting(f"{ABOVE}\n{line}\n{BELOW}") == []
    assert waiting(f"{ABOVE}\n{line}\n{BELOW}\n{ABOVE}") == [(2, True)]
    assert waiting(f"{FORTY}\n{line}\n{TEN}\n{TEN.replace('02-', '03-')}") == [(15, True)]
    assert waiting(f"{FORTY}\n{line}\n{TEN}") == ([] if line in HEADING else [(15, True)])
    assert waiting(f"{FORTY}\n{line}\n备牌\n{TEN}") == []
    assert waiting(f"{FORTY}\n{line}") == []


@pytest.mark.parametrize("line", ["Deck 3", "卡组3", "主牌 (9)"])
def test_a_heading_over_again_that_states_no_total_is_another_decks(line: str) -> None:
    assert waiting(f"{ABOVE}\n{line}\n{BELOW}") == [(2, True)]
    assert waiting(f"{line}\n{ABOVE}\n{BELOW}") == []
    assert waiting(f"{ABOVE}\n卡组2\n{BELOW}") == []


def test_an_empty_line_waits_only_below_a_whole_deck() -> None:
    assert waiting(f"{FORTY}\n\n{TEN}") == [(15, True)]
    assert waiting(f"{ABOVE}\n\n{BELOW}\n\n{ABOVE}") == []
    assert waiting(f"{FORTY}\n1 HBU03-A01\n\n{TEN}") == []
    assert waiting(f"{FORTY}\n\n备牌\n{TEN}\n\n谢谢") == []


@pytest.mark.parametrize("line", ["怪兽：", "【英雄卡】"])
def test_kinds_of_cards_wait_only_between_copies_of_one_card(line: str) -> None:
    assert waiting(f"{FORTY}\n{line}\n{TEN}") == []
    assert waiting(f"{ABOVE}\n{line}\n{ABOVE}") == [(2, True)]


@pytest.mark.parametrize("line", [*SILENT, "", "Deck 2", "卡组2"])
def test_one_tap_says_that_the_deck_goes_on_and_another_that_it_ends(line: str) -> None:
    text = f"{FORTY}\n{line}\n{TEN}\n{TEN.replace('02-', '03-')}"
    editor = ListEditor(SIZED, HEROES)
    (waiting_line,) = read(text).unconfirmed
    on = read(editor.go_on(text, waiting_line.line))
    assert (on.unconfirmed, held(on)) == ((), held(read(text)))
    ended = read(editor.end_at(text, waiting_line.line))
    assert (ended.unconfirmed, ended.errors, held(ended)) == ((), (), held(read(FORTY)))


def test_what_is_left_out_is_left_out_with_its_headings() -> None:
    text = f"{FORTY}\n---\n{TEN}\n备牌：{BELOW}\n备牌\n1 HBU01-CR"
    ended = read(ListEditor(SIZED, HEROES).end_at(text, 15))
    assert (held(ended), ended.is_settled) == (held(read(FORTY)), True)


WORDS = st.text("缺货以下不发另加第二套谢微信备换abdeck ，：", min_size=1, max_size=10)


@settings(max_examples=200, deadline=None)
@given(words=WORDS)
def test_no_words_between_cards_are_passed_over_in_silence(words: str) -> None:
    found = read_heroes(f"{ABOVE}\n{words}\n{BELOW}")
    if found.is_settled and len(found.entries) == 2 and all(entry.section == "main" for entry in found.entries):
        left = words
        for known in ("加微信", "谢", "微信", "以下", "deck", "a"):
            left = left.replace(known, "")
        line = found.lines[1].kind.value
        assert line in ("blank", "comment", "header") or not any(map(str.isalpha, left)), words
    assert NUMBERS.complete == 0


def test_two_lists_of_another_program_are_two_decks() -> None:
    one = "Pokémon: 4\n4 Dreepy TWM 128\nEnergy: 2\n2 Basic Fire Energy"
    assert read_ptcg(one).unconfirmed == ()
    assert read_ptcg(f"{one}\nTrainer: 1\n1 Prime Catcher TEF 157").unconfirmed == ()
    assert [(waits.line, waits.may_part) for waits in read_ptcg(f"{one}\n\n{one}").unconfirmed] == [
        (6, True),
        (8, True),
    ]
    ydk = "#created by A\n#main\n120105001\n#extra\n!side\n"
    read = read_codes(ydk + ydk)
    assert [(waits.line, waits.may_part) for waits in read.unconfirmed] == [(7, True)]
    assert held(read_codes(ydk + ydk.replace("#main", "#+ #main"))) == [("main", "120105001", 2)]
