"""The parts of a line: words, numerals, counts, prices, remarks, punctuation. Every character is in one of them.

Splitting a line too finely does no harm, since a card's name may span any number of tokens; what matters is that a
token that says something (a count, a price) is never hidden inside a word. One pass, so time is linear in the length.
"""

import re
from typing import Final, NamedTuple

from decks.text.line_words import (
    CHINESE_UNITS,
    COUNT_CHARACTERS,
    COUNT_PREFIXES,
    LATIN_UNITS,
    PRICE_CHARACTERS,
    PRICE_SUMS,
    PRICE_UNITS,
)
from decks.text.numerals import CHINESE, ENGLISH, ONES, TENS
from decks.text.remark_words import CAPITALS_ONLY, CHINESE_REMARKS, ENDS_NUMBERS, LATIN_REMARKS, SHORT_RARITIES
from decks.text.spelling import CLOSES_NUMERAL, OPENS_NUMERAL, simplified

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−－﹣﹘⁃˗"), "-")
_ANY_DASH = re.compile(f"[{''.join(map(chr, _DASHES))}]")
_DASHED_LETTER = re.compile("(?<=[A-Za-z0-9])[ー一](?= ?[A-Za-z0-9])")


class Part:
    """What a token is by itself. `COUNT` has a character, unit or word that says so, `NUMERAL` is bare digits,
    `CIRCLED` a numeral in a circle, `LONE_CHARACTER` a count character without a number. A `REMARK` may also be a word
    of a card's name: `remarks` decides by what is around it.

    Plain numbers, since every line asks for them a hundred times and a member of an enumeration costs a call each time.
    """

    WORD: Final = 0
    NUMERAL: Final = 1
    COUNT: Final = 2
    CIRCLED: Final = 3
    PRICE: Final = 4
    REMARK: Final = 5
    SHORT_REMARK: Final = 6
    LONE_CHARACTER: Final = 7
    PUNCTUATION: Final = 8


_WORDS = (Part.WORD, Part.REMARK, Part.SHORT_REMARK)


class Token(NamedTuple):
    """A part of a plain line from `start` to `end`, a `Part`; `value` is its numeral, or its text."""

    part: int
    start: int
    end: int
    value: str


