"""Words beside a card, or in place of one, that say more than a remark does: where its copies belong, that it is not
here, or how many there are of what follows.

Such words are not part of an unknown card's name, no harmless comment, and no heading that may be passed over.
"""

import re

from decks.text.line_words import OUTSIDE_SECTIONS, SIDE_SECTIONS
from decks.text.numerals import CHINESE
from decks.text.spelling import loose_key, simplified

_ABSENT = (
    *("缺货", "断货", "无货", "没货", "售罄", "不发", "不带", "不要", "不用", "没有", "缺", "无", "换", "借"),
    *("sold out", "out of stock", "missing", "not in deck"),
)
_WHOLE = frozenset(map(loose_key, (*SIDE_SECTIONS, *OUTSIDE_SECTIONS, *_ABSENT)))
_WITHIN = re.compile(
    "|".join(
        re.escape(word)
        for word in sorted({*SIDE_SECTIONS, *OUTSIDE_SECTIONS, *_ABSENT}, key=len, reverse=True)
        if len(word) > 1 and not word.isascii()
    )
)
_NUMERAL = rf"(?:[0-9]{{1,2}}|{CHINESE})"
_FOR_ALL = re.compile(
    rf"各(?![位种类式样自地个])|每[张种个样]|满[编带投]|都[是带放要]? ?{_NUMERAL}|{_NUMERAL} ?[张枚份只]的"
    r"|(?<![A-Za-z])each(?![A-Za-z])",
    re.IGNORECASE,
)


def says_part(text: str) -> bool:
    """Whether words say that a card belongs to another part than the first, or is not here: `备牌`, `缺货`."""
    plain = simplified(text)
    return loose_key(plain) in _WHOLE or _WITHIN.search(plain) is not None


def says_for_all(text: str) -> bool:
    """Whether words say how many there are of each of several cards: `以下各3张`, `3张的`, `满编`."""
    return _FOR_ALL.search(simplified(text)) is not None
