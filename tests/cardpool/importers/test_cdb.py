"""Cards from `.cdb` files: facts by the pack's bits, copies by alias, several files, and other games' rows."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardpool.games import shipped_pack
from cardpool.importers.cdb import read_cdb
from cardpool.importers.records import ReadCard, RefusedRow, Row, SkippedRow
from cardpool.intake.unreadable import UnreadableFile
from cardpool.packs import GamePack, pack_from_mapping
from tests.cardpool.importers.card_databases import EFFECT, FUSION, LEGEND, MONSTER, RUSH, SPELL, TOKEN, TRAP, write_cdb

RUSH_DUEL = shipped_pack("rush-duel")
GALAXY = shipped_pack("galaxy-card-game")


def rows_of(*paths: Path, pack: GamePack = RUSH_DUEL, **options: Any) -> list[Row]:
    opened = read_cdb(list(paths), pack, options)
    rows = list(opened.rows)
    assert opened.total >= len(rows)
    return rows


def cards_of(*paths: Path, pack: GamePack = RUSH_DUEL, **options: Any) -> dict[str, ReadCard]:
    rows = rows_of(*paths, pack=pack, **options)
    assert all(isinstance(row, ReadCard) for row in rows), rows
    return {row.number: row for row in rows if isinstance(row, ReadCard)}


def the_card(tmp_path: Path, pack: GamePack = RUSH_DUEL, **row: Any) -> ReadCard:
    (card,) = cards_of(
        write_cdb(tmp_path / "one.cdb", [{"id": 160001000, "name": "Some Card", **row}]), pack=pack
    ).values()
    return card


@pytest.mark.parametrize(
    ("row", "facts"),
    [
        ({"type": MONSTER | EFFECT}, {"kind": "monster", "extra_deck": False, "rush": True, "legend": False}),
        ({"type": SPELL}, {"kind": "spell", "extra_deck": False}),
        ({"type": TRAP}, {"kind": "trap"}),
        ({"type": MONSTER | FUSION}, {"kind": "monster", "extra_deck": True}),
        ({"ot": RUSH | LEGEND}, {"legend": True, "rush": True}),
        ({"ot": RUSH | 0x100 | 0x3}, {"legend": False, "rush": True}),
        ({"level": 0x04040007}, {"level": 7}),
        ({"atk": 0, "def": 3000}, {"attack": 0, "defence": 3000}),
        ({"race": 0x80000000, "attribute": 0x20}, {"race": "银河族", "property": "暗"}),
    ],
)
def test_facts_of_a_rush_card(tmp_path: Path, row: dict[str, Any], facts: dict[str, Any]) -> None:
    card = the_card(tmp_path, **row)
    assert {key: card.attributes[key] for key in facts} == facts


def test_an_attack_of_question_mark_is_not_known(tmp_path: Path) -> None:
    card = the_card(tmp_path, atk=-2, **{"def": -2})
    assert "attack" not in card.attributes
    assert "defence" not in card.attributes


def test_a_spell_has_no_level_attack_or_race(tmp_path: Path) -> None:
    assert set(the_card(tmp_path, type=SPELL).attributes) == {"kind", "extra_deck", "legend", "rush"}


@pytest.mark.parametrize(
    ("row", "facts"),
    [
        (
            {"type": 0x21, "attribute": 0x1},
            {"kind": "unit", "property": "legion", "cost": 4, "power": 1500, "life": 1200},
        ),
        ({"type": SPELL}, {"kind": "support", "cost": 4}),
        ({"type": TRAP, "level": 2}, {"kind": "tactics", "cost": 2}),
        ({"type": 0x61, "attribute": 0x4}, {"kind": "large_unit", "property": "station"}),
        ({"type": 0x4011, "attribute": 0x8}, {"kind": "temporary", "property": "starport"}),
        ({"type": 0x21, "attribute": 0x10}, {"kind": "commander", "property": "commander"}),
    ],
)
def test_facts_of_a_galaxy_card(tmp_path: Path, row: dict[str, Any], facts: dict[str, Any]) -> None:
    card = the_card(tmp_path, pack=GALAXY, **{"attribute": 0x2, **row})
    assert {key: card.attributes[key] for key in facts} == facts


def test_a_strings_conf_names_the_bits(tmp_path: Path) -> None:
    database = write_cdb(tmp_path / "cards.cdb", [{"id": 10000001, "name": "One", "race": 0x4, "attribute": 1}])
    conf = tmp_path / "strings.conf"
    conf.write_text(
        "\ufeff# races\n!system 1020 人类\n!system 1022 爬行类\n!counter 0x1 x\n!system x\n", encoding="utf-8"
    )
    assert cards_of(database, pack=GALAXY)["10000001"].attributes.get("category") is None
    assert cards_of(conf, database, pack=GALAXY)["10000001"].attributes["category"] == "爬行类"


def test_numbers_have_eight_or_nine_digits(tmp_path: Path) -> None:
    rows = [{"id": 89631139, "name": "A"}, {"id": 120105001, "name": "B"}, {"id": 55, "name": "C"}]
    assert set(cards_of(write_cdb(tmp_path / "a.cdb", rows))) == {"89631139", "120105001", "00000055"}


def test_the_files_mark_is_no_part_of_a_name_but_the_parts_of_a_maximum_monster_are(tmp_path: Path) -> None:
    names = ["Blue-Eyes White Dragon (Rush)", "Yggdrago the Sky Emperor", "Yggdrago the Sky Emperor [L]"]
    rows = [{"id": 160000001 + 100 * place, "name": name} for place, name in enumerate(names)]
    found = [card.name for card in cards_of(write_cdb(tmp_path / "a.cdb", rows)).values()]
    assert found == ["Blue-Eyes White Dragon", "Yggdrago the Sky Emperor", "Yggdrago the Sky Emperor [L]"]


def test_other_pictures_are_codes_of_one_card(tmp_path: Path) -> None:
    rows = [
        {"id": 160001001, "alias": 160001000, "name": "Dragon"},
        {"id": 160001000, "name": "Dragon"},
        {"id": 160001002, "alias": 160001001, "name": "Dragon, as somebody spelt it"},
    ]
    (card,) = cards_of(write_cdb(tmp_path / "a.cdb", rows)).values()
    assert (card.number, card.codes) == ("160001000", ("160001001", "160001002"))
    assert (card.name, card.other_names) == ("Dragon", ("Dragon, as somebody spelt it",))


def test_a_legend_printing_stays_a_card_of_its_own_and_counts_with_the_others(tmp_path: Path) -> None:
    rows = [
        {"id": 160001000, "name": "Dragon", "ot": RUSH | LEGEND},
        {"id": 160002000, "alias": 160001000, "name": "Dragon (Rush)"},
    ]
    cards = cards_of(write_cdb(tmp_path / "a.cdb", rows))
    assert {number: card.attributes["legend"] for number, card in cards.items()} == {
        "160001000": True,
        "160002000": False,
    }
    assert {card.name for card in cards.values()} == {"Dragon"}


def test_a_card_treated_as_another_shares_its_name(tmp_path: Path) -> None:
    rows = [{"id": 160001000, "name": "Lady"}, {"id": 160009000, "alias": 160001000, "name": "Lady 1"}]
    cards = cards_of(write_cdb(tmp_path / "a.cdb", rows))
    assert cards["160009000"].name == "Lady 1"
    assert cards["160009000"].other_names == ("Lady",)
    assert cards["160001000"].other_names == ()


def test_an_alias_outside_the_file_still_joins_its_siblings(tmp_path: Path) -> None:
    rows = [{"id": 160001050, "alias": 160001000, "name": "A"}, {"id": 160001060, "alias": 160001000, "name": "A"}]
    (card,) = cards_of(write_cdb(tmp_path / "a.cdb", rows)).values()
    assert (card.number, card.codes) == ("160001050", ("160001060", "160001000"))


def test_the_same_card_of_the_sister_game_is_a_further_code(tmp_path: Path) -> None:
    row = {"id": 160001050, "alias": 89631139, "name": "A"}
    (card,) = cards_of(write_cdb(tmp_path / "a.cdb", [row])).values()
    assert (card.number, card.codes) == ("160001050", ("89631139",))


def by_number() -> GamePack:
    return pack_from_mapping(
        {**RUSH_DUEL.mapping, "cards": {**RUSH_DUEL.mapping["cards"], "identity": "number"}}, source="x"
    )


def test_where_a_game_counts_by_number_one_root_is_one_card(tmp_path: Path) -> None:
    rows = [
        {"id": 160001050, "alias": 160001000, "name": "A", "ot": RUSH | LEGEND},
        {"id": 160009000, "alias": 160001000, "name": "B"},
    ]
    (card,) = cards_of(write_cdb(tmp_path / "a.cdb", rows), pack=by_number()).values()
    assert (card.number, card.codes) == ("160001000", ("160001050", "160009000"))
    assert card.other_names == ("B",)


def test_an_alias_no_number_can_bear_refuses_its_rows(tmp_path: Path) -> None:
    path = write_cdb(tmp_path / "a.cdb", [{"id": 160001050, "alias": 16000105000, "name": "A"}])
    (row,) = rows_of(path, pack=by_number())
    assert isinstance(row, RefusedRow)
    assert (row.code, row.facts["number"]) == ("not_a_card_number", "16000105000")


def test_aliases_in_a_ring_are_one_card(tmp_path: Path) -> None:
    rows = [{"id": 160001000 + own, "alias": 160001000 + other, "name": "A"} for own, other in ((0, 1), (1, 2), (2, 0))]
    (card,) = cards_of(write_cdb(tmp_path / "a.cdb", rows)).values()
    assert (card.number, card.codes) == ("160001000", ("160001001", "160001002"))


def test_later_files_override_and_translate(tmp_path: Path) -> None:
    first = write_cdb(tmp_path / "a.cdb", [{"id": 160001000, "name": "Dragon", "atk": 100}])
    second = write_cdb(
        tmp_path / "b.cdb", [{"id": 160001000, "name": "龙", "atk": 200}, {"id": 160001100, "name": "新"}]
    )
    cards = cards_of(first, second)
    assert cards["160001000"].attributes["attack"] == 200
    assert (cards["160001000"].name, cards["160001000"].other_names) == ("Dragon", ("龙",))
    assert cards["160001100"].place.file == "b.cdb"


def test_a_file_of_texts_adds_names_to_known_cards(tmp_path: Path) -> None:
    (card,) = cards_of(write_cdb(tmp_path / "a.cdb", [], texts=[(160001000, "龙")])).values()
    assert (card.number, card.name, card.other_names, card.attributes) == ("160001000", "", ("龙",), {})


@pytest.mark.parametrize(
    ("row", "kind", "code"),
    [
        ({"ot": 0x3}, SkippedRow, "other_game"),
        ({"type": MONSTER | TOKEN}, SkippedRow, "token"),
        ({"type": 0x8000000}, SkippedRow, "no_deck_card"),
        ({"name": "  "}, RefusedRow, "no_name"),
        ({"name": "x" * 121}, RefusedRow, "name_too_long"),
        ({"name": "a\x00b"}, RefusedRow, "text_not_unicode"),
        ({"name": b"\xff\xfe\xb0"}, RefusedRow, "text_not_unicode"),
        ({"id": 12345678901}, RefusedRow, "not_a_card_number"),
        ({"atk": "strong"}, RefusedRow, "column_not_a_number"),
        ({"level": 1.5}, RefusedRow, "column_not_a_number"),
        ({"race": b"\x00" * 100}, RefusedRow, "column_not_a_number"),
        ({"id": -5}, RefusedRow, "id_out_of_range"),
    ],
)
def test_rows_left_out_say_why(tmp_path: Path, row: dict[str, Any], kind: type, code: str) -> None:
    wanted = {"id": 160001000, "name": "Some Card", **row}
    rows = rows_of(write_cdb(tmp_path / "a.cdb", [wanted]))
    assert [(type(found), getattr(found, "code", "")) for found in rows] == [(kind, code)]


def test_cards_of_the_sister_game_come_only_when_asked_for(tmp_path: Path) -> None:
    path = write_cdb(tmp_path / "a.cdb", [{"id": 89631139, "name": "Blue-Eyes White Dragon", "ot": 0x3}])
    (card,) = cards_of(path, include_others=True).values()
    assert card.attributes["rush"] is False


def test_a_pack_that_declares_no_databases_takes_none(tmp_path: Path) -> None:
    path = write_cdb(tmp_path / "a.cdb", [])
    with pytest.raises(UnreadableFile) as refused:
        read_cdb([path], shipped_pack("ultraman-hero-duel"), {})
    assert refused.value.code == "format_not_declared"


NUMBERS = st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(0, 20), st.none(), st.text(max_size=3), st.floats())
ROWS = st.lists(
    st.fixed_dictionaries(
        {"id": st.integers(160000000, 160000030)},
        optional={
            "alias": st.one_of(st.integers(159999995, 160000030), NUMBERS),
            "ot": NUMBERS,
            "type": st.one_of(st.sampled_from([1, 2, 4, 0x21, 0x41, 0x4001]), NUMBERS),
            "level": NUMBERS,
            "race": NUMBERS,
            "attribute": NUMBERS,
            "atk": NUMBERS,
            "name": st.one_of(st.sampled_from(["A", "B", "B (Rush)"]), st.text(max_size=4), st.binary(max_size=4)),
        },
    ),
    unique_by=lambda row: row["id"],
    max_size=12,
)


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(rows=ROWS, pack=st.sampled_from([RUSH_DUEL, GALAXY, by_number()]))
def test_every_row_is_one_card_or_joins_one_or_says_why_not(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]], pack: GamePack
) -> None:
    path = write_cdb(tmp_path_factory.mktemp("cdb") / "a.cdb", rows)
    found = rows_of(path, pack=pack)
    cards = [row for row in found if isinstance(row, ReadCard)]
    numbers = [number for card in cards for number in (card.number, *card.codes)]
    assert len(numbers) == len(set(numbers))
    stated = {str(row["id"]) for row in rows}
    left_out = {row.place.id for row in found if not isinstance(row, ReadCard)}
    assert stated <= set(numbers) | left_out
    assert found == rows_of(path, pack=pack)
