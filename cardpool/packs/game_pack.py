"""A game pack as the rest of the site sees it: everything that one file declares about a card game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Any

from cardpool.packs.card_file_forms import CdbForm, SetFilesForm
from cardpool.packs.infractions import NEUTRAL_INFRACTIONS, OTHER, Infraction
from cardpool.packs.list_formats import ListFormats
from cardpool.packs.names import Names
from cardpool.packs.numbers import NumberForm
from cardpool.packs.toml_lines import nearest_line

MIN_FIELD, COMMON_FIELD = 2, 1024
"""The players of the smallest event, and of the largest that a table by a formula goes to."""


class Identity(StrEnum):
    """What makes two cards the same card for copy limits."""

    NUMBER = "number"
    NAME = "name"


class AttributeType(StrEnum):
    """What an attribute of a card holds."""

    INTEGER = "integer"
    TEXT = "text"
    LIST = "list"
    FLAG = "flag"


@dataclass(frozen=True)
class AttributeWord:
    """One of the values an attribute may have, and what it is called."""

    key: str
    names: Names


@dataclass(frozen=True)
class Attribute:
    """A fact every card of the game may carry, such as its stars.

    `values` are the only ones it may have, empty where any will do. `of_printing` marks a fact of one printing, such as
    its rarity: cards of one name that differ in nothing else are the same card with another picture.
    """

    key: str
    type: AttributeType
    names: Names
    clause: str
    values: tuple[AttributeWord, ...] = ()
    of_printing: bool = False

    def say(self, value: str, language: str) -> str:
        """What a value is called in the language of a key (`zh`, `en`); the value itself where it has no names."""
        return next((word.names.in_language(language) for word in self.values if word.key == value), value)


@dataclass(frozen=True)
class Section:
    """A part of a deck. `words` are what people write above it in a pasted list."""

    key: str
    names: Names
    words: tuple[str, ...]


@dataclass(frozen=True)
class ChartSpec:
    """One chart of a deck: how many cards have which value of an attribute.

    Numbers are drawn in steps of `step` (0: chosen by the values), texts and lists up to `most` values (0: as many as
    usual). With `of` only the cards are drawn whose attribute of that key has one of the values `among`.
    """

    attribute: str
    step: int = 0
    most: int = 0
    of: str = ""
    among: tuple[str, ...] = ()


@dataclass(frozen=True)
class DeckPage:
    """What the page of a deck shows: the attribute its cards are grouped by (empty: by section alone) and its charts,
    None where the pack leaves them to the attributes."""

    group_by: str = ""
    charts: tuple[ChartSpec, ...] | None = None


@dataclass(frozen=True)
class Points:
    """Match points."""

    win: int
    draw: int
    loss: int


@dataclass(frozen=True)
class Step:
    """From this number of players on, this value applies."""

    players: int
    value: int


@dataclass(frozen=True)
class FieldSize:
    """What is recommended for fields of `first` to `last` players: Swiss rounds and the size of the top cut, 0 for
    none."""

    first: int
    last: int
    rounds: int
    cut: int


@dataclass(frozen=True)
class AgeDivision:
    """A division of players as the pack names it: the first and last year of birth it takes, None for no bound."""

    key: str
    names: Names
    born_from: int | None = None
    born_to: int | None = None


@dataclass(frozen=True)
class AgeDivisions:
    """The divisions of the game's own circuit, `source` where they are published.

    The years of birth are those of `season`, which began on `season_begins` (month, day) of the year before; each later
    season moves them on by one. `season` None: the years stay, or there are none. `apart_from` is the fewest players of
    a division that is paired by itself.
    """

    divisions: tuple[AgeDivision, ...]
    source: str
    season: int | None = None
    season_begins: tuple[int, int] = (1, 1)
    apart_from: int = 0

    def on(self, day: date) -> tuple[AgeDivision, ...]:
        """The divisions of the season in which this day lies."""
        if self.season is None:
            return self.divisions
        later = day.year + ((day.month, day.day) >= self.season_begins) - self.season
        return tuple(
            replace(
                one,
                born_from=None if one.born_from is None else one.born_from + later,
                born_to=None if one.born_to is None else one.born_to + later,
            )
            for one in self.divisions
        )


CUT_DROPS = ("next", "walk_over")
"""Who takes the place of a qualified player who drops before the top cut: the next in the standings, or nobody, and the
opponent advances."""


@dataclass(frozen=True)
class CutDrop:
    """One of `CUT_DROPS`, and where the game's circuit publishes that."""

    policy: str
    source: str = ""


