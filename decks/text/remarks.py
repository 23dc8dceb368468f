"""Telling remarks beside a name from words of the name: `SR`, `闪卡` and `Reverse Holo` from `Super` in `Super Rod`.

A remark is separate from a name: in brackets, in its own column, or on the other side of the card's number. One in
front of a name with nothing between is a word of the name; one after it may be either. What is decided here depends
only on the line; whether a card with the name is known, the grammar decides.
"""

import re
from collections.abc import Iterable, Mapping

from decks.text.line_parts import Line
from decks.text.remark_words import (
    CHINESE_ADJECTIVES,
    CLOSING_PHRASES,
    INTENSIFIERS,
    MAX_PHRASE,
    PHRASES,
    RARITY_MARKS,
)
from decks.text.tokens import Part

_APART = frozenset(")]}】）」』》〉|/\\,;、:~")
_OPENING = frozenset("([{【（「『《〈")
_ADJECTIVES = frozenset(CHINESE_ADJECTIVES)
_REMARKS = (Part.REMARK, Part.SHORT_REMARK)
_NAMING = (Part.WORD, Part.REMARK, Part.SHORT_REMARK)
_PAIRS = {"(": ")", "[": "]", "{": "}", "【": "】", "「": "」", "『": "』", "《": "》", "〈": "〉", "〔": "〕"}
_OPENED_BY = {closing: opening for opening, closing in _PAIRS.items()}
_SEXES = "♂♀"
_STAR = re.compile(r"\*+.*")
_EXCLAMATIONS = ("[!]", "[?]")
"""The two of Unown's letters that are none."""
_STARS = "★☆◇♢"
_SINGLE_QUOTES = {"'": "'", "‘": "’"}
QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "《": "》", "『": "』"}
"""Quotation marks: everything between them is a name, whatever it looks like."""
SURE = ("«", "»")
"""Those around a name that somebody has confirmed, though it is similar to a known card's."""


def words_in_front(line: Line, first: int, start: int) -> int:
    """The token at which a name begins if remarks in front of `start` are words of it; `start` if every remark between
    `first` and it is separate from the name."""
    found = place = start
    while place > first:
        token = line.tokens[place - 1]
        if token.part is Part.PUNCTUATION:
            if _sets_apart(line, place - 1):
                break
        elif token.part not in _REMARKS and not _is_letter_x(line, first, place - 1):
            break
        elif token.part is Part.LONE_CHARACTER or _reads_on(line, place - 1):
            found = place - 1
        place -= 1
    return found


def in_front_of_known(line: Line, first: int, start: int) -> int:
    """The same for a name that is known: a finish in front of it (`Full Art Charizard ex`) is not one of its words, nor
    is the letter of a rarity."""
    begin = start
    while line.tokens[begin].part is Part.PUNCTUATION and begin + 1 < len(line.tokens):
        begin += 1
    found = words_in_front(line, first, begin)
    if found >= start:
        return start
    tokens = [token for token in line.tokens[found:begin] if token.part is not Part.SHORT_REMARK]
    return start if _are_phrases([token.value.lower() for token in tokens], PHRASES) else found


def word_behind_known(line: Line, end: int, last: int) -> int:
    """The token after a word that follows a known name and makes it another (`Fire Energy Special`); else `end`."""
    if end < last and line.tokens[end].value.lower() in INTENSIFIERS and may_end(line, end, last) > end:
        return end + 1
    return end


def reads_as_column(line: Line, front: int) -> bool:
    """Whether Chinese in front of a name has a space after it, so that it may also be a separate column."""
    token, behind = line.tokens[front], line.tokens[front + 1]
    return token.part is Part.REMARK and not token.value[0].isascii() and token.end < behind.start


def may_end(line: Line, end: int, last: int) -> int:
    """The token up to which an unknown name may continue after `end`; `end` if the remarks after it are certainly not
    part of it."""
    place = end
    while place < last:
        token = line.tokens[place]
        if token.part is Part.PUNCTUATION:
            if _sets_apart(line, place) or not _OPENING.isdisjoint(token.value):
                break
        elif token.part not in _REMARKS and not _ends_in_x(line, place, last):
            break
        place += 1
    while place > end:
        token = line.tokens[place - 1]
        if token.part is not Part.PUNCTUATION and not _is_certain(line, place - 1):
            size = _phrase_size(line, end, place)
            if not size:
                return place
            place -= size
        else:
            place -= 1
    return end


def bracket_end(line: Line, start: int, end: int, last: int) -> int:
    """Where a name ends that would end within brackets: `Potion (Cosmos Holo)`, of which `Holo` may be a remark."""
    wanted = _unmatched(line.words(start, end), _PAIRS)[-1:]
    closing = (place for place in range(end, last) if line.tokens[place].value[:1] in wanted)
    return next(closing, end)


