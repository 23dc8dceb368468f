"""What a line of a list means as one card, whatever comment stands before or after it.

A comment that holds a card, a count, a digit or the word of a section is none that may be passed over.
"""

import re

from decks.text.line_grammar import LineGrammar
from decks.text.line_parts import line_of
from decks.text.listing import QuestionCode
from decks.text.meanings import Doubt, Meaning, Take, readings_of
from decks.text.no_cards import NoCard, no_card_kind
from decks.text.numerals import CHINESE
from decks.text.says_more import says_part

_COMMENT = re.compile(r"(#|//|;)")
_NUMBERED = re.compile(r"#[0-9]{1,3}(?![0-9A-Za-z])[ .、:)\]]*(?P<rest>.+)")
_TAGGED = re.compile(r"(?P<mark>##+ *|#(?![#+! ]))(?P<rest>.+)")
_TRAILING = re.compile(r" (?:#|//(?!/*$)|;).*$")
_NUMBER = re.compile("[A-Za-z][ -]?[0-9]|[0-9]{5}")
_THANKS = re.compile(
    r"(?:[ ,;。!~、]*(?:谢谢|多谢|感谢|谢了|麻烦了?|拜托了?|(?<![A-Za-z])(?:thanks|thank you|thx|please|pls))"
    r"(?:老板|大家|大佬|各位|您|你|了|啦|哦|哈)?)+[ .,。!~、]*$",
    re.IGNORECASE,
)
_CHINESE_GREETING, _ENGLISH_GREETING = "老板娘?|您好|你好|麻烦|请", "please|pls|hi|hello"
_BEHIND_GREETING = "(?:[ ,。!~、]+|(?=[来拿给]))"
_GREETING = re.compile(rf"^(?:(?:{_CHINESE_GREETING}|{_ENGLISH_GREETING}){_BEHIND_GREETING})+", re.IGNORECASE)
_GREETING_OF_NAMES = re.compile(
    rf"^(?:(?:{_CHINESE_GREETING}){_BEHIND_GREETING}|(?:{_ENGLISH_GREETING})(?: *[,!~]+ *| +(?=[0-9])))+",
    re.IGNORECASE,
)
"""The same in games that count by name, where `Hi Potion` may be one."""
_COPIES = rf"(?=(?:[0-9]{{1,2}}|{CHINESE}) ?[张枚份只])"
_ORDERING = re.compile(rf"(?<![再又还别不少])(?:给我)?[来拿]{_COPIES}")
"""What orders copies and says nothing more: `闪耀迪迦来一张`, but not `再来一张`."""
_ORDERING_ALONE = re.compile(
    rf"(?:(?<![\u4e00-\u9fff])(?:请|麻烦|我要?|给我)*[来拿]|(?<![再又还别不少])给我[来拿]){_COPIES}"
)
"""The same where it cannot be the end of a name that nobody knows: `奥特曼归来3张`."""
_CHANGING = re.compile(rf"[再又还别不少](?:要|给我)*[来拿]{_COPIES}")
"""What says that copies are added or taken away, which no list says of itself."""
_HAN = re.compile("[\u4e00-\u9fff]")
_OF_ONE_NAME = (QuestionCode.AMBIGUOUS_NAME, QuestionCode.AMBIGUOUS_NUMBER)


def without_comment(words: str) -> str:
    """A plain line without what may be a comment after it, whatever that holds."""
    return _TRAILING.sub("", words)


