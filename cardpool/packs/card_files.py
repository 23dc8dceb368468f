"""Reading the `[import]` tables of a pack: how card databases and set files become its cards."""

from collections.abc import Iterable, Mapping
from typing import Any

from cardpool.intake.problems import TableFault
from cardpool.intake.strict_table import kind_of
from cardpool.packs.card_file_forms import (
    CDB_COLUMNS,
    SKIP_REASONS,
    BitWord,
    CdbFact,
    CdbForm,
    CdbSkip,
    EntryBrings,
    EntryFact,
    SetFilesForm,
)
from cardpool.packs.game_pack import Attribute, AttributeType
from cardpool.packs.names import Names
from cardpool.packs.table import TableReader

MAX_DIGITS = 12
_READINGS: Mapping[AttributeType, tuple[str, ...]] = {
    AttributeType.TEXT: ("words", "strings"),
    AttributeType.LIST: ("words",),
    AttributeType.FLAG: ("any_bits",),
    AttributeType.INTEGER: (),
}
_ALL_READINGS = ("words", "strings", "any_bits")


def read_card_files(top: TableReader, attributes: tuple[Attribute, ...]) -> tuple[CdbForm | None, SetFilesForm | None]:
    """The forms of card databases and of set files; None for one that the pack does not declare."""
    if not top.has("import"):
        return None, None
    table = top.table("import")
    cdb = _cdb(table.table("cdb"), attributes) if table.has("cdb") else None
    sets = _sets(table.table("sets"), attributes) if table.has("sets") else None
    table.finish()
    return cdb, sets


def _cdb(table: TableReader, attributes: tuple[Attribute, ...]) -> CdbForm:
    digits = table.integer("digits", default=1, at_least=1)
    if digits > MAX_DIGITS:
        table.problem("digits", TableFault.OUT_OF_RANGE, wanted=f"{MAX_DIGITS} or less", found=str(digits))
    form = CdbForm(
        digits=digits,
        name_endings=table.texts("name_endings") if table.has("name_endings") else (),
        skips=tuple(_skip(entry) for entry in table.tables("skip", default=())),
        facts=tuple(_cdb_fact(entry, attributes) for entry in table.tables("facts")),
    )
    table.finish()
    return form


def _skip(table: TableReader) -> CdbSkip:
    is_set = table.has("any_bits")
    if is_set is table.has("without_bits"):
        table.problem("any_bits", TableFault.MISSING_KEY)
    skip = CdbSkip(
        column=table.text("column", choices=CDB_COLUMNS),
        bits=table.integer("any_bits" if is_set else "without_bits", default=1, at_least=1),
        is_set=is_set,
        reason=table.text("reason", choices=SKIP_REASONS),
        is_optional=table.flag("optional"),
    )
    table.finish()
    return skip


def _cdb_fact(table: TableReader, attributes: tuple[Attribute, ...]) -> CdbFact:
    attribute = _attribute(table, attributes)
    allowed = _READINGS[attribute.type]
    stated = [key for key in _ALL_READINGS if table.has(key)]
    for key in stated:
        if key not in allowed:
            known = ", ".join(allowed) or "the number itself"
            table.problem(key, TableFault.BAD_VALUE, known=f"{known} ({attribute.type})", found=key)
    if allowed and len(stated) != 1:
        table.problem(allowed[0], TableFault.MISSING_KEY)
    fact = CdbFact(
        attribute=attribute.key,
        column=table.text("column", choices=CDB_COLUMNS),
        words=tuple(_word(entry, attribute) for entry in table.tables("words")) if "words" in stated else (),
        any_bits=table.integer("any_bits", default=0),
        strings=table.integer("strings", default=0),
        low_bits=table.integer("low_bits", default=0),
        unknown=_numbers(table, "unknown"),
        only=table.integer("only", default=0),
        is_list=attribute.type is AttributeType.LIST,
    )
    table.finish()
    return fact


def _numbers(table: TableReader, key: str) -> tuple[int, ...]:
    return table.integers(key) if table.has(key) else ()


