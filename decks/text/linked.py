"""Links that hold a whole list: `ydke://` and links to shared lists."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from decks.text.card_words import CardReader, Meaning
from decks.text.catalogue import Catalogue
from decks.text.listing import (
    LineKind,
    ListEntry,
    ListForm,
    ListFormat,
    ReadingError,
    ReadingErrorCode,
    ReadLine,
    ReadList,
)
from decks.text.share import DamagedPayload, read_payload
from decks.text.ydk import DamagedLink, read_ydke
from decks.text.ydk_reader import ydk_sections


@dataclass(frozen=True)
class LinkedCard:
    """A card in a link: its section (empty where the game has none for it), copies, code and name."""

    section: str
    part: str
    count: int
    code: str
    name: str = ""


class UnusableLink(ValueError):
    """A link that is no list of this game; `error` says why."""

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
    """A list from the cards of a link, which stand on the text's first line that is not empty."""
    reader = CardReader(form, catalogue)
    at = next((line for line, raw in enumerate(raws, start=1) if raw.strip()), 1)
    entries: dict[tuple[str, str], ListEntry] = {}
    errors: list[ReadingError] = []
    for card in cards:
        meaning = meant(card, kind, reader)
        said = f"{card.code} {card.name}".strip()
        if not card.section:
            errors.append(ReadingError(ReadingErrorCode.NO_SUCH_SECTION, at, said, found=card.part))
        elif not meaning.is_one_card:
            errors.append(ReadingError(ReadingErrorCode.UNKNOWN_CODE, at, said, meaning.cards, found=str(card.count)))
        else:
            name = meaning.cards[0].name if meaning.cards else meaning.words or card.name
            key = (card.section, meaning.number)
            held = entries.get(key, ListEntry(card.section, meaning.number, name, 0, (at,)))
            entries[key] = ListEntry(held.section, held.number, held.name, held.count + card.count, held.lines)
    if not entries and not errors:
        errors.append(ReadingError(ReadingErrorCode.EMPTY))
    return ReadList(tuple(entries.values()), link_lines(raws), tuple(errors), (), kind)


def meant(card: LinkedCard, kind: ListFormat, reader: CardReader) -> Meaning:
    """What a card of a link means: a passcode, or a number with the name it goes by."""
    if kind is ListFormat.YDKE:
        return reader.read_passcode(card.code)
    return reader.read_number(card.code, card.name)


def link_lines(raws: list[str]) -> tuple[ReadLine, ...]:
    """The lines of a text that is a link."""
    return tuple(
        ReadLine(line, raw, LineKind.LINK if raw.strip() else LineKind.BLANK) for line, raw in enumerate(raws, start=1)
    )
