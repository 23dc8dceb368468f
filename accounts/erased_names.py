"""The names of a person whose data is erased, taken out of what others wrote: texts, labels and the facts of a log."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any


def plain(name: str) -> str:
    """What two spellings of a name have in common: width, case and spaces make no difference.

    Chinese is written without spaces, and names of two characters often with one: 张 伟 is 张伟.
    """
    key = ""
    for word in unicodedata.normalize("NFKC", name).casefold().split():
        key += f" {word}" if key and not (_is_wide(key[-1]) and _is_wide(word[0])) else word
    return key


@dataclass(frozen=True)
class ErasedNames:
    """Every name the person had, and what stands in its place.

    A text that is one of the names is replaced as a whole. Inside a longer text a name is replaced wherever it stands
    as a word; a name of a single character only where it is the whole text, since it is part of other words.
    """

    names: frozenset[str]
    label: str

    @classmethod
    def of(cls, names: Iterable[str], label: str) -> ErasedNames:
        """The names that show something; one that is the label already needs no replacing."""
        return cls(frozenset(name for name in names if name.strip() and name != label), label)

    @cached_property
    def _plain(self) -> frozenset[str]:
        return frozenset(map(plain, self.names))

    @cached_property
    def _inside(self) -> re.Pattern[str] | None:
        """The names as words of a longer text, the longest first."""
        words = sorted((name.strip() for name in self.names if len(name.strip()) > 1), key=lambda one: (-len(one), one))
        return re.compile("|".join(map(_as_word, words)), re.IGNORECASE) if words else None

    def is_one(self, text: str) -> bool:
        """Whether the text is one of the names."""
        return plain(text) in self._plain

    def in_text(self, text: str, besides: Collection[str] = ()) -> str:
        """The text without the names; `besides` are texts in which a name is left, such as a card of that name."""
        if not text or text in besides:
            return text
        if self.is_one(text):
            return self.label
        return self._inside.sub(lambda found: self.label, text) if self._inside is not None else text

    def in_facts(self, facts: Any) -> Any:
        """JSON values without the names, in every text of every list and table."""
        if isinstance(facts, str):
            return self.in_text(facts)
        if isinstance(facts, list):
            return [self.in_facts(one) for one in facts]
        if isinstance(facts, dict):
            return {key: self.in_facts(value) for key, value in facts.items()}
        return facts


def _as_word(name: str) -> str:
    """A name where no letter of an alphabet goes on before or behind it; Chinese is written with and without spaces."""
    before = r"(?<![^\W_])" if _is_spaced(name[0]) else ""
    behind = r"(?![^\W_])" if _is_spaced(name[-1]) else ""
    words = name.split()
    pattern = _with_gaps(words[0])
    for last, word in pairwise(words):
        gap = r"\s*" if _is_wide(last[-1]) and _is_wide(word[0]) else r"\s+"
        pattern += gap + _with_gaps(word)
    return before + pattern + behind


def _with_gaps(word: str) -> str:
    """A word of a name, where spaces may stand between two Chinese characters."""
    pattern = re.escape(word[0])
    for last, character in pairwise(word):
        pattern += (r"\s*" if _is_wide(last) and _is_wide(character) else "") + re.escape(character)
    return pattern


def _is_spaced(character: str) -> bool:
    return character.isalnum() and not _is_wide(character)


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"
