"""Reading `.ydk` files line by line."""

from decks.text.catalogue import Catalogue
from decks.text.line_reader import LineReader
from decks.text.listing import LineKind, ListForm, ListFormat, ReadingError, ReadingErrorCode, ReadLine
from decks.text.spelling import plain_line
from decks.text.ydk import is_passcode, part_headed


class YdkReader(LineReader):
    """Reads the lines of a `.ydk` file; lines in DuelDesk's own text may stand among them."""

    format = ListFormat.YDK

    def __init__(self, form: ListForm, catalogue: Catalogue) -> None:
        super().__init__(form, catalogue)
        self._sections = ydk_sections(form)
        self._section = self._sections["main"]
        self._header = "#main"

    def take(self, line: int, raw: str) -> None:
        """Read one line."""
        plain = plain_line(raw)
        part = part_headed(plain)
        if part is not None:
            self._section, self._open_run, self._header = self._sections[part], None, plain
            self._add(ReadLine(line, raw, LineKind.HEADER, self._section))
        elif plain and not plain.startswith("#") and not self._section:
            code = ReadingErrorCode.NO_SUCH_SECTION
            self._fail(ReadingError(code, line, plain[:40], found=self._header[:40]), raw)
        elif is_passcode(plain):
            self._take_outcome(line, raw, self._settled(line, plain, None, self._cards.read_passcode(plain)))
        elif plain.startswith("#"):
            self._add(ReadLine(line, raw, LineKind.COMMENT))
        else:
            super().take(line, raw)


def ydk_sections(form: ListForm) -> dict[str, str]:
    """The section of each part of a `.ydk` file; empty where the game has none for it."""
    ydk = form.formats.ydk
    return {"main": ydk.main, "extra": ydk.extra, "side": ydk.side} if ydk else {"main": "", "extra": "", "side": ""}
