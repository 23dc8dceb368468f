"""How Chinese characters are read: pinyin without tones, every reading of a character that has several."""

from __future__ import annotations

import os
from functools import lru_cache

# Characters are read one by one. The readings of whole phrases would cost every process 40 MB and a fifth of a second.
os.environ.setdefault("PYPINYIN_NO_PHRASES", "1")

from pypinyin import Style, pinyin

LONG_INITIALS = ("zh", "ch", "sh")
_MAX_KNOWN_CHARACTERS = 30_000


@lru_cache(maxsize=_MAX_KNOWN_CHARACTERS)
def readings(character: str) -> tuple[str, ...]:
    """The syllables a character may be read as, the usual one first: 重 is `zhong`, `chong`, `tong`; none for no 汉字.

    The vowel ü is `v`, as Chinese keyboards take it, and also `u`, as it is often written: 女 is `nv` and `nu`.
    """
    if not character >= "\u2e80":  # Nothing below is Chinese, and most of what is searched stands there.
        return ()
    syllables: list[str] = []
    for several in pinyin(character, style=Style.NORMAL, heteronym=True, errors="ignore"):
        for syllable in several:
            syllables += [syllable, syllable.replace("v", "u")]
    return tuple(dict.fromkeys(one for one in syllables if one.isascii() and one.isalpha()))


def ways_through(character: str, typed: str) -> list[int]:
    """How far one character can carry the reading of what was typed: for each place a bit set of the places after it.

    A character is typed as itself, or as the first letter of a reading, its initial (`zh`), the whole syllable, or, as
    the last one, any beginning of it: 赛罗 is `sl`, `sail`, `sluo`, `sailu`. Places count from 0 to the typed length.
    """
    end = len(typed)
    ways = [0] * end
    spoken = readings(character)
    for place in range(end):
        rest = typed[place:]
        reached = 1 << (place + 1) if rest[0] == character else 0
        for syllable in spoken:
            if syllable[0] != rest[0]:
                continue
            reached |= 1 << (place + 1)
            if rest.startswith(syllable):
                reached |= 1 << (place + len(syllable))
            if syllable[:2] in LONG_INITIALS and rest.startswith(syllable[:2]):
                reached |= 1 << (place + 2)
            if syllable.startswith(rest):
                reached |= 1 << end
        ways[place] = reached
    return ways
