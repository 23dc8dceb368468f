"""Writing a list in any format. What a format cannot express is refused or noted, never left out.

`export_list` is where to start. What it returns reads back as the same cards: it checks that by reading it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from accounts.languages import language_key
from accounts.refusals import Refusal
from cardpool.packs.list_formats import PtcgLists, YdkSections
from decks.findings import Facts, apart_facts
from decks.judging import JudgedList, JudgingBook, format_cards
from decks.list_files import file_list
from decks.text.formatting import format_line, like_others
from decks.text.listing import MAX_COPIES, ListEntry
from decks.text.ptcg import PtcgRow, write_ptcg
from decks.text.reading import read_list
from decks.text.remarks import SURE
from decks.text.share import SharedCard, SharedList, write_payload
from decks.text.tables import write_rows
from decks.text.ydk import MAX_PASSCODE, Passcodes, write_ydk, write_ydke
from decks.uploads.workbook import format_workbook

MAX_LINK_LENGTH = 2_600
_HEADS = {"zh": ("区域", "张数", "编号", "名称"), "en": ("Section", "Count", "Number", "Name")}
_SHEETS = {"zh": "套牌", "en": "Deck"}


class ExportFormat(StrEnum):
    """The formats a list can be written in."""

    TEXT = "text"
    YDK = "ydk"
    YDKE = "ydke"
    PTCG = "ptcg"
    CSV = "csv"
    XLSX = "xlsx"


@dataclass(frozen=True)
class WrittenList:
    """A list as a file. `text` is empty for a workbook; `notices` say what the format could not express."""

    format: ExportFormat
    data: bytes
    file_name: str
    media_type: str
    text: str = ""
    notices: tuple[Facts, ...] = ()


@dataclass(frozen=True)
class ListTerms:
    """What a shared list is judged by, besides its game's rules on the day it is viewed."""

    best_of: int
    pool: str
    format: str = ""


@dataclass(frozen=True)
class _Writing:
    """The cards of one list, and what they are written with."""

    cards: tuple[Facts, ...]
    book: JudgingBook
    language: str
    notices: list[Facts] = field(default_factory=list)

    @property
    def tongue(self) -> str:
        return language_key(self.language)


