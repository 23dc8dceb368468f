"""`.ydk` files and `ydke://` links: lists of passcodes in three parts.

A `.ydk` file has the lines `#main`, `#extra` and `!side` with one passcode per line and copy below each
(https://github.com/edo9300/edopro, gframe/deck_manager.cpp: any `!` line is side, what comes before `#extra` is main).
A `ydke://` link has three groups of base64, each little-endian 32-bit passcodes, with `!` after each
(https://github.com/ProjectIgnis/ydke.js).
"""

import base64
import binascii
import re
import struct
from collections.abc import Iterable
from dataclasses import dataclass

PREFIX = "ydke://"
MAX_PASSCODE = 2**32 - 1
MAX_IN_GROUP = 4_000
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]*={0,2}")
_SPACE = re.compile(r"\s+")
_QUOTES = "<>`\"'“”‘’「」 \t\r\n"
"""What chats and tables write around a link."""
_CODE = re.compile(r"0*[0-9]{1,10}")
_HEADER = re.compile(r"#\s*(main|extra)\s*", re.IGNORECASE)
_CREATOR = re.compile(r"#\s*created by\b.*", re.IGNORECASE)


class DamagedLink(ValueError):
    """A `ydke://` link that is not a list: a group that is not base64, or not whole passcodes, or far too long."""


@dataclass(frozen=True)
class Passcodes:
    """The three parts of a list, a passcode per copy, in the order given."""

    main: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    side: tuple[int, ...] = ()

    @property
    def parts(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The parts by name, in the order both formats write them."""
        return (("main", self.main), ("extra", self.extra), ("side", self.side))


def part_headed(line: str) -> str | None:
    """The part that a `.ydk` line opens, None for any other line."""
    if line.startswith("!"):
        return "side"
    header = _HEADER.fullmatch(line)
    return header[1].lower() if header else None


def names_creator(line: str) -> bool:
    """Whether a line is the first one that programs write into a `.ydk` file."""
    return _CREATOR.fullmatch(line) is not None


def is_passcode(line: str) -> bool:
    """Whether a line is only a passcode."""
    return _CODE.fullmatch(line) is not None


def write_ydk(codes: Passcodes) -> str:
    """A `.ydk` file. All three parts are headed even if they are empty, since some programs require it."""
    lines = ["#created by DuelDesk"]
    for part, held in codes.parts:
        lines.append("!side" if part == "side" else f"#{part}")
        lines.extend(str(code) for code in held)
    return "\n".join(lines) + "\n"


def is_ydke(text: str) -> bool:
    """Whether a text is only a `ydke://` link; the link may be broken over lines."""
    return text.lstrip(_QUOTES).lower().startswith(PREFIX)


def read_ydke(text: str) -> Passcodes:
    """The passcodes of a link. White space, quotes around it, a missing last `!` and missing `=` do no harm.

    Raises `DamagedLink`.
    """
    body = _SPACE.sub("", text.strip(_QUOTES))[len(PREFIX) :]
    groups = body.split("!")
    while len(groups) > 3 and not groups[-1]:
        groups.pop()
    if len(groups) > 3:
        raise DamagedLink("more than three groups")
    return Passcodes(*(_group(group) for group in groups))


def write_ydke(codes: Passcodes) -> str:
    """The link of a list. Raises `struct.error` for a passcode beyond 32 bits."""
    return PREFIX + "".join(f"{_packed(held)}!" for _, held in codes.parts)


def _group(group: str) -> tuple[int, ...]:
    if _BASE64.fullmatch(group) is None:
        raise DamagedLink("no base64")
    bare = group.rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        data = base64.b64decode(bare + "=" * (-len(bare) % 4))
    except (binascii.Error, ValueError) as mistake:
        raise DamagedLink("no base64") from mistake
    if len(data) % 4 or len(data) > 4 * MAX_IN_GROUP:
        raise DamagedLink("no whole passcodes")
    return struct.unpack(f"<{len(data) // 4}I", data)


def _packed(codes: Iterable[int]) -> str:
    held = tuple(codes)
    return base64.b64encode(struct.pack(f"<{len(held)}I", *held)).decode("ascii")
