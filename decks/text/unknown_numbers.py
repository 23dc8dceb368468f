"""The numbers of one list that no known card has, compared with one another as people mistype them."""

from collections.abc import Sequence

from decks.text.catalogue import Catalogue
from decks.text.listing import ListForm, Question, QuestionCode, Reading
from decks.text.meanings import Take
from decks.text.new_card_doubts import is_meant_so
from decks.text.number_slips import NumberSlips


class UnknownNumbers:
    """Takes the cards of a list in order. In a game that counts by name a card with a name is none of these."""

    def __init__(self, form: ListForm, catalogue: Catalogue) -> None:
        self._form = form
        self._catalogue = catalogue
        self._slips = NumberSlips()

    def slip(self, line: int, found: Sequence[tuple[str, Take]]) -> Question | None:
        """The question about a number that may be a typing error for another one above it, where the number says which
        card it is and nothing says that it is meant so."""
        for text, take in found:
            if not self.is_compared(take.number, take.words):
                continue
            other = "" if is_meant_so(text) else self._slips.like(take.number)
            self._slips.add(take.number)
            if other:
                copies = take.count.copies or 1
                readings = (Reading(other, take.words, copies), Reading(take.number, take.words, copies))
                if len(found) > 1:
                    splits = (tuple(part for part, _ in found),)
                    return Question(QuestionCode.SEVERAL_CARDS, line, text, splits=splits)
                return Question(QuestionCode.NUMBER_UNCLEAR, line, text, readings, take.number)
        return None

    def is_compared(self, number: str, name: str) -> bool:
        """Whether a number is none of a known card and says by itself which card it is."""
        return bool(number) and self._catalogue.by_number(number) is None and not (self._form.by_name and name)

    def has_like(self, number: str, name: str) -> bool:
        """Whether a number may be a typing error for one before it; it is taken note of."""
        if not self.is_compared(number, name):
            return False
        found = bool(self._slips.like(number))
        self._slips.add(number)
        return found
