"""The result of reading a list: its entries, and what every line was read as."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from cardpool.packs.list_formats import ListFormats
from decks.text.catalogue import ListedCard

MAX_CHARACTERS = 20_000
MAX_PLAIN_CHARACTERS = 24_000
"""Characters of the text in Unicode form NFKC, in which one character may become eighteen (U+FDFA)."""

MAX_LINES = 500
MAX_CARDS = 400
"""Cards that the lines of a list name, counted each time they are named; with a line for each, and headings between
them, all fit in every format a list is written in."""

MAX_LINE_LENGTH = 300
MAX_COPIES = 99


class FoundNumber(Protocol):
    """A card number in a text; `is_plain` if it was typed as one word, so that it is not there by chance."""

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
    """A section as lists head it: `title` is printed, all `words` are understood. `at_most` is how many cards it may
    hold by the game's rules, whatever the match, 0 if they do not say."""

    key: str
    title: str
    words: tuple[str, ...]
    at_most: int = 0


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

    `game` is the key that links to a list name; `formats` are those of other programs for the game; `by_name` says that
    the game's rules count cards by name, so that a name alone tells which card is meant; `complete` is how many cards
    at least the first section holds, and `most_copies` how many a deck may have of one card, 0 if that is not known.
    """

    sections: tuple[ListSection, ...]
    normalise_number: Callable[[str], str | None]
    find_numbers: Callable[[str], Sequence[FoundNumber]]
    game: str = ""
    formats: ListFormats = field(default_factory=ListFormats)
    by_name: bool = False
    complete: int = 0
    most_copies: int = 0

    @property
    def folds_zeros(self) -> bool:
        """Whether the lists of other programs leave out leading zeros of a number, or add some."""
        return self.formats.ydk is not None or self.formats.ptcg is not None


class LineKind(StrEnum):
    """What a line was read as. `APART` names cards of a part that the game's decks do not have; `IGNORED` is neither a
    card nor a heading; `QUESTION` leaves it open which card or how many."""

    BLANK = "blank"
    COMMENT = "comment"
    HEADER = "header"
    ENTRY = "entry"
    APART = "apart"
    QUESTION = "question"
    IGNORED = "ignored"
    ERROR = "error"
    LINK = "link"


class ReadingErrorCode(StrEnum):
    """Why a line, or the whole text, could not be read. What each sentence needs is in the error's fields."""

    UNREADABLE = "unreadable"
    COUNT_OUT_OF_RANGE = "count_out_of_range"
    LINE_TOO_LONG = "line_too_long"
    TOO_MANY_LINES = "too_many_lines"
    TEXT_TOO_LONG = "text_too_long"
    TEXT_SPELLS_OUT_TOO_LONG = "text_spells_out_too_long"
    TOO_MANY_CARDS = "too_many_cards"
    EMPTY = "empty"
    UNKNOWN_CODE = "unknown_code"
    NO_SUCH_SECTION = "no_such_section"
    NO_SUCH_FORMAT = "no_such_format"
    SECTIONS_SIDE_BY_SIDE = "sections_side_by_side"
    OTHER_GAME = "other_game"
    DAMAGED = "damaged"


class QuestionCode(StrEnum):
    """Why a line asks.

    NO_SUCH_CARD: no card has this name, but some are similar. AMBIGUOUS_NAME, AMBIGUOUS_NUMBER: several cards have it.
    NAME_AND_NUMBER_DIFFER: the name is exactly another card's. SEVERAL_CARDS: it names several. COUNT_UNCLEAR: it
    states two counts, or one that may be a running number. COUNT_MISSING: it has a count character without a number.
    NAME_UNCLEAR: a word at an end of an unknown card's name may also be a remark; without `found`, the name is similar
    to a known card's. WORDS_LEFT: words beside the card are neither its name nor a known remark. NUMBER_UNCLEAR: what
    may be a card number is not written as one and belongs to no known card.
    """

    NO_SUCH_CARD = "no_such_card"
    AMBIGUOUS_NAME = "ambiguous_name"
    AMBIGUOUS_NUMBER = "ambiguous_number"
    NAME_AND_NUMBER_DIFFER = "name_and_number_differ"
    SEVERAL_CARDS = "several_cards"
    COUNT_UNCLEAR = "count_unclear"
    COUNT_MISSING = "count_missing"
    WORDS_LEFT = "words_left"
    NAME_UNCLEAR = "name_unclear"
    NUMBER_UNCLEAR = "number_unclear"


class ReadingNoticeCode(StrEnum):
    """Something about the list its owner should know."""

    TOTAL_DIFFERS = "total_differs"
    NAME_SHORTENED = "name_shortened"
    NAME_NOT_KNOWN = "name_not_known"
    NAME_UNDER_OTHER_NUMBERS = "name_under_other_numbers"
    NUMBER_NOT_KNOWN = "number_not_known"
    NOT_IN_DECK = "not_in_deck"
    NONE_OF_IT = "none_of_it"


@dataclass(frozen=True)
class ReadingError:
    """One line that could not be read, counted from 1, or the whole text (line 0).

    `found` is the count or size as typed, `limit` what is allowed. NO_SUCH_SECTION: `found` cards are in a part that
    the game does not have. SECTIONS_SIDE_BY_SIDE: `found` are the two sections headed in one line. NO_SUCH_FORMAT and
    DAMAGED: `found` is the `ListFormat`; OTHER_GAME: the key of the game the list is for.
    """

    code: ReadingErrorCode
    line: int = 0
    text: str = ""
    suggestions: tuple[ListedCard, ...] = ()
    found: str = ""
    limit: int | None = None


