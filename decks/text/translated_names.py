"""Names that no card bears beside the numbers of known cards: in another language, or of another card.

`2 Dracaufeu-ex OBF 125` is Charizard ex in French, and `2 Fezandipiti ex OBF 125` a card that the pool does not know
with a number that is not its own. A line by itself cannot tell; its list can. It is in another language where a heading
in that script is (`Dresseur : 2`), or where at least `MIN_NAMES` of its names in that script are unknown beside known
numbers, and more than are known. Everywhere else such a line asks.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cardpool.legality.card_pool import script_of
from decks.text.listing import (
    LineKind,
    ListForm,
    Question,
    QuestionCode,
    Reading,
    ReadingNotice,
    ReadingNoticeCode,
    ReadLine,
)
from decks.text.meanings import Take
from decks.text.spelling import loose_key, plain_line

MIN_NAMES = 3


@dataclass
class TranslatedNames:
    """The names of one list beside numbers of known cards."""

    form: ListForm

    def __post_init__(self) -> None:
        groups = self.form.formats.ptcg.groups if self.form.formats.ptcg else ()
        own = {loose_key(group.word) for group in groups}
        self._foreign = {loose_key(word) for group in groups for word in group.words} - own
        self._scripts: set[str] = set()
        self._known: Counter[str] = Counter()
        self._unknown: Counter[str] = Counter()
        self._takes: dict[int, list[Take]] = {}

    def see_heading(self, word: str) -> None:
        """Take in the word of a heading."""
        if word and loose_key(word) in self._foreign:
            self._scripts.add(script_of(word))

    def see_cards(self, line: int, takes: Iterable[Take]) -> None:
        """Take in the cards of a line."""
        for take in takes:
            if take.notice is ReadingNoticeCode.NAME_NOT_KNOWN:
                self._unknown[script_of(take.words)] += 1
                self._takes.setdefault(line, []).append(take)
            elif take.cards and take.words and take.notice is None:
                self._known[script_of(take.words)] += 1

    def asked(
        self, lines: Sequence[ReadLine], notices: Iterable[ReadingNotice]
    ) -> tuple[list[ReadLine], list[Question], list[ReadingNotice]]:
        """The lines of the whole list with those as questions whose name may be another card's, and the notices that
        are left."""
        asked: dict[int, Question] = {}
        kept = list(lines)
        for at, line in enumerate(kept):
            takes = self._takes.get(line.line, [])
            if line.kind is LineKind.ENTRY and not all(map(self._is_translated, takes)):
                asked[line.line] = _question(line, takes)
                kept[at] = replace(line, kind=LineKind.QUESTION, cards=())
        return kept, list(asked.values()), [one for one in notices if one.line not in asked]

    def _is_translated(self, take: Take) -> bool:
        script = script_of(take.words)
        unknown = self._unknown[script]
        return script in self._scripts or (unknown >= MIN_NAMES and unknown > self._known[script])


def _question(line: ReadLine, takes: Sequence[Take]) -> Question:
    if len(line.cards) > 1:
        splits = (tuple(one.text for one in line.cards),)
        return Question(QuestionCode.SEVERAL_CARDS, line.line, plain_line(line.text), splits=splits)
    (card,), name = line.cards, takes[0].words
    readings = (Reading(card.number, card.name, card.count), Reading("", name, card.count))
    return Question(QuestionCode.WORDS_LEFT, line.line, card.text, readings, name)