def _any(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_COUNT_CHARACTER = rf"[{re.escape(COUNT_CHARACTERS)}]"
_CLEAR_CHARACTER = rf"[{re.escape(COUNT_CHARACTERS.replace('x', '').replace('X', ''))}]"
_CHINESE_UNIT = f"(?:{_any(CHINESE_UNITS)})"
_LATIN_UNIT = rf"(?:{_any((*LATIN_UNITS, *map(str.upper, LATIN_UNITS)))})(?![A-Za-z])"
_UNIT = rf"(?:{_CHINESE_UNIT}|{_LATIN_UNIT})"
_TRAILING_CHARACTER = (
    rf"(?:{_CLEAR_CHARACTER}(?! ?[0-9]{{1,2}}(?![0-9]))|(?<! )[xX](?![A-Za-z0-9])|(?<! )x(?=[A-Z\u4e00-\u9fff])"
    r"|(?<! )[xX](?=[0-9]{5}))"
)
_DIGITS = r"[0-9]+(?:\.[0-9]+)?"
_MARK = rf"(?: ?(?:{_UNIT}|{_TRAILING_CHARACTER})(?: of(?![A-Za-z]))?)"
_CHINESE_PREFIX = _any(tuple(word for word in COUNT_PREFIXES if not word.isascii()))
_LATIN_PREFIX = _any(tuple(word for word in COUNT_PREFIXES if word.isascii()))
_PREFIX = rf"(?:(?:{_CHINESE_PREFIX})|(?<![A-Za-z])(?i:{_LATIN_PREFIX})(?![A-Za-z]))"
_ENGLISH = f"{_any(tuple(ENGLISH))}|(?<!.)(?:{_any(tuple(map(str.capitalize, ENGLISH)))})"
_COUNT = "|".join(
    (
        rf"{_PREFIX} ?[:=]? ?{_COUNT_CHARACTER}? ?(?:(?P<c1>{_DIGITS})(?![0-9])|(?P<c2>{CHINESE})){_MARK}?",
        rf"(?:{_CLEAR_CHARACTER}|(?<![A-Za-z])[xX]|(?:(?<=[a-z0-9])[xX]|(?<=[A-Z])x)(?=[0-9]{{1,2}}(?![A-Za-z0-9-]))) ?"
        rf"(?:(?P<c3>-?[0-9]{{1,4}}(?:\.[0-9]+)?)(?!-?[0-9A-Za-z]){_MARK}?|(?P<c9>[0-9]{{1,2}})(?=[A-Z]{{2}})|(?P<c4>{CHINESE})(?!\w){_MARK}?"
        rf"|(?P<c10>{CHINESE}) ?{_CHINESE_UNIT})",
        rf"(?<![0-9A-Za-z])(?<![0-9A-Za-z]-)(?P<c5>[0-9]{{1,4}}(?:\.[0-9]+)?){_MARK}",
        rf"(?P<c6>{CHINESE}) ?(?:{_CHINESE_UNIT}|{_TRAILING_CHARACTER})",
        rf"(?<!\w)(?P<c7>{CHINESE})(?!\w)",
        rf"(?<!\w)(?P<c8>{_ENGLISH})(?!\w)(?: ?{_LATIN_UNIT})?(?: of(?!\w))?",
    )
)
_NOT_HIDDEN = (
    rf"(?!(?:{_any(CHINESE_REMARKS)})|(?:{_CHINESE_PREFIX}) ?[:=]? ?[0-9{COUNT_CHARACTERS[2]}]"
    rf"|{CHINESE} ?{_CHINESE_UNIT})"
)
_HIDING = "".join(
    sorted({word[0] for word in (*CHINESE_REMARKS, *COUNT_PREFIXES) if not word.isascii()} | set(ONES) | set(TENS))
)
_COUNT_FIRST = "".join(
    sorted(
        {sign for word in (*COUNT_PREFIXES, *ENGLISH) for sign in (word[0], word[0].upper())}
        | set(COUNT_CHARACTERS)
        | set(ONES)
        | set(TENS)
    )
)
_COUNTS = tuple(f"c{place}" for place in range(1, 11))
_PRICE_FIRST = "".join(sorted({word[0] for word in PRICE_SUMS})) + f"0-9{PRICE_CHARACTERS}"
_YUAN_R = "(?<![-_/])[0-9]+(?:[.][0-9]+)?[rR](?![A-Za-z0-9])"
"""A price as chats write it: `5r`."""
_A_PIECE = rf"(?: ?/ ?(?:{_any(CHINESE_UNITS)})| (?:each|ea)(?![A-Za-z]))?"
_LATIN = "A-Za-zÀ-ÖØ-öø-ɏ"
_GRAMMAR = (
    rf"(?P<gap> +)"
    rf"|{OPENS_NUMERAL}(?P<circled>[0-9]{{1,2}}){CLOSES_NUMERAL}(?: ?{_UNIT})?"
    rf"|(?=[{_PRICE_FIRST}])(?P<price>[{PRICE_CHARACTERS}] ?[0-9]+(?:[.,][0-9]+)?{_A_PIECE}"
    rf"|(?:(?:{_any(PRICE_SUMS)}) ?[:=]? ?)?{_DIGITS}(?: ?(?:{_any(PRICE_UNITS)})|[{PRICE_CHARACTERS}])"
    rf"(?![A-Za-z0-9]){_A_PIECE}"
    rf"|{_YUAN_R})"
    rf"|(?=[0-9{re.escape(_COUNT_FIRST)}])(?P<count>{_COUNT})"
    rf"|(?P<level>[lL][vV]\. ?[0-9]{{1,3}}(?![0-9A-Za-z]))"
    rf"|(?P<negative>(?<![^ ])[-+][0-9]+)"
    rf"|(?P<numeral>{_DIGITS})"
    rf"|(?P<remark>{_any(CHINESE_REMARKS)})"
    rf"|(?P<lone>[×✕✖⨉⨯]|(?<![A-Za-z0-9])[xX](?![A-Za-z0-9])|(?<=[0-9])x(?![A-Za-z0-9])"
    rf"|(?<!\w){_CHINESE_UNIT}(?!\w)|\*(?= *$))"
    rf"|(?P<latin>[{_LATIN}](?:[A-WYZa-wyzÀ-ÖØ-öø-ɏ0-9'’]+|(?!(?:(?<=[a-z0-9])[xX](?:[0-9]{{1,2}})?"
    rf"|(?<=[A-Z])x[0-9]{{1,2}})(?![A-Za-z0-9-]))[xX])*)"
    rf"|(?P<other>[^\W\d_](?:[^\W\d_{_LATIN}{_HIDING}]|{_NOT_HIDDEN}[^\W\d_{_LATIN}])*)"
    rf"|(?P<characters>[\W_]|\d)"
)
_TOKEN = re.compile(_GRAMMAR)
_TOKEN_WITHOUT_UNITS = re.compile(_GRAMMAR.replace(_CHINESE_UNIT, rf"{_CHINESE_UNIT}(?![\u4e00-\u9fff])"))


def tokens_of(plain: str, *, with_units: bool = True) -> list[Token]:
    """The tokens of a plain line, without the spaces between them.

    Without units a Chinese one right before a word is the word's first character: `4 张飞` is four of 张飞.
    """
    text = plain
    if not text.isascii():
        text = simplified(plain)
        text = _DASHED_LETTER.sub("-", text.translate(_DASHES) if _ANY_DASH.search(text) else text)
    found: list[Token] = []
    for match in (_TOKEN if with_units else _TOKEN_WITHOUT_UNITS).finditer(text):
        kind = match.lastgroup
        if kind == "gap":
            continue
        start, end = match.span()
        if kind == "latin":
            word = match[0].lower()
            is_remark = word in LATIN_REMARKS and not _is_no_remark(text, start, match[0])
            part = Part.REMARK if is_remark else Part.SHORT_REMARK if word in SHORT_RARITIES else Part.WORD
            found.append(Token(part, start, end, match[0]))
        elif kind == "numeral":
            found.append(Token(Part.WORD if _is_tail(found, start) else Part.NUMERAL, start, end, match[0]))
        elif kind in ("other", "level"):
            found.append(Token(Part.WORD, start, end, match[0]))
        elif kind == "characters":
            if found and found[-1].part is Part.PUNCTUATION and found[-1].end == start:
                found[-1] = Token(Part.PUNCTUATION, found[-1].start, end, text[found[-1].start : end])
            else:
                found.append(Token(Part.PUNCTUATION, start, end, match[0]))
        else:
            found.append(_said(match, str(kind), start, end))
    return found


def _is_no_remark(text: str, start: int, typed: str) -> bool:
    """Whether an abbreviation is none as it stands: `or` in small letters, the end of a number (`HBU01-CR`)."""
    if typed.lower() in ENDS_NUMBERS:
        return text[start - 1 : start] == "-" and text[start - 2 : start - 1].isalnum()
    return typed.lower() in CAPITALS_ONLY and not typed.isupper()


def _is_tail(before: list[Token], start: int) -> bool:
    """Whether digits are the end of a word with a hyphen: `TS-1`, `HBU01-A07-2`."""
    if len(before) < 2 or before[-1].value not in ("-", "_") or before[-1].end != start:
        return False
    word = before[-2]
    return word.end == before[-1].start and word.part in _WORDS and word.value[-1].isascii()


def _said(match: re.Match[str], kind: str, start: int, end: int) -> Token:
    if kind == "circled":
        has_unit = match[0][-1] != CLOSES_NUMERAL
        return Token(Part.COUNT if has_unit else Part.CIRCLED, start, end, match["circled"])
    if kind == "price":
        return Token(Part.PRICE, start, end, match[0])
    if kind == "negative":
        return Token(Part.NUMERAL, start, end, match[0])
    if kind == "remark":
        return Token(Part.REMARK, start, end, match[0])
    if kind == "lone":
        return Token(Part.LONE_CHARACTER, start, end, match[0])
    value = next(filter(None, match.group(*_COUNTS)))
    return Token(Part.COUNT, start, end, value)
