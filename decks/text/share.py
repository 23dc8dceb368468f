"""A whole list inside a link: `1.<text>`, raw DEFLATE (RFC 1951) of compact JSON in base64url (RFC 4648 §5).

The JSON is `[game, best_of, pool, format, [[section, [[count, number, name], …]], …]]`; a name is left out if the
number is enough. Nothing about the player is included.
"""

import base64
import binascii
import json
import re
import zlib
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from decks.text.listing import MAX_CARDS, MAX_COPIES

VERSION = "1"
MAX_PAYLOAD_LENGTH = 12_000
MAX_BYTES = 120_000
MAX_WORD_LENGTH = 200
_BODY = re.compile(r"[A-Za-z0-9_-]+")
_LINK = re.compile(r"[<`\"']?(?:\S*/)?decks/shared/(?P<payload>1\.[A-Za-z0-9_-]+)/?(?:[?#]\S*?)?[>`\"']?")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class DamagedPayload(ValueError):
    """The content of a link is not a list: cut off, altered, too large, or of a later version."""


@dataclass(frozen=True)
class SharedCard:
    """A number of copies of a card in a section."""

    section: str
    count: int
    number: str
    name: str = ""


@dataclass(frozen=True)
class SharedList:
    """The list in a link, with the terms it was shared under. `format` is the format played, usually empty."""

    game: str
    cards: tuple[SharedCard, ...]
    best_of: int = 0
    pool: str = ""
    format: str = ""


def write_payload(shared: SharedList) -> str:
    """The list as the text that goes into a link. Cards keep their order; a section may come more than once."""
    sections = [
        [section, [_written(card) for card in cards]]
        for section, cards in groupby(shared.cards, key=lambda card: card.section)
    ]
    value = [shared.game, shared.best_of, shared.pool, shared.format, sections]
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    packed = base64.urlsafe_b64encode(deflate.compress(data) + deflate.flush())
    return f"{VERSION}.{packed.decode('ascii').rstrip('=')}"


def read_payload(payload: str) -> SharedList:
    """The list of a link, safe whatever it contains. Raises `DamagedPayload`."""
    version, _, body = payload.partition(".")
    if version != VERSION or len(payload) > MAX_PAYLOAD_LENGTH or _BODY.fullmatch(body) is None:
        raise DamagedPayload("no payload")
    try:
        packed = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        data = inflate.decompress(packed, MAX_BYTES)
        if not inflate.eof or inflate.unused_data:
            raise DamagedPayload("too large or cut off")
        value = json.loads(data.decode("utf-8"))
    except (binascii.Error, zlib.error, UnicodeDecodeError, ValueError, RecursionError) as mistake:
        raise DamagedPayload("no payload") from mistake
    return _shared(value)


def payload_in(text: str) -> str | None:
    """The payload of a text that is a link to a shared list and nothing else; None for any other text."""
    found = _LINK.fullmatch(text.strip())
    return found["payload"] if found else None


def _written(card: SharedCard) -> list[Any]:
    return [card.count, card.number, card.name] if card.name else [card.count, card.number]


def _shared(value: Any) -> SharedList:
    match value:
        case [str() as game, int() as best_of, str() as pool, str() as played, list() as sections]:
            cards = tuple(card for section in sections for card in _section(section))
        case _:
            raise DamagedPayload("no list")
    is_sound = 0 <= best_of <= 99 and not isinstance(best_of, bool) and all(map(_is_word, (game, pool, played)))
    if not is_sound or len(cards) > MAX_CARDS:
        raise DamagedPayload("no list")
    return SharedList(game, cards, best_of, pool, played)


def _section(value: Any) -> list[SharedCard]:
    match value:
        case [str() as section, list() as cards] if _is_word(section):
            return [_card(section, card) for card in cards]
    raise DamagedPayload("no section")


def _card(section: str, value: Any) -> SharedCard:
    match value:
        case [int() as count, str() as number]:
            name = ""
        case [int() as count, str() as number, str() as name]:
            pass
        case _:
            raise DamagedPayload("no card")
    is_count = 1 <= count <= MAX_COPIES and not isinstance(count, bool)
    if not is_count or not (number or name) or not (_is_word(number) and _is_word(name)):
        raise DamagedPayload("no card")
    return SharedCard(section, count, number, name)


def _is_word(text: str) -> bool:
    return (
        len(text) <= MAX_WORD_LENGTH
        and _CONTROL.search(text) is None
        and not any("\ud800" <= sign <= "\udfff" for sign in text)
    )