@dataclass(frozen=True)
class TournamentDefaults:
    """What a new event starts from. The organiser may change every value.

    `cut_drop` is what a drop between the Swiss rounds and the top cut means, None where the pack is silent.
    `rounds_source` is where rounds and cut by the number of players are published, empty where they are the pack's own.
    """

    best_of: int
    pool: str
    points: Points
    standings: str
    tiebreakers: tuple[str, ...]
    rounds_at_least: int
    rounds_up_to: tuple[Step, ...]
    top_cuts: tuple[Step, ...]
    round_minutes: Mapping[int, int]
    divisions: AgeDivisions | None = None
    rounds_source: str = ""
    cut_drop: CutDrop | None = None

    def recommended_rounds(self, players: int) -> int:
        """Swiss rounds for a number of players: the pack's table, else the smallest r with 2**r >= players."""
        for step in self.rounds_up_to:
            if players <= step.players:
                return step.value
        return max(self.rounds_at_least, (players - 1).bit_length() if players > 1 else 0)

    def recommended_cut(self, players: int) -> int:
        """Size of the top cut for a number of players, 0 for none."""
        return max((step.value for step in self.top_cuts if players >= step.players), default=0)

    def field_sizes(self) -> tuple[FieldSize, ...]:
        """Rounds and cut by the number of players as a table: to the end of the pack's own, or of fields that are
        common."""
        stated = [step.players for step in self.rounds_up_to]
        end = max([COMMON_FIELD, *stated])
        doubled = (1 << power for power in range(1, COMMON_FIELD.bit_length()))
        lasts = {*stated, *doubled, *(step.players - 1 for step in self.top_cuts), end}
        sizes: list[FieldSize] = []
        for last in sorted(last for last in lasts if MIN_FIELD <= last <= end):
            rounds, cut = self.recommended_rounds(last), self.recommended_cut(last)
            if sizes and (sizes[-1].rounds, sizes[-1].cut) == (rounds, cut):
                sizes[-1] = replace(sizes[-1], last=last)
            else:
                sizes.append(FieldSize(sizes[-1].last + 1 if sizes else MIN_FIELD, last, rounds, cut))
        return tuple(sizes)

    def minutes(self, best_of: int) -> int:
        """Round time for a match length; a length the pack does not name gets the time of the default one."""
        return self.round_minutes.get(best_of, self.round_minutes[self.best_of])


@dataclass(frozen=True)
class GamePack:
    """One game as its file declares it. `position` is its place where games are offered, 0 for none of its own.
    `notes_clause` is where the rules put a card's judge notes before themselves, None where they do not.
    `beside_names` are the endings of names that are not part of them for the rules. `player_id` is what the numbers
    look like that the game's organised play gives to people, None where nothing is known of them. `infractions` are
    those the pack declares, none where it leaves them to the neutral list.

    `mapping` is the whole file as plain JSON-able values (dates as ISO text), which other pure cores compile: `play`
    for the play core, `rules` through `cardpool.legality.ruleset.read_ruleset(pack.mapping, ...)`. `cdb` and
    `set_files` say how card files of other makers become its cards, None where they cannot.
    """

    key: str
    names: Names
    version: str
    document: Names
    effective: date
    labels: Mapping[str, Names]
    identity: Identity
    number_form: NumberForm
    attributes: tuple[Attribute, ...]
    sections: tuple[Section, ...]
    position: int
    tournament: TournamentDefaults
    mapping: Mapping[str, Any]
    source: str
    deck_page: DeckPage = DeckPage()
    cdb: CdbForm | None = None
    set_files: SetFilesForm | None = None
    lines: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)
    notes_clause: str | None = None
    lists: ListFormats = field(default_factory=ListFormats)
    beside_names: tuple[str, ...] = ()
    player_id: NumberForm | None = None
    infractions: tuple[Infraction, ...] = ()

    @property
    def ruleset_name(self) -> str:
        """How a report names these rules: `ultraman-hero-duel V1.9`."""
        return f"{self.key} {self.version}"

    @property
    def play(self) -> Mapping[str, Any]:
        """The play table, plain, as docs/games/pack-format.md shapes it."""
        play: Mapping[str, Any] = self.mapping["play"]
        return play

    @property
    def rules(self) -> tuple[Mapping[str, Any], ...]:
        """The deck rules, plain and in file order; their kinds are judged by the legality core."""
        return tuple(self.mapping["rules"])

    @property
    def best_of_choices(self) -> tuple[int, ...]:
        """The match lengths the game is played in."""
        return tuple(self.play["best_of"])

    @property
    def offered_infractions(self) -> tuple[Infraction, ...]:
        """What a judge chooses from: the pack's own infractions and something else, or the neutral list."""
        if not self.infractions:
            return NEUTRAL_INFRACTIONS
        own = any(one.key == OTHER.key for one in self.infractions)
        return self.infractions if own else (*self.infractions, OTHER)

    def infraction(self, key: str) -> Infraction | None:
        """The infraction of this key that is offered, or else that of the neutral list; None for an unknown key."""
        known = (*self.offered_infractions, *NEUTRAL_INFRACTIONS)
        return next((one for one in known if one.key == key), None)

    def judges_alike(self, *lengths: int) -> bool:
        """Whether the same deck rules hold for all these match lengths."""
        return all(
            len({length in named for length in lengths}) == 1 for rule in self.rules for named in _lengths_named(rule)
        )

    def normalise_number(self, raw: str) -> str | None:
        """The canonical card number for what was typed, or None when it is not a number of this game."""
        return self.number_form.normalise(raw)

    def card_key(self, *, number: str, name: str) -> str:
        """What a card is stored and addressed by: its number, or its name where it has none.

        Printings that count as one card because they share a name keep keys of their own.
        """
        return number or name

    def section(self, key: str) -> Section:
        """The section of that key. Raises `KeyError` for a key the pack does not have."""
        return {section.key: section for section in self.sections}[key]

    def line_of(self, path: str) -> int | None:
        """The line of a dotted path in the file, or of what encloses it; None for a pack not read from text."""
        return nearest_line(self.lines, path)


def _lengths_named(table: Any) -> Iterator[tuple[int, ...]]:
    """The match lengths that a rule, or a table inside it, is limited to."""
    if isinstance(table, Mapping):
        for key, value in table.items():
            if key == "best_of" and isinstance(value, (list, tuple)):
                yield tuple(value)
            else:
                yield from _lengths_named(value)
    elif isinstance(table, (list, tuple)):
        for one in table:
            yield from _lengths_named(one)
