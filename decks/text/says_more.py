"""Words beside a card, or in place of one, that say more than a remark does: where its copies belong, that it is not
here, or how many there are of what follows.

Such words are not part of an unknown card's name, no harmless comment, and no heading that may be passed over.
"""

import re

from decks.text.numerals import CHINESE
from decks.text.section_words import OUTSIDE_SECTIONS, SIDE_SECTIONS
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
_BEFORE_MORE = "另外?|还|再|加|外|多|共|只|仅|实际|其中|其余|剩|余|减|少|改|换成?|要|放|带|算"
_NO_COUNT = "0-9.:%/元块円¥$月日号年周版弹期级星点分折成新"
_MORE = re.compile(
    rf"(?:{_BEFORE_MORE})[有加带要放是成为了]{{0,2}} ?{_NUMERAL}(?![{_NO_COUNT}])"
    rf"|(?<![a-z])(?:another|plus|extra|only|total|actually|and|with) {_NUMERAL}(?![{_NO_COUNT}])"
    r"|(?<![0-9.])[0-9]{1,2} (?:more|extra|another|additional|others?)(?![a-z])",
    re.IGNORECASE,
)
_COUNT = re.compile(rf"(?<![0-9A-Za-z.:#/¥$第-])[1-9][0-9]?(?! ?[A-Za-z{_NO_COUNT}])")
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


def says_count(text: str, *, is_note: bool) -> bool:
    """Whether words beside a card may state a count: `另有1`, `2 more`; of a note any numeral that is no price, day,
    grade or edition does."""
    plain = simplified(text)
    return _MORE.search(plain) is not None or (is_note and _COUNT.search(plain) is not None)
