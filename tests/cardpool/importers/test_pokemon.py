"""Cards from set files: numbers lists use, facts, what cards bring with them, languages, and bad entries."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardpool.games import shipped_pack
from cardpool.importers.pokemon import read_pokemon
from cardpool.importers.records import ReadCard, RefusedRow
from cardpool.intake.unreadable import UnreadableFile
from tests.cardpool.importers.read_sets import card_of, cards_of, rows_of
from tests.cardpool.importers.set_files import SETS, entry, write_cards, write_json, write_sets


@pytest.mark.parametrize(
    ("values", "facts"),
    [
        (
            {"supertype": "Pokémon", "subtypes": ["Basic", "V"], "hp": "210", "types": ["Fire", "Metal"]},
            {"supertype": "pokemon", "subtypes": ("Basic", "V"), "hp": 210, "types": ("火", "钢")},
        ),
        ({"supertype": "Pokemon", "subtypes": ["Baby"]}, {"supertype": "pokemon", "subtypes": ("Basic", "Baby")}),
        ({"supertype": "Energy", "subtypes": ["Basic"]}, {"supertype": "energy", "subtypes": ("Basic",)}),
        ({"supertype": "Energy", "subtypes": ["Special"]}, {"supertype": "energy", "subtypes": ("Special",)}),
        (
            {"subtypes": None, "regulationMark": "H"},
            {"supertype": "trainer", "regulation_mark": "H", "rarity": "Common"},
        ),
        ({"hp": ""}, {"supertype": "trainer"}),
        ({"hp": 60}, {"hp": 60}),
    ],
)
def test_facts(tmp_path: Path, values: dict[str, Any], facts: dict[str, Any]) -> None:
    card = card_of(tmp_path, "sv6-1", **values)
    assert {key: card.attributes.get(key) for key in facts} == facts


def test_what_is_not_stated_is_absent(tmp_path: Path) -> None:
    assert set(card_of(tmp_path, "sv6-1", subtypes=[], hp=None).attributes) == {"supertype", "rarity"}


@pytest.mark.parametrize(
    ("values", "limit", "kinds"),
    [
        ({"subtypes": ["Item"]}, None, []),
        ({"subtypes": ["Item", "ACE SPEC"]}, None, [("group", 1)]),
        ({"subtypes": ["Basic", "Radiant"]}, None, [("group", 1)]),
        ({"subtypes": ["Basic", "Prism Star"]}, 1, []),
        ({"rules": ["You can’t have more than 1 Shining Beast in your deck."]}, 1, []),
        ({"rules": [7, None]}, None, []),
        (
            {"rules": ["You may have up to 4 Basic Pokémon cards in your deck with Unown in their names."]},
            None,
            [("group", 4)],
        ),
        ({"rules": ["You may have as many of this card in your deck as you like."]}, 60, []),
    ],
)
def test_what_a_card_brings_with_it(
    tmp_path: Path, values: dict[str, Any], limit: int | None, kinds: list[tuple[str, int]]
) -> None:
    card = card_of(tmp_path, "sv6-1", **values)
    assert card.copy_limit == limit
    assert [(rule["kind"], rule["at_most"]) for rule in card.deck_rules] == kinds


def test_a_sentence_about_decks_that_nobody_understands_is_kept(tmp_path: Path) -> None:
    card = card_of(tmp_path, "sv6-1", rules=["You can’t have more than 2 Ancient cards in your deck."])
    assert [(rule["kind"], rule["says"]) for rule in card.deck_rules] == [("unread", "You can't have …")]
    prism = ["You can't have more than 1 ◇ card with the same name in your deck."]
    assert card_of(tmp_path, "sv6-1", subtypes=["Item", "Prism Star"], rules=prism).deck_rules == ()
    assert (
        card_of(tmp_path, "sv6-1", rules=["You may have your opponent count the cards in their deck."]).deck_rules == ()
    )


def test_other_languages_give_further_names(tmp_path: Path) -> None:
    write_sets(tmp_path)
    write_cards(tmp_path, "sv6", [entry("sv6-1", "Dragon"), entry("sv6-2", "Same")])
    write_cards(tmp_path, "sv6", [entry("sv6-1", "Drache"), entry("sv6-2", "Same")], language="de")
    write_cards(tmp_path, "sv6", [entry("sv6-1", "多龙"), entry("sv6-3", "只有中文")], language="zh")
    cards = cards_of(tmp_path)
    assert (cards["sv6-1"].name, cards["sv6-1"].other_names) == ("Dragon", ("Drache", "多龙"))
    assert cards["sv6-2"].other_names == ()
    assert (cards["sv6-3"].name, cards["sv6-3"].other_names, cards["sv6-3"].attributes) == ("", ("只有中文",), {})
    assert cards["sv6-3"].number == "TWM-3"


def test_whom_a_trainer_card_shows_is_no_part_of_its_name(tmp_path: Path) -> None:
    write_sets(tmp_path)
    cards = [
        entry("sv6-1", "Professor's Research (Professor Turo)", supertype="Trainer"),
        entry("sv6-2", "Plain", supertype="Trainer"),
        entry("sv6-3", "Unown (A)", supertype="Pokémon"),
    ]
    write_cards(tmp_path, "sv6", cards)
    write_cards(tmp_path, "sv6", [entry("sv6-1", "博士的研究（弗图博士）")], language="zh")
    found = cards_of(tmp_path)
    further = ("博士的研究（弗图博士）", "Professor's Research", "博士的研究")
    assert found["sv6-1"].other_names == further
    assert found["sv6-2"].other_names == found["sv6-3"].other_names == ()


def test_a_store_may_choose_the_language_that_states_its_cards(tmp_path: Path) -> None:
    write_sets(tmp_path)
    write_cards(tmp_path, "sv6", [entry("sv6-1", "Drache")], language="de")
    assert cards_of(tmp_path, language="de")["sv6-1"].name == "Drache"


def test_files_without_folders_are_of_the_main_language_and_the_first_states_the_card(tmp_path: Path) -> None:
    sets = write_json(tmp_path / "en.json", SETS)
    first = write_json(tmp_path / "sv6.json", [entry("sv6-1", "Dragon")])
    second = write_json(tmp_path / "more.json", [entry("sv6-1", "龙")])
    card = cards_of(second, sets, first)["sv6-1"]
    assert (card.name, card.other_names) == ("龙", ("Dragon",))


def test_the_shape_of_the_public_api_is_read_too(tmp_path: Path) -> None:
    one_set = {"id": "sv6", "ptcgoCode": "TWM", "releaseDate": "2024/05/24"}
    path = write_json(tmp_path / "page.json", {"data": [entry("sv6-1", set=one_set)], "page": 1})
    assert cards_of(path)["sv6-1"].number == "TWM-1"


def test_deck_lists_beside_the_cards_are_no_cards(tmp_path: Path) -> None:
    write_json(tmp_path / "decks" / "en" / "sv6.json", [{"name": "Deck"}])
    assert card_of(tmp_path, "sv6-1").number == "TWM-1"


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ("text", "entry_not_an_object"),
        ({}, "field_missing"),
        (entry("sv6-1", ""), "field_missing"),
        (entry("sv6-1", name=["Dragon"]), "field_missing"),
        (entry("sv6-1", number=None), "field_missing"),
        (entry("sv6-1", "x" * 121), "name_too_long"),
        (entry("sv6-1", "a\x00b"), "field_not_text"),
        (entry("sv6-1", supertype="Gadget"), "field_unknown_value"),
        (entry("sv6-1", supertype=3), "field_not_text"),
        (entry("sv6-1", subtypes="Item"), "field_not_a_list"),
        (entry("sv6-1", subtypes=[None]), "field_not_text"),
        (entry("sv6-1", hp="many"), "field_not_a_number"),
        (entry("sv6-1", hp="-60"), "field_not_a_number"),
        (entry("sv6-1", hp=True), "field_not_a_number"),
        (entry("sv6-1", rarity="x" * 201), "field_not_text"),
        (entry("nowhere-1"), "unknown_set"),
        (entry("sv6-#", number="#"), "no_card_number"),
    ],
)
def test_bad_entries_are_refused_with_their_place(tmp_path: Path, bad: Any, code: str) -> None:
    write_sets(tmp_path)
    write_cards(tmp_path, "sv6", [entry("sv6-2"), bad])
    rows = rows_of(tmp_path)
    (refused,) = [row for row in rows if isinstance(row, RefusedRow)]
    assert (refused.code, refused.place.file, refused.place.row) == (code, "sv6.json", 2)
    assert [row.number for row in rows if isinstance(row, ReadCard)] == ["TWM-2"]


def test_an_id_twice_in_one_file_is_refused(tmp_path: Path) -> None:
    write_sets(tmp_path)
    write_cards(tmp_path, "sv6", [entry("sv6-1", "One"), entry("sv6-1", "Two")])
    refused = [row for row in rows_of(tmp_path) if isinstance(row, RefusedRow)]
    assert [(row.code, row.place.row) for row in refused] == [("id_twice", 2)]


def code_of(*paths: Path, pack: str = "pokemon-tcg") -> str:
    with pytest.raises(UnreadableFile) as refused:
        list(read_pokemon(list(paths), shipped_pack(pack), {}).rows)
    return refused.value.code


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "json_invalid"),
        (b'[{"id": "sv6-1",}]', "json_invalid"),
        (b"[" * 100_000, "json_too_deep"),
        (b"[" + b"[]," * 3_000_001 + b"[]]", "json_too_many_values"),
        (b'[{"id": 1, "id": 2}]', "json_key_twice"),
        (b"[NaN]", "json_constant"),
        (b"[-Infinity]", "json_constant"),
        (b"[" + b"9" * 5000 + b"]", "json_number_too_long"),
        (b'"cards"', "json_not_a_list"),
        (b'{"cards": []}', "json_not_a_list"),
        (b"\xff\xfe[\x00]\x00", "file_not_unicode"),
        (b"id,name\n", "json_invalid"),
    ],
)
def test_files_that_are_no_set_files(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "sv6.json"
    path.write_bytes(content)
    assert code_of(path) == code


def test_a_key_that_is_there_twice_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "sv6.json"
    path.write_bytes(b'[{"id": 1,\n"id": 2}]')
    with pytest.raises(UnreadableFile) as refused:
        list(read_pokemon([path], shipped_pack("pokemon-tcg"), {}).rows)
    assert (refused.value.place.row, refused.value.facts) == (2, {"key": "id", "line": 2, "column": 1})


def test_files_without_end_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "sv6.json"
    with path.open("wb") as file:
        file.truncate(2 * 1024**3)
    assert code_of(path) == "file_too_large"


def test_cards_without_a_list_of_sets_have_no_numbers(tmp_path: Path) -> None:
    assert code_of(write_json(tmp_path / "sv6.json", [entry("sv6-1")])) == "sets_missing"


def test_a_list_of_sets_or_an_empty_folder_has_no_cards(tmp_path: Path) -> None:
    assert code_of(write_sets(tmp_path)) == "no_card_files"
    (tmp_path / "empty").mkdir()
    assert code_of(tmp_path / "empty") == "no_card_files"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert code_of(tmp_path / "none.json") == "file_not_readable"


def test_a_pack_that_declares_no_set_files_takes_none(tmp_path: Path) -> None:
    assert code_of(write_sets(tmp_path), pack="rush-duel") == "format_not_declared"


ANY = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda below: st.one_of(st.lists(below, max_size=3), st.dictionaries(st.text(max_size=3), below, max_size=3)),
    max_leaves=5,
)


ENTRIES = st.lists(
    st.one_of(
        ANY,
        st.fixed_dictionaries(
            {"id": st.sampled_from(["sv6-1", "sv6-2", "cel25c-15_A1", "cel25c-15_A2", "cel25-15", "sma-SV1", "x-1"])},
            optional={
                "name": st.one_of(st.just("A"), st.text(max_size=3), ANY),
                "number": st.one_of(st.sampled_from(["1", "15", "SV1", "!"]), ANY),
                "supertype": st.one_of(st.sampled_from(["Pokémon", "Trainer"]), ANY),
                "subtypes": st.one_of(st.lists(st.sampled_from(["Basic", "ACE SPEC"])), ANY),
                "hp": ANY,
                "set": ANY,
                "rules": ANY,
            },
        ),
    ),
    max_size=8,
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(first=ENTRIES, second=ENTRIES)
def test_any_entries_are_cards_or_refused(
    tmp_path_factory: pytest.TempPathFactory, first: list[Any], second: list[Any]
) -> None:
    folder = tmp_path_factory.mktemp("sets")
    write_sets(folder)
    write_cards(folder, "one", [*first, entry("sv6-200")])
    write_cards(folder, "two", [*second, entry("sv6-201")], language="fr")
    rows = rows_of(folder)
    numbers = [number for row in rows if isinstance(row, ReadCard) for number in (row.number, *row.codes)]
    assert len(numbers) == len(set(numbers))
    stated = len(first) + len(second) + 2
    joined = stated - len(rows)
    assert 0 <= joined <= min(len(first), len(second)) + 1
    assert {"TWM-200", "TWM-201"} <= set(numbers)
