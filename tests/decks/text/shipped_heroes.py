"""The shipped cards of one game, and lists of them read."""

from cardpool.games import shipped_cards, shipped_pack
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.list_form import list_form
from decks.text.listing import (
    LineKind,
    Question,
    ReadingError,
    ReadLine,
    ReadList,
)
from decks.text.reading import read_list

PACK = shipped_pack("ultraman-hero-duel")
FORM = list_form(PACK, "zh")
CARDS = Catalogue.of(ListedCard(card.number, card.name, card.other_names) for card in shipped_cards(PACK.key))
ZERO, LIGHT, ALPHA, TIGA = "HBU01-A07", "HBU01-CR", "HBU-JCA-01", "HBU-TDG-01"


def read(text: str) -> ReadList:
    return read_list(text, form=FORM, catalogue=CARDS)


def only_line(text: str) -> ReadLine:
    result = read(text)
    assert result.errors == ()
    (line,) = result.lines
    return line


def only_error(text: str) -> ReadingError:
    result = read(text)
    assert result.entries == ()
    (error,) = result.errors
    return error


def only_question(text: str) -> Question:
    result = read(text)
    assert (result.entries, result.errors) == ((), ())
    (question,) = result.questions
    assert result.lines[question.line - 1].kind is LineKind.QUESTION
    return question
