"""Links that contain a whole list: `ydke://` and links to shared lists."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from decks.text.card_finder import CardFinder
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.line_grammar import LineGrammar
from decks.text.line_parts import ONE_COPY
from decks.text.listing import (
    LineKind,
    ListEntry,
    ListForm,
    ListFormat,
    ReadingError,
    ReadingErrorCode,
    ReadingNotice,
    ReadingNoticeCode,
    ReadLine,
    ReadList,
)
from decks.text.meanings import Take
from decks.text.share import DamagedPayload, read_payload
from decks.text.ydk import DamagedLink, read_ydke
from decks.text.ydk_reader import ydk_sections


@dataclass(frozen=True)
class LinkedCard:
    """A card in a link: its section (empty if the game has none for it), copies, code and name."""

    section: str
    part: str
    count: int
    code: str
    name: str = ""


class UnusableLink(ValueError):
    """A link that is not a list of this game; `error` says why."""

    def __init__(self, error: ReadingError) -> None:
        self.error = error
        super().__init__(error.code)


def ydke_cards(text: str, form: ListForm) -> Iterator[LinkedCard]:
    """The cards of a `ydke://` link, a card once in each part. Raises `UnusableLink`."""
    try:
        codes = read_ydke(text)
    except DamagedLink:
        raise UnusableLink(ReadingError(ReadingErrorCode.DAMAGED, found=ListFormat.YDKE)) from None
    sections = ydk_sections(form)
    for part, held in codes.parts:
        for code, count in Counter(held).items():
            yield LinkedCard(sections[part], "!side" if part == "side" else f"#{part}", count, str(code))


def shared_cards(payload: str, form: ListForm) -> Iterator[LinkedCard]:
    """The cards of a link to a shared list. Raises `UnusableLink`."""
    try:
        shared = read_payload(payload)
    except DamagedPayload:
        raise UnusableLink(ReadingError(ReadingErrorCode.DAMAGED, found=ListFormat.LINK)) from None
    if form.game and shared.game != form.game:
        raise UnusableLink(ReadingError(ReadingErrorCode.OTHER_GAME, found=shared.game))
    keys = {section.key for section in form.sections}
    for card in shared.cards:
        section = card.section if card.section in keys else ""
        yield LinkedCard(section, card.section, card.count, card.number, card.name)


def read_linked(
    raws: list[str], cards: tuple[LinkedCard, ...], kind: ListFormat, form: ListForm, catalogue: Catalogue
) -> ReadList:
    """A list from the cards of a link, which count as read from the text's first line that is not empty."""
    reader = _LinkReader(form, catalogue)
    at = next((line for line, raw in enumerate(raws, start=1) if raw.strip()), 1)
    entries: dict[tuple[str, str], ListEntry] = {}
    errors: list[ReadingError] = []
    outside: Counter[str] = Counter()
    for card in cards:
        number, name, close = reader.meant(card, kind)
        said = f"{card.code} {card.name}".strip()
        if not card.section and kind is not ListFormat.YDKE:
            errors.append(ReadingError(ReadingErrorCode.NO_SUCH_SECTION, at, said, found=card.part))
        elif not number:
            errors.append(ReadingError(ReadingErrorCode.UNKNOWN_CODE, at, said, close, found=str(card.count)))
        else:
            if not card.section:
                outside[card.part] += card.count
            held = entries.get((card.section, number), ListEntry(card.section, number, name, 0, (at,)))
            entries[card.section, number] = ListEntry(
                held.section, held.number, held.name, held.count + card.count, held.lines
            )
    if not entries and not errors:
        errors.append(ReadingError(ReadingErrorCode.EMPTY))
    notices = (
        ReadingNotice(ReadingNoticeCode.NOT_IN_DECK, at, actual=count, text=part) for part, count in outside.items()
    )
    return ReadList(
        tuple(entry for entry in entries.values() if entry.section),
        link_lines(raws),
        tuple(errors),
        tuple(notices),
        kind,
        apart=tuple(entry for entry in entries.values() if not entry.section),
    )


class _LinkReader:
    """Finds which card a code in a link means."""

    def __init__(self, form: ListForm, catalogue: Catalogue) -> None:
        self._finder = CardFinder(form, catalogue)
        self._grammar = LineGrammar(self._finder)

    def meant(self, card: LinkedCard, kind: ListFormat) -> tuple[str, str, tuple[ListedCard, ...]]:
        """The number and name of a card, or an empty number and the cards it may be.

        A canonical number that is not known stands for itself, under the name beside it.
        """
        if kind is ListFormat.YDKE:
            number, cards = self._finder.of_passcode(card.code)
            return number, cards[0].name if number and cards else card.name, cards
        known = self._finder.catalogue.by_number(card.code)
        if known is not None:
            return known.number, known.name, ()
        if self._finder.form.normalise_number(card.code) == card.code:
            return card.code, card.name, ()
        if self._finder.form.by_name and card.code == card.name:
            return card.code, card.name, ()
        meaning = self._grammar.agree(card.code, card.name, ONE_COPY)
        return (meaning.number, meaning.name, ()) if isinstance(meaning, Take) else ("", card.name, ())


def link_lines(raws: list[str]) -> tuple[ReadLine, ...]:
    """The lines of a text that is a link."""
    return tuple(
        ReadLine(line, raw, LineKind.LINK if raw.strip() else LineKind.BLANK) for line, raw in enumerate(raws, start=1)
    )
