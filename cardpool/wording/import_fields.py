"""What the fields of imported cards are called, and their values, in the active language."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from accounts.languages import language_key
from cardpool.importers.columns import ATTRIBUTE, attribute_of
from cardpool.packs import GamePack

NOTHING = "—"

FIELDS: Mapping[str, Callable[[], str]] = {
    "number": lambda: _("Card number"),
    "name": lambda: _("Card name"),
    "name_zh": lambda: _("Name, Chinese"),
    "name_en": lambda: _("Name, English"),
    "name_ja": lambda: _("Name, Japanese"),
    "other_names": lambda: _("Further names"),
    "codes": lambda: _("Further codes"),
    "copy_limit": lambda: _("Own copy limit"),
    "deck_rules": lambda: _("Deck rules printed on it"),
    "printings": lambda: _("Printings"),
    "printing.code": lambda: _("Printing: code"),
    "printing.rarity": lambda: _("Printing: rarity"),
    "printing.art": lambda: _("Printing: picture"),
}


def say_field(field: str, pack: GamePack | None) -> str:
    """What a field is called; an attribute as the pack calls it, a header of a table as it stands there."""
    if field in FIELDS:
        return FIELDS[field]()
    attribute = attribute_of(field, pack) if pack is not None else None
    return attribute.names.in_language(language_key()) if attribute is not None else field.removeprefix(ATTRIBUTE)


def say_value(field: str, value: Any, pack: GamePack | None) -> str:
    """A fact of a card in words: values as the pack calls them, lists with their separators, yes and no."""
    attribute = attribute_of(field, pack) if pack is not None else None
    if value is None or value == "" or value == []:
        return NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        if all(isinstance(part, str) for part in value):
            return _(", ").join(attribute.say(part, language_key()) if attribute else part for part in value)
        return json.dumps(value, ensure_ascii=False)
    return attribute.say(value, language_key()) if attribute is not None and isinstance(value, str) else str(value)
