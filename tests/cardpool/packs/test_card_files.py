"""What a pack says about card files of other programs, read strictly."""

import pytest

from cardpool.games import shipped_keys, shipped_pack, shipped_text
from cardpool.legality.deck import Card
from cardpool.legality.ruleset import printed_problems, read_ruleset
from cardpool.packs import CdbForm, EntryFact, GamePack, PackError, SetFilesForm, read_pack
from cardpool.packs.card_file_forms import BitWord, CdbFact, CdbSkip, EntryBrings

TEXT = shipped_text("ultraman-hero-duel")
CDB = "[import.cdb]\n[[import.cdb.facts]]\n"


def read(table: str) -> GamePack:
    return read_pack(TEXT + "\n" + table, source="mine.toml")


def problems(table: str) -> list[str]:
    with pytest.raises(PackError) as caught:
        read(table)
    return [f"{problem.path}: {problem.sentence}" for problem in caught.value.problems]


def test_a_pack_may_say_nothing() -> None:
    assert (read("").cdb, read("").set_files) == (None, None)
    assert (read("[import]").cdb, read("[import]").set_files) == (None, None)


def test_everything_a_pack_can_say_of_databases() -> None:
    form = read(
        '[import.cdb]\ndigits = 8\nname_endings = [" (X)"]\n'
        '[[import.cdb.skip]]\ncolumn = "type"\nany_bits = 0x4000\nreason = "token"\n'
        '[[import.cdb.skip]]\ncolumn = "ot"\nwithout_bits = 2\nreason = "other_game"\noptional = true\n'
        '[[import.cdb.facts]]\nattribute = "rarity"\ncolumn = "type"\nonly = 0x21\n'
        'words = [{ bits = 1, value = "hero" }]\n'
        '[[import.cdb.facts]]\nattribute = "star"\ncolumn = "level"\nlow_bits = 8\nunknown = [0]\n'
    ).cdb
    assert form == CdbForm(
        8,
        (" (X)",),
        (CdbSkip("type", 0x4000, True, "token", False), CdbSkip("ot", 2, False, "other_game", True)),
        (
            CdbFact("rarity", "type", words=(BitWord(1, "hero"),), only=0x21),
            CdbFact("star", "level", low_bits=8, unknown=(0,)),
        ),
    )


def test_everything_a_pack_can_say_of_set_files() -> None:
    form = read(
        '[import.sets]\nsigns = { "!" = "EX" }\n'
        '[[import.sets.facts]]\nattribute = "keywords"\nfield = "tags"\nvalues = { "A" = ["B", "C"], "D" = "E" }\n'
        '[[import.sets.facts]]\nattribute = "rarity"\nfield = "rarity"\n'
        '[[import.sets.brings]]\nfield = "tags"\nhas = "A"\ncopy_limit = 0\n'
        '[[import.sets.brings]]\nfield = "rules"\nsays = "x"\ndeck_rules = [{ kind = "group" }]\n'
    ).set_files
    assert form == SetFilesForm(
        {"!": "EX"},
        (
            EntryFact("keywords", "tags", {"A": ("B", "C"), "D": ("E",)}, False),
            EntryFact("rarity", "rarity", {}, False),
        ),
        (EntryBrings("tags", "A", "", 0, ()), EntryBrings("rules", "", "x", None, ({"kind": "group"},))),
    )


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("[import.excel]", "import.excel: unknown key (known: cdb, sets)"),
        ("[import]\ncdb = 1", "import.cdb: must be a table, found a whole number"),
        ("[import.cdb]", "import.cdb.facts: missing"),
        ("[import.cdb]\ndigits = 13\nfacts = []", "import.cdb.digits: must be 12 or less, found 13"),
        (CDB + 'attribute = "colour"\ncolumn = "type"', "import.cdb.facts[0].attribute: must be one of "),
        (CDB + 'attribute = "star"\ncolumn = "power"', "import.cdb.facts[0].column: must be one of ot, type, atk"),
        (CDB + 'attribute = "star"', "import.cdb.facts[0].column: missing"),
        (CDB + 'attribute = "rarity"\ncolumn = "type"', "import.cdb.facts[0].words: missing"),
        (
            CDB + 'attribute = "star"\ncolumn = "type"\nany_bits = 1',
            "import.cdb.facts[0].any_bits: must be one of the number itself (integer), found any_bits",
        ),
        (CDB + 'attribute = "rarity"\ncolumn = "type"\nwords = []', "import.cdb.facts[0].words: must not be empty"),
        (
            CDB + 'attribute = "rarity"\ncolumn = "type"\nwords = [{ bits = 0, value = "hero" }]',
            "import.cdb.facts[0].words[0].bits: must be 1 or more, found 0",
        ),
        (CDB + 'attribute = "star"\ncolumn = "type"\nsize = 1', "import.cdb.facts[0].size: unknown key"),
        (
            '[import.cdb]\nfacts = []\n[[import.cdb.skip]]\ncolumn = "type"\nreason = "token"',
            "import.cdb.skip[0].any_bits: missing",
        ),
        (
            '[import.cdb]\nfacts = []\n[[import.cdb.skip]]\ncolumn = "ot"\nany_bits = 1\nreason = "ugly"',
            'import.cdb.skip[0].reason: must be one of token, other_game, no_deck_card, found "ugly"',
        ),
        ("[import.sets]\nsigns = 3", "import.sets.signs: must be a table of texts, found a whole number"),
        ('[[import.sets.facts]]\nattribute = "star"', "import.sets.facts[0].field: missing"),
        (
            '[[import.sets.facts]]\nattribute = "star"\nfield = "x"\nvalues = 3',
            "import.sets.facts[0].values: must be a table, found a whole number",
        ),
        (
            '[[import.sets.facts]]\nattribute = "rarity"\nfield = "x"\nvalues = { "A" = ["B"] }',
            "import.sets.facts[0].values.A: must be text, found a list",
        ),
        (
            '[[import.sets.brings]]\nfield = "x"\ncopy_limit = 1',
            "import.sets.brings[0].has: missing",
        ),
        ('[[import.sets.brings]]\nfield = "x"\nhas = "A"', "import.sets.brings[0].deck_rules: missing"),
        (
            '[[import.sets.brings]]\nfield = "x"\nhas = "A"\ndeck_rules = 1',
            "import.sets.brings[0].deck_rules: must be a list of tables, found a whole number",
        ),
    ],
)
def test_a_mistake_is_named_with_its_place(table: str, expected: str) -> None:
    assert any(found.startswith(expected) for found in problems(table)), problems(table)


def test_values_an_attribute_cannot_have_and_flags_in_set_files() -> None:
    rush = shipped_text("rush-duel").replace('value = "trap"', 'value = "trick"')
    with pytest.raises(PackError, match=r'words\[2\].value: must be one of monster, spell, trap, found "trick"'):
        read_pack(rush, source="rush-duel.toml")
    sets = shipped_text("rush-duel") + '\n[[import.sets.facts]]\nattribute = "legend"\nfield = "x"\n'
    with pytest.raises(PackError, match=r"facts\[0\].attribute: must be one of integer, text, list, found flag"):
        read_pack(sets, source="rush-duel.toml")


@pytest.mark.parametrize("key", shipped_keys())
def test_the_deck_rules_shipped_packs_give_to_imported_cards_can_be_used(key: str) -> None:
    pack = shipped_pack(key)
    ruleset = read_ruleset(pack.mapping, source=pack.source)
    for brings in pack.set_files.brings if pack.set_files else ():
        card = Card("1", "One", deck_rules=brings.deck_rules)
        assert printed_problems(card, ruleset, source=pack.source, line=None) == ()
