"""What every reader of card files gives: cards as stated, and rows refused with their place and reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from cardpool.intake.unreadable import Place
from cardpool.packs import GamePack

AttributeValue = int | str | bool | tuple[str, ...]


@dataclass(frozen=True)
class ReadPrinting:
    """A physical version of a card."""

    code: str
    rarity: str = ""
    art: str = ""


@dataclass(frozen=True)
class ReadCard:
    """A card as a file states it. What a file does not state is absent and changes nothing.

    `number` is canonical for the pack (empty where the game's cards have none); `attributes` hold only stated facts, by
    the pack's keys; `name` empty means that the file adds to a card known by its number, such as its name in another
    language (`other_names`). `also` are the places of further rows that are this card. `notice` is the code of what
    its game manager should look at, with the facts of the sentence (`cardpool.wording.imports`).
    """

    place: Place
    number: str
    name: str
    other_names: tuple[str, ...] = ()
    attributes: Mapping[str, AttributeValue] = field(default_factory=dict)
    codes: tuple[str, ...] = ()
    printings: tuple[ReadPrinting, ...] = ()
    copy_limit: int | None = None
    deck_rules: tuple[Mapping[str, Any], ...] = ()
    also: tuple[Place, ...] = ()
    is_demo: bool = False
    notice: str = ""
    notice_facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class RefusedRow:
    """A row that is not a card, with the reason's code and the facts of its sentence (`cardpool.wording.imports`)."""

    place: Place
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SkippedRow:
    """A row that is rightly no deck card, such as a token or a card of another game; `code` and `facts` say why."""

    place: Place
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


Row = ReadCard | RefusedRow | SkippedRow


@dataclass(frozen=True)
class Opened:
    """An opened set of files: how many rows are to come (for the progress; 0 unknown), and the rows."""

    total: int
    rows: Iterator[Row]


class CardReader(Protocol):
    """A format's reader, `read_<format>(paths, pack, options)`: several files merge into one run.

    Raises `UnreadableFile` at once or while the rows are read. `options` are the format's own settings, JSON values.
    """

    def __call__(self, paths: list[Path], pack: GamePack, options: Mapping[str, Any]) -> Opened: ...
