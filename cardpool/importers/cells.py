"""What a cell of a card table says, read as the fact its column holds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any

from openpyxl.cell.cell import ERROR_CODES

from cardpool.importers.records import AttributeValue
from cardpool.intake.strict_json import KEY_TWICE, BadJson, read_json_tables
from cardpool.intake.workbook import Cell
from cardpool.packs import Attribute, AttributeType

MAX_CELL_LENGTH = 32_767
"""As many characters as a cell of a spreadsheet holds."""

_NOTHING = frozenset(("", "-", "--", "—", "——", "–", "/", "?", "？", "无", "none", "n/a", "null"))
_YES = frozenset(("是", "有", "对", "yes", "y", "1", "true", "t", "✓", "✔", "√", "☑", "○", "●"))
_NO = frozenset(("否", "无", "不", "no", "n", "0", "false", "f", "✗", "✘", "×", "x", "☐", "-", "—"))
_WHOLE = re.compile(r"[-+]?\d{1,15}(?:\.0+)?")
_THOUSANDS = re.compile(r"[-+]?\d{1,3}(?:,\d{3}){1,4}")
_SEPARATORS = (r"\|", r"[、;；\n]", r"[,，]", r"[/／]")
_CARD_WORD = re.compile(r"(?:卡牌|卡片|卡|牌| ?cards?)$")


class CellError(Exception):
    """A cell that does not say what its column holds; `code` and `facts` for the sentence."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


def text_of(cell: Cell) -> str:
    """A cell as text: 3.0 is 3, a date its day. Raises `CellError` `cell_error`, `cell_too_long`."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "1" if cell else "0"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat(" ")
    if isinstance(cell, date | time):
        return cell.isoformat()
    text = str(cell).replace("\r\n", "\n").replace("\r", "\n").strip()
    if text in ERROR_CODES:
        raise CellError("cell_error", found=text)
    if len(text) > MAX_CELL_LENGTH:
        raise CellError("cell_too_long", most=MAX_CELL_LENGTH)
    return text


def line_of(cell: Cell) -> str:
    """A cell as one line of text."""
    return " ".join(text_of(cell).split())


def number_text(cell: Cell) -> str:
    """The text of a card number. Raises `CellError` `became_date` where a spreadsheet took the number for a date."""
    if isinstance(cell, datetime | date | time):
        raise CellError("became_date", found=text_of(cell))
    return line_of(cell)


def whole_of(cell: Cell) -> int | None:
    """A whole number, None where the cell says nothing. Raises `CellError` `not_whole`."""
    text = unicodedata.normalize("NFKC", line_of(cell)).replace("−", "-")
    if text.casefold() in _NOTHING:
        return None
    if isinstance(cell, datetime | date | time):
        raise CellError("became_date", found=text)
    if _THOUSANDS.fullmatch(text):
        text = text.replace(",", "")
    if not _WHOLE.fullmatch(text):
        raise CellError("not_whole", found=_short(text))
    return int(text.split(".")[0])


def flag_of(cell: Cell) -> bool | None:
    """Yes or no, None where the cell says nothing. Raises `CellError` `not_yes_or_no`."""
    text = unicodedata.normalize("NFKC", line_of(cell)).casefold()
    if not text:
        return None
    if text in _YES:
        return True
    if text in _NO:
        return False
    raise CellError("not_yes_or_no", found=_short(text))


def list_of(cell: Cell) -> tuple[str, ...]:
    """The parts of a list, each once: separated by the first of `|`, `、` `;` or a line end, `,`, `/` that is there."""
    text = text_of(cell)
    if text.casefold() in _NOTHING:
        return ()
    for separator in _SEPARATORS:
        parts = [" ".join(part.split()) for part in re.split(separator, text)]
        if len(parts) > 1:
            return tuple(dict.fromkeys(part for part in parts if part))
    return (" ".join(text.split()),)


def value_of(cell: Cell, attribute: Attribute) -> AttributeValue | None:
    """What a cell says of an attribute, None where it says nothing.

    Raises `CellError`: `not_whole`, `not_yes_or_no`, and `unknown_value` with the values the pack knows.
    """
    if attribute.type is AttributeType.INTEGER:
        return whole_of(cell)
    if attribute.type is AttributeType.FLAG:
        return flag_of(cell)
    if attribute.type is AttributeType.LIST:
        return _known_parts(cell, attribute) or None
    text = text_of(cell)
    if attribute.values:
        return None if text.casefold() in _NOTHING else _known(text, attribute)
    return text or None


def _known_parts(cell: Cell, attribute: Attribute) -> tuple[str, ...]:
    whole = _values(attribute).get(_folded(text_of(cell)))
    if whole is not None:
        return (whole,)
    parts = list_of(cell)
    return tuple(dict.fromkeys(_known(part, attribute) for part in parts)) if attribute.values else parts


def _known(text: str, attribute: Attribute) -> str:
    found = _values(attribute).get(_folded(text))
    if found is None:
        raise CellError(
            "unknown_value", found=_short(text), attribute=attribute.key, known=[word.key for word in attribute.values]
        )
    return found


@lru_cache(maxsize=512)
def _values(attribute: Attribute) -> Mapping[str, str]:
    """Folded key or name → key; a name is known with and without the word "card" at its end."""
    words: dict[str, str] = {}
    for word in attribute.values:
        for spelling in (word.names.zh, word.names.en, word.key):
            words.setdefault(_folded(spelling), word.key)
    return words


@lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("_", " ").strip()
    plain = "".join(sign for sign in unicodedata.normalize("NFD", plain) if not unicodedata.combining(sign))
    return _CARD_WORD.sub("", plain) or plain


def rules_of(cell: Cell) -> tuple[Mapping[str, Any], ...]:
    """Deck rules printed on a card, a JSON list of tables. Raises `CellError` `bad_deck_rules`,
    `deck_rules_key_twice`."""
    text = text_of(cell)
    if not text:
        return ()
    try:
        return read_json_tables(text)
    except BadJson as mistake:
        if mistake.code == KEY_TWICE:
            raise CellError("deck_rules_key_twice", **mistake.facts) from None
        raise CellError("bad_deck_rules") from None


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