@dataclass(frozen=True)
class Reading:
    """One way to read a line: a number of copies of a card. `name` is the card's if it is known, else as typed."""

    number: str
    name: str
    count: int


@dataclass(frozen=True)
class Question:
    """A line that can be read in more than one way, or in none without leaving something of it out.

    `readings` are the likeliest ways, best first, none for a line that names several cards, of which each would lose
    some; `found` is what stands in the way: the words left, the count typed. `splits` are the ways to write a line with
    several cards as a line for each of them.
    """

    code: QuestionCode
    line: int
    text: str
    readings: tuple[Reading, ...] = ()
    found: str = ""
    splits: tuple[tuple[str, ...], ...] = ()

    @property
    def has_sender(self) -> bool:
        """Whether the words left are a name with a colon before a card, as chats write who says something."""
        return self.code is QuestionCode.WORDS_LEFT and bool(self.readings) and self.text.startswith(f"{self.found}:")


@dataclass(frozen=True)
class IgnoredLine:
    """A line that is neither a card nor a heading. `is_clear` says that it is one of a known kind (a link, a sender, a
    shop's footer, a title); any other has to be confirmed before the list counts as read. `may_part` says that another
    deck may begin there, though the cards above and below it were read as one."""

    line: int
    text: str
    is_clear: bool
    may_part: bool = False


@dataclass(frozen=True)
class ReadingNotice:
    """TOTAL_DIFFERS: a header states `stated` cards and `actual` follow (an empty `section` is the whole list); `text`
    is its word if that is only a part of the section.
    NAME_SHORTENED: `text` is only a part of the name of `card`, whose number is the line's.
    NAME_NOT_KNOWN: `text` stands for the name of `card`, whose number is the line's, and no card is called so; it may
    be its name in another language.
    NAME_UNDER_OTHER_NUMBERS: `text` is the name of `card`, and the line's `number` is not one of those known for it.
    NUMBER_NOT_KNOWN: the line's `number` is not known, so it was read as `card`, whose name is beside it.
    NOT_IN_DECK: `actual` cards are under `text`, a part that decks of this game do not have.
    NONE_OF_IT: `actual` rows of a table, of which this is the first, state that there is no copy of their card."""

    code: ReadingNoticeCode
    line: int
    section: str = ""
    stated: int | None = None
    actual: int | None = None
    text: str = ""
    card: ListedCard | None = None
    number: str = ""


@dataclass(frozen=True)
class ListEntry:
    """The copies of a card in a section; `lines` are all lines that named it there."""

    section: str
    number: str
    name: str
    count: int
    lines: tuple[int, ...]


@dataclass(frozen=True)
class LineCard:
    """A card that a line names; `text` is the part of the line that does."""

    number: str
    name: str
    count: int
    text: str


@dataclass(frozen=True)
class ReadLine:
    """One line of the text and what it was read as. `cards` are those of an entry: usually one."""

    line: int
    text: str
    kind: LineKind
    section: str = ""
    cards: tuple[LineCard, ...] = ()

    @property
    def number(self) -> str:
        """The number of its only card; empty if it names none or several."""
        return self.cards[0].number if len(self.cards) == 1 else ""

    @property
    def name(self) -> str:
        """The name of its only card."""
        return self.cards[0].name if len(self.cards) == 1 else ""

    @property
    def count(self) -> int:
        """All copies it states."""
        return sum(card.count for card in self.cards)

    def names(self, number: str) -> bool:
        """Whether one of its cards is this one."""
        return any(card.number == number for card in self.cards)


@dataclass(frozen=True)
class ReadList:
    """A whole list. Every line of the text is in `lines`; every one that is an error also in `errors`, one that asks in
    `questions`, one that is not a card in `ignored`.

    `apart` are cards under headings of parts that the game's decks do not have: they are not part of the deck. A line
    of kind `LINK` contains many cards; the entries read from it say its number in their `lines`. `tried` is how many
    texts were looked for among the names of cards to read it.
    """

    entries: tuple[ListEntry, ...]
    lines: tuple[ReadLine, ...]
    errors: tuple[ReadingError, ...]
    notices: tuple[ReadingNotice, ...]
    format: ListFormat = ListFormat.TEXT
    questions: tuple[Question, ...] = ()
    ignored: tuple[IgnoredLine, ...] = ()
    apart: tuple[ListEntry, ...] = ()
    tried: int = field(default=0, compare=False)

    @property
    def is_empty(self) -> bool:
        """Whether nothing in the text was meant as a card."""
        nothing = not self.entries and not self.questions and not self.apart
        return nothing and all(error.code is ReadingErrorCode.EMPTY for error in self.errors)

    @property
    def is_no_list(self) -> bool:
        """Whether the text as a whole could not be read, or none of its lines."""
        some = self.entries or self.questions or self.apart
        return any(not error.line for error in self.errors) or (bool(self.errors) and not some)

    @property
    def unconfirmed(self) -> tuple[IgnoredLine, ...]:
        """The ignored lines that somebody has to confirm are not cards."""
        return tuple(one for one in self.ignored if not one.is_clear)

    @property
    def is_settled(self) -> bool:
        """Whether the cards are known: every line was read, none asks, none has yet to be confirmed."""
        return not self.errors and not self.questions and not self.unconfirmed

    @property
    def open_lines(self) -> int:
        """How many lines, or whole-text errors, leave the cards of the text open."""
        return len(self.errors) + len(self.questions) + len(self.unconfirmed)
