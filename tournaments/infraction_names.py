"""What an infraction is called: as the game's pack says, or the neutral list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.languages import language_key
from cardpool.packs import GamePack
from cardpool.packs.infractions import NEUTRAL_INFRACTIONS, Infraction

_NEUTRAL = {one.key: one for one in NEUTRAL_INFRACTIONS}


def infraction_name(key: str, pack: GamePack) -> str:
    """What an infraction is called in a game; a key no longer known is shown as it stands."""
    return _name_of(pack.infraction(key), key)


def infraction_in_log(facts: Mapping[str, Any]) -> str:
    """What the infraction of a log line is called: as the line itself says, written with `names_for_log`."""
    named: Mapping[str, str] = facts.get("infraction_names") or {}
    return named.get(language_key()) or _name_of(_NEUTRAL.get(facts["infraction"]), facts["infraction"])


def names_for_log(key: str, pack: GamePack) -> dict[str, dict[str, str]]:
    """The names of an infraction that a pack declares, for a line of the log; nothing for one of the neutral list."""
    own = next((one for one in pack.infractions if one.key == key), None)
    return {} if own is None else {"infraction_names": {"zh": own.names.zh, "en": own.names.en}}


def _name_of(known: Infraction | None, key: str) -> str:
    return key if known is None else known.names.in_language(language_key())
