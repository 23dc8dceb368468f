"""The game packs that ship with the site, read from the files in this folder. Needs no database."""

from functools import cache
from pathlib import Path

from cardpool.packs import GamePack, PackCard, read_card_rows, read_pack

FOLDER = Path(__file__).parent


def shipped_keys() -> tuple[str, ...]:
    """The keys of all shipped games, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def shipped_text(key: str) -> str:
    """The TOML text of a shipped pack. Raises `KeyError` when no such game ships."""
    if key not in shipped_keys():
        raise KeyError(key)
    return (FOLDER / f"{key}.toml").read_text(encoding="utf-8")


@cache
def shipped_pack(key: str) -> GamePack:
    """A shipped pack, read once. Raises `KeyError` when no such game ships."""
    return read_pack(shipped_text(key), source=f"{key}.toml")


@cache
def shipped_cards(key: str) -> tuple[PackCard, ...]:
    """The card pool that ships with a game, empty where none does. Raises `KeyError` when no such game ships."""
    pack = shipped_pack(key)
    path = FOLDER / f"{key}.cards.csv"
    if not path.exists():
        return ()
    return read_card_rows(path.read_text(encoding="utf-8"), pack, source=path.name)
