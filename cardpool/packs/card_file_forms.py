"""How the card files of other makers turn into a game's cards: what a pack's `[import]` tables declare."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

FactValue = int | str | bool | tuple[str, ...]

CDB_COLUMNS = ("ot", "type", "atk", "def", "level", "race", "attribute", "category")
SKIP_REASONS = ("token", "other_game", "no_deck_card")


@dataclass(frozen=True)
class BitWord:
    """The value a fact has where all of these bits are set."""

    bits: int
    value: str


@dataclass(frozen=True)
class CdbSkip:
    """Rows that are not cards of the game: those with any (`is_set`), or without all, of the bits in a column.

    `reason` is one of `SKIP_REASONS`. Where `is_optional`, the person importing may ask for these rows all the same.
    """

    column: str
    bits: int
    is_set: bool
    reason: str
    is_optional: bool

    def means(self, row: Mapping[str, int]) -> bool:
        """Whether a row is left out by this."""
        return bool(row[self.column] & self.bits) is self.is_set


@dataclass(frozen=True)
class CdbFact:
    """One way to a fact of a card from a column of its row; of several for one attribute the first that says counts.

    Exactly one reading: `words` (of a text the first that fits, of a list all that fit), `any_bits` (of a flag: whether
    one of them is set), `strings` (the name that a `strings.conf` gives the lowest bit set, counted on from this number
    of its system strings), or the number itself, less what lies above its `low_bits` lowest bits (0: all of it) and
    `unknown` numbers. With `only` the row's `type` must have all of these bits.
    """

    attribute: str
    column: str
    words: tuple[BitWord, ...] = ()
    any_bits: int = 0
    strings: int = 0
    low_bits: int = 0
    unknown: tuple[int, ...] = ()
    only: int = 0
    is_list: bool = False

    def value(self, row: Mapping[str, int], strings: Mapping[int, str]) -> FactValue | None:
        """What a row says, None where it says nothing. `strings` are the system strings by number."""
        number = row[self.column]
        if row["type"] & self.only != self.only:
            return None
        if self.words:
            fitting = tuple(word.value for word in self.words if number & word.bits == word.bits)
            return (fitting or None) if self.is_list else next(iter(fitting), None)
        if self.any_bits:
            return bool(number & self.any_bits)
        if self.strings:
            return strings.get(self.strings + (number & -number).bit_length() - 1) if number > 0 else None
        number = number & ((1 << self.low_bits) - 1) if self.low_bits else number
        return None if number in self.unknown else number


@dataclass(frozen=True)
class CdbForm:
    """How rows of a `.cdb` become cards: a number is the row's `id` with zeros up to `digits`; `name_endings` are taken
    off names, being marks of the file and no part of the card's name."""

    digits: int
    name_endings: tuple[str, ...]
    skips: tuple[CdbSkip, ...]
    facts: tuple[CdbFact, ...]


@dataclass(frozen=True)
class EntryFact:
    """A fact of a card from a field of its entry.

    `values` say what each of the field's texts becomes, several where a list gets more than one; a text that is not
    among them stays as it is, and is a mistake where the fact `is_strict`.
    """

    attribute: str
    field: str
    values: Mapping[str, tuple[str, ...]]
    is_strict: bool


@dataclass(frozen=True)
class EntryBrings:
    """What a card brings with it where a list field of its entry `has` a text, or one of its texts `says` it; with
    `otherwise` only where nothing else means the card."""

    field: str
    has: str
    says: str
    copy_limit: int | None
    deck_rules: tuple[Mapping[str, Any], ...]
    otherwise: bool = False

    def means(self, texts: tuple[str, ...]) -> bool:
        """Whether an entry with these texts in the field is meant."""
        if self.has:
            return self.has in texts
        return any(self.says in text.replace("’", "'") for text in texts)


@dataclass(frozen=True)
class SetFilesForm:
    """How entries of set files (JSON) become cards; `signs` spell what no number of the game holds."""

    signs: Mapping[str, str]
    facts: tuple[EntryFact, ...]
    brings: tuple[EntryBrings, ...]
