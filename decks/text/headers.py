"""Lines that name a section: `主牌 (40)`, `【备牌】：10 张`, `## Sideboard`, `备牌: 3 HBU01-A07`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from decks.text.listing import ListForm
from decks.text.spelling import exact_key

_ORNAMENTS = " \t[]【】〔〕<>《》「」『』=-—–─*_~#/;:!+•·|"
_STATED = re.compile(
    r"(?P<word>.*?[^\s(\[【:=x×*-])\s*[:=x×*-]*\s*[(\[【]?\s*"
    r"(?P<total>[0-9]{1,6})\s*(?:张|枚|枚卡|张牌|张卡|cards?|copies)?\s*(?:/\s*[0-9]{1,6}\s*张?)?\s*[)\]】]?"
)
_TOTAL_WORDS = ("总计", "合计", "总数", "总共", "共", "共计", "total", "total cards")
WHOLE_LIST = ""


@dataclass(frozen=True)
class Header:
    """A section word with the total it states; `rest` is what follows a colon on the same line.

    `word` is how the line calls the section.

    The section `WHOLE_LIST` marks a line stating the total of everything, which opens no section.
    """

    section: str
    stated: int | None = None
    rest: str = ""
    word: str = ""


class HeaderReader:
    """Knows the section words of a game."""

    def __init__(self, form: ListForm) -> None:
        self._words: Mapping[str, str] = {
            **{exact_key(word): WHOLE_LIST for word in _TOTAL_WORDS},
            **{
                exact_key(word): section.key
                for section in form.sections
                for word in (section.key, section.title, *section.words)
            },
        }

    def read(self, line: str) -> Header | None:
        """Read a plain line as a header, or return None when it is none."""
        bare = line.strip(_ORNAMENTS)
        if (section := self._section(bare)) is not None:
            return Header(section) if section != WHOLE_LIST else None
        if (stated := _STATED.fullmatch(bare)) and (section := self._section(stated["word"])) is not None:
            return Header(section, int(stated["total"]), word=stated["word"].strip(_ORNAMENTS))
        word, colon, rest = line.partition(":")
        section = self._section(word.strip(_ORNAMENTS)) if colon else None
        if section in (None, WHOLE_LIST) or not rest.strip():
            return None
        return Header(str(section), rest=rest.strip())

    def section(self, word: str) -> str | None:
        """The section a word names, None where it names none, or the whole list."""
        return self._section(word.strip(_ORNAMENTS)) or None

    def _section(self, word: str) -> str | None:
        key = exact_key(word.strip(_ORNAMENTS + "()"))
        return self._words.get(key, self._words.get(key.removesuffix("共") or key))
