"""Lists of restricted cards as a table (CSV): a row per card, headed in Chinese or English.

| column | Chinese | what |
|---|---|---|
| card | 卡牌 | number, code or name |
| kind | 限制 | banned 禁止, limited 限制, choose one 择一, unreleased 未发售, unlisted 其余禁止; empty: by the limit |
| limit | 张数 | the most copies (limited), the most different cards of the group (choose one; 1 when empty) |
| group | 组 | rows of one group are the cards of which one is chosen |
| starts, ends | 开始, 结束 | days such as 2026-05-01, both included; empty: as long as the list holds |
| note | 备注 | anything |

A table without a head has its columns in this order.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from datetime import date

from cardpool.intake.csv_text import csv_line, csv_rows
from cardpool.intake.formulas import guarded, unguarded
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.lists.entries import (
    EVERY_OTHER,
    MAX_ENTRIES,
    MAX_LIMIT,
    Entry,
    Fault,
    Problem,
    RestrictionKind,
    UnreadableList,
    entry_problems,
)

COLUMNS = ("card", "kind", "limit", "group", "starts", "ends", "note")
HEADS: Mapping[str, str] = {
    head: column
    for column, heads in {
        "card": "card number cardnumber code cardcode passcode id name cardname"
        " 卡牌 卡牌编号 编号 卡号 卡密 卡名 名称 牌名",
        "kind": "kind restriction status type 限制 种类 类型 限制类型 状态",
        "limit": "limit copies count max most 张数 上限 限制张数 可用张数 数量",
        "group": "group choiceof 组 分组 择一组",
        "starts": "starts start from since startdate 开始 开始日期 起 起始 起始日期 生效",
        "ends": "ends end until to enddate 结束 结束日期 止 截止 截止日期",
        "note": "note notes remark comment reason 备注 说明 注 原因",
    }.items()
    for head in heads.split()
}
KINDS: Mapping[str, RestrictionKind] = {
    word: kind
    for kind, words in {
        RestrictionKind.BANNED: "banned ban forbidden prohibited 禁止 禁卡 禁 禁用",
        RestrictionKind.LIMITED: "limited limit restricted semilimited 限制 限卡 限 准限制 限一 限二",
        RestrictionKind.CHOOSE_ONE: "chooseone choose choice chooseoneof 择一 选一 多选一 二选一 三选一",
        RestrictionKind.UNRELEASED: "unreleased notreleased 未发售 未发行 未上市 未发布",
        RestrictionKind.UNLISTED: "unlisted othersbanned whitelist 其余禁止 白名单",
    }.items()
    for word in words.split()
}
SAID_LIMIT: Mapping[str, int] = {"限一": 1, "限二": 2, "准限制": 2, "semilimited": 2}
_DATE = re.compile(r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?")
_SEPARATORS = ",;\t"
Wrong = Callable[..., None]
"""Notes a fault of the row in hand."""


def read_table(text: str) -> tuple[Entry, ...]:
    """The entries of a table, in the order of their first rows.

    Commas, semicolons or tabs part the cells, whichever the first row has most of. Blank rows and rows that begin with
    `#` are skipped. Raises `UnreadableList` with every row that cannot be taken.
    """
    rows = _rows(text.removeprefix("\ufeff"))
    if not rows:
        raise UnreadableList([Problem(Fault.EMPTY)])
    columns, rows = _columns(rows)
    problems: list[Problem] = []
    read: list[tuple[str, Entry]] = []
    for line, cells in rows:
        found = {column: cells[place].strip() for place, column in columns.items() if place < len(cells)}
        entry = _entry(found, line, problems)
        if entry is not None:
            read.append((found.get("group", "") if entry.kind is RestrictionKind.CHOOSE_ONE else "", entry))
    entries = _grouped(read, problems)
    if len(read) > MAX_ENTRIES:
        problems.append(Problem(Fault.TOO_MANY, 0, "", str(MAX_ENTRIES)))
    elif not problems:
        problems = entry_problems(entries)
    if not problems and not entries:
        problems = [Problem(Fault.EMPTY)]
    if problems:
        raise UnreadableList(sorted(problems, key=lambda problem: problem.line))
    return entries


def format_table(entries: Iterable[Entry], *, names: Mapping[str, str] | None = None) -> str:
    """The entries as a table that `read_table` reads back as they were.

    `names` says what cards are called: their names then stand in a last column, which reading passes over.
    """
    lines = [csv_line(COLUMNS if names is None else (*COLUMNS, "name"))]
    groups = 0
    for entry in entries:
        is_group = entry.kind is RestrictionKind.CHOOSE_ONE
        groups += is_group
        for card in entry.cards:
            lines.append(
                csv_line(
                    [
                        _plain(card),
                        entry.kind.value,
                        entry.limit if entry.kind in (RestrictionKind.LIMITED, RestrictionKind.CHOOSE_ONE) else "",
                        str(groups) if is_group else "",
                        entry.starts or "",
                        entry.ends or "",
                        _plain(entry.note),
                        *([] if names is None else [_plain(names.get(card, ""))]),
                    ]
                )
            )
    return "".join(lines)


def _plain(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula and no reader for a remark; reading takes the mark off again."""
    return f"'{cell}" if cell.lstrip("'").startswith("#") else guarded(cell)


