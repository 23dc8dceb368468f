"""Lines that name a section: `主牌 (40)`, `【备牌】：10 张`, `## Sideboard`, `🔥副卡组10张🔥`, `备牌: 3 HBU01-A07`."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from decks.text.listing import ListForm, ListSection
from decks.text.no_cards import ABOVE, NOTHING, is_kind_heading, is_speaker, says_otherwise, without_asides
from decks.text.numerals import CHINESE, whole_number
from decks.text.section_words import LEADERS, MAIN_SECTIONS, OUTSIDE_SECTIONS, SIDE_SECTIONS
from decks.text.spelling import loose_key, plain_line, simplified

_TOTAL_WORDS = (
    "以上",
    "总计",
    "合计",
    "总数",
    "总共",
    "共",
    "共计",
    "一共",
    "卡牌总数",
    "卡片总数",
    "总张数",
    "总数量",
    "total",
    "total cards",
    "total number of cards",
    "total de cartes",
    "total de cartas",
    "cartas totales",
    "carte totali",
    "totale carte",
    "karten insgesamt",
    "gesamtzahl karten",
    "カード合計",
    "合計枚数",
)
_EDGE = r"[\W_]*"
_HEADER = re.compile(
    rf"{_EDGE}(?:(?:[0-9]{{1,2}}|[一二三四五])[.、)] ?)?(?P<word>[^\W0-9_](?:[^:0-9(\[【=]{{0,30}}[^\W0-9_])?)"
    rf"(?:{_EDGE}(?P<total>[0-9]{{1,6}}) ?(?:张牌|张卡|枚卡|张|枚|份|cards?|copies)?"
    rf"(?: ?/ ?[0-9]{{1,6}} ?(?:张|枚)?)?)?{_EDGE}",
    re.IGNORECASE,
)
_TOTAL_ENDS = ("总共", "一共", "共计", "共有", "共", "合计", "数量")
_PART_ENDS = ("卡牌", "卡", "牌", "区")
_IS_ABOVE = re.compile(r"(?:以上|上面)(?:是|为|都是)?(?P<part>[^,;.。、 ]{1,20})[,;.。、 ]+")
_COUNT_FIRST = re.compile(
    rf"[\W_]*(?P<total>[0-9]{{1,3}}|{CHINESE}) ?(?:张|枚|份|cards?(?: of)?)的? ?(?P<word>[^\W0-9_][^0-9:]{{0,30}})",
    re.IGNORECASE,
)
_COUNT_LAST = re.compile(
    r"(?P<word>[^:0-9]{1,30}?)[\W_]*"
    rf"(?:(?<![A-Za-z])[xX] ?(?P<digits>[0-9]{{1,3}})(?:[张枚份])?|(?P<total>{CHINESE}) ?[张枚份])[\W_]*"
)
_KINDS = re.compile(
    r"(?:一?共|总共|合计|共计)? ?[0-9]{1,3} ?[种款]类?[卡牌]{0,2}[ ,、;]*(?:(?:一?共|总共|合计|共计)(?= ?[0-9]))?"
)
_BETWEEN_SIZES = re.compile(r"[,;、/+|]|和|以及| (?:and|&) |(?<=[0-9张]) +(?=[^\W\d])", re.IGNORECASE)
_TITLE = re.compile(r"[【\[(《「『<][^】\])》」』>0-9]{1,24}[】\])》」』>]")
_OF_ANY_GAME = frozenset(map(loose_key, (*MAIN_SECTIONS, *SIDE_SECTIONS)))
_LEADERS = frozenset(map(loose_key, LEADERS))
WHOLE_LIST = ""
MAX_COLUMNS = 4
MAX_REMEMBERED_GAMES = 64
COMMENTS = ("#", "//", ";")
GOES_ON = "#+"
"""What stands before a heading that somebody has confirmed begins no other deck."""
_CELLS = re.compile(r"[\t|,;，；]| {2,}|\u3000")
OUTSIDE = "!"


@dataclass(frozen=True)
class Header:
    """A section word with the total it states; `rest` is what follows a colon on the same line.

    `word` is the line's word for the section.

    The section `WHOLE_LIST` marks a line stating the total of everything, which opens no section; `OUTSIDE` a part that
    decks of the game do not have.
    """

    section: str
    stated: int | None = None
    rest: str = ""
    word: str = ""


def speaks_of_above(line: str) -> bool:
    """Whether a plain line says something of what stands above it."""
    return ABOVE.search(simplified(line)) is not None


class _SectionWords:
    """The section words of a game."""

    def __init__(self, sections: tuple[ListSection, ...]) -> None:
        side_words = set(map(loose_key, SIDE_SECTIONS))
        side = next((one.key for one in sections if side_words & set(map(loose_key, one.words))), OUTSIDE)
        parts = {word for section in sections[1:] for word in (section.title, *section.words)}
        self.mentioned = _mentioning({*parts, *SIDE_SECTIONS, *OUTSIDE_SECTIONS, *LEADERS})
        self.outside = tuple(map(loose_key, OUTSIDE_SECTIONS))
        self.first = sections[0].key
        self.words: Mapping[str, str] = {
            **{loose_key(word): OUTSIDE for word in OUTSIDE_SECTIONS},
            **{loose_key(word): side for word in SIDE_SECTIONS},
            **{loose_key(word): self.first for word in MAIN_SECTIONS},
            **{loose_key(word): WHOLE_LIST for word in _TOTAL_WORDS},
            **{
                loose_key(word): section.key
                for section in sections
                for word in (section.key, section.title, *section.words)
            },
        }
        words = sorted(filter(None, self.words), key=len)
        stems = (word for at, word in enumerate(words) if not any(stem in word for stem in words[:at]))
        self.stems = re.compile("|".join(map(re.escape, stems)))
        """Words of which every other one contains one: a line without any of them heads nothing."""


@lru_cache(maxsize=MAX_REMEMBERED_GAMES)
def _words_of(sections: tuple[ListSection, ...]) -> _SectionWords:
    return _SectionWords(sections)


class HeaderReader:
    """Reads headers by the section words of a game."""

    def __init__(self, form: ListForm) -> None:
        self._known = _words_of(form.sections)
        self.first = self._known.first
        self._titles = {section.key: section.title for section in form.sections}
        self._looked_at = ("", False)

    def read(self, line: str) -> Header | None:
        """Read a plain line as a header, or return None when it is none."""
        return self._of_section(line) if self._has_stem(line) else None

    def _has_stem(self, line: str) -> bool:
        """Whether anything in a line is a section's word; of a line without any nothing is a heading. The answer is
        remembered for the line that is asked about."""
        if self._looked_at[0] != line:
            self._looked_at = line, self._known.stems.search(loose_key(line)) is not None
        return self._looked_at[1]

    def _of_section(self, line: str) -> Header | None:
        """The header in a line that has a section's word in it."""
        if header := self._heading(line):
            return header
        header = self._within(simplified(line)) or self._beside_title(line)
        if header is None or loose_key(header.word).startswith(self._known.outside):
            return None
        return None if header.section == self._known.first and line.startswith(COMMENTS) else header

    def sizes(self, line: str) -> tuple[Header, ...]:
        """The sections that a plain line states the sizes of, and nothing else: `主牌四十张，备牌十张`."""
        if not self._has_stem(line):
            return ()
        pieces = [piece for piece in _BETWEEN_SIZES.split(line) if piece.strip()]
        if not 1 < len(pieces) <= MAX_COLUMNS:
            return ()
        found = [self._heading(piece.strip()) for piece in pieces]
        stated = tuple(one for one in found if one and one.stated is not None and not one.rest)
        different = {one.section for one in stated}
        return stated if len(stated) == len(pieces) == len(different) and OUTSIDE not in different else ()

    def _beside_title(self, line: str) -> Header | None:
        """The header beside a title in brackets: `【贝利亚融合】主卡组`. Words of another part are not a title."""
        titles = _TITLE.findall(line)
        if len(titles) != 1 or self._known.mentioned.search(simplified(titles[0])) or says_otherwise(titles[0]):
            return None
        header = self._heading(" ".join(_TITLE.sub(" ", line).split()))
        return header if header is not None and not header.rest and loose_key(header.word) in _OF_ANY_GAME else None

    def _within(self, text: str) -> Header | None:
        """The header in a line that says more: a polite word, a time, a link, or what it is that stands above."""
        if (above := _IS_ABOVE.match(text)) and self._heading(without_asides(above["part"])):
            text = text[above.end() :]
            if header := self._heading(text):
                return header
        word, colon, rest = text.partition(":")
        bare, before = without_asides(text), without_asides(word)
        header = self._heading(bare) if bare != text else None
        if header is not None and not header.rest:
            return header
        section = self.section(before) if colon and before != word and rest.strip() else None
        return None if section is None else Header(section, rest=rest.strip(), word=before)

    def _heading(self, line: str) -> Header | None:
        """The header that a line is and nothing else, but for the cards behind a colon."""
        line = _count_behind(_without_kinds(line))
        text = simplified(line)
        if (found := _HEADER.fullmatch(text)) and (section := self._section(found["word"])) is not None:
            start, end = found.span("word")
            if found["total"] is None:
                return Header(section, word=line[start:end]) if section != WHOLE_LIST else None
            return Header(section, int(found["total"]), word=line[start:end])
        word, colon, rest = line.partition(":")
        section = self.section(word) if colon else None
        if section is None or not rest.strip():
            return None
        if simplified(rest).strip(" .。").casefold() in NOTHING:
            return Header(section, 0, word=word.strip())
        return Header(section, rest=rest.strip(), word=word.strip())

    def side_by_side(self, raw: str) -> str:
        """The headings of sections side by side in one line, as columns pasted from a sheet have them; else empty."""
        if not _CELLS.search(raw):
            return ""
        cells = [cell for cell in map(plain_line, _CELLS.split(raw)) if cell]
        if not 1 < len(cells) <= MAX_COLUMNS:
            return ""
        headers = [self.read(cell) for cell in cells]
        found = {header.section for header in headers if header is not None and not header.rest}
        return ", ".join(cells) if all(headers) and len(found) > 1 and WHOLE_LIST not in found else ""

    def may_head(self, line: str) -> bool:
        """Whether a plain line that is not a heading may be meant for one: words and a colon, or one that speaks of a
        part other than the first, or of what stands above."""
        text = simplified(line)
        if is_kind_heading(text):
            return False
        return is_speaker(text) or speaks_of_above(text) or bool(self._known.mentioned.search(text))

    def title(self, section: str) -> str:
        """The title of a section of the game; of any other part a word that heads what is in no deck."""
        return self._titles.get(section, OUTSIDE_SECTIONS[-1])

    def names_leader(self, line: str) -> bool:
        """Whether a plain line is nothing but a word for the card that leads a deck, as a heading would be."""
        found = _HEADER.fullmatch(without_asides(simplified(line)))
        return found is not None and _bare(loose_key(found["word"])) in _LEADERS

    def section(self, word: str) -> str | None:
        """The section a word names, None if it names none, or the whole list."""
        return self._section(word) or None

    def _section(self, word: str) -> str | None:
        key = loose_key(word)
        if key in self._known.words:
            return self._known.words[key]
        return self._known.words.get(_bare(key))


