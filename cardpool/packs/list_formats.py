"""The formats of other programs that lists of a game come in."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class YdkSections:
    """Which sections the three parts of a `.ydk` file are; empty where the game has none for it."""

    main: str
    extra: str = ""
    side: str = ""


@dataclass(frozen=True)
class PtcgGroup:
    """A part of a PTCG Live list: the word above it, and the attribute value of the cards that stand there.

    `words` stand above it in other languages.
    """

    word: str
    attribute: str
    value: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class PtcgLists:
    """How PTCG Live writes a game's lists: all cards are of one `section`, under the words of the `groups`.

    `titles` are lines above a list that say nothing about it; `symbols` the words that characters in braces stand for;
    `promos` the set codes of promo cards by the letters before their numbers, which no other set has (`SWSH242`),
    and `galleries` the sets that have numbers of these letters beside their own (`TG03`), of which a list may mean any.
    `name_words` make another card's name of a name they stand beside (`Charizard VMAX`). `marks` are what cards print
    to say in which formats they may be played, which lists write behind the number (`SVI 85 G`).
    """

    section: str
    titles: tuple[str, ...]
    groups: tuple[PtcgGroup, ...]
    symbols: Mapping[str, str]
    promos: Mapping[str, str] = field(default_factory=dict)
    galleries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    name_words: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ListFormats:
    """The formats of other programs that lists of a game come in; None for one it has no use for."""

    ydk: YdkSections | None = None
    ptcg: PtcgLists | None = None