class SingleLines:
    """Reads the lines of one game's lists as one card each."""

    def __init__(self, grammar: LineGrammar) -> None:
        self._grammar = grammar

    def is_comment(self, plain: str) -> bool:
        """Whether a line is a comment, not a card behind its running number: `#41 1 HBU01-A10`."""
        found = _NUMBERED.fullmatch(plain)
        if found is None:
            return bool(_COMMENT.match(plain))
        rest = found["rest"]
        meaning = self._grammar.read(rest) or self._grammar.read_new(rest)
        is_open = isinstance(meaning, Doubt) and meaning.code not in _OF_ONE_NAME
        return meaning is None or (is_open and not line_of(rest).states_count())

    def hidden(self, plain: str) -> Doubt | None:
        """The doubt about a comment that may be a card with its count behind a tag, or in a heading of Markdown:
        `#主力 3 HBU01-CR`, `### HBU01-CR x3`. One behind `# ` is a comment whatever it holds."""
        found = _TAGGED.fullmatch(plain)
        if found is None or not line_of(found["rest"]).states_count():
            return None
        rest = " ".join(found["rest"].replace("#", " ").split())
        meaning = self._grammar.read(rest) or self._grammar.read_new(rest)
        if meaning is None:
            behind = rest.partition(" ")[2]
            meaning = self._grammar.read(behind) or self._grammar.read_new(behind) if behind else None
        if isinstance(meaning, Doubt):
            return meaning
        readings = readings_of([meaning]) if isinstance(meaning, Take) and meaning.count.is_stated else ()
        return Doubt(QuestionCode.WORDS_LEFT, readings, found["mark"].strip()) if readings else None

    def meaning(self, words: str) -> Meaning:
        """What a line means as one card, known or not; where it states a count, without the words of politeness around
        it if only those keep it from being read."""
        meaning = self._known(words)
        if isinstance(meaning, Take):
            return meaning
        bare = _THANKS.sub("", words)
        asked = _ORDERING.sub(" ", _GREETING.sub("", bare)).strip()
        for shorter in dict.fromkeys((bare, asked)):
            again = self._known(shorter) if shorter not in ("", words) else None
            if isinstance(again, Take) and again.count.is_stated:
                return again
        return meaning if meaning is not None else self._asked_for(words, bare)

    def _asked_for(self, words: str, bare: str) -> Meaning:
        """What a line means that names no known card; `bare` is the line without thanks."""
        if changing := _CHANGING.search(bare):
            is_in_name = _HAN.match(bare[changing.start() - 1 : changing.start()]) is not None
            texts = (self._greeted(_CHANGING.sub(" ", bare)), *([words] if is_in_name else []))
            takes = [take for take in map(self._new, texts) if isinstance(take, Take)]
            return Doubt(QuestionCode.WORDS_LEFT, readings_of(takes), changing[0]) if takes else self._new(words)
        asked = _ORDERING_ALONE.sub(" ", self._greeted(bare)).strip()
        if asked not in ("", words) and isinstance(new := self._new(asked), Take):
            return new if new.number and new.count.is_stated else self._new(words)
        return self._new(words)

    def _greeted(self, words: str) -> str:
        """A line that names no known card without its greeting, unless that may begin a name that cards count by."""
        greeting = _GREETING_OF_NAMES if self._grammar.counts_by_name else _GREETING
        return greeting.sub("", words.strip()).strip()

    def is_card(self, words: str) -> bool:
        """Whether a line is one card and nothing that is not known."""
        return isinstance(self.meaning(words), Take)

    def _new(self, words: str) -> Meaning:
        """What a line that names no known card means: a new card, unless it is of a kind that is not a card."""
        kind = no_card_kind(words)
        meaning = self._grammar.read_new(words) if kind is not NoCard.SURE else None
        is_card = isinstance(meaning, Take) and meaning.count.is_stated
        return meaning if is_card or kind is None else None

    def _known(self, words: str) -> Meaning:
        """What a line means as one card by the cards that are known, or without a comment after it if only that keeps
        it from being read."""
        meaning = self._grammar.read(words)
        shorter = _TRAILING.sub("", words)
        if isinstance(meaning, Take) or shorter in ("", words):
            return meaning
        again = self._grammar.read(shorter) or self._grammar.read_new(shorter)
        if not isinstance(again, Take):
            return again if again is not None else meaning
        said = words[len(shorter) :].strip(" #/;")
        if self._says_nothing(said, again):
            return again
        whole = self._grammar.read_new(words)
        same = whole if isinstance(whole, Take) and whole.number == again.number else again
        return Doubt(QuestionCode.WORDS_LEFT, readings_of([again, same]), said)

    def cut(self, words: str) -> str:
        """A line with several cards without the comment after it; empty where that may hold one of them. A semicolon or
        strokes may also part the cards."""
        shorter = _TRAILING.sub("", words)
        if shorter and self._says_nothing(words[len(shorter) :].strip(" #/;"), None):
            return shorter
        return "" if shorter and words[len(shorter) :].startswith(" #") else words

    def _says_nothing(self, said: str, take: Take | None) -> bool:
        """Whether a comment is harmless; the name of the card it stands behind is, and so is its number in its set."""
        number = said.rstrip(")]")
        if number.isdigit() and take is not None and any(card.number.endswith(f"-{number}") for card in take.cards):
            return True
        parted = line_of(said)
        stated = parted.count(range(len(parted.tokens)))
        if take is not None and take.count.is_stated and stated.is_stated and take.count.copies == stated.copies:
            return not (_NUMBER.search(said) or says_part(said) or self._grammar.read(said))
        if any(map(str.isdigit, said)) or parted.states_count() or says_part(said):
            return False
        meaning = self._grammar.read(said) if said else None
        if isinstance(meaning, Take) and take is not None:
            return not take.cards or any(card in take.cards for card in meaning.cards)
        return meaning is None
