"""What a line of a list means as one card, whatever comment stands before or after it."""

import re

from decks.text.line_grammar import LineGrammar
from decks.text.line_parts import line_of
from decks.text.listing import QuestionCode
from decks.text.meanings import Doubt, Meaning, Take
from decks.text.no_cards import NoCard, no_card_kind

_COMMENT = re.compile(r"(#|//|;)")
_NUMBERED = re.compile(r"#[0-9]{1,3}(?![0-9A-Za-z])[ .、:)\]]*(?P<rest>.+)")
_OF_ONE_NAME = (QuestionCode.AMBIGUOUS_NAME, QuestionCode.AMBIGUOUS_NUMBER)
_TRAILING_COMMENT = re.compile(r" (?:#|//(?!/*$)|;).*$")


def without_comment(words: str) -> str:
    """A plain line without a comment after it."""
    return _TRAILING_COMMENT.sub("", words)


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

    def meaning(self, words: str) -> Meaning:
        """What a line means as one card, without a comment after it if only that keeps it from being read."""
        meaning = self._grammar.read(words)
        if isinstance(meaning, Take):
            return meaning
        shorter = without_comment(words)
        if shorter not in ("", words):
            again = self._grammar.read(shorter) or self._grammar.read_new(shorter)
            meaning = again if again is not None else meaning
        return meaning if meaning is not None else self._new(words)

    def _new(self, words: str) -> Meaning:
        """What a line that names no known card means: a new card, unless it is of a kind that is not a card."""
        kind = no_card_kind(words)
        meaning = self._grammar.read_new(words) if kind is not NoCard.SURE else None
        is_card = isinstance(meaning, Take) and meaning.count.is_stated
        return meaning if is_card or kind is None else None
