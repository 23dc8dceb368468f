"""What a line that is not read as a card may mean all the same: a card behind a label, or one similar to it."""

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.line_grammar import LineGrammar
from decks.text.line_parts import Line, line_of
from decks.text.listing import Reading
from decks.text.meanings import MAX_READINGS, Doubt, Take, readings_in, readings_of
from decks.text.no_cards import without_contacts, without_thanks, without_times
from decks.text.similar_spellings import CLOSE_ENOUGH

MAX_COMPARED = 1_000
"""Characters of a list's unknown lines for which similar cards are searched; lines beyond that suggest none."""

MAX_COMPARED_LENGTH = 120
MAX_LABEL = 16


class Guesses:
    """Guesses at the lines of one list; those beyond `MAX_COMPARED` are compared with no cards.

    `is_silent` says that similar cards are not searched for at all.
    """

    def __init__(self, grammar: LineGrammar, catalogue: Catalogue) -> None:
        self.is_silent = False
        self._grammar = grammar
        self._catalogue = catalogue
        self._compared = 0

    def with_closest(self, doubt: Doubt, words: str) -> tuple[Reading, ...]:
        """The readings of a line in doubt, behind those of the cards that are most similar to it."""
        copies, most = doubt.readings[0].count, max(MAX_READINGS - len(doubt.readings), 1)
        close = (Reading(card.number, card.name, copies) for card in self.closest(line_of(words))[:most])
        return tuple(dict.fromkeys((*close, *doubt.readings)))

    def behind_label(self, words: str) -> tuple[Reading, ...]:
        """The card with its count that stands behind a label or a sender's name and a colon."""
        label, _, rest = words.partition(":")
        if not rest.strip() or len(label) > MAX_LABEL or any(map(str.isdigit, label)):
            return ()
        meaning = self._grammar.read(rest.strip()) or self._grammar.read_new(rest.strip())
        return readings_of([meaning]) if isinstance(meaning, Take) and meaning.count.is_stated else ()

    def beside_asides(self, words: str, *, is_title: bool) -> tuple[tuple[Reading, ...], str] | None:
        """The card beside a link, a telephone number, a label or thanks, and what stands beside it. Of a title only a
        card's number counts, since decks are called like cards."""
        bare = without_contacts(words)
        label, colon, rest = bare.partition(":")
        tried = [(rest, label)] if colon and rest.strip() else [(label, ":")] if colon else []
        tried += [(bare, "…")] if bare != words else []
        if not is_title and without_times(words) == words:
            tried.append((without_thanks(bare), "…"))
        for text, beside in tried:
            plain = text.strip(" .,。、")
            meaning = (self._grammar.read(plain) or self._grammar.read_new(plain)) if plain else None
            if (isinstance(meaning, Take) and not is_title) or self._has_number(plain):
                left = beside if beside != "…" else words.replace(plain, " ").strip()
                return readings_in(meaning), left
        return None

    def _has_number(self, plain: str) -> bool:
        """Whether a number that no telephone has stands in a text."""
        numbers = [one.number for one in readings_in(self._grammar.read_new(plain))]
        return any("-" in number for number in numbers)

    def may_be_card(self, words: str) -> bool:
        """Whether a line about something else states a count, or what looks like a card number."""
        said = without_times(words)
        return line_of(said).states_count() or isinstance(self._grammar.read_new(said), Take)

    def closest(self, line: Line, *, at_least: float = CLOSE_ENOUGH) -> tuple[ListedCard, ...]:
        """The cards most like a line, with or without what may be its count."""
        if self.is_silent or len(line.text) > MAX_COMPARED_LENGTH:
            return ()
        first, last = line.core(0, len(line.tokens))
        spans = ((0, len(line.tokens)), (first, len(line.tokens)), (0, last), (first, last))
        texts = tuple(filter(None, dict.fromkeys(line.words(*span) for span in spans)))
        self._compared += sum(map(len, texts))
        return self._catalogue.closest(texts, at_least=at_least) if self._compared <= MAX_COMPARED else ()