def _bare(key: str) -> str:
    """A word's key without what only says that it heads a part, or how many cards are in it."""
    return next((key.removesuffix(end) for end in (*_TOTAL_ENDS, *_PART_ENDS) if key.endswith(end)), key)


def _without_kinds(text: str) -> str:
    """The line without how many different cards there are: `主卡组 共14种 40张` as `主卡组 40张`."""
    found = _KINDS.search(simplified(text))
    return f"{text[: found.start()]} {text[found.end() :]}".strip() if found else text


def _count_behind(text: str) -> str:
    """The line with its count in digits behind the words: `10张备牌`, `备牌十张` and `备牌 x10` as `备牌 10`."""
    found = _COUNT_FIRST.fullmatch(simplified(text)) or _COUNT_LAST.fullmatch(simplified(text))
    if found is None:
        return text
    total = found.groupdict().get("digits") or str(whole_number(found["total"]))
    return f"{text[slice(*found.span('word'))].strip()} {total}"


def _mentioning(words: Iterable[str]) -> re.Pattern[str]:
    """An expression for any of these words within a line; one of a single character says nothing there."""
    known = {simplified(word).casefold() for word in words if len(word) > 1}
    latin = "|".join(re.escape(word) for word in sorted(known, key=len, reverse=True) if word.isascii())
    other = "|".join(re.escape(word) for word in sorted(known, key=len, reverse=True) if not word.isascii())
    return re.compile(
        "|".join(filter(None, (latin and rf"(?<![A-Za-z])(?:{latin})(?![A-Za-z])", other))), re.IGNORECASE
    )