def whole_name(line: Line, start: int, end: int, first: int, last: int, *, with_stars: bool = False) -> str:
    """The text of a name's tokens with the brackets around it that belong to it, and ♂ or ♀ behind it, or one star,
    where those are parts of names. Single quotation marks around it are none of it."""
    text = line.words(start, end)
    closes = _SINGLE_QUOTES.get(line.text[line.tokens[start].start - 1 : line.tokens[start].start])
    text = text.removesuffix(closes) if closes else text
    if end < last and line.tokens[end].part is Part.PUNCTUATION:
        after = line.tokens[end].value
        if after[0] in _SEXES or (with_stars and after[0] in _STARS and after[1:2] not in (*_STARS,)):
            gap = " " if line.tokens[end].start > line.tokens[end - 1].end else ""
            text = f"{text}{gap}{after[0]}"
        elif with_stars and text.endswith("V") and _STAR.fullmatch(after) and not closes_emphasis(line, start, after):
            text = f"{text}*"
        elif with_stars and after[:3] in _EXCLAMATIONS:
            text = f"{text} {after[:3]}"
        else:
            text += _matched(after, reversed(_unmatched(text, _PAIRS)))
    if start > first and line.tokens[start - 1].part is Part.PUNCTUATION:
        opened = _unmatched(text[::-1], _OPENED_BY)
        text = _matched(line.tokens[start - 1].value[::-1], reversed(opened))[::-1] + text
    return text


def closes_emphasis(line: Line, start: int, stars: str) -> bool:
    """Whether stars behind a name close what as many in front of it open: `*Mew V*`, `**4 Mew V** XYZ 9`."""
    before = line.text[: line.tokens[start].start]
    return "**" in before if stars.startswith("**") else before.endswith("*")


def quoted(line: Line, first: int, last: int) -> tuple[int, int, str] | None:
    """The tokens of a name in quotation marks, including the marks, and its text; None if there is none."""
    for place in range(first, last - 2):
        token = line.tokens[place]
        closes = QUOTES.get(token.value[-1]) if token.part is Part.PUNCTUATION else None
        if closes is None:
            continue
        for end in range(last - 1, place + 1, -1):
            behind = line.tokens[end]
            if behind.part is Part.PUNCTUATION and closes in behind.value:
                stop = behind.start + behind.value.index(closes)
                said = line.text[token.end : stop].strip()
                if closes in said and token.value[-1] in said.partition(closes)[2]:
                    continue  # Two names in quotation marks, not one.
                return place, end + 1, said
    return None


def _unmatched(text: str, pairs: Mapping[str, str]) -> list[str]:
    """The characters that close a text's open brackets, the innermost last."""
    wanted: list[str] = []
    for character in text:
        if character in pairs:
            wanted.append(pairs[character])
        elif wanted and character == wanted[-1]:
            wanted.pop()
    return wanted


def _matched(characters: str, wanted: Iterable[str]) -> str:
    """As many of the wanted characters as the token begins with."""
    found = ""
    for character in wanted:
        if not characters.startswith(found + character):
            break
        found += character
    return found


def _sets_apart(line: Line, place: int) -> bool:
    """Whether a token separates what is on both sides: brackets, the bars of columns, a dash between spaces."""
    token = line.tokens[place]
    if not _APART.isdisjoint(token.value):
        return True
    is_dash = set(token.value) <= {"-", "_", "=", ">"}
    return is_dash and line.text[token.start - 1 : token.start] == " " and line.text[token.end : token.end + 1] == " "


def _is_letter_x(line: Line, first: int, place: int) -> bool:
    """Whether a count character without a count is the letter: `X Speed`."""
    before = line.tokens[place - 1].part if place > first else Part.WORD
    return line.tokens[place].value == "X" and before not in (Part.NUMERAL, Part.CIRCLED)


def _ends_in_x(line: Line, place: int, last: int) -> bool:
    """The same after a name: `Mega Charizard X`."""
    behind = line.tokens[place + 1].part if place + 1 < last else Part.WORD
    return line.tokens[place].value == "X" and behind not in (Part.NUMERAL, Part.COUNT, Part.CIRCLED)


def _reads_on(line: Line, place: int) -> bool:
    """Whether a remark in front of a word can be read with it."""
    token, behind = line.tokens[place], line.tokens[place + 1]
    if not token.value[0].isascii():
        return token.value in _ADJECTIVES or (behind.start == token.end and behind.part in _NAMING)
    if token.part is Part.SHORT_REMARK or token.value.lower() not in RARITY_MARKS:
        return True
    return token.value != token.value.upper() or (behind.part is Part.PUNCTUATION and behind.start == token.end)


def _is_certain(line: Line, place: int) -> bool:
    """Whether a remark after a name is not one of its words: an abbreviation, or Chinese with a space before it."""
    token = line.tokens[place]
    if token.value[0].isascii():
        return token.value.lower() in RARITY_MARKS
    return line.tokens[place - 1].end < token.start


def _phrase_size(line: Line, first: int, last: int) -> int:
    """How many of the tokens up to `last` are a finish, 0 if they do not end with one."""
    for size in range(min(MAX_PHRASE, last - first), 0, -1):
        if tuple(line.tokens[place].value.lower() for place in range(last - size, last)) in CLOSING_PHRASES:
            return size
    return 0


def _are_phrases(words: list[str], phrases: frozenset[tuple[str, ...]]) -> bool:
    """Whether words are a sequence of phrases, and nothing else."""
    while words:
        size = next((n for n in range(min(MAX_PHRASE, len(words)), 0, -1) if tuple(words[:n]) in phrases), 0)
        if not size:
            return False
        words = words[size:]
    return True
