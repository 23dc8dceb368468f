"""What the page of a deck shows of its cards: by which attribute it groups them and which curves it draws."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cardpool.intake.problems import TableFault
from cardpool.packs.game_pack import Attribute, AttributeType, ChartSpec, DeckPage
from cardpool.packs.table import TableReader

GROUPING = (AttributeType.TEXT, AttributeType.FLAG)
MAX_CHARTS = 8


@dataclass(frozen=True)
class _Declared:
    """The attributes of the pack by key, and what to say of a key that is none of those that fit."""

    attributes: Mapping[str, Attribute]

    def read(self, table: TableReader, key: str, fits: Callable[[Attribute], bool]) -> Attribute | None:
        """The attribute that `key` of the table names; None, with the problem reported, where none fits."""
        name = table.text(key)
        attribute = self.attributes.get(name)
        if attribute is not None and fits(attribute):
            return attribute
        if name:
            known = [one.key for one in self.attributes.values() if fits(one)]
            table.problem(key, TableFault.BAD_VALUE, known=", ".join(known), found=f'"{name}"')
        return None


def read_deck_page(top: TableReader, attributes: tuple[Attribute, ...]) -> DeckPage:
    """Read the optional `[deck_page]` table; every attribute it names must be one the pack declares."""
    if not top.has("deck_page"):
        return DeckPage()
    table = top.table("deck_page")
    declared = _Declared({attribute.key: attribute for attribute in attributes})
    group_by = ""
    if table.has("group_by"):
        grouping = declared.read(table, "group_by", lambda one: one.type in GROUPING)
        group_by = grouping.key if grouping else ""
    charts: list[ChartSpec] | None = None
    if table.has("charts"):
        charts = []
        keys: list[str] = []
        for entry in table.tables("charts", default=()):
            chart = _chart(entry, declared)
            keys.append(chart.attribute)
            if chart.attribute:
                entry.unique(keys, "attribute")
            charts.append(chart)
        if len(charts) > MAX_CHARTS:
            table.problem(
                "charts", TableFault.OUT_OF_RANGE, wanted=f"at most {MAX_CHARTS} charts", found=str(len(charts))
            )
    table.finish()
    return DeckPage(group_by, tuple(charts) if charts is not None else None)


def _chart(table: TableReader, declared: _Declared) -> ChartSpec:
    attribute = declared.read(table, "attribute", lambda one: True)
    is_number = attribute is None or attribute.type is AttributeType.INTEGER
    step, most = 0, 0
    if table.has("step"):
        step = table.integer("step", at_least=1)
        if not is_number:
            table.problem("step", TableFault.UNKNOWN_KEY, known="step of an integer attribute")
    if table.has("most"):
        most = table.integer("most", at_least=1)
        if attribute is not None and is_number:
            table.problem("most", TableFault.UNKNOWN_KEY, known="most of a text or list attribute")
    of, among = _concerned(table, declared) if table.has("of") else ("", ())
    table.finish()
    return ChartSpec(attribute.key if attribute else "", step=step, most=most, of=of, among=among)


def _concerned(chart: TableReader, declared: _Declared) -> tuple[str, tuple[str, ...]]:
    """Which cards a chart is about: those whose text attribute has one of some values."""
    table = chart.table("of")
    attribute = declared.read(table, "attribute", lambda one: one.type is AttributeType.TEXT)
    among = table.texts("in")
    values = [word.key for word in attribute.values] if attribute else []
    for position, value in enumerate(among if values else ()):
        if value not in values:
            table.problem(f"in[{position}]", TableFault.BAD_VALUE, known=", ".join(values), found=f'"{value}"')
    table.finish()
    return (attribute.key if attribute else ""), among