def _said(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith("#") else unguarded(cell)


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Rows that say something with the line they begin on."""
    first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    separator = max(_SEPARATORS, key=first.count)
    try:
        return [
            (line, cells)
            for line, cells in csv_rows(text, Place(""), separator, by_line=True)
            if any(cell.strip() for cell in cells) and not cells[0].lstrip().startswith("#")
        ]
    except UnreadableFile as mistake:
        fault = Fault.BROKEN_QUOTES if mistake.code == "broken_quotes" else Fault.ROW_TOO_LONG
        raise UnreadableList([Problem(fault, mistake.place.row)]) from mistake


def _columns(rows: list[tuple[int, list[str]]]) -> tuple[dict[int, str], list[tuple[int, list[str]]]]:
    """Which column stands where, and the rows below the head; without a head the usual order."""
    line, head = rows[0]
    known = [(place, HEADS[word]) for place, cell in enumerate(head) if (word := _word(cell)) in HEADS]
    if not known:
        return dict(enumerate(COLUMNS)), rows
    columns: dict[int, str] = {}
    for place, column in known:
        if column not in columns.values():
            columns[place] = column
        elif column != "card":  # A number and a name may both stand there; the first of them counts.
            raise UnreadableList([Problem(Fault.COLUMN_TWICE, line, head[place].strip())])
    if "card" not in columns.values():
        raise UnreadableList([Problem(Fault.NO_CARD_COLUMN, line, ", ".join(cell.strip() for cell in head)[:80])])
    return columns, rows[1:]


def _entry(cells: Mapping[str, str], line: int, problems: list[Problem]) -> Entry | None:
    """A row as an entry of one card; None where something in it cannot be taken, which is noted."""
    before = len(problems)

    def wrong(code: Fault, text: str = "", other: str = "") -> None:
        problems.append(Problem(code, line, text[:80], other))

    card = _said(cells.get("card", ""))
    limit = _limit(cells.get("limit", ""), wrong)
    kind = _kind(cells.get("kind", ""), cells.get("group", ""), limit, wrong)
    if kind is RestrictionKind.UNLISTED:
        card = EVERY_OTHER
    if not card:
        wrong(Fault.NO_CARD)
    said = SAID_LIMIT.get(_word(cells.get("kind", "")))
    if kind is RestrictionKind.LIMITED and limit is None:
        limit = said
        if said is None:
            wrong(Fault.NO_LIMIT, card)
    if kind is RestrictionKind.CHOOSE_ONE and limit is None:
        limit = 1
    starts, ends = (_day(cells.get(column, ""), wrong) for column in ("starts", "ends"))
    if len(problems) > before or kind is None:
        return None
    return Entry(kind, (card,), limit or 0, starts, ends, _said(cells.get("note", "")), line)


def _limit(cell: str, wrong: Wrong) -> int | None:
    plain = unicodedata.normalize("NFKC", cell).strip()
    if not plain:
        return None
    if not (plain.isascii() and plain.isdigit() and len(plain) < 9):
        wrong(Fault.BAD_LIMIT, cell, str(MAX_LIMIT))
        return None
    return int(plain)


def _kind(cell: str, group: str, limit: int | None, wrong: Wrong) -> RestrictionKind | None:
    """The kind as stated; where it is not, a group is a choice, a limit limits, and nothing bans."""
    word = _word(cell)
    if word in KINDS:
        return KINDS[word]
    if word:
        wrong(Fault.UNKNOWN_KIND, cell)
        return None
    if group:
        return RestrictionKind.CHOOSE_ONE
    return RestrictionKind.LIMITED if limit else RestrictionKind.BANNED


def _day(cell: str, wrong: Wrong) -> date | None:
    plain = unicodedata.normalize("NFKC", cell).strip()
    if not plain:
        return None
    found = _DATE.fullmatch(plain)
    try:
        if found is not None:
            return date(*(int(part) for part in found.groups()))
    except ValueError:
        pass
    wrong(Fault.BAD_DATE, cell)
    return None


def _grouped(read: Iterable[tuple[str, Entry]], problems: list[Problem]) -> tuple[Entry, ...]:
    """Rows of one group as one entry, where its first row stands; what else they say must be the same."""
    entries: list[Entry] = []
    places: dict[str, int] = {}
    for group, entry in read:
        if entry.kind is not RestrictionKind.CHOOSE_ONE or group not in places:
            if entry.kind is RestrictionKind.CHOOSE_ONE:
                places[group] = len(entries)
            entries.append(entry)
            continue
        first = entries[places[group]]
        if (first.limit, first.starts, first.ends) != (entry.limit, entry.starts, entry.ends):
            problems.append(Problem(Fault.GROUP_DIFFERS, entry.line, group, str(first.line)))
        cards = (*first.cards, *entry.cards)
        note = first.note or entry.note
        entries[places[group]] = Entry(first.kind, cards, first.limit, first.starts, first.ends, note, first.line)
    return tuple(entries)


def _word(cell: str) -> str:
    """A head or a kind without differences of width, case, spaces and dashes."""
    return re.sub(r"[\s_\-]+", "", unicodedata.normalize("NFKC", cell).casefold())
