"""The zip file that a workbook is, unpacked piece by piece. A zip can be made to explode; this reader stops first."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import IO, Any
from xml.parsers.expat import ExpatError, ParserCreate

from cardpool.intake.budget import Budget
from cardpool.intake.unreadable import UnreadableFile

MAX_DIRECTORY_BYTES = 1_000_000
"""The zip's own list of contents: zipfile reads it whole, so its length is looked at before."""

MAX_TOKEN_BYTES = 1_000_000
"""One tag with its attributes, or one run of text that expat has not handed over yet."""

MAX_RATIO = 200
SMALL_PART = 1024 * 1024
_PIECE = 64 * 1024
_END = struct.Struct("<10xHL6x")
"""The end of the list of contents (APPNOTE.TXT, 4.3.16): the number of entries, and the list's length in bytes."""

_END_MARK = b"PK\x05\x06"
_PACKING = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What spreadsheet programs write. Other ways of packing may ask for gigabytes of memory to unpack."""

BROKEN_PACKAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    ExpatError,
    KeyError,
    ValueError,
    IndexError,
    OSError,
    EOFError,
    RuntimeError,
    ArithmeticError,
)
"""What zipfile, zlib and expat raise for files that are damaged, encrypted or no workbook."""

Attributes = dict[str, str]


class Package:
    """The parts of a zip file by name. Names are compared without regard to case, as OPC says (ECMA-376-2, 6.2.2.3)."""

    def __init__(self, file: IO[bytes], budget: Budget) -> None:
        self._budget = budget
        _check_directory(file, budget)
        self._zip = zipfile.ZipFile(file)
        entries = self._zip.infolist()
        limits = budget.limits
        if len(entries) > limits.max_entries or sum(entry.file_size for entry in entries) > limits.max_unpacked:
            raise UnreadableFile(budget.place, "zip_bomb")
        if any(_is_dense(entry.file_size, entry) for entry in entries):
            raise UnreadableFile(budget.place, "zip_bomb")
        self._entries = {entry.filename.lower(): entry for entry in entries}

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._entries

    def pieces(self, name: str) -> Iterator[bytes]:
        """The bytes of a part, each piece paid for before it is handed over. Raises `KeyError` for no such part."""
        entry = self._entries[name.lower()]
        if entry.compress_type not in _PACKING:
            raise UnreadableFile(self._budget.place, "no_workbook")
        unpacked = 0
        with self._zip.open(entry) as part:
            while piece := part.read(_PIECE):
                unpacked += len(piece)
                self._budget.spend_unpacked(len(piece))
                if _is_dense(unpacked, entry):
                    raise UnreadableFile(self._budget.place, "zip_bomb")
                yield piece

    def walk(
        self,
        name: str,
        start: Callable[[str, Attributes], None],
        end: Callable[[str], None] | None = None,
        text: Callable[[str], None] | None = None,
    ) -> Iterator[None]:
        """Read a part as XML, calling back for every element by its local name; control returns after each piece.

        A document type, the only place that could declare entities, is refused: OOXML has none (ECMA-376-2, 8.3.1).
        """

        def refuse(*_: object) -> None:
            raise UnreadableFile(self._budget.place, "xml_entities")

        def start_element(tag: str, attributes: Attributes) -> None:
            self._budget.spend_element()
            start(tag.rpartition(" ")[2], attributes)

        parser: Any = ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = refuse
        parser.StartElementHandler = start_element
        if end is not None:
            parser.EndElementHandler = lambda tag: end(tag.rpartition(" ")[2])
        if text is not None:
            parser.CharacterDataHandler = text
        fed = 0
        for piece in self.pieces(name):
            parser.Parse(piece, False)
            fed += len(piece)
            if fed - parser.CurrentByteIndex > MAX_TOKEN_BYTES:
                raise self._budget.too_complex("token", MAX_TOKEN_BYTES)
            yield
        parser.Parse(b"", True)
        yield

    def read(
        self,
        name: str,
        start: Callable[[str, Attributes], None],
        end: Callable[[str], None] | None = None,
        text: Callable[[str], None] | None = None,
    ) -> None:
        """Walk through the whole of a part."""
        for _ in self.walk(name, start, end, text):
            pass


def local(attributes: Attributes, name: str) -> str:
    """The value of an attribute by its local name, empty where there is none."""
    if name in attributes:
        return attributes[name]
    return next((value for key, value in attributes.items() if key.rpartition(" ")[2] == name), "")


def _is_dense(unpacked: int, entry: zipfile.ZipInfo) -> bool:
    return unpacked > SMALL_PART and unpacked > MAX_RATIO * max(entry.compress_size, 1)


def _check_directory(file: IO[bytes], budget: Budget) -> None:
    """Look at how long the zip's list of contents is before zipfile reads all of it."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _END.size - 0xFFFF))
    tail = file.read()
    at = tail.rfind(_END_MARK)
    if at < 0 or len(tail) - at < _END.size:
        raise UnreadableFile(budget.place, "no_workbook")
    count, directory_bytes = _END.unpack(tail[at : at + _END.size])
    if directory_bytes > MAX_DIRECTORY_BYTES or count > budget.limits.max_entries:
        raise UnreadableFile(budget.place, "zip_bomb")
    file.seek(0)
