"""Game packs: one file declares a whole card game. Pure: text in, frozen facts out.

`read_pack(text, source=...)` is where to start; the format is described in docs/games/pack-format.md.
"""

from cardpool.packs.card_file_forms import CdbForm, EntryBrings, EntryFact, SetFilesForm
from cardpool.packs.card_rows import PackCard, read_card_rows
from cardpool.packs.game_pack import (
    Attribute,
    AttributeType,
    AttributeWord,
    ChartSpec,
    DeckPage,
    FieldSize,
    GamePack,
    Identity,
    Section,
    TournamentDefaults,
)
from cardpool.packs.infractions import Infraction
from cardpool.packs.names import Names
from cardpool.packs.problems import PackError
from cardpool.packs.reading import pack_from_mapping, read_pack

__all__ = [
    "Attribute",
    "AttributeType",
    "AttributeWord",
    "CdbForm",
    "ChartSpec",
    "DeckPage",
    "EntryBrings",
    "EntryFact",
    "FieldSize",
    "GamePack",
    "Identity",
    "Infraction",
    "Names",
    "PackCard",
    "PackError",
    "Section",
    "SetFilesForm",
    "TournamentDefaults",
    "pack_from_mapping",
    "read_card_rows",
    "read_pack",
]
