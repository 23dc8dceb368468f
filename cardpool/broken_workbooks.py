"""What the readers of workbooks raise for a file that is no sound workbook, in one place for every upload."""

from __future__ import annotations

import struct
import zipfile
import zlib
from lzma import LZMAError
from xml.etree.ElementTree import ParseError
from xml.parsers.expat import ExpatError

from openpyxl.utils.exceptions import InvalidFileException

BROKEN_WORKBOOK = (
    zipfile.BadZipFile,
    zlib.error,
    InvalidFileException,
    ParseError,
    ExpatError,
    KeyError,
    ValueError,
    IndexError,
    TypeError,
    AttributeError,
    OSError,
    EOFError,
    RuntimeError,
    ArithmeticError,
    LZMAError,
    struct.error,
)
"""What zipfile, expat and openpyxl raise for files that are damaged, encrypted or no workbook; a way of packing that
zipfile does not know is a `RuntimeError` of its own kind."""
