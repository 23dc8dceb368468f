"""Reading `.ydk` files line by line."""

from decks.text.catalogue import Catalogue
from decks.text.headers import GOES_ON
from decks.text.line_parts import ONE_COPY
from decks.text.line_reader import LineReader
from decks.text.listing import (
    MAX_LINE_LENGTH,
    LineKind,
    ListForm,
    ListFormat,
    Question,
    QuestionCode,
    Reading,
    ReadingError,
    ReadingErrorCode,
    ReadLine,
)
from decks.text.meanings import Take
from decks.text.spelling import plain_line
from decks.text.ydk import is_passcode, part_headed


class YdkReader(LineReader):
    """Reads the lines of a `.ydk` file; lines in DuelDesk's own text may be among them.

    Cards of a part that the game does not have are listed apart.
    """

    format = ListFormat.YDK
    compares_numbers = False

    def __init__(self, form: ListForm, catalogue: Catalogue) -> None:
        super().__init__(form, catalogue)
        self._sections = ydk_sections(form)
        self._section = self._sections["main"]

    def take(self, line: int, raw: str) -> None:
        """Read one line."""
        if len(raw) > MAX_LINE_LENGTH:
            self._too_long(line, raw)
            return
        plain = plain_line(raw)
        part = part_headed(plain.removeprefix(GOES_ON).strip())
        if part is not None:
            self._section, self._open_run = self._sections[part], None
            if not self._section:
                self._open_part(line, plain[:40])
            self._add(ReadLine(line, raw, LineKind.HEADER, self._section))
        elif is_passcode(plain):
            self._passcode(line, raw, plain)
        elif plain.startswith("#"):
            self._add(ReadLine(line, raw, LineKind.COMMENT))
        else:
            super().take(line, raw)

    def _passcode(self, line: int, raw: str, plain: str) -> None:
        number, cards = self._finder.of_passcode(plain)
        if number:
            self._take_cards(line, raw, ((plain, Take(number, cards[:1], ONE_COPY)),))
        elif cards:
            readings = tuple(Reading(card.number, card.name, 1) for card in cards)
            self._ask(Question(QuestionCode.AMBIGUOUS_NUMBER, line, plain, readings), raw)
        else:
            self._fail(ReadingError(ReadingErrorCode.UNREADABLE, line, plain), raw)


def ydk_sections(form: ListForm) -> dict[str, str]:
    """The section of each part of a `.ydk` file; empty if the game has none for it."""
    ydk = form.formats.ydk
    return {"main": ydk.main, "extra": ydk.extra, "side": ydk.side} if ydk else {"main": "", "extra": "", "side": ""}
