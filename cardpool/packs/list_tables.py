"""Reading a pack's optional `[lists]` table: the formats of other programs that lists of the game come in."""

from dataclasses import dataclass

from cardpool.intake.problems import TableFault
from cardpool.packs.game_pack import Attribute, Section
from cardpool.packs.list_formats import ListFormats, PtcgGroup, PtcgLists, YdkSections
from cardpool.packs.table import TableReader


@dataclass(frozen=True)
class _Known:
    """The keys a pack declares elsewhere, which its list formats may name."""

    sections: tuple[str, ...]
    attributes: tuple[str, ...]


def read_list_formats(
    top: TableReader, sections: tuple[Section, ...], attributes: tuple[Attribute, ...]
) -> ListFormats:
    """Read `[lists]`; without it the game's lists come in DuelDesk's own formats only."""
    if not top.has("lists"):
        return ListFormats()
    known = _Known(tuple(one.key for one in sections), tuple(one.key for one in attributes))
    table = top.table("lists")
    formats = ListFormats(
        ydk=_ydk(table.table("ydk"), known) if table.has("ydk") else None,
        ptcg=_ptcg(table.table("ptcg"), known) if table.has("ptcg") else None,
    )
    table.finish()
    return formats


def _ydk(table: TableReader, known: _Known) -> YdkSections:
    main, extra, side = (_section(table, key, known) for key in ("main", "extra", "side"))
    held = [key for key in (main, extra, side) if key]
    for key in held:
        if held.count(key) > 1:
            table.problem("", TableFault.DUPLICATE, found=f'"{key}"')
            break
    table.finish()
    return YdkSections(main, extra, side)


def _section(table: TableReader, key: str, known: _Known) -> str:
    """A section's key; empty where the file format's part has no counterpart in the game."""
    if key != "main" and not table.has(key):
        return ""
    return table.text(key, choices=known.sections)


def _ptcg(table: TableReader, known: _Known) -> PtcgLists:
    groups = []
    for group in table.tables("groups"):
        words = group.texts("words") if group.has("words") else ()
        attribute = group.text("attribute", choices=known.attributes)
        groups.append(PtcgGroup(group.text("word"), attribute, group.text("is"), words))
        group.finish()
    symbols = {}
    for symbol in table.tables("symbols", default=()):
        symbols[symbol.text("sign")] = symbol.text("word")
        symbol.finish()
    promos = {}
    for promo in table.tables("promos", default=()):
        promos[promo.text("letters")] = promo.text("set")
        promo.finish()
    galleries = {}
    for gallery in table.tables("galleries", default=()):
        galleries[gallery.text("letters")] = gallery.texts("sets")
        gallery.finish()
    lists = PtcgLists(
        section=table.text("section", choices=known.sections),
        titles=table.texts("titles") if table.has("titles") else (),
        groups=tuple(groups),
        symbols=symbols,
        promos=promos,
        galleries=galleries,
        name_words=table.texts("name_words") if table.has("name_words") else (),
        marks=frozenset(table.texts("marks") if table.has("marks") else ()),
    )
    table.finish()
    return lists
