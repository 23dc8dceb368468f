"""Names found by their pinyin."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardpool.searching.lines import BETWEEN_LINES, Lines
from cardpool.searching.pinyin import LONG_INITIALS, readings, ways_through

_LETTER = re.compile("[a-z]")


class _Initials(dict[int, str]):
    """One character of Latin-1 for every character of the names: itself for a letter, or one that stands for the set
    of letters a Chinese character's readings begin with. What fits neither is not a letter; sets too many share the
    last code.
    """

    FIRST, LAST = 0x80, 0xFF

    def __init__(self) -> None:
        super().__init__({ord(BETWEEN_LINES): BETWEEN_LINES})
        self._sets: dict[frozenset[str], str] = {}

    def __missing__(self, code: int) -> str:
        character = chr(code)
        letters = frozenset(syllable[0] for syllable in readings(character))
        if len(letters) == 1:
            coded = next(iter(letters))
        elif letters:
            fresh = chr(min(self.FIRST + len(self._sets), self.LAST))
            coded = self._sets.setdefault(letters, fresh)
        else:
            coded = character if character.isascii() else "\0"
        self[code] = coded
        return coded

    def characters_of(self, typed: str) -> str:
        """Every character that may stand for a typed one."""
        sharing = [
            character for letters, character in self._sets.items() if typed in letters or ord(character) == self.LAST
        ]
        own = self[ord(typed)]
        return re.escape("".join(dict.fromkeys([typed if typed.isascii() else own, own, *sharing])))


class Spoken:
    """Names by their pinyin."""

    def __init__(self, names: Lines) -> None:
        self.names = names
        self.initials = _Initials()
        self.coded = names.text.translate(self.initials)
        self._syllables: dict[str, set[str]] = {}
        for code in self.initials:
            for syllable in readings(chr(code)):
                self._syllables.setdefault(syllable[0], set()).add(syllable)

    def reading(self, typed: str) -> _Reading:
        return _Reading(self, typed)

    def steps(self, typed: str, place: int) -> set[int]:
        """The places that one character, whichever it is, can lead to; see `ways_through`."""
        rest, steps = typed[place:], {place + 1}
        for syllable in self._syllables.get(rest[0], ()):
            if rest.startswith(syllable):
                steps.add(place + len(syllable))
            if syllable.startswith(rest):
                steps.add(len(typed))
        if rest[:2] in LONG_INITIALS:
            steps.add(place + 2)
        return steps


class _Reading:
    """One search by pinyin: an expression over first letters finds where a name may be typed so, then each is read."""

    DEPTH = 3

    def __init__(self, spoken: Spoken, typed: str) -> None:
        self._spoken, self._typed = spoken, typed
        self._ways: dict[str, list[int]] = {}
        self._beginning = self._expression() if _LETTER.search(typed) else ""

    def starting(self) -> Iterator[int]:
        return self._owners("\n")

    def holding(self) -> Iterator[int]:
        return self._owners("")

    def _expression(self) -> str:
        """What the first characters may begin with; it uses up only the very first, so that no place hides the next."""
        typed, places = self._typed, {0}
        characters: list[str] = []
        while len(characters) < self.DEPTH and len(typed) not in places:
            characters.append("".join(self._spoken.initials.characters_of(typed[place]) for place in sorted(places)))
            places = {step for place in places for step in self._spoken.steps(typed, place)}
        first, *others = (f"[{some}]" for some in characters)
        return f"{first}(?={''.join(others)})"

    def _owners(self, before: str) -> Iterator[int]:
        if not self._beginning:
            return
        names, skip, past = self._spoken.names, len(before), -1
        for hit in re.finditer(before + self._beginning, self._spoken.coded):
            at = hit.start() + skip
            if at > past and self._reads(names.text, at):
                yield names.owner_at(at)
                past = names.text.index(BETWEEN_LINES, at)

    def _reads(self, text: str, at: int) -> bool:
        """Whether the characters from a place on can be typed so."""
        end, reached = len(self._typed), 1
        while reached:
            character = text[at]
            ways = self._ways.get(character)
            if ways is None:
                ways = self._ways[character] = ways_through(character, self._typed)
            after = 0
            while reached:
                lowest = reached & -reached
                after |= ways[lowest.bit_length() - 1]
                reached ^= lowest
            if after >> end & 1:
                return True
            reached, at = after, at + 1
        return False