def _word(table: TableReader, attribute: Attribute) -> BitWord:
    word = BitWord(table.integer("bits", at_least=1), table.text("value"))
    _check_values(table, "value", [word.value], attribute)
    table.finish()
    return word


def _sets(table: TableReader, attributes: tuple[Attribute, ...]) -> SetFilesForm:
    form = SetFilesForm(
        signs=_texts(table, "signs"),
        facts=tuple(_entry_fact(entry, attributes) for entry in table.tables("facts")),
        brings=tuple(_brings(entry) for entry in table.tables("brings", default=())),
    )
    table.finish()
    return form


def _entry_fact(table: TableReader, attributes: tuple[Attribute, ...]) -> EntryFact:
    attribute = _attribute(table, attributes)
    if attribute.type is AttributeType.FLAG:
        table.problem("attribute", TableFault.BAD_VALUE, known="integer, text, list", found=attribute.type)
    stated = table.has("values")
    fact = EntryFact(
        attribute=attribute.key,
        field=table.text("field"),
        values=_values(table, attribute) if stated else {},
        is_strict=bool(stated and attribute.values),
    )
    table.finish()
    return fact


def _values(table: TableReader, attribute: Attribute) -> dict[str, tuple[str, ...]]:
    """What each text becomes: a text, or for a list attribute also several."""
    found: dict[str, tuple[str, ...]] = {}
    values = table.plain("values")
    if not isinstance(values, Mapping):
        table.problem("values", TableFault.WRONG_TYPE, wanted="a table", found=kind_of(values))
        return found
    for word, value in values.items():
        parts = value if isinstance(value, list) and attribute.type is AttributeType.LIST else [value]
        if not parts or not all(isinstance(part, str) and part for part in parts):
            table.problem(f"values.{word}", TableFault.WRONG_TYPE, wanted="text", found=kind_of(value))
            continue
        _check_values(table, f"values.{word}", parts, attribute)
        found[word] = tuple(parts)
    return found


def _brings(table: TableReader) -> EntryBrings:
    has, says = table.has("has"), table.has("says")
    if has is says:
        table.problem("has", TableFault.MISSING_KEY)
    limit = table.integer("copy_limit", default=0) if table.has("copy_limit") else None
    rules: Any = table.plain("deck_rules") if table.has("deck_rules") else []
    if not isinstance(rules, list) or not all(isinstance(rule, Mapping) for rule in rules):
        table.problem("deck_rules", TableFault.WRONG_TYPE, wanted="a list of tables", found=kind_of(rules))
        rules = []
    brings = EntryBrings(
        field=table.text("field"),
        has=table.text("has") if has else "",
        says=table.text("says") if says else "",
        copy_limit=limit,
        deck_rules=tuple(rules),
        otherwise=table.flag("otherwise"),
    )
    if limit is None and not rules:
        table.problem("deck_rules", TableFault.MISSING_KEY)
    table.finish()
    return brings


def _texts(table: TableReader, key: str) -> dict[str, str]:
    """A table of texts, each known by any key."""
    if not table.has(key):
        return {}
    values = table.plain(key)
    if isinstance(values, Mapping) and all(isinstance(value, str) for value in values.values()):
        return dict(values)
    table.problem(key, TableFault.WRONG_TYPE, wanted="a table of texts", found=kind_of(values))
    return {}


def _attribute(table: TableReader, attributes: tuple[Attribute, ...]) -> Attribute:
    """The declared attribute that the table names; one of no meaning where it names none."""
    key = table.text("attribute", choices=[attribute.key for attribute in attributes])
    nothing = Attribute(key, AttributeType.INTEGER, Names("", ""), "")
    return next((attribute for attribute in attributes if attribute.key == key), nothing)


def _check_values(table: TableReader, key: str, values: Iterable[str], attribute: Attribute) -> None:
    known = [word.key for word in attribute.values]
    for value in values if known else ():
        if value and value not in known:
            table.problem(key, TableFault.BAD_VALUE, known=", ".join(known), found=f'"{value}"')
