"""What reading a list gives: its entries, and for every line what it was taken for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from cardpool.packs.list_formats import ListFormats
from decks.text.catalogue import ListedCard

MOST_CHARACTERS = 50_000
MOST_LINES = 1_000
LONGEST_LINE = 300
MOST_COPIES = 99


class FoundNumber(Protocol):
    """A card number standing in a text; `is_plain` when it was typed as one word, so that it is no chance."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def number(self) -> str: ...
    @property
    def is_plain(self) -> bool: ...


@dataclass(frozen=True)
class ListSection:
    """A section as lists head it: `title` is printed, all `words` are understood."""

    key: str
    title: str
    words: tuple[str, ...]


class ListFormat(StrEnum):
    """What a list is written in. docs/lists.md describes each and names its source."""

    TEXT = "text"
    PTCG = "ptcg"
    YDK = "ydk"
    YDKE = "ydke"
    TABLE = "csv"
    LINK = "link"


@dataclass(frozen=True)
class ListForm:
    """How lists of a game look: its sections, the first being where cards without a header go, and its card numbers.

    `game` is the key that links to a list name; `formats` are the lists of other programs that are the game's.
    """

    sections: tuple[ListSection, ...]
    normalise_number: Callable[[str], str | None]
    find_numbers: Callable[[str], Sequence[FoundNumber]]
    game: str = ""
    formats: ListFormats = field(default_factory=ListFormats)

    @property
    def folds_zeros(self) -> bool:
        """Whether the lists of its other programs leave out the zeros before a number, or add some."""
        return self.formats.ydk is not None or self.formats.ptcg is not None


class LineKind(StrEnum):
    """What a line was taken for."""

    BLANK = "blank"
    COMMENT = "comment"
    HEADER = "header"
    ENTRY = "entry"
    ERROR = "error"
    LINK = "link"


class ReadingErrorCode(StrEnum):
    """Why a line, or the whole text, could not be read. What each sentence needs stands in the error's fields."""

    UNREADABLE = "unreadable"
    AMBIGUOUS_NAME = "ambiguous_name"
    NAME_AND_NUMBER_DIFFER = "name_and_number_differ"
    SEVERAL_CARDS = "several_cards"
    COUNT_OUT_OF_RANGE = "count_out_of_range"
    COUNT_UNCLEAR = "count_unclear"
    COUNT_MISSING = "count_missing"
    LINE_TOO_LONG = "line_too_long"
    TOO_MANY_LINES = "too_many_lines"
    TEXT_TOO_LONG = "text_too_long"
    EMPTY = "empty"
    AMBIGUOUS_NUMBER = "ambiguous_number"
    UNKNOWN_CODE = "unknown_code"
    NO_SUCH_SECTION = "no_such_section"
    NO_SUCH_FORMAT = "no_such_format"
    OTHER_GAME = "other_game"
    DAMAGED = "damaged"


class ReadingNoticeCode(StrEnum):
    """Something about the list its owner should know."""

    TOTAL_DIFFERS = "total_differs"
    NAME_DIFFERS = "name_differs"


@dataclass(frozen=True)
class ReadingError:
    """One line that could not be read, counted from 1, or the whole text (line 0).

    `suggestions` are the closest cards, or for an ambiguous name every card that has it. `found` is the count or size
    as typed, `limit` what is allowed. NO_SUCH_SECTION: `found` cards stand in a part that the game has not.
    NO_SUCH_FORMAT and DAMAGED: `found` is the `ListFormat`; OTHER_GAME: the key of the game the list is for.
    """

    code: ReadingErrorCode
    line: int = 0
    text: str = ""
    suggestions: tuple[ListedCard, ...] = ()
    found: str = ""
    limit: int | None = None


@dataclass(frozen=True)
class ReadingNotice:
    """TOTAL_DIFFERS: a header states `stated` cards and `actual` follow (an empty `section` is the whole list); `text`
    is its word where that is a part of the section only.
    NAME_DIFFERS: the line's words are not a name of `card`, which its number is."""

    code: ReadingNoticeCode
    line: int
    section: str = ""
    stated: int | None = None
    actual: int | None = None
    text: str = ""
    card: ListedCard | None = None


@dataclass(frozen=True)
class ListEntry:
    """So many copies of a card in a section; `lines` are all lines that named it there."""

    section: str
    number: str
    name: str
    count: int
    lines: tuple[int, ...]


@dataclass(frozen=True)
class ReadLine:
    """One line of the text and what it was taken for. `number` and `count` are those of an entry."""

    line: int
    text: str
    kind: LineKind
    section: str = ""
    number: str = ""
    name: str = ""
    count: int = 0


@dataclass(frozen=True)
class ReadList:
    """A whole list. Every line of the text stands in `lines`; every one that is an error also in `errors`.

    A line of kind `LINK` holds many cards; the entries read from it say its number in their `lines`.
    """

    entries: tuple[ListEntry, ...]
    lines: tuple[ReadLine, ...]
    errors: tuple[ReadingError, ...]
    notices: tuple[ReadingNotice, ...]
    format: ListFormat = ListFormat.TEXT

    @property
    def is_empty(self) -> bool:
        """Whether nothing in the text was meant for a card."""
        return not self.entries and all(error.code is ReadingErrorCode.EMPTY for error in self.errors)