_SUFFIXES = {
    ExportFormat.TEXT: (".txt", "text/plain"),
    ExportFormat.YDK: (".ydk", "text/plain"),
    ExportFormat.YDKE: (".txt", "text/plain"),
    ExportFormat.PTCG: (".txt", "text/plain"),
    ExportFormat.CSV: (".csv", "text/csv"),
    ExportFormat.XLSX: (".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}


def formats_of(book: JudgingBook) -> tuple[ExportFormat, ...]:
    """The formats that make sense for a game, DuelDesk's own text first."""
    lists = book.pack.lists
    passcodes = (ExportFormat.YDK, ExportFormat.YDKE) if lists.ydk else ()
    return (
        ExportFormat.TEXT,
        *((ExportFormat.PTCG,) if lists.ptcg else ()),
        *passcodes,
        ExportFormat.CSV,
        ExportFormat.XLSX,
    )


def export_judged(judged: JudgedList, *, to: ExportFormat, language: str) -> WrittenList:
    """The file of a list that was just read. Cards that are not part of the deck are left out; a notice names them.

    A list with a line that could not be read is refused: its card would be lost.

    Raises what `export_list` does, and Refusal `list_unreadable`.
    """
    if not judged.read.is_empty and not judged.settled:
        raise Refusal("list_unreadable", field="text", count=judged.read.open_lines)
    written = export_list(judged.cards, book=judged.book, to=to, language=language)
    if not judged.read.apart:
        return written
    apart: Facts = {"code": "not_in_deck", "cards": [apart_facts(entry) for entry in judged.read.apart]}
    return replace(written, notices=(*written.notices, apart))


def export_list(
    cards: Iterable[Mapping[str, Any]], *, book: JudgingBook, to: ExportFormat, language: str
) -> WrittenList:
    """The file of `JudgedList.cards`; column names and headings are in a language (`zh…`, else English).

    Raises Refusal `list_empty`, `list_format_not_for_game`, `list_needs_codes`, `list_part_not_in_format` or
    `list_not_exact`.
    """
    writing = _Writing(tuple(dict(card) for card in cards), book, language)
    if not writing.cards:
        raise Refusal("list_empty", field="text")
    if to not in formats_of(book):
        raise Refusal(
            "list_format_not_for_game", field="to", format=str(to), known=[str(one) for one in formats_of(book)]
        )
    suffix, media_type = _SUFFIXES[to]
    written = _WRITERS[to](writing)
    _check(writing, to, file_list(written) if isinstance(written, bytes) else written)
    # Spreadsheet programs read a .csv file as UTF-8 only if it begins with a byte order mark.
    encoding = "utf-8-sig" if to is ExportFormat.CSV else "utf-8"
    data = written if isinstance(written, bytes) else written.encode(encoding)
    return WrittenList(
        format=to,
        data=data,
        file_name=f"{book.pack.key}{'-ydke' if to is ExportFormat.YDKE else ''}{suffix}",
        media_type=media_type,
        text=written if isinstance(written, str) else "",
        notices=tuple(writing.notices),
    )


def share_payload(cards: Iterable[Mapping[str, Any]], *, book: JudgingBook, terms: ListTerms) -> str:
    """The list as the payload of a link, without anybody's name.

    Raises Refusal `list_empty` or `list_too_long_for_link`.
    """
    shared = tuple(
        SharedCard(card["section"], copies, card["number"], "" if card["number"] in book.cards else card["name"])
        for card in cards
        for copies in _portions(card["count"])
    )
    if not shared:
        raise Refusal("list_empty", field="text")
    payload = write_payload(SharedList(book.pack.key, shared, terms.best_of, str(terms.pool), terms.format))
    if len(payload) > MAX_LINK_LENGTH:
        raise Refusal("list_too_long_for_link", field="text", limit=MAX_LINK_LENGTH)
    return payload


def _portions(count: int) -> list[int]:
    return [min(MAX_COPIES, count - start) for start in range(0, count, MAX_COPIES)]


def _check(writing: _Writing, to: ExportFormat, text: str) -> None:
    """Read back what was written; refuse, by name, cards that would be read as others."""
    read = read_list(text, form=writing.book.form, catalogue=writing.book.catalogue)
    wanted = Counter({(card["section"], card["number"]): card["count"] for card in writing.cards})
    found = Counter({(entry.section, entry.number): entry.count for entry in read.entries})
    if wanted != found:
        different = {number for _, number in (wanted - found) + (found - wanted)}
        cards = [card for card in writing.cards if card["number"] in different] or list(writing.cards)
        raise Refusal("list_not_exact", field="to", format=str(to), cards=_named(cards))


def _text(writing: _Writing) -> str:
    return format_cards(writing.cards, book=writing.book, language=writing.language)


def _rows(writing: _Writing) -> list[tuple[str | int, ...]]:
    names = {section.key: section.names.in_language(writing.tongue) for section in writing.book.pack.sections}
    entries = [
        ListEntry(card["section"], card["number"], str(card["name"]), card["count"], ()) for card in writing.cards
    ]
    alike = {one.name for one in like_others(entries, form=writing.book.form, catalogue=writing.book.catalogue)}
    return [
        (
            names.get(card["section"]) or str(card["section"]),
            copies,
            "" if _is_name_alone(card) else card["number"],
            _cell_name(card, writing, alike),
        )
        for card in writing.cards
        for copies in _portions(card["count"])
    ]


def _cell_name(card: Facts, writing: _Writing, alike: Container[str]) -> str:
    """A card's name; in guillemets where it is like that of a card which is known or in the list, and only they say
    that it is another."""
    name = str(card["name"])
    if not name or card["number"] in writing.book.cards:
        return name
    if name in alike:
        return f"{SURE[0]}{name}{SURE[1]}"
    entry = ListEntry(card["section"], card["number"], name, 1, ())
    line = format_line(entry, form=writing.book.form, catalogue=writing.book.catalogue)
    return f"{SURE[0]}{name}{SURE[1]}" if line.endswith(SURE[1]) else name


def _csv(writing: _Writing) -> str:
    return write_rows([_HEADS[writing.tongue], *_rows(writing)])


def _xlsx(writing: _Writing) -> bytes:
    return format_workbook(_SHEETS[writing.tongue], _HEADS[writing.tongue], _rows(writing))


def _ydk(writing: _Writing) -> str:
    return write_ydk(_passcodes(writing, ExportFormat.YDK))


def _ydke(writing: _Writing) -> str:
    return write_ydke(_passcodes(writing, ExportFormat.YDKE)) + "\n"


def _passcodes(writing: _Writing, to: ExportFormat) -> Passcodes:
    sections = writing.book.pack.lists.ydk or YdkSections("")
    parts: dict[str, list[int]] = {"main": [], "extra": [], "side": []}
    part_of = {sections.main: "main", sections.extra: "extra", sections.side: "side"}
    part_of.pop("", None)
    homeless = [card for card in writing.cards if card["section"] not in part_of]
    if homeless:
        raise Refusal("list_part_not_in_format", field="to", format=str(to), cards=_named(homeless))
    codes = {card["number"]: _passcode(card["number"], writing.book) for card in writing.cards}
    without = [card for card in writing.cards if codes[card["number"]] is None]
    if without:
        raise Refusal("list_needs_codes", field="to", format=str(to), cards=_named(without))
    for card in writing.cards:
        parts[part_of[card["section"]]].extend([codes[card["number"]] or 0] * card["count"])
    return Passcodes(tuple(parts["main"]), tuple(parts["extra"]), tuple(parts["side"]))


def _passcode(number: str, book: JudgingBook) -> int | None:
    """The card's number if it is a passcode, else the first of its further codes that is one."""
    listed = book.catalogue.by_number(number)
    for code in (number, *(listed.codes if listed else ())):
        if code.isascii() and code.isdigit() and int(code) <= MAX_PASSCODE:
            return int(code)
    return None


def _ptcg(writing: _Writing) -> str:
    lists = writing.book.pack.lists.ptcg or PtcgLists("", (), (), {})
    homeless = [card for card in writing.cards if card["section"] != lists.section or not _may_be_row(card)]
    if homeless:
        raise Refusal("list_part_not_in_format", field="to", format="ptcg", cards=_named(homeless))
    rows = [_ptcg_row(card, writing.book, lists) for card in writing.cards]
    unknown = [card for card, row in zip(writing.cards, rows, strict=True) if not row.word]
    if unknown:
        writing.notices.append({"code": "kind_unknown", "cards": _named(unknown)})
    return write_ptcg(rows, lists)


def _ptcg_row(card: Facts, book: JudgingBook, lists: PtcgLists) -> PtcgRow:
    known = book.cards.get(card["number"])
    facts = known.attributes if known else {}
    word = next((group.word for group in lists.groups if facts.get(group.attribute) == group.value), "")
    set_code, _, number = card["number"].rpartition("-") if not _is_name_alone(card) else ("", "", "")
    names = (known.name, *known.other_names) if known else (card["name"],)
    return PtcgRow(word, card["count"], _latin(names), set_code, number)


def _may_be_row(card: Facts) -> bool:
    return "-" in card["number"] or _is_name_alone(card)


def _is_name_alone(card: Facts) -> bool:
    """Whether a card is listed by its name alone, which then stands for its number as well."""
    return bool(card["name"]) and card["number"] == card["name"]


def _latin(names: Sequence[str]) -> str:
    """The first name in Latin letters, which is what PTCG Live knows; if there is none, the first name."""
    return next((name for name in names if name and sum(map(str.isascii, name)) > len(name) / 2), names[0])


def _named(cards: Iterable[Mapping[str, Any]]) -> list[Facts]:
    return [{"number": card["number"], "name": card["name"]} for card in cards]


_WRITERS: Mapping[ExportFormat, Callable[[_Writing], str | bytes]] = {
    ExportFormat.TEXT: _text,
    ExportFormat.YDK: _ydk,
    ExportFormat.YDKE: _ydke,
    ExportFormat.PTCG: _ptcg,
    ExportFormat.CSV: _csv,
    ExportFormat.XLSX: _xlsx,
}
