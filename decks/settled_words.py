"""Cards that a judge settled, in the active language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.languages import language_key
from cardpool.packs import Attribute, AttributeType, GamePack
from decks.findings import numbered_name

Facts = Mapping[str, Any]


def say_settled(settled: Facts, *, pack: GamePack, by: str = "") -> str:
    """One whole sentence for a settled card of a report; `by` is who decided, for those who may read it."""
    said = {
        "card": numbered_name(settled),
        "what": say_counts_as(settled, pack=pack),
        "day": settled["day"],
        "reason": settled["reason"],
        "by": by,
    }
    if by:
        return _("%(card)s is settled by %(by)s on %(day)s: counts as %(what)s, because: %(reason)s") % said
    return _("%(card)s: a judge decided on %(day)s that it counts as %(what)s, because: %(reason)s") % said


def say_all_settled(report: Facts, pack: GamePack, deciders: Mapping[int, str]) -> tuple[str, ...]:
    """A sentence for each settled card of a report; `deciders` are who decided, by ruling."""
    settled = report.get("settled", [])
    return tuple(say_settled(one, pack=pack, by=deciders.get(one["ruling"], "")) for one in settled)


def say_counts_as(settled: Facts, *, pack: GamePack) -> str:
    """What a settled card counts as: another card, or a separate card with what was stated about it."""
    if settled["counts_as"]:
        return numbered_name(settled["counts_as"])
    stated = list(_stated(settled, pack))
    if not stated:
        return _("a separate card")
    return _("a separate card (%(facts)s)") % {"facts": _("; ").join(stated)}


def say_value(attribute: Attribute, value: Any) -> str:
    """A value of an attribute in words."""
    language = language_key()
    if attribute.type is AttributeType.FLAG:
        return _("yes") if value else _("no")
    if attribute.type is AttributeType.LIST:
        return _(", ").join(attribute.say(one, language) for one in value) or _("none that a rule asks for")
    return attribute.say(str(value), language) or _("none that a rule asks for")


def say_brought_rule(table: Facts) -> str:
    """A rule that a card may bring, named after the group of cards it is about."""
    names = table.get("names", {})
    group = names.get(language_key(), table.get("kind", ""))
    most = table.get("at_most")
    if most is None:
        return str(group)
    return ngettext("at most %(most)s of: %(group)s", "at most %(most)s of: %(group)s", most) % {
        "most": most,
        "group": group,
    }


def _stated(settled: Facts, pack: GamePack) -> Iterable[str]:
    language = language_key()
    for attribute in pack.attributes:
        if attribute.key in settled["facts"]:
            value = say_value(attribute, settled["facts"][attribute.key])
            yield _("%(what)s: %(value)s") % {"what": attribute.names.in_language(language), "value": value}
    limit = settled["copy_limit"]
    if limit is not None:
        yield ngettext("at most %(limit)s copy", "at most %(limit)s copies", limit) % {"limit": limit}
    if settled["deck_rules"]:
        yield from map(say_brought_rule, settled["deck_rules"])
    elif settled["deck_rules"] is not None:
        yield _("no additional deck rules")
