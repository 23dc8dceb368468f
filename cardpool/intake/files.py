"""Files that are written in UTF-8 by the definition of their format, read whole within a limit."""

from __future__ import annotations

from pathlib import Path

from cardpool.intake.unreadable import Place, UnreadableFile


def read_utf8(path: Path, max_bytes: int) -> str:
    """The text of a file, without its byte order mark.

    Raises `UnreadableFile`: `file_not_readable` with the operating system's `reason`, `file_too_large`, and
    `file_not_unicode`.
    """
    try:
        with path.open("rb") as file:
            data = file.read(max_bytes + 1)
    except OSError as mistake:
        raise UnreadableFile(Place(path.name), "file_not_readable", reason=mistake.strerror or "") from mistake
    if len(data) > max_bytes:
        raise UnreadableFile(Place(path.name), "file_too_large", megabytes=max_bytes // 2**20)
    return decode_utf8(data, path.name)


def decode_utf8(data: bytes | bytearray, name: str = "") -> str:
    """Decode UTF-8, with or without a byte order mark. Raises `UnreadableFile` `file_not_unicode`."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as mistake:
        raise UnreadableFile(Place(name), "file_not_unicode") from mistake
